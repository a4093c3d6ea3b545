"""What moderators do at tables: its effect, its trace, its notice, its line in the log, replay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from config.clock import now
from games import clocks, services
from games.delivery.facts import gather
from games.delivery.letters import compose
from games.models import AuditEntry, Departure, Seat, TableNote
from games.moderation import tables
from games.moderation.roles import MODERATOR, OPERATOR, SENIOR, NotAllowed
from games.services import Refused
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import load, new_table, on_turn, token
from tests.moderation.at_tables import REASON, logged, sound, told
from tests.moderation.at_tables import order as an_order
from tests.moderation.staff import staff, trail
from tests.tables import lobby

pytestmark = [pytest.mark.django_db, pytest.mark.both]

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


def turn_seat(table: Table) -> Seat:
    return Seat.objects.get(game=table.game, on_turn=True)


def names(table: Table) -> list[str]:
    return [seat.user.display_name for seat in table.seats if seat.user]


# --- every act ------------------------------------------------------------------------------------

Do = Callable[[User, Table], Any]
SPOILT: dict[str, Any] = {}
"""What a test makes wrong in the next order."""


def order(actor: User, table: Table, **more: Any) -> tables.Order:
    return an_order(actor, table, **(more | SPOILT))


def paused(table: Table) -> Table:
    tables.pause(order(staff(MODERATOR), table))
    return load(table.game)


def closed(table: Table) -> Table:
    tables.set_chat(order(staff(MODERATOR), table), True)
    return load(table.game)


def same(table: Table) -> Table:
    return table


def number(table: Table) -> int:
    return turn_seat(table).number


ACTS: dict[str, tuple[str, Callable[[Table], Table], Do]] = {
    "pause": ("table-pause", same, lambda by, t: tables.pause(order(by, t))),
    "resume": ("table-resume", paused, lambda by, t: tables.resume(order(by, t))),
    "extend": ("table-extend", same, lambda by, t: tables.extend(order(by, t), number(t), 24)),
    "skip": ("table-skip", same, lambda by, t: tables.skip(order(by, t), number(t))),
    "offer": ("table-remove", same, lambda by, t: tables.remove_player(order(by, t), 1, "offer")),
    "bot": ("table-remove", same, lambda by, t: tables.remove_player(order(by, t), 1, "bot")),
    "cancel": ("table-cancel", same, lambda by, t: tables.cancel(order(by, t))),
    "close": ("table-chat", same, lambda by, t: tables.set_chat(order(by, t), True)),
    "open": ("table-chat", closed, lambda by, t: tables.set_chat(order(by, t), False)),
}
TELLS = {
    "pause": "paused", "resume": "resumed", "extend": "extended", "skip": "skipped",
    "offer": "removed", "bot": "removed", "cancel": "cancelled", "close": "chat-closed",
    "open": "chat-opened",
}  # fmt: skip


@pytest.mark.parametrize("act", sorted(ACTS))
def test_who_may_does_it_and_all_else_are_refused(act: str) -> None:
    action, prepare, do = ACTS[act]
    table = prepare(new_table(3))
    before = AuditEntry.objects.count(), load(table.game).game.changes
    for actor in (UserFactory.create(), staff(), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            do(actor, table)
    assert (AuditEntry.objects.count(), load(table.game).game.changes) == before
    do(staff(MODERATOR), table)
    assert [entry.action for entry in trail()][-1] == action
    other = prepare(new_table(3))
    do(staff(SENIOR), other)


@pytest.mark.parametrize("act", sorted(ACTS))
def test_it_leaves_a_trace_with_reason_before_and_after(act: str, moderator: User) -> None:
    action, prepare, do = ACTS[act]
    table = prepare(new_table(3))
    do(moderator, table)
    entry = trail(action)[-1]
    assert (entry.actor, entry.reason, entry.table_code) == (moderator, REASON, table.game.code)
    assert entry.before["entries"] < entry.after["entries"]
    assert entry.before != entry.after


@pytest.mark.parametrize("act", sorted(ACTS))
def test_the_log_says_so_in_neutral_words_and_the_table_replays(act: str, moderator: User) -> None:
    _, prepare, do = ACTS[act]
    table = prepare(new_table(3))
    do(moderator, table)
    assert ("moderation", TELLS[act]) in logged(table)
    assert sound(table)
    entry = table.game.moves.filter(kind="moderation").latest("number")
    assert (entry.events, moderator.display_name in entry.text) == ([], False)


@pytest.mark.parametrize("act", sorted(ACTS))
def test_every_player_is_told_once(act: str, moderator: User) -> None:
    _, prepare, do = ACTS[act]
    table = prepare(new_table(3))
    seated = names(table)
    do(moderator, table)
    heard = sorted(name for what, name in told(table) if what in (TELLS[act], "lost"))
    assert heard == sorted(seated)


@pytest.mark.parametrize("act", sorted(ACTS))
@pytest.mark.parametrize("bad", ["reason", "changes"])
def test_without_a_reason_or_with_an_old_preview_nothing_is_done(
    act: str, bad: str, moderator: User
) -> None:
    _action, prepare, do = ACTS[act]
    table = prepare(new_table(3))
    before = load(table.game).game.changes, len(trail())
    SPOILT.update({"reason": "  "} if bad == "reason" else {"changes": 0})
    try:
        with pytest.raises(NotAllowed, match="no-reason" if bad == "reason" else "moved-on"):
            do(moderator, table)
    finally:
        SPOILT.clear()
    assert (load(table.game).game.changes, len(trail())) == before


@pytest.mark.parametrize("act", sorted(ACTS))
def test_who_plays_or_played_there_asks_a_colleague(act: str) -> None:
    _, prepare, do = ACTS[act]
    table = prepare(new_table(3))
    for player in (staff(MODERATOR), staff(SENIOR)):
        Departure.objects.create(game=table.game, user=player, seat=0)
        with pytest.raises(NotAllowed, match="own-table"):
            do(player, table)


def test_a_mail_says_what_was_done_and_names_no_moderator(moderator: User) -> None:
    table = new_table(3)
    tables.pause(order(moderator, table))
    for notice in table.game.notices.filter(kind="moderation"):
        sent = compose(notice, gather([notice]), now())
        assert "paused" in sent.title
        assert moderator.display_name not in sent.body + sent.title
        assert table.game.code in sent.url


# --- deadlines and turns --------------------------------------------------------------------------


def test_more_time_is_counted_as_the_player_counts_it(moderator: User) -> None:
    table = new_table(3)
    seat = turn_seat(table)
    tables.extend(order(moderator, table), seat.number, 48)
    after = turn_seat(table)
    assert seat.due_at is not None
    assert after.due_at is not None
    assert clocks.counted(seat.due_at, after.due_at, clocks.of(after, table.game)) == 48 * HOUR
    assert seat.remind_at is not None
    assert after.remind_at is not None
    assert after.remind_at > seat.remind_at


def test_more_time_at_a_paused_table_is_there_when_it_goes_on(moderator: User) -> None:
    table = new_table(3, sleep_aware=False)
    at, seat = now(), turn_seat(table)
    tables.pause(order(moderator, table, at=at))
    tables.extend(order(moderator, table, at=at), seat.number, 6)
    tables.resume(order(moderator, table, at=at))
    assert seat.due_at is not None
    assert turn_seat(table).due_at == seat.due_at + 6 * HOUR


@pytest.mark.parametrize("hours", [0, -3, 337])
def test_more_time_has_its_bounds(hours: int, moderator: User) -> None:
    table = new_table(3)
    with pytest.raises(NotAllowed, match="far"):
        tables.extend(order(moderator, table), turn_seat(table).number, hours)


def test_a_seat_that_is_not_on_turn_has_no_clock_and_no_turn_to_pass(moderator: User) -> None:
    table = new_table(3)
    other = (turn_seat(table).number + 1) % 3
    with pytest.raises(NotAllowed, match="no-clock"):
        tables.extend(order(moderator, table), other, 6)
    with pytest.raises(NotAllowed, match="not-on-turn"):
        tables.skip(order(moderator, table), other)
    with pytest.raises(NotAllowed, match="no-seat"):
        tables.skip(order(moderator, table), 7)


def test_a_turn_that_passes_is_played_as_for_an_absent_player(moderator: User) -> None:
    table = new_table(3)
    seat = turn_seat(table)
    view = table.rules.view(table.state, seat.number)
    wanted = table.rules.print_move(table.rules.absent_move(view))
    tables.skip(order(moderator, table), seat.number)
    entry = table.game.moves.get(kind="absent")
    assert (entry.seat, entry.text) == (seat.number, wanted)
    after = Seat.objects.get(pk=seat.pk)
    assert (after.on_turn, after.missed, after.absences) == (False, 0, 0)


def test_a_turn_may_pass_while_it_is_paused_and_no_clock_starts(moderator: User) -> None:
    table = paused(new_table(3))
    tables.skip(order(moderator, table), turn_seat(table).number)
    seat = turn_seat(table)
    assert (seat.due_at, seat.held_due is not None) == (None, True)
    assert sound(table)


# --- seats ----------------------------------------------------------------------------------------


def removed(table: Table, actor: User, to: str) -> tuple[User, Seat]:
    user = table.seats[1].user
    assert user is not None
    tables.remove_player(order(actor, table), 1, to)
    return user, Seat.objects.get(game=table.game, number=1)


def test_a_removed_player_cannot_come_back_in_any_way(moderator: User) -> None:
    table = new_table(3)
    user, seat = removed(table, moderator, "offer")
    assert (seat.user_id, seat.former_id, seat.bot) == (None, None, "")
    assert Departure.objects.filter(game=table.game, user=user).exists()
    with pytest.raises(Refused, match="left-here"):
        services.take_seat(user, table.game.code, 1, now())
    with pytest.raises(Refused, match="seat-taken"):
        services.take_back(user, table.game.code, now())
    with pytest.raises(Refused, match="not-seated"):
        services.come_back(user, table.game.code, now())


def test_somebody_else_takes_the_seat_that_is_on_offer(moderator: User) -> None:
    table = new_table(3)
    removed(table, moderator, "offer")
    guest = UserFactory.create()
    services.take_seat(guest, table.game.code, 1, now())
    assert Seat.objects.get(game=table.game, number=1).user == guest
    assert sound(table)


@pytest.mark.parametrize(("to", "hours"), [("bot", 24), ("offer", 0)])
def test_a_bot_takes_the_seat_at_once(to: str, hours: int, moderator: User) -> None:
    table = new_table(3, offer_hours=hours)
    user, seat = removed(table, moderator, to)
    assert (seat.bot, seat.offered_until, seat.former_id) == ("easy", None, None)
    assert ("lost", user.display_name) in told(table)


def test_only_a_person_can_be_removed(moderator: User) -> None:
    table = new_table(2, bots=1)
    bot = next(seat.number for seat in table.seats if seat.bot)
    with pytest.raises(NotAllowed, match="nobody-there"):
        tables.remove_player(order(moderator, table), bot, "bot")
    with pytest.raises(NotAllowed, match="unknown"):
        tables.remove_player(order(moderator, table), turn_or_person(table), "somebody")


def turn_or_person(table: Table) -> int:
    return next(seat.number for seat in table.seats if seat.user_id)


# --- the table itself -----------------------------------------------------------------------------


def test_a_cancelled_table_is_over_for_all(moderator: User) -> None:
    table = paused(new_table(3))
    tables.cancel(order(moderator, table))
    game = load(table.game).game
    assert (game.status, game.paused_at, game.abandon_at) == ("cancelled", None, None)
    assert game.remove_at is not None
    assert not game.seats.filter(on_turn=True).exists()
    with pytest.raises(NotAllowed, match="not-running"):
        tables.cancel(order(moderator, table))


def test_a_lobby_can_be_cancelled_and_nothing_else(moderator: User) -> None:
    table = load(lobby())
    with pytest.raises(NotAllowed, match="not-running"):
        tables.pause(order(moderator, table))
    tables.cancel(order(moderator, table))
    assert load(table.game).game.status == "cancelled"
    assert [what for what, _ in told(table)] == ["cancelled"]


def test_a_closed_chat_is_closed_to_the_seated_and_to_the_gallery(moderator: User) -> None:
    table = closed(new_table(3))
    for user in (on_turn(table), UserFactory.create()):
        with pytest.raises(Refused, match="chat-closed"):
            services.say(user, table.game.code, "hello", token(), now())
    tables.set_chat(order(moderator, table), False)
    services.say(on_turn(table), table.game.code, "hello", token(), now())
    assert table.game.messages.count() == 1


def test_a_note_is_for_colleagues_and_a_double_click_is_one_note(moderator: User) -> None:
    table = new_table(3)
    for _ in range(2):
        tables.annotate(moderator, table.game.code, "  look at seat 2 ", now())
    assert [note.text for note in TableNote.objects.all()] == ["look at seat 2"]
    assert len(trail("table-note")) == 1
    assert load(table.game).game.changes == table.game.changes
    for bad, code in (("  ", "no-reason"), ("x" * 2001, "too-long")):
        with pytest.raises(NotAllowed, match=code):
            tables.annotate(moderator, table.game.code, bad, now())
    with pytest.raises(NotAllowed, match="no-permission"):
        tables.annotate(UserFactory.create(), table.game.code, "me too", now())
