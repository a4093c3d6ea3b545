"""Reassigning a seat: to somebody else, to a bot, and back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import Http404

from config.clock import now
from games.notices.models import Notice
from games.replays import log_check
from games.tables import access, services, tasks
from games.tables.models import Departure, LogEntry, Note
from tests.factories import UserFactory
from tests.tables.play import (
    age,
    bots_move,
    kinds,
    load,
    moves_on,
    new_table,
    offered,
    on_turn,
    play,
    refused,
    seat_on_turn,
    told,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
HOUR = timedelta(hours=1)


# --- somebody else takes over ---------------------------------------------------------------------


def test_a_replacement_sees_exactly_what_the_seat_knew() -> None:
    loaded = moves_on(new_table(4), 30)
    leaver, number = on_turn(loaded), seat_on_turn(loaded).number
    before = repr(loaded.rules.view(loaded.state, number)).encode()
    services.leave(leaver, loaded.table.code, now())
    newcomer = UserFactory.create()
    services.take_seat(newcomer, loaded.table.code, number, now())
    after = load(loaded.table)
    assert repr(after.rules.view(after.state, number)).encode() == before
    seat = after.seats[number]
    assert (seat.user, seat.bot, seat.former, seat.offered_until) == (newcomer, "", None, None)
    assert seat.due_at is not None
    assert Notice.objects.filter(
        recipient=newcomer, kind="turn", table=after.table, cause_number=seat.turn
    ).exists()
    assert play(after).seats[number].in_time == 1


def test_an_absent_player_loses_their_seat_to_a_replacement_and_is_notified() -> None:
    loaded, absent = offered()
    number = seat_on_turn(loaded).number
    newcomer = UserFactory.create()
    for _ in range(2):
        services.take_seat(newcomer, loaded.table.code, number, now())
    after = load(loaded.table)
    assert after.seats[number].user == newcomer
    assert kinds(after) == ["absent", "offered", "handover"]
    assert after.table.log.get(kind=LogEntry.Kind.HANDOVER).taken_by == "player"
    assert told(absent, "seat") == ["offered", "lost-player"]
    assert told(newcomer, "seat") == []
    with refused("seat-taken"):
        services.take_back(absent, loaded.table.code, now())
    with refused("not-seated"):
        services.come_back(absent, loaded.table.code, now())


def test_a_player_who_left_can_neither_watch_nor_take_another_seat() -> None:
    loaded = new_table(3)
    first, second = (seat.user for seat in loaded.seats[:2])
    assert first is not None
    assert second is not None
    services.leave(first, loaded.table.code, now())
    services.leave(second, loaded.table.code, now())
    with pytest.raises(Http404):
        access.readable_table(first, loaded.table.code)
    with refused("left-here"):
        services.take_seat(first, loaded.table.code, 1, now())


def test_an_absent_player_who_lost_their_seat_cannot_watch() -> None:
    loaded, absent = offered()
    access.readable_table(absent, loaded.table.code)
    number = seat_on_turn(loaded).number
    services.take_seat(UserFactory.create(), loaded.table.code, number, now())
    with pytest.raises(Http404):
        access.readable_table(absent, loaded.table.code)


@pytest.mark.parametrize("allowed", [True, False])
def test_notes_are_passed_on_only_if_the_leaving_player_allows_it(allowed: bool) -> None:
    loaded = new_table(3)
    leaver, newcomer = on_turn(loaded), UserFactory.create()
    services.write_note(leaver, loaded.table.code, "Ada digs")
    services.leave(leaver, loaded.table.code, now(), leave_notes=allowed)
    services.take_seat(newcomer, loaded.table.code, seat_on_turn(loaded).number, now())
    notes = Note.objects.filter(table=loaded.table, user=newcomer).values_list("text", flat=True)
    assert list(notes) == (["Ada digs"] if allowed else [])
    assert access.table_page_access(newcomer, loaded.table.code).note == (
        "Ada digs" if allowed else ""
    )


def test_notes_of_an_absent_player_are_not_passed_on() -> None:
    loaded, absent = offered()
    services.write_note(absent, loaded.table.code, "Ada digs")
    newcomer = UserFactory.create()
    services.take_seat(newcomer, loaded.table.code, seat_on_turn(loaded).number, now())
    assert not Note.objects.filter(user=newcomer).exists()


def test_a_seat_that_is_not_offered_cannot_be_taken() -> None:
    loaded = new_table(2, bots=1)
    stranger = UserFactory.create()
    for number in (0, 1, 2, 9):
        with refused("seat-not-offered"):
            services.take_seat(stranger, loaded.table.code, number, now())
    with refused("already-seated"):
        services.take_seat(on_turn(bots_move(loaded)), loaded.table.code, 1, now())


def test_a_seat_that_somebody_has_taken_cannot_be_taken_again() -> None:
    loaded, _ = offered()
    number = seat_on_turn(loaded).number
    first, second = UserFactory.create_batch(2)
    services.take_seat(first, loaded.table.code, number, now())
    with refused("seat-taken"):
        services.take_seat(second, loaded.table.code, number, now())


def test_missed_turns_are_not_passed_on_to_a_replacement() -> None:
    loaded, absent = offered()
    number = seat_on_turn(loaded).number
    services.take_seat(UserFactory.create(), loaded.table.code, number, now())
    seat = load(loaded.table).seats[number]
    assert (seat.in_time, seat.missed, seat.absences, seat.excused_left) == (0, 0, 0, 0)
    assert Departure.objects.get(user=absent).missed == 2


# --- an empty seat --------------------------------------------------------------------------------


def test_play_continues_up_to_an_empty_seat_and_waits_there() -> None:
    loaded = new_table(3)
    mover = seat_on_turn(loaded).number
    leaver = loaded.seats[(mover + 2) % 3].user
    assert leaver is not None
    services.leave(leaver, loaded.table.code, now())
    loaded = play(play(load(loaded.table)))
    seat = seat_on_turn(loaded)
    assert (seat.user, seat.bot, seat.due_at, seat.act_at) == (None, "", None, None)
    assert tasks.miss_turns() == tasks.move_bots() == 0
    age(loaded, "offered_until")
    assert tasks.end_offers() == tasks.move_bots() == 1


def test_a_player_who_left_may_return_while_their_seat_is_empty() -> None:
    loaded = new_table(3, gives_back=False)
    leaver = on_turn(loaded)
    services.leave(leaver, loaded.table.code, now())
    for _ in range(2):
        services.take_back(leaver, loaded.table.code, now())
    after = load(loaded.table)
    seat = seat_on_turn(after)
    assert (seat.user, seat.former, seat.offered_until) == (leaver, None, None)
    assert seat.due_at is not None
    assert kinds(after) == ["offered", "returned"]
    assert not Departure.objects.exists()
    access.seated_table(leaver, loaded.table.code)


@pytest.mark.parametrize("gives_back", [True, False])
def test_a_bot_gives_a_seat_back_if_the_table_allows_it(gives_back: bool) -> None:
    loaded, absent = offered(offer_hours=0, gives_back=gives_back)
    number = seat_on_turn(loaded).number
    if not gives_back:
        with refused("not-given-back"):
            services.take_back(absent, loaded.table.code, now())
        return
    services.take_back(absent, loaded.table.code, now())
    after = load(loaded.table)
    seat = after.seats[number]
    assert (seat.user, seat.bot, seat.former, seat.missed) == (absent, "", None, 2)
    assert seat.act_at is None
    assert seat.due_at is not None
    assert kinds(after) == ["absent", "handover", "returned"]
    assert log_check.check_table(after.table).sound


def test_nobody_can_take_back_a_seat_that_was_never_theirs() -> None:
    loaded, _ = offered(offer_hours=0)
    with refused("not-yours"):
        services.take_back(UserFactory.create(), loaded.table.code, now())
