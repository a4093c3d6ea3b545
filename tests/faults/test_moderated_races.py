"""A moderator and a player at the same moment: one is first, the other sees it."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction

from accounts.models import User
from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry
from games.moderation.permissions import MODERATOR, NotAllowed
from games.moderation.services import hiding, sanctions, table_actions
from games.moderation.services.table_actions import ActionRequest
from games.replays import log_check
from games.tables import services
from games.tables.models import LogEntry, Message, Table
from games.tables.services import Refused, unit_of_work
from tests.faults.test_races import at_once
from tests.moderation.at_tables import late_table, play, quiet_moves
from tests.moderation.staff import grounds, staff
from tests.tables.play import any_move, load, new_table, on_turn, token
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

ROUNDS = 12


@pytest.fixture(autouse=True)
def _groups() -> None:
    """Restore the groups: tests with real transactions empty every table."""
    for role, wanted in permissions.ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        names = [name.split(".")[1] for name in wanted]
        group.permissions.set(Permission.objects.filter(codename__in=names))


def moderate(barrier: Barrier, actor: int, code: str, rounds: int) -> list[str]:
    """Pause and resume in turn; whenever a player was faster, reload the table."""
    said = []
    who = User.objects.get(pk=actor)
    for number in range(rounds):
        act = table_actions.pause_table if number % 2 == 0 else table_actions.resume_table
        changes = Table.objects.values_list("changes", flat=True).get(code=code)
        barrier.wait(PATIENCE)
        said.append("done")
        try:
            act(ActionRequest(who, code, changes, "a race", now()))
        except NotAllowed as refused:
            said[-1] = refused.code
            changes = Table.objects.values_list("changes", flat=True).get(code=code)
            act(ActionRequest(who, code, changes, "a race", now()))
        barrier.wait(PATIENCE)
    return said


def keep_playing(barrier: Barrier, code: str, rounds: int) -> list[str]:
    said = []
    for _ in range(rounds):
        loaded = load(Table.objects.get(code=code))
        text, user = any_move(loaded), on_turn(loaded)
        barrier.wait(PATIENCE)
        try:
            services.play_move(user, code, text, loaded.table.version, token(), now())
            said.append("played")
        except Refused as refused:
            said.append(refused.code)
        barrier.wait(PATIENCE)
    return said


def test_a_move_and_a_pause_at_the_same_moment_happen_one_after_the_other() -> None:
    """A move is played unless the table is paused; a pause applies to the version it showed."""
    loaded, actor = new_table(4), staff(MODERATOR)
    done, played = at_once(
        _moderate_first, (actor.pk, loaded.table.code, True), (actor.pk, loaded.table.code, False)
    )
    if isinstance(done, str):
        pytest.fail(done)
    for number, pair in enumerate(zip(done, played, strict=True)):
        pauses = number % 2 == 0
        first_is_moderator = ("done", "paused" if pauses else "played")
        first_is_player = ("moved-on", "played") if pauses else ("done", "paused")
        assert pair in (first_is_moderator, first_is_player)
    entries = LogEntry.objects.filter(table=loaded.table)
    assert entries.filter(kind="moderation").count() == ROUNDS == AuditEntry.objects.count()
    assert entries.filter(kind="move").count() == played.count("played")
    assert log_check.check_table(load(loaded.table).table).sound


def _moderate_first(barrier: Barrier, actor: int, code: str, moderates: bool) -> list[str]:
    if moderates:
        return moderate(barrier, actor, code, ROUNDS)
    return keep_playing(barrier, code, ROUNDS)


def take_back(barrier: Barrier, actor: int, code: str, changes: int) -> str:
    try:
        table_actions.undo_last_move(
            ActionRequest(User.objects.get(pk=actor), code, changes, "a race", now())
        )
    except NotAllowed as refused:
        return refused.code
    return "done"


def test_four_moderators_take_one_move_back_once() -> None:
    loaded = late_table()
    before = load(loaded.table).state
    loaded = play(loaded, quiet_moves(loaded)[0])
    given = [(staff(MODERATOR).pk, loaded.table.code, loaded.table.changes) for _ in range(4)]
    answers = at_once(take_back, *given)
    assert sorted(answers) == ["done", "moved-on", "moved-on", "moved-on"]
    assert load(loaded.table).state == before
    assert log_check.check_table(load(loaded.table).table).sound


def undo_or_move(barrier: Barrier, actor: int, code: str, seen: int, text: str) -> str:
    if not text:
        return take_back(barrier, actor, code, seen)
    try:
        services.play_move(User.objects.get(pk=actor), code, text, seen, token(), now())
    except Refused as refused:
        return refused.code
    return "played"


def test_of_an_undo_and_a_move_at_the_same_moment_one_happens() -> None:
    loaded = late_table()
    loaded = play(loaded, quiet_moves(loaded)[0])
    code = loaded.table.code
    answers = at_once(
        undo_or_move,
        (staff(MODERATOR).pk, code, loaded.table.changes, ""),
        (on_turn(loaded).pk, code, loaded.table.version, quiet_moves(loaded)[0]),
    )
    assert answers in (["done", "moved-on"], ["moved-on", "played"])
    assert log_check.check_table(load(loaded.table).table).sound


# --- tables before players ------------------------------------------------------------------------


def sit(barrier: Barrier, deed: str, code: str, user: int) -> str:
    """Take a seat: lock the table, let the moderator start, then lock the player."""
    with transaction.atomic():
        unit_of_work.lock(code)
        barrier.wait(PATIENCE)
        somebody_waits()
        User.objects.select_for_update(no_key=True).get(pk=user)
    return "sat"


def somebody_waits() -> None:
    """Wait until another connection waits for a lock. SQLite lets nobody in and cannot tell."""
    ask = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with connection.cursor() as cursor:
        while connection.vendor == "postgresql":
            cursor.execute(ask)
            if cursor.fetchone()[0]:
                return


def judge(barrier: Barrier, deed: str, actor: int, number: int) -> str:
    who = User.objects.get(pk=actor)
    barrier.wait(PATIENCE)
    if deed == "lift":
        sanctions.lift(who, number, "a race", now())
        return deed
    message = Message.objects.select_related("table", "user").get(pk=number)
    if deed == "hide":
        hiding.hide_message(who, message, grounds("chat"), now())
    else:
        hiding.hide_title(who, message.table, grounds("title"), now())
    return deed


def _sit_or_judge(barrier: Barrier, sits: bool, deed: str, *rest: int) -> str:
    return sit(barrier, deed, *rest) if sits else judge(barrier, deed, *rest)  # type: ignore[arg-type]


@pytest.mark.parametrize("deed", ["hide", "title", "lift"])
def test_hiding_words_and_sitting_down_do_not_deadlock(deed: str) -> None:
    loaded, actor = new_table(3), staff(MODERATOR)
    author = loaded.table.owner
    assert author is not None
    services.say(author, loaded.table.code, "you fool", token(), now())
    message = Message.objects.get()
    number = message.pk
    if deed == "lift":
        number = hiding.hide_message(actor, message, grounds("chat"), now()).pk
    said = at_once(
        _sit_or_judge,
        (True, deed, loaded.table.code, author.pk),
        (False, deed, actor.pk, number),
    )
    assert said == ["sat", deed]
