"""The time machine: needs a privilege and a reason, logs each look, and shows the truth."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse

from accounts.models import User
from config.clock import now
from config.jobs.cleanup import cleanings
from games.kinds import KINDS
from games.moderation import permissions
from games.moderation.models import AuditEntry
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR, Action, NotAllowed
from games.moderation.services import table_actions, time_machine
from games.moderation.services.time_machine import EVERYTHING
from games.replays import log_check
from games.tables import services
from games.tables.models import Departure, Seat, Table
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, play, quiet_moves
from tests.moderation.staff import staff, staff_client, trail
from tests.real_tables import signed_in
from tests.tables.play import load, moves_on, new_table, offered, on_turn, play_on, refused, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def look(actor: User, loaded: LoadedTable, seat: int, number: int, reason: str = "a report"):  # type: ignore[no-untyped-def]
    return time_machine.open_secrets(actor, loaded.table.code, seat, number, reason, now())


def address(loaded: LoadedTable) -> str:
    return reverse("admin:table-secrets", args=[loaded.table.code])


def states(loaded: LoadedTable) -> list[object]:
    """Return the state after each entry, recorded while playing."""
    found = []
    for _ in range(9):
        found.append(loaded.state)
        loaded = play_on(loaded, 1)
    return [*found, loaded.state]


def test_it_shows_what_a_seat_knew_then_and_the_real_state() -> None:
    loaded, senior = new_table(4), staff(SENIOR)
    was = states(loaded)
    for number, state in enumerate(was, start=1):
        for seat in range(4):
            assert look(senior, loaded, seat, number).view == loaded.rules.view(state, seat)
        assert look(senior, loaded, EVERYTHING, number).state == state


def test_each_look_is_counted_in_the_trail() -> None:
    loaded, senior = moves_on(new_table(3), 4), staff(SENIOR)
    for nth in (1, 2, 3):
        moment = look(senior, loaded, nth - 1, nth, "reported for collusion")
        assert moment.looks == nth
    entries = trail("secrets")
    assert [entry.after for entry in entries] == [
        {"seat": nth - 1, "entry": nth, "look": nth} for nth in (1, 2, 3)
    ]
    assert {entry.reason for entry in entries} == {"reported for collusion"}
    assert {entry.table_code for entry in entries} == {loaded.table.code}


def test_only_a_senior_may_look_and_only_for_a_reason() -> None:
    loaded = moves_on(new_table(3), 2)
    for actor in (UserFactory.create(), staff(), staff(MODERATOR), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            look(actor, loaded, 0, 1)
    with pytest.raises(NotAllowed, match="no-reason"):
        look(staff(SENIOR), loaded, 0, 1, "  ")
    assert not trail("secrets")


def test_nobody_can_look_into_their_own_table_before_it_ends() -> None:
    loaded = moves_on(new_table(3), 2)
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


def test_a_missing_seat_or_entry_is_refused() -> None:
    loaded, senior = moves_on(new_table(3), 2), staff(SENIOR)
    for seat, number, code in ((3, 1, "no-seat"), (-2, 1, "no-seat"), (0, 0, "no-entry"),
                               (0, 99, "no-entry")):  # fmt: skip
        with pytest.raises(NotAllowed, match=code):
            look(senior, loaded, seat, number)
    assert not trail("secrets")


def test_it_can_show_the_state_before_and_after_an_undo() -> None:
    loaded, senior = late_table(), staff(SENIOR)
    before = loaded.state
    loaded = play(loaded, quiet_moves(loaded)[0])
    after = loaded.state
    table_actions.undo_last_move(order(staff(MODERATOR), loaded))
    end = load(loaded.table).table.length
    assert look(senior, loaded, EVERYTHING, end - 1).state == after
    assert look(senior, loaded, EVERYTHING, end).state == before


def test_looking_changes_nothing() -> None:
    loaded, senior = moves_on(new_table(3), 5), staff(SENIOR)
    changes = load(loaded.table).table.changes
    look(senior, loaded, EVERYTHING, 3)
    after = load(loaded.table)
    assert after.table.changes == changes
    assert after.state == loaded.state
    assert log_check.check_table(after.table).sound


# --- its page -------------------------------------------------------------------------------------


def test_the_page_shows_nothing_before_a_reason_is_given() -> None:
    loaded = moves_on(new_table(3), 5)
    client = staff_client(SENIOR)
    page = client.get(address(loaded))
    assert page.status_code == 200
    assert "<h2>" not in page.content.decode()
    refused = client.post(address(loaded), {"seat": "0", "number": "3", "reason": " "})
    assert "<h2>" not in refused.content.decode()
    assert not trail("secrets")


def test_the_page_shows_the_hand_and_is_not_cached() -> None:
    loaded = moves_on(new_table(3), 5)
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


def test_the_real_state_shows_every_pile_in_order() -> None:
    loaded = moves_on(new_table(3), 5)
    answer = staff_client(SENIOR).post(
        address(loaded), {"seat": "-1", "number": str(loaded.table.length), "reason": "a report"}
    )
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert ", ".join(loaded.state.stock) in page
    for role in loaded.state.roles:
        assert role in page
    assert {name for _, name in loaded.state.goals} <= set(re.findall(r"[\w-]+", page))


def test_a_seats_view_shows_no_other_seat() -> None:
    """Tables that differ only in what seat 0 doesn't know look identical."""
    loaded, senior = moves_on(new_table(4), 6), staff(SENIOR)
    moment = look(senior, loaded, 0, loaded.table.length)
    assert moment.view.hand == loaded.state.hands[0]
    assert [role for role in moment.view.roles if role] == [loaded.state.roles[0]]


