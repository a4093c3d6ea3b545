"""Moderators' actions at tables: effect, entry in the trail, notice, log line and replay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from config.clock import now
from games.moderation.models import AuditEntry, TableNote
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR, NotAllowed
from games.moderation.services import table_actions
from games.notices.composing import compose
from games.notices.models import Notice
from games.notices.situation import Situation
from games.tables import clocks, services
from games.tables.models import Departure, Seat
from games.tables.refusals import Refused
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import REASON, logged, sound, told
from tests.moderation.at_tables import order as an_order
from tests.moderation.staff import staff, trail
from tests.real_tables import lobby
from tests.tables.play import load, new_table, on_turn, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


def turn_seat(loaded: LoadedTable) -> Seat:
    return Seat.objects.get(table=loaded.table, on_turn=True)


def names(loaded: LoadedTable) -> list[str]:
    return [seat.user.display_name for seat in loaded.seats if seat.user]


# --- every action -------------------------------------------------------------------------------

Do = Callable[[User, LoadedTable], Any]
SPOILT: dict[str, Any] = {}
"""What a test breaks in the next order."""


def order(actor: User, loaded: LoadedTable, **more: Any) -> table_actions.ActionRequest:
    return an_order(actor, loaded, **(more | SPOILT))


def paused(loaded: LoadedTable) -> LoadedTable:
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    return load(loaded.table)


def closed(loaded: LoadedTable) -> LoadedTable:
    table_actions.set_chat(order(staff(MODERATOR), loaded), True)
    return load(loaded.table)


def same(loaded: LoadedTable) -> LoadedTable:
    return loaded


def number(loaded: LoadedTable) -> int:
    return turn_seat(loaded).number


ACTS: dict[str, tuple[str, Callable[[LoadedTable], LoadedTable], Do]] = {
    "pause": ("table-pause", same, lambda by, t: table_actions.pause_table(order(by, t))),
    "resume": ("table-resume", paused, lambda by, t: table_actions.resume_table(order(by, t))),
    "extend": (
        "table-extend",
        same,
        lambda by, t: table_actions.extend_deadline(order(by, t), number(t), 24),
    ),
    "skip": ("table-skip", same, lambda by, t: table_actions.skip_turn(order(by, t), number(t))),
    "offer": (
        "table-remove",
        same,
        lambda by, t: table_actions.remove_player(order(by, t), 1, "offer"),
    ),
    "bot": (
        "table-remove",
        same,
        lambda by, t: table_actions.remove_player(order(by, t), 1, "bot"),
    ),
    "cancel": ("table-cancel", same, lambda by, t: table_actions.cancel_table(order(by, t))),
    "close": ("table-chat", same, lambda by, t: table_actions.set_chat(order(by, t), True)),
    "open": ("table-chat", closed, lambda by, t: table_actions.set_chat(order(by, t), False)),
}
TELLS = {
    "pause": "paused", "resume": "resumed", "extend": "extended", "skip": "skipped",
    "offer": "removed", "bot": "removed", "cancel": "cancelled", "close": "chat-closed",
    "open": "chat-opened",
}  # fmt: skip


@pytest.mark.parametrize("act", sorted(ACTS))
def test_only_permitted_roles_can_do_it(act: str) -> None:
    action, prepare, do = ACTS[act]
    loaded = prepare(new_table(3))
    before = AuditEntry.objects.count(), load(loaded.table).table.changes
    for actor in (UserFactory.create(), staff(), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            do(actor, loaded)
    assert (AuditEntry.objects.count(), load(loaded.table).table.changes) == before
    do(staff(MODERATOR), loaded)
    assert [entry.action for entry in trail()][-1] == action
    other = prepare(new_table(3))
    do(staff(SENIOR), other)


@pytest.mark.parametrize("act", sorted(ACTS))
def test_it_leaves_an_entry_with_reason_before_and_after(act: str, moderator: User) -> None:
    action, prepare, do = ACTS[act]
    loaded = prepare(new_table(3))
    do(moderator, loaded)
    entry = trail(action)[-1]
    assert (entry.actor, entry.reason, entry.table_code) == (moderator, REASON, loaded.table.code)
    assert entry.before["entries"] < entry.after["entries"]
    assert entry.before != entry.after


@pytest.mark.parametrize("act", sorted(ACTS))
def test_the_log_mentions_it_neutrally_and_the_table_replays(act: str, moderator: User) -> None:
    _, prepare, do = ACTS[act]
    loaded = prepare(new_table(3))
    do(moderator, loaded)
    assert ("moderation", TELLS[act]) in logged(loaded)
    assert sound(loaded)
    entry = loaded.table.log.filter(kind="moderation").latest("number")
    assert (entry.events, moderator.display_name in entry.as_text) == ([], False)


@pytest.mark.parametrize("act", sorted(ACTS))
def test_every_player_is_notified_once(act: str, moderator: User) -> None:
    _, prepare, do = ACTS[act]
    loaded = prepare(new_table(3))
    seated = names(loaded)
    do(moderator, loaded)
    heard = sorted(name for what, name in told(loaded) if what in (TELLS[act], "lost"))
    assert heard == sorted(seated)


@pytest.mark.parametrize("act", sorted(ACTS))
@pytest.mark.parametrize("bad", ["reason", "changes"])
def test_without_a_reason_or_with_an_old_preview_nothing_is_done(
    act: str, bad: str, moderator: User
) -> None:
    _action, prepare, do = ACTS[act]
    loaded = prepare(new_table(3))
    before = load(loaded.table).table.changes, len(trail())
    SPOILT.update({"reason": "  "} if bad == "reason" else {"changes": 0})
    try:
        with pytest.raises(NotAllowed, match="no-reason" if bad == "reason" else "moved-on"):
            do(moderator, loaded)
    finally:
        SPOILT.clear()
    assert (load(loaded.table).table.changes, len(trail())) == before


@pytest.mark.parametrize("act", sorted(ACTS))
def test_moderators_cannot_act_at_tables_they_play_or_played_at(act: str) -> None:
    _, prepare, do = ACTS[act]
    loaded = prepare(new_table(3))
    for player in (staff(MODERATOR), staff(SENIOR)):
        Departure.objects.create(table=loaded.table, user=player, seat=0)
        with pytest.raises(NotAllowed, match="own-table"):
            do(player, loaded)


def test_a_mail_says_what_was_done_and_names_no_moderator(moderator: User) -> None:
    loaded = new_table(3)
    table_actions.pause_table(order(moderator, loaded))
    for notice in Notice.objects.filter(table=loaded.table.pk, kind="moderation"):
        sent = compose(notice, Situation([notice]), now())
        assert "paused" in sent.title
        assert moderator.display_name not in sent.body + sent.title
        assert loaded.table.code in sent.url


# --- deadlines and turns --------------------------------------------------------------------------


def test_more_time_is_counted_in_the_players_waking_time(moderator: User) -> None:
    loaded = new_table(3)
    seat = turn_seat(loaded)
    table_actions.extend_deadline(order(moderator, loaded), seat.number, 48)
    after = turn_seat(loaded)
    assert seat.due_at is not None
    assert after.due_at is not None
    assert (
        clocks.counted(seat.due_at, after.due_at, clocks.calendar_of(after, loaded.table))
        == 48 * HOUR
    )
    assert seat.remind_at is not None
    assert after.remind_at is not None
    assert after.remind_at > seat.remind_at


def test_more_time_at_a_paused_table_is_added_when_it_resumes(moderator: User) -> None:
    loaded = new_table(3, sleep_aware=False)
    at, seat = now(), turn_seat(loaded)
    table_actions.pause_table(order(moderator, loaded, at=at))
    table_actions.extend_deadline(order(moderator, loaded, at=at), seat.number, 6)
    table_actions.resume_table(order(moderator, loaded, at=at))
    assert seat.due_at is not None
    assert turn_seat(loaded).due_at == seat.due_at + 6 * HOUR


@pytest.mark.parametrize("hours", [0, -3, 337])
def test_more_time_is_limited(hours: int, moderator: User) -> None:
    loaded = new_table(3)
    with pytest.raises(NotAllowed, match="far"):
        table_actions.extend_deadline(order(moderator, loaded), turn_seat(loaded).number, hours)


def test_a_seat_that_is_not_on_turn_gets_no_time_and_is_not_skipped(moderator: User) -> None:
    loaded = new_table(3)
    other = (turn_seat(loaded).number + 1) % 3
    with pytest.raises(NotAllowed, match="no-clock"):
        table_actions.extend_deadline(order(moderator, loaded), other, 6)
    with pytest.raises(NotAllowed, match="not-on-turn"):
        table_actions.skip_turn(order(moderator, loaded), other)
    with pytest.raises(NotAllowed, match="no-seat"):
        table_actions.skip_turn(order(moderator, loaded), 7)


def test_a_skipped_turn_is_played_as_for_an_absent_player(moderator: User) -> None:
    loaded = new_table(3)
    seat = turn_seat(loaded)
    view = loaded.rules.view(loaded.state, seat.number)
    wanted = loaded.rules.absent_move(view).written()
    table_actions.skip_turn(order(moderator, loaded), seat.number)
    entry = loaded.table.log.get(kind="absent")
    assert (entry.seat, entry.move) == (seat.number, wanted)
    after = Seat.objects.get(pk=seat.pk)
    assert (after.on_turn, after.missed, after.absences) == (False, 0, 0)


def test_a_turn_may_be_skipped_during_a_pause_without_starting_a_clock(moderator: User) -> None:
    loaded = paused(new_table(3))
    table_actions.skip_turn(order(moderator, loaded), turn_seat(loaded).number)
    seat = turn_seat(loaded)
    assert (seat.due_at, seat.held_due is not None) == (None, True)
    assert sound(loaded)


# --- seats ----------------------------------------------------------------------------------------


def removed(loaded: LoadedTable, actor: User, to: str) -> tuple[User, Seat]:
    user = loaded.seats[1].user
    assert user is not None
    table_actions.remove_player(order(actor, loaded), 1, to)
    return user, Seat.objects.get(table=loaded.table, number=1)


def test_a_removed_player_cannot_come_back(moderator: User) -> None:
    loaded = new_table(3)
    user, seat = removed(loaded, moderator, "offer")
    assert (seat.user_id, seat.former_id, seat.bot) == (None, None, "")
    assert Departure.objects.filter(table=loaded.table, user=user).exists()
    with pytest.raises(Refused, match="left-here"):
        services.take_seat(user, loaded.table.code, 1, now())
    with pytest.raises(Refused, match="seat-taken"):
        services.take_back(user, loaded.table.code, now())
    with pytest.raises(Refused, match="not-seated"):
        services.come_back(user, loaded.table.code, now())


def test_somebody_else_can_take_the_offered_seat(moderator: User) -> None:
    loaded = new_table(3)
    removed(loaded, moderator, "offer")
    guest = UserFactory.create()
    services.take_seat(guest, loaded.table.code, 1, now())
    assert Seat.objects.get(table=loaded.table, number=1).user == guest
    assert sound(loaded)


@pytest.mark.parametrize(("to", "hours"), [("bot", 24), ("offer", 0)])
def test_a_bot_takes_the_seat_at_once(to: str, hours: int, moderator: User) -> None:
    loaded = new_table(3, offer_hours=hours)
    user, seat = removed(loaded, moderator, to)
    assert (seat.bot, seat.offered_until, seat.former_id) == ("normal", None, None)
    assert ("lost", user.display_name) in told(loaded)


def test_only_a_person_can_be_removed(moderator: User) -> None:
    loaded = new_table(2, bots=1)
    bot = next(seat.number for seat in loaded.seats if seat.bot)
    with pytest.raises(NotAllowed, match="nobody-there"):
        table_actions.remove_player(order(moderator, loaded), bot, "bot")
    with pytest.raises(NotAllowed, match="unknown"):
        table_actions.remove_player(order(moderator, loaded), turn_or_person(loaded), "somebody")


def turn_or_person(loaded: LoadedTable) -> int:
    return next(seat.number for seat in loaded.seats if seat.user_id)


# --- the table itself -----------------------------------------------------------------------------


def test_a_cancelled_table_is_over_for_everybody(moderator: User) -> None:
    loaded = paused(new_table(3))
    table_actions.cancel_table(order(moderator, loaded))
    table = load(loaded.table).table
    assert (table.status, table.paused_at, table.abandon_at) == ("cancelled", None, None)
    assert table.remove_at is not None
    assert not table.seats.filter(on_turn=True).exists()
    with pytest.raises(NotAllowed, match="not-running"):
        table_actions.cancel_table(order(moderator, loaded))


def test_a_lobby_can_only_be_cancelled(moderator: User) -> None:
    loaded = load(lobby())
    with pytest.raises(NotAllowed, match="not-running"):
        table_actions.pause_table(order(moderator, loaded))
    table_actions.cancel_table(order(moderator, loaded))
    assert load(loaded.table).table.status == "cancelled"
    assert [what for what, _ in told(loaded)] == ["cancelled"]


def test_a_closed_chat_is_closed_to_players_and_spectators(moderator: User) -> None:
    loaded = closed(new_table(3))
    for user in (on_turn(loaded), UserFactory.create()):
        with pytest.raises(Refused, match="chat-closed"):
            services.say(user, loaded.table.code, "hello", token(), now())
    table_actions.set_chat(order(moderator, loaded), False)
    services.say(on_turn(loaded), loaded.table.code, "hello", token(), now())
    assert loaded.table.messages.count() == 1


def test_a_note_is_for_colleagues_and_a_double_click_is_one_note(moderator: User) -> None:
    loaded = new_table(3)
    for _ in range(2):
        table_actions.add_table_note(moderator, loaded.table.code, "  look at seat 2 ", now())
    assert [note.text for note in TableNote.objects.all()] == ["look at seat 2"]
    assert len(trail("table-note")) == 1
    assert load(loaded.table).table.changes == loaded.table.changes
    for bad, code in (("  ", "no-reason"), ("x" * 2001, "too-long")):
        with pytest.raises(NotAllowed, match=code):
            table_actions.add_table_note(moderator, loaded.table.code, bad, now())
    with pytest.raises(NotAllowed, match="no-permission"):
        table_actions.add_table_note(UserFactory.create(), loaded.table.code, "me too", now())
