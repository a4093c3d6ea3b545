"""The time machine: a privilege, a reason, an entry for each look; and it tells the truth."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games import record, services
from games.models import Departure, Game
from games.moderation import tables, time_machine, undo
from games.moderation.roles import MODERATOR, OPERATOR, SENIOR, NotAllowed
from games.moderation.time_machine import EVERYTHING
from games.store import Table
from games.wording import card_name
from tests.factories import UserFactory
from tests.games.play import load, new_table, on_turn, play_on, token
from tests.moderation.at_tables import late_table, order, play, quiet_moves
from tests.moderation.staff import office, staff, trail

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def look(actor: User, table: Table, seat: int, number: int, reason: str = "a report"):  # type: ignore[no-untyped-def]
    return time_machine.open_secrets(actor, table.game.code, seat, number, reason, now())


def address(table: Table) -> str:
    return reverse("admin:table-secrets", args=[table.game.code])


def states(table: Table) -> list:
    """The state after each entry, as it was when it was played."""
    found = []
    for _ in range(9):
        found.append(table.state)
        table = play_on(table, 1)
    return [*found, table.state]


def test_it_shows_what_a_seat_knew_then_and_what_was() -> None:
    table, senior = new_table(4), staff(SENIOR)
    was = states(table)
    for number, state in enumerate(was, start=1):
        for seat in range(4):
            assert look(senior, table, seat, number).view == table.rules.view(state, seat)
        assert look(senior, table, EVERYTHING, number).state == state


def test_each_look_is_written_down_and_counted() -> None:
    table, senior = play_on(new_table(3), 4), staff(SENIOR)
    for nth in (1, 2, 3):
        moment = look(senior, table, nth - 1, nth, "reported for collusion")
        assert moment.looks == nth
    entries = trail("secrets")
    assert [entry.after for entry in entries] == [
        {"seat": nth - 1, "entry": nth, "look": nth} for nth in (1, 2, 3)
    ]
    assert {entry.reason for entry in entries} == {"reported for collusion"}
    assert {entry.table_code for entry in entries} == {table.game.code}


def test_only_a_senior_may_and_only_for_a_reason() -> None:
    table = play_on(new_table(3), 2)
    for actor in (UserFactory.create(), staff(), staff(MODERATOR), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            look(actor, table, 0, 1)
    with pytest.raises(NotAllowed, match="no-reason"):
        look(staff(SENIOR), table, 0, 1, "  ")
    assert not trail("secrets")


def test_nobody_looks_into_a_table_of_his_own_before_it_is_over() -> None:
    table = play_on(new_table(3), 2)
    player = staff(SENIOR)
    left = staff(SENIOR)
    table.game.seats.filter(number=0).update(user=player)
    Departure.objects.create(game=table.game, user=left, seat=1)
    for actor in (player, left):
        with pytest.raises(NotAllowed, match="own-table"):
            look(actor, table, 1, 1)
        assert not trail("secrets")
    Game.objects.filter(pk=table.game.pk).update(status=Game.Status.CANCELLED)
    assert look(player, table, 1, 1).number == 1
    assert look(left, table, EVERYTHING, 1).number == 1


def test_a_seat_or_an_entry_that_is_not_there_is_refused() -> None:
    table, senior = play_on(new_table(3), 2), staff(SENIOR)
    for seat, number, code in ((3, 1, "no-seat"), (-2, 1, "no-seat"), (0, 0, "no-entry"),
                               (0, 99, "no-entry")):  # fmt: skip
        with pytest.raises(NotAllowed, match=code):
            look(senior, table, seat, number)
    assert not trail("secrets")


def test_it_looks_past_a_move_that_was_taken_back() -> None:
    table, senior = late_table(), staff(SENIOR)
    before = table.state
    table = play(table, quiet_moves(table)[0])
    after = table.state
    undo.take_back(order(staff(MODERATOR), table))
    end = load(table.game).game.length
    assert look(senior, table, EVERYTHING, end - 1).state == after
    assert look(senior, table, EVERYTHING, end).state == before


def test_looking_changes_nothing() -> None:
    table, senior = play_on(new_table(3), 5), staff(SENIOR)
    changes = load(table.game).game.changes
    look(senior, table, EVERYTHING, 3)
    after = load(table.game)
    assert after.game.changes == changes
    assert after.state == table.state
    assert record.replay(after.game).sound


# --- its page -------------------------------------------------------------------------------------


def test_the_page_asks_first_and_shows_nothing_before() -> None:
    table = play_on(new_table(3), 5)
    client = office(SENIOR)
    page = client.get(address(table))
    assert page.status_code == 200
    assert "<h2>" not in page.content.decode()
    refused = client.post(address(table), {"seat": "0", "number": "3", "reason": " "})
    assert "<h2>" not in refused.content.decode()
    assert not trail("secrets")


def test_the_page_shows_the_hand_and_is_kept_in_no_cache() -> None:
    table = play_on(new_table(3), 5)
    answer = office(SENIOR).post(
        address(table), {"seat": "1", "number": str(table.game.length), "reason": "a report"}
    )
    page = answer.content.decode()
    for card in table.state.hands[1]:
        assert f"#{card}" in page
        assert card_name(card) in page
    assert "no-store" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]
    assert len(trail("secrets")) == 1


def test_as_it_really_was_every_pile_is_in_its_order() -> None:
    table = play_on(new_table(3), 5)
    answer = office(SENIOR).post(
        address(table), {"seat": "-1", "number": str(table.game.length), "reason": "a report"}
    )
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert ", ".join(table.state.stock) in page
    for role in table.state.roles:
        assert role in page
    assert {name for _, name in table.state.goals} <= set(re.findall(r"[\w-]+", page))


def test_as_a_seat_knew_it_no_other_seat_is_shown() -> None:
    """Two tables that differ only in what seat 0 does not know look the same to the letter."""
    table, senior = play_on(new_table(4), 6), staff(SENIOR)
    moment = look(senior, table, 0, table.game.length)
    assert moment.view.hand == table.state.hands[0]
    assert [role for role in moment.view.roles if role] == [table.state.roles[0]]


def test_the_page_of_others_answers_with_a_refusal() -> None:
    table = play_on(new_table(3), 5)
    form = {"seat": "0", "number": "2", "reason": "curious"}
    for client in (office(MODERATOR), office(OPERATOR)):
        assert client.get(address(table)).status_code == 403
        assert client.post(address(table), form).status_code == 403
    assert not trail("secrets")


def test_private_notes_are_not_in_it() -> None:
    table = play_on(new_table(3), 3)
    services.write_note(on_turn(table), table.game.code, "trust nobody " + token())
    note = table.game.notes.get().text
    for seat in ("-1", "0", "1", "2"):
        answer = office(SENIOR).post(address(table), {"seat": seat, "number": "3", "reason": "r"})
        assert note not in answer.content.decode()


def test_a_paused_table_can_be_looked_at() -> None:
    table = play_on(new_table(3), 3)
    tables.pause(order(staff(MODERATOR), table))
    assert look(staff(SENIOR), table, 0, load(table.game).game.length).view
