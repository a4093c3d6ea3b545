"""The time machine: a privilege, a reason, an entry for each look; and it tells the truth."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.moderation import table_acts, time_machine, undo
from games.moderation.roles import MODERATOR, OPERATOR, SENIOR, NotAllowed
from games.moderation.time_machine import EVERYTHING
from games.tables import replay, services
from games.tables.models import Departure, Table
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, play, quiet_moves
from tests.moderation.staff import staff, staff_client, trail
from tests.tables.play import load, new_table, on_turn, play_on, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def look(actor: User, loaded: LoadedTable, seat: int, number: int, reason: str = "a report"):  # type: ignore[no-untyped-def]
    return time_machine.open_secrets(actor, loaded.table.code, seat, number, reason, now())


def address(loaded: LoadedTable) -> str:
    return reverse("admin:table-secrets", args=[loaded.table.code])


def states(loaded: LoadedTable) -> list[object]:
    """The state after each entry, as it was when it was played."""
    found = []
    for _ in range(9):
        found.append(loaded.state)
        loaded = play_on(loaded, 1)
    return [*found, loaded.state]


def test_it_shows_what_a_seat_knew_then_and_what_was() -> None:
    loaded, senior = new_table(4), staff(SENIOR)
    was = states(loaded)
    for number, state in enumerate(was, start=1):
        for seat in range(4):
            assert look(senior, loaded, seat, number).view == loaded.rules.view(state, seat)
        assert look(senior, loaded, EVERYTHING, number).state == state


def test_each_look_is_written_down_and_counted() -> None:
    loaded, senior = play_on(new_table(3), 4), staff(SENIOR)
    for nth in (1, 2, 3):
        moment = look(senior, loaded, nth - 1, nth, "reported for collusion")
        assert moment.looks == nth
    entries = trail("secrets")
    assert [entry.after for entry in entries] == [
        {"seat": nth - 1, "entry": nth, "look": nth} for nth in (1, 2, 3)
    ]
    assert {entry.reason for entry in entries} == {"reported for collusion"}
    assert {entry.table_code for entry in entries} == {loaded.table.code}


def test_only_a_senior_may_and_only_for_a_reason() -> None:
    loaded = play_on(new_table(3), 2)
    for actor in (UserFactory.create(), staff(), staff(MODERATOR), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            look(actor, loaded, 0, 1)
    with pytest.raises(NotAllowed, match="no-reason"):
        look(staff(SENIOR), loaded, 0, 1, "  ")
    assert not trail("secrets")


def test_nobody_looks_into_a_table_of_their_own_before_it_is_over() -> None:
    loaded = play_on(new_table(3), 2)
    player = staff(SENIOR)
    left = staff(SENIOR)
    loaded.table.seats.filter(number=0).update(user=player)
    Departure.objects.create(table=loaded.table, user=left, seat=1)
    for actor in (player, left):
        with pytest.raises(NotAllowed, match="own-table"):
            look(actor, loaded, 1, 1)
        assert not trail("secrets")
    Table.objects.filter(pk=loaded.table.pk).update(status=Table.Status.CANCELLED)
    assert look(player, loaded, 1, 1).number == 1
    assert look(left, loaded, EVERYTHING, 1).number == 1


def test_a_seat_or_an_entry_that_is_not_there_is_refused() -> None:
    loaded, senior = play_on(new_table(3), 2), staff(SENIOR)
    for seat, number, code in ((3, 1, "no-seat"), (-2, 1, "no-seat"), (0, 0, "no-entry"),
                               (0, 99, "no-entry")):  # fmt: skip
        with pytest.raises(NotAllowed, match=code):
            look(senior, loaded, seat, number)
    assert not trail("secrets")


def test_it_looks_past_a_move_that_was_taken_back() -> None:
    loaded, senior = late_table(), staff(SENIOR)
    before = loaded.state
    loaded = play(loaded, quiet_moves(loaded)[0])
    after = loaded.state
    undo.take_back(order(staff(MODERATOR), loaded))
    end = load(loaded.table).table.length
    assert look(senior, loaded, EVERYTHING, end - 1).state == after
    assert look(senior, loaded, EVERYTHING, end).state == before


def test_looking_changes_nothing() -> None:
    loaded, senior = play_on(new_table(3), 5), staff(SENIOR)
    changes = load(loaded.table).table.changes
    look(senior, loaded, EVERYTHING, 3)
    after = load(loaded.table)
    assert after.table.changes == changes
    assert after.state == loaded.state
    assert replay.replay(after.table).sound


# --- its page -------------------------------------------------------------------------------------


def test_the_page_asks_first_and_shows_nothing_before() -> None:
    loaded = play_on(new_table(3), 5)
    client = staff_client(SENIOR)
    page = client.get(address(loaded))
    assert page.status_code == 200
    assert "<h2>" not in page.content.decode()
    refused = client.post(address(loaded), {"seat": "0", "number": "3", "reason": " "})
    assert "<h2>" not in refused.content.decode()
    assert not trail("secrets")


def test_the_page_shows_the_hand_and_is_kept_in_no_cache() -> None:
    loaded = play_on(new_table(3), 5)
    answer = staff_client(SENIOR).post(
        address(loaded), {"seat": "1", "number": str(loaded.table.length), "reason": "a report"}
    )
    page = answer.content.decode()
    for card in loaded.state.hands[1]:
        assert f"#{card}" in page
        assert KINDS["classic"].words.CARDS.name(card) in page
    assert "no-store" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]
    assert len(trail("secrets")) == 1


def test_as_it_really_was_every_pile_is_in_its_order() -> None:
    loaded = play_on(new_table(3), 5)
    answer = staff_client(SENIOR).post(
        address(loaded), {"seat": "-1", "number": str(loaded.table.length), "reason": "a report"}
    )
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert ", ".join(loaded.state.stock) in page
    for role in loaded.state.roles:
        assert role in page
    assert {name for _, name in loaded.state.goals} <= set(re.findall(r"[\w-]+", page))


def test_as_a_seat_knew_it_no_other_seat_is_shown() -> None:
    """Two tables that differ only in what seat 0 does not know look the same to the letter."""
    loaded, senior = play_on(new_table(4), 6), staff(SENIOR)
    moment = look(senior, loaded, 0, loaded.table.length)
    assert moment.view.hand == loaded.state.hands[0]
    assert [role for role in moment.view.roles if role] == [loaded.state.roles[0]]


def test_the_page_of_others_answers_with_a_refusal() -> None:
    loaded = play_on(new_table(3), 5)
    form = {"seat": "0", "number": "2", "reason": "curious"}
    for client in (staff_client(MODERATOR), staff_client(OPERATOR)):
        assert client.get(address(loaded)).status_code == 403
        assert client.post(address(loaded), form).status_code == 403
    assert not trail("secrets")


def test_private_notes_are_not_in_it() -> None:
    loaded = play_on(new_table(3), 3)
    services.write_note(on_turn(loaded), loaded.table.code, "trust nobody " + token())
    note = loaded.table.notes.get().text
    for seat in ("-1", "0", "1", "2"):
        answer = staff_client(SENIOR).post(
            address(loaded), {"seat": seat, "number": "3", "reason": "r"}
        )
        assert note not in answer.content.decode()


def test_a_paused_table_can_be_looked_at() -> None:
    loaded = play_on(new_table(3), 3)
    table_acts.pause(order(staff(MODERATOR), loaded))
    assert look(staff(SENIOR), loaded, 0, load(loaded.table).table.length).view