def test_other_roles_get_403() -> None:
    loaded = moves_on(new_table(3), 5)
    form = {"seat": "0", "number": "2", "reason": "curious"}
    for client in (staff_client(MODERATOR), staff_client(OPERATOR)):
        assert client.get(address(loaded)).status_code == 403
        assert client.post(address(loaded), form).status_code == 403
    assert not trail("secrets")


def test_private_notes_are_not_shown() -> None:
    loaded = moves_on(new_table(3), 3)
    services.write_note(on_turn(loaded), loaded.table.code, "trust nobody " + token())
    note = loaded.table.notes.get().text
    for seat in ("-1", "0", "1", "2"):
        answer = staff_client(SENIOR).post(
            address(loaded), {"seat": seat, "number": "3", "reason": "r"}
        )
        assert note not in answer.content.decode()


def test_a_paused_table_can_be_looked_at() -> None:
    loaded = moves_on(new_table(3), 3)
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    assert look(staff(SENIOR), loaded, 0, load(loaded.table).table.length).view


# After looking into the secrets of a table, nobody may play or chat there until it ends.


def open_one(user: User, loaded: LoadedTable) -> None:
    time_machine.open_secrets(user, loaded.table.code, 0, 1, "a complaint", now())


def senior(**fields: bool) -> User:
    return staff(permissions.SENIOR, **fields)


def seat_on_offer(loaded: LoadedTable) -> int:
    return Seat.objects.get(table=loaded.table, offered_until__isnull=False).number


@pytest.mark.parametrize("is_superuser", [False, True])
def test_after_a_look_they_cannot_take_an_offered_seat(is_superuser: bool) -> None:
    loaded, _ = offered()
    user, other = senior(is_superuser=is_superuser), senior()
    open_one(user, loaded)
    with refused("has-looked"):
        services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())
    services.take_seat(other, loaded.table.code, seat_on_offer(loaded), now())


def test_a_look_bars_them_even_without_their_role() -> None:
    loaded, _ = offered()
    user = senior()
    open_one(user, loaded)
    user.groups.clear()
    user.is_staff = False
    user.save()
    with refused("has-looked"):
        services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())


def test_a_look_at_one_table_bars_them_from_no_other() -> None:
    loaded, _ = offered()
    user = senior()
    open_one(user, new_table(3))
    services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())


def test_the_page_says_why_and_the_seat_is_unchanged() -> None:
    loaded, absent = offered()
    user = senior()
    open_one(user, loaded)
    number = seat_on_offer(loaded)
    take = reverse("table-take", args=[loaded.table.code, number])
    page = signed_in(user).post(take, follow=True).content.decode()
    assert "You have looked into the secrets of this table." in page
    assert Seat.objects.get(table=loaded.table, number=number).user == absent


