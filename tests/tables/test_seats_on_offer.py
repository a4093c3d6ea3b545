"""Seats that change hands, on the pages: who is offered what, and who may do it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.players import vacation as vacations
from games.tables import services
from games.tables.models import LogEntry, Note, Seat, Table
from games.tables.presenters import lists
from tests.at_table import address, get, post, words
from tests.factories import UserFactory
from tests.real_tables import lobby, running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def three() -> list[User]:
    return UserFactory.create_batch(3)


@pytest.fixture
def stranger() -> User:
    return UserFactory.create()


def absent(table: Table) -> Seat:
    """Let the player on turn miss turns until their seat is on offer."""
    for _ in range(40):
        seat = table.seats.get(on_turn=True)
        if seat.offered_until:
            return seat
        seat.excused_left, seat.absences, seat.due_at = 0, 1, now() - timedelta(minutes=1)
        seat.save()
        assert services.miss_turn(seat.pk, now())
    raise AssertionError("nobody's seat was offered")


def seat_of(table: Table, user: User) -> Seat:
    return table.seats.get(user=user)


# --- players who left -----------------------------------------------------------------------------


def test_a_seat_that_was_left_is_shown_as_empty_everywhere(
    three: list[User], stranger: User
) -> None:
    table = running(*three)
    services.leave(three[2], table.code, now())
    for page in (get(signed_in(three[0]), table), get(Client(), table)):
        assert page.status_code == 200
        assert page.context["page"].players[2].empty
        assert "Empty seat 3" in words(page)
    for path in ("/", "/tables/?show=running"):
        assert words(signed_in(stranger).get(path)).count('class="hook"') == 1
    assert get(Client(), table, "table-log").status_code == 200
    assert "Empty seat 3" in words(get(Client(), table, "table-export"))


def test_a_spectator_may_take_the_seat_and_gets_its_hand(three: list[User], stranger: User) -> None:
    table = running(*three)
    hand = get(signed_in(three[1]), table).context["page"].turn.hand
    services.leave(three[1], table.code, now())
    client = signed_in(stranger)
    before = get(client, table)
    assert (before.context["page"].turn.hand, before.context["page"].role) == ([], None)
    assert 'id="take-1"' in words(before)
    assert client.post(address(table) + "take/1/").status_code == 302
    after = get(client, table)
    assert after.context["page"].turn.hand == hand
    assert after.context["page"].me.number == 1
    assert 'id="take-1"' not in words(after)


@pytest.mark.parametrize("left", [True, False])
def test_notes_are_passed_on_only_if_they_were_left(
    three: list[User], stranger: User, left: bool
) -> None:
    table = running(*three)
    services.write_note(three[0], table.code, "Bob is a saboteur")
    post(signed_in(three[0]), table, "table-leave", **({"leave_notes": "1"} if left else {}))
    client = signed_in(stranger)
    client.post(address(table) + "take/0/")
    assert ("Bob is a saboteur" in words(get(client, table))) is left
    assert Note.objects.filter(user=stranger).exists() is left


def test_a_visitor_has_to_sign_in_first(three: list[User]) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    assert "/accounts/login/?next=" in words(get(Client(), table))
    answer = Client().post(address(table) + "take/1/")
    assert answer["Location"].startswith("/accounts/login/")


def test_players_are_offered_no_second_seat(three: list[User]) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    page = get(signed_in(three[0]), table)
    assert "/take/" not in words(page)
    signed_in(three[0]).post(address(table) + "take/1/")
    assert table.seats.get(number=1).user is None


def test_a_private_table_is_not_offered_to_strangers(three: list[User], stranger: User) -> None:
    table = running(*three, public=False)
    services.leave(three[1], table.code, now())
    client = signed_in(stranger)
    assert client.post(address(table) + "take/1/").status_code == 404
    assert table.title not in words(client.get("/"))
    assert table.seats.get(number=1).user is None


def test_a_private_table_offers_its_seat_by_its_link(three: list[User], stranger: User) -> None:
    table = running(*three, public=False)
    client, link = signed_in(stranger), f"/join/{table.invite_code}/"
    assert 'name="seat"' not in words(client.get(link))
    services.leave(three[1], table.code, now())
    page = client.get(link)
    assert 'name="seat" value="1"' in words(page)
    assert "hand" not in page.context
    assert client.post(link, {"seat": "1"})["Location"] == address(table)
    assert seat_of(table, stranger).number == 1


@pytest.mark.parametrize("number", ["0", "7", "999999999", "-1", "x", "²"])
def test_taking_a_seat_that_is_not_on_offer_is_refused(
    three: list[User], stranger: User, number: str
) -> None:
    table = running(*three, public=False)
    services.leave(three[1], table.code, now())
    answer = signed_in(stranger).post(f"/join/{table.invite_code}/", {"seat": number})
    assert answer.status_code == 302
    assert not table.seats.filter(user=stranger).exists()


def test_a_player_who_is_too_late_gets_a_message(three: list[User], stranger: User) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    services.take_seat(UserFactory.create(), table.code, 1, now())
    client = signed_in(stranger)
    page = client.post(address(table) + "take/1/", follow=True)
    assert [message.level_tag for message in page.context["messages"]] == ["error"]


# --- absent players -----------------------------------------------------------------------------


def test_an_absent_player_can_say_that_they_are_here(three: list[User]) -> None:
    table = running(*three)
    seat = absent(table)
    assert seat.user is not None
    client = signed_in(seat.user)
    assert 'id="here"' in words(get(client, table))
    assert words(client.get("/")).count("your seat is on offer") == 1
    assert post(client, table, "table-here").status_code == 302
    page = get(client, table)
    assert 'id="here"' not in words(page)
    assert page.context["page"].me.left
    assert table.log.filter(kind=LogEntry.Kind.RETURNED, seat=seat.number).count() == 1


def test_others_cannot_say_it_for_them(three: list[User], stranger: User) -> None:
    table = running(*three)
    seat = absent(table)
    assert post(signed_in(stranger), table, "table-here").status_code == 404
    other = next(user for user in three if user != seat.user)
    post(signed_in(other), table, "table-here")
    seat.refresh_from_db()
    assert seat.offered_until


def test_a_turn_without_a_deadline_comes_first_at_home(three: list[User]) -> None:
    quick, slow = running(*three), running(*three)
    seat = absent(slow)
    assert seat.user is not None
    quick.seats.update(on_turn=False)
    quick.seats.filter(user=seat.user).update(on_turn=True, due_at=now())
    assert [each.table_id for each in lists.turns(seat.user)] == [slow.pk, quick.pk]


# --- coming back --------------------------------------------------------------------------------


def to_bot(table: Table, seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(offered_until=now() - timedelta(minutes=1))
    assert services.end_offer(seat.pk, now())


@pytest.mark.parametrize("bot", [True, False])
def test_a_player_who_lost_their_seat_can_only_take_it_back(three: list[User], bot: bool) -> None:
    table = running(*three)
    seat = seat_of(table, three[1])
    services.leave(three[1], table.code, now())
    if bot:
        to_bot(table, seat)
    client = signed_in(three[1])
    page = get(client, table)
    assert page.status_code == 200
    assert 'id="take-back"' in words(page)
    assert "page" not in page.context
    for name in ("table-poll", "table-log", "table-export"):
        assert get(client, table, name).status_code == 404
    assert post(client, table, "table-take-back").status_code == 302
    assert get(client, table).context["page"].me.number == 1


def test_a_seat_taken_by_another_player_cannot_be_taken_back(
    three: list[User], stranger: User
) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    services.take_seat(stranger, table.code, 1, now())
    client = signed_in(three[1])
    assert get(client, table).status_code == 404
    assert post(client, table, "table-take-back").status_code == 404
    assert seat_of(table, stranger).number == 1


def test_a_bot_keeps_its_seat_if_the_table_says_so(three: list[User]) -> None:
    table = running(*three, gives_back=False, offer_hours=0)
    services.leave(three[1], table.code, now())
    client = signed_in(three[1])
    assert get(client, table).status_code == 404
    assert post(client, table, "table-take-back").status_code == 404


def test_nobody_can_take_back_a_seat_they_never_had(three: list[User], stranger: User) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    assert post(signed_in(stranger), table, "table-take-back").status_code == 404


# --- lists ----------------------------------------------------------------------------------------


def test_home_lists_seats_on_offer(three: list[User], stranger: User) -> None:
    offered, quiet, private = running(*three), running(*three), running(*three, public=False)
    for table in (offered, private):
        services.leave(three[1], table.code, now())
    found = signed_in(stranger).get("/").context["tables"]["offered"]
    assert [row.table for row in found] == [offered]
    assert quiet not in [row.table for row in found]
    for player in three:  # two play there, one has left
        assert signed_in(player).get("/").context["tables"]["offered"] == []


def test_an_expired_offer_is_not_listed(three: list[User], stranger: User) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    table.seats.filter(number=1).update(offered_until=now() - timedelta(seconds=1))
    assert list(lists.seats_to_take(stranger, now())) == []
    assert get(signed_in(stranger), table).context["page"].offered == []


def test_a_finished_table_offers_nothing(three: list[User], stranger: User) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    Table.objects.update(status=Table.Status.ABANDONED, ended_at=now())
    assert list(lists.seats_to_take(stranger, now())) == []
    page = get(signed_in(stranger), table)
    assert "/take/" not in words(page)


# --- abandoned, away, banks -----------------------------------------------------------------------


def test_an_abandoned_table_is_listed_with_ended_ones(three: list[User]) -> None:
    table = running(*three)
    table.seats.update(due_at=None, on_turn=False)
    Table.objects.update(abandon_at=now() - timedelta(days=1))
    assert services.abandon_table(table.code, now())
    client = signed_in(three[0])
    assert table.title in words(client.get("/tables/mine/?show=over"))
    assert get(client, table).status_code == 200
    assert client.get(f"/join/{table.invite_code}/").status_code == 302
    assert "abandoned" in words(Client().get(f"/join/{table.invite_code}/"))


def test_a_vacation_is_shown_at_the_table_and_in_its_log(three: list[User]) -> None:
    table = running(*three)
    today = now().date()
    vacations.announce_vacation(three[0], today, today + timedelta(days=2), now())
    page = get(signed_in(three[1]), table)
    assert page.context["page"].players[0].away_until == today + timedelta(days=2)
    assert table.log.filter(kind=LogEntry.Kind.AWAY).count() == 1
    assert "?" not in words(get(Client(), table, "table-log")).split("vacation")[1][:60]


def test_a_bank_is_shown_to_everybody(three: list[User]) -> None:
    table = running(*three, pace_hours=24, bank_hours=72)
    page = get(Client(), table)
    assert all(player.bank for player in page.context["page"].players)


def test_the_page_costs_no_more_with_seats_on_offer(
    three: list[User], stranger: User, django_assert_max_num_queries: Any
) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    client = signed_in(stranger)
    client.get("/privacy/")
    with django_assert_max_num_queries(12):
        get(client, table)


def test_every_kind_of_entry_has_its_sentence(three: list[User]) -> None:
    """As shown in everybody's log."""
    table = running(*three)
    at: datetime = now()
    length = table.length
    for number, kind in enumerate(LogEntry.Kind.values, start=1):
        LogEntry.objects.create(
            table=table, number=length + number, round_number=1, kind=kind, seat=1, state_hash="",
            at=at, act="paused" if kind == "moderation" else "",
            away_from=date(2026, 12, 24) if kind == "away" else None,
            away_to=date(2027, 1, 2) if kind == "away" else None,
        )  # fmt: skip
    Table.objects.update(length=length + len(LogEntry.Kind.values))
    page = get(Client(), table, "table-log")
    told = {entry.kind: entry.lines for entry in page.context["entries"]}
    silent = {kind for kind, lines in told.items() if not lines}
    assert silent == {"move", "forced"}


def test_an_unreliable_player_gets_an_explanation(three: list[User], stranger: User) -> None:
    table = lobby(three[0], min_reliability=90)
    other = lobby(stranger)
    Seat.objects.filter(table=other).update(in_time=10, missed=30)
    page = signed_in(stranger).post(f"/t/{table.code}/join/", follow=True)
    assert [message.level_tag for message in page.context["messages"]] == ["error"]
    assert not table.seats.filter(user=stranger).exists()
