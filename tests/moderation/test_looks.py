"""Who has looked into the secrets of a table neither sits nor talks there until it is over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation import retention, roles, time_machine
from games.moderation.actions import Action
from games.moderation.models import AuditEntry
from games.moderation.roles import NotAllowed
from games.tables import services
from games.tables.models import Departure, Seat, Table
from games.tables.store import LoadedTable
from tests.moderation.staff import staff, trail
from tests.real_tables import signed_in
from tests.tables.play import load, new_table, offered, refused, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def look(user: User, loaded: LoadedTable) -> None:
    time_machine.open_secrets(user, loaded.table.code, 0, 1, "a complaint", now())


def senior(**fields: bool) -> User:
    return staff(roles.SENIOR, **fields)


def seat_on_offer(loaded: LoadedTable) -> int:
    return Seat.objects.get(table=loaded.table, offered_until__isnull=False).number


@pytest.mark.parametrize("is_superuser", [False, True])
def test_who_has_looked_takes_no_seat_on_offer_there(is_superuser: bool) -> None:
    loaded, _ = offered()
    user, other = senior(is_superuser=is_superuser), senior()
    look(user, loaded)
    with refused("has-looked"):
        services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())
    services.take_seat(other, loaded.table.code, seat_on_offer(loaded), now())


def test_one_look_bars_even_who_has_no_role_any_more() -> None:
    loaded, _ = offered()
    user = senior()
    look(user, loaded)
    user.groups.clear()
    user.is_staff = False
    user.save()
    with refused("has-looked"):
        services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())


def test_a_look_at_one_table_bars_from_no_other() -> None:
    loaded, _ = offered()
    user = senior()
    look(user, new_table(3))
    services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())


def test_the_page_says_why_and_nobody_lost_the_seat() -> None:
    loaded, absent = offered()
    user = senior()
    look(user, loaded)
    number = seat_on_offer(loaded)
    take = reverse("table-take", args=[loaded.table.code, number])
    page = signed_in(user).post(take, follow=True).content.decode()
    assert "You have looked into the secrets of this table." in page
    assert Seat.objects.get(table=loaded.table, number=number).user == absent


def test_the_page_offers_them_neither_seat_nor_gallery_and_says_why() -> None:
    loaded, _ = offered()
    user, table = senior(), reverse("table", args=[loaded.table.code])
    take = reverse("table-take", args=[loaded.table.code, seat_on_offer(loaded)])
    say, client = reverse("table-say", args=[loaded.table.code]), signed_in(user)
    before = client.get(table).content.decode()
    assert take in before
    assert say in before
    look(user, loaded)
    poll = reverse("table-poll", args=[loaded.table.code])
    for path in (table, poll):
        page = client.get(path).content.decode()
        assert "You have looked into the secrets of this table." in page
        assert take not in page
        assert f'action="{say}"' not in page


def test_an_invitation_to_the_seat_says_why_too() -> None:
    loaded, _ = offered()
    user = senior()
    look(user, loaded)
    path = reverse("invitation", args=[loaded.table.invite_code])
    page = signed_in(user).get(path).content.decode()
    assert "You have looked into the secrets of this table." in page
    assert 'id="take-' not in page


def test_who_has_looked_gets_a_seat_of_old_not_back() -> None:
    """They can have looked only before this rule: the trail still knows."""
    loaded = new_table(3)
    user = loaded.seats[1].user
    assert user is not None
    services.leave(user, loaded.table.code, now())
    AuditEntry.objects.create(action=Action.SECRETS, actor=user, table_code=loaded.table.code)
    with refused("has-looked"):
        services.take_back(user, loaded.table.code, now())
    assert Departure.objects.filter(table=loaded.table, user=user).exists()


def test_who_has_looked_does_not_talk_in_the_gallery() -> None:
    loaded = new_table(3)
    user = senior()
    services.say(user, loaded.table.code, "good luck", token(), now())
    look(user, loaded)
    with refused("has-looked"):
        services.say(user, loaded.table.code, "go left", token(), now())
    assert [message.text for message in loaded.table.messages.all()] == ["good luck"]


def test_when_the_table_is_over_they_talk_and_play_again() -> None:
    loaded = new_table(3)
    user = senior()
    look(user, loaded)
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


def test_there_is_no_rematch_while_the_table_is_played() -> None:
    loaded = new_table(3)
    user, player = senior(), loaded.seats[0].user
    look(user, loaded)
    assert player is not None
    with refused("not-over"):
        services.rematch(player, loaded.table.code, now())
    with refused("not-seated"):
        services.rematch(user, loaded.table.code, now())


# --- who sits does not look -----------------------------------------------------------------------


@pytest.mark.parametrize("is_superuser", [False, True])
def test_who_took_a_seat_does_not_look_even_after_they_left_it(is_superuser: bool) -> None:
    loaded, _ = offered()
    user = senior(is_superuser=is_superuser)
    services.take_seat(user, loaded.table.code, seat_on_offer(loaded), now())
    with pytest.raises(NotAllowed, match="own-table"):
        look(user, loaded)
    services.leave(user, loaded.table.code, now())
    with pytest.raises(NotAllowed, match="own-table"):
        look(user, loaded)
    assert trail("secrets") == []


# --- how long it is known -------------------------------------------------------------------------


def test_the_trail_keeps_a_look_as_long_as_its_table_is_played() -> None:
    loaded = new_table(3)
    look(senior(), loaded)
    late = now() + settings.KEEP_AUDIT + timedelta(days=1)
    assert not retention.audit(late).exists()
    Table.objects.filter(pk=loaded.table.pk).update(status=Table.Status.FINISHED)
    assert retention.audit(late).get().action == Action.SECRETS