def test_the_page_offers_them_neither_seat_nor_chat_and_says_why() -> None:
    loaded, _ = offered()
    user, table = senior(), reverse("table", args=[loaded.table.code])
    take = reverse("table-take", args=[loaded.table.code, seat_on_offer(loaded)])
    say, client = reverse("table-say", args=[loaded.table.code]), signed_in(user)
    before = client.get(table).content.decode()
    assert take in before
    assert say in before
    open_one(user, loaded)
    poll = reverse("table-poll", args=[loaded.table.code])
    for path in (table, poll):
        page = client.get(path).content.decode()
        assert "You have looked into the secrets of this table." in page
        assert take not in page
        assert f'action="{say}"' not in page


def test_an_invitation_to_the_seat_says_why_too() -> None:
    loaded, _ = offered()
    user = senior()
    open_one(user, loaded)
    path = reverse("invitation", args=[loaded.table.invite_code])
    page = signed_in(user).get(path).content.decode()
    assert "You have looked into the secrets of this table." in page
    assert 'id="take-' not in page


def test_after_a_look_they_do_not_get_an_old_seat_back() -> None:
    """They can only have looked before this rule existed; the trail still knows."""
    loaded = new_table(3)
    user = loaded.seats[1].user
    assert user is not None
    services.leave(user, loaded.table.code, now())
    AuditEntry.objects.create(action=Action.SECRETS, actor=user, table_code=loaded.table.code)
    with refused("has-looked"):
        services.take_back(user, loaded.table.code, now())
    assert Departure.objects.filter(table=loaded.table, user=user).exists()


def test_after_a_look_they_cannot_chat_as_a_spectator() -> None:
    loaded = new_table(3)
    user = senior()
    services.say(user, loaded.table.code, "good luck", token(), now())
    open_one(user, loaded)
    with refused("has-looked"):
        services.say(user, loaded.table.code, "go left", token(), now())
    assert [message.text for message in loaded.table.messages.all()] == ["good luck"]


def test_when_the_table_ends_they_may_chat_and_play_again() -> None:
    loaded = new_table(3)
    user = senior()
    open_one(user, loaded)
    for seat in loaded.seats:
        assert seat.user is not None
        services.agree_to_cancel(seat.user, loaded.table.code, True, now())
    assert load(loaded.table).table.status == Table.Status.CANCELLED
    services.say(user, loaded.table.code, "well played", token(), now())
    owner = loaded.seats[0].user
    assert owner is not None
    again = services.rematch(owner, loaded.table.code, now())
    services.join(user, again.code, now())
    assert again.seats.filter(user=user).exists()


def test_there_is_no_rematch_while_the_table_runs() -> None:
    loaded = new_table(3)
    user, player = senior(), loaded.seats[0].user
    open_one(user, loaded)
    assert player is not None
    with refused("not-over"):
        services.rematch(player, loaded.table.code, now())
    with refused("not-seated"):
        services.rematch(user, loaded.table.code, now())


# --- players may not look -------------------------------------------------------------------------


@pytest.mark.parametrize("is_superuser", [False, True])
def test_after_taking_a_seat_they_cannot_look_even_if_they_leave(is_superuser: bool) -> None:
    loaded, _ = offered()
    user = senior(is_superuser=is_superuser)
    services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())
    with pytest.raises(NotAllowed, match="own-table"):
        open_one(user, loaded)
    services.leave(user, loaded.table.code, now())
    with pytest.raises(NotAllowed, match="own-table"):
        open_one(user, loaded)
    assert trail("secrets") == []


# --- how long it is kept --------------------------------------------------------------------------


def test_the_trail_keeps_a_look_as_long_as_its_table_runs() -> None:
    loaded = new_table(3)
    open_one(senior(), loaded)
    late = now() + settings.KEEP_AUDIT + timedelta(days=1)
    assert not cleanings()["audit"].find(late).exists()
    Table.objects.filter(pk=loaded.table.pk).update(status=Table.Status.FINISHED)
    assert cleanings()["audit"].find(late).get().action == Action.SECRETS
