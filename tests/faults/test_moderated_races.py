"""A moderator and a player at the same moment: one is first, the other sees it."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier

import pytest
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from config.clock import now
from games import record, services
from games.models import AuditEntry, Game, Move
from games.moderation import roles, tables, undo
from games.moderation.roles import MODERATOR, NotAllowed
from games.moderation.tables import Order
from games.services import Refused
from tests.faults.test_races import at_once
from tests.games.play import any_move, load, new_table, on_turn, token
from tests.machine import PATIENCE
from tests.moderation.at_tables import late_table, play, quiet_moves
from tests.moderation.staff import staff

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

ROUNDS = 12


@pytest.fixture(autouse=True)
def _groups() -> None:
    """Tests with real transactions empty every table, the groups of the migration too."""
    for role, wanted in roles.ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        names = [name.split(".")[1] for name in wanted]
        group.permissions.set(Permission.objects.filter(codename__in=names))


def moderate(barrier: Barrier, actor: int, code: str, rounds: int) -> list[str]:
    """Pause and resume in turn; whenever a player was quicker, look at the table again."""
    said = []
    who = User.objects.get(pk=actor)
    for number in range(rounds):
        act = tables.pause if number % 2 == 0 else tables.resume
        changes = Game.objects.values_list("changes", flat=True).get(code=code)
        barrier.wait(PATIENCE)
        said.append("done")
        try:
            act(Order(who, code, changes, "a race", now()))
        except NotAllowed as refused:
            said[-1] = refused.code
            changes = Game.objects.values_list("changes", flat=True).get(code=code)
            act(Order(who, code, changes, "a race", now()))
        barrier.wait(PATIENCE)
    return said


def keep_playing(barrier: Barrier, code: str, rounds: int) -> list[str]:
    said = []
    for _ in range(rounds):
        table = load(Game.objects.get(code=code))
        text, user = any_move(table), on_turn(table)
        barrier.wait(PATIENCE)
        try:
            services.play_move(user, code, text, table.game.version, token(), now())
            said.append("played")
        except Refused as refused:
            said.append(refused.code)
        barrier.wait(PATIENCE)
    return said


def test_a_move_and_a_pause_at_the_same_moment_come_one_after_the_other() -> None:
    """A move is played unless the table is paused; a pause was ordered for what it showed."""
    table, actor = new_table(4), staff(MODERATOR)
    done, played = at_once(
        _moderate_first, (actor.pk, table.game.code, True), (actor.pk, table.game.code, False)
    )
    if isinstance(done, str):
        pytest.fail(done)
    for number, pair in enumerate(zip(done, played, strict=True)):
        pauses = number % 2 == 0
        first_is_moderator = ("done", "paused" if pauses else "played")
        first_is_player = ("moved-on", "played") if pauses else ("done", "paused")
        assert pair in (first_is_moderator, first_is_player)
    entries = Move.objects.filter(game=table.game)
    assert entries.filter(kind="moderation").count() == ROUNDS == AuditEntry.objects.count()
    assert entries.filter(kind="move").count() == played.count("played")
    assert record.replay(load(table.game).game).sound


def _moderate_first(barrier: Barrier, actor: int, code: str, moderates: bool) -> list[str]:
    if moderates:
        return moderate(barrier, actor, code, ROUNDS)
    return keep_playing(barrier, code, ROUNDS)


def take_back(barrier: Barrier, actor: int, code: str, changes: int) -> str:
    try:
        undo.take_back(Order(User.objects.get(pk=actor), code, changes, "a race", now()))
    except NotAllowed as refused:
        return refused.code
    return "done"


def test_four_moderators_take_one_move_back_once() -> None:
    table = late_table()
    before = load(table.game).state
    table = play(table, quiet_moves(table)[0])
    given = [(staff(MODERATOR).pk, table.game.code, table.game.changes) for _ in range(4)]
    answers = at_once(take_back, *given)
    assert sorted(answers) == ["done", "moved-on", "moved-on", "moved-on"]
    assert load(table.game).state == before
    assert record.replay(load(table.game).game).sound


def undo_or_move(barrier: Barrier, actor: int, code: str, seen: int, text: str) -> str:
    if not text:
        return take_back(barrier, actor, code, seen)
    try:
        services.play_move(User.objects.get(pk=actor), code, text, seen, token(), now())
    except Refused as refused:
        return refused.code
    return "played"


def test_an_undo_and_the_next_move_at_the_same_moment_leave_one_of_them() -> None:
    table = late_table()
    table = play(table, quiet_moves(table)[0])
    code = table.game.code
    answers = at_once(
        undo_or_move,
        (staff(MODERATOR).pk, code, table.game.changes, ""),
        (on_turn(table).pk, code, table.game.version, quiet_moves(table)[0]),
    )
    assert answers in (["done", "moved-on"], ["moved-on", "played"])
    assert record.replay(load(table.game).game).sound
