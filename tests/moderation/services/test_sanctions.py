"""Sanctions: their effect, entry in the trail, notice, and how they are lifted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import FOR_GOOD, User
from config.clock import now
from games.moderation.models import Sanction
from games.moderation.permissions import MODERATOR, SENIOR, NotAllowed
from games.moderation.services import sanctions
from games.notices import composing, delivery
from games.notices.models import Notice
from games.notices.situation import Situation
from games.players import reliability
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.refusals import Refused
from tests.factories import UserFactory
from tests.moderation.staff import grounds, staff, token, told, trail
from tests.tables.play import new_table, on_turn

pytestmark = [pytest.mark.django_db, pytest.mark.both]

DAY = timedelta(days=1)


@pytest.fixture
def senior() -> User:
    return staff(SENIOR)


@pytest.fixture
def user() -> User:
    return UserFactory.create(name="Loudmouth")


def test_a_warning_changes_nothing_but_is_notified(senior: User, user: User) -> None:
    before = User.objects.filter(pk=user.pk).values().get()
    sanctions.warn(senior, user, grounds(), now())
    assert User.objects.filter(pk=user.pk).values().get() == before
    assert told(user) == ["warning"]
    (entry,) = trail("warn")
    assert (entry.actor, entry.target, entry.reason) == (senior, user, "said so twice")


def test_a_muted_player_can_play_but_not_chat(senior: User) -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    sanctions.mute_chat(senior, user, grounds("chat"), now() + DAY, now())
    user.refresh_from_db()
    with pytest.raises(Refused, match="muted"):
        services.say(user, loaded.table.code, "hello", token(), now())
    assert services.say(user, loaded.table.code, "hello", token(), now() + 2 * DAY)
    assert told(user) == ["mute"]
    assert not user.is_suspended(now())


def test_a_suspension_leaves_the_tables_to_their_clocks(senior: User) -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    seat = Seat.objects.get(table=loaded.table, user=user)
    sanctions.suspend(senior, user, grounds(), now() + DAY, now())
    user.refresh_from_db()
    assert user.is_suspended(now())
    assert not user.is_suspended(now() + 2 * DAY)
    after = Seat.objects.get(pk=seat.pk)
    assert (after.user_id, after.due_at, after.on_turn) == (user.pk, seat.due_at, True)
    assert Table.objects.get(pk=loaded.table.pk).status == Table.Status.RUNNING


def test_a_ban_has_no_end_until_it_is_lifted(senior: User, user: User) -> None:
    sanction = sanctions.ban(senior, user, grounds(), now())
    user.refresh_from_db()
    assert user.suspended_until == FOR_GOOD
    assert user.is_banned()
    sanctions.lift(senior, sanction.pk, "appealed", now())
    user.refresh_from_db()
    assert user.suspended_until is None
    assert told(user) == ["ban", "lifted"]


def test_lifting_one_of_two_sanctions_leaves_the_other(senior: User, user: User) -> None:
    ban = sanctions.ban(senior, user, grounds(), now())
    until = now() + DAY
    sanctions.suspend(senior, user, grounds(), until, now())
    user.refresh_from_db()
    assert user.is_banned()
    sanctions.lift(senior, ban.pk, "too hard", now())
    user.refresh_from_db()
    assert user.suspended_until == until


def test_a_renamed_player_gets_a_neutral_name_and_can_get_the_old_one_back(
    senior: User, user: User
) -> None:
    sanction = sanctions.rename(senior, user, grounds("name"), now())
    user.refresh_from_db()
    assert user.name != "Loudmouth"
    assert not User.objects.named("Loudmouth").exists()
    (entry,) = trail("rename")
    assert (entry.before["name"], entry.after["name"]) == ("Loudmouth", user.name)
    sanctions.lift(senior, sanction.pk, "the name was fine", now())
    user.refresh_from_db()
    assert user.name == "Loudmouth"


def test_a_name_taken_meanwhile_is_not_given_back(senior: User, user: User) -> None:
    sanction = sanctions.rename(senior, user, grounds("name"), now())
    UserFactory.create(name="L0udmouth")
    with pytest.raises(NotAllowed, match="name-taken"):
        sanctions.lift(senior, sanction.pk, "the name was fine", now())
    sanction.refresh_from_db()
    assert sanction.lifted_at is None


def test_reliability_can_be_reset_and_the_reset_lifted(senior: User) -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    Seat.objects.filter(table=loaded.table, user=user).update(in_time=10, missed=30)
    assert reliability.reliability_of(user).percent == 25
    sanction = sanctions.reset_reliability(senior, user, grounds("goodwill"), now())
    user.refresh_from_db()
    assert reliability.reliability_of(user).percent is None
    sanctions.lift(senior, sanction.pk, "by mistake", now())
    user.refresh_from_db()
    assert reliability.reliability_of(user).percent == 25


def test_a_double_click_is_one_decision(senior: User, user: User) -> None:
    same = grounds()
    first = sanctions.warn(senior, user, same, now())
    assert sanctions.warn(senior, user, same, now()) == first
    assert Sanction.objects.count() == len(trail("warn")) == len(told(user)) == 1


@pytest.mark.parametrize(("days", "code"), [(0, "past"), (-1, "past"), (400, "far")])
def test_a_suspension_must_end_within_a_year(
    senior: User, user: User, days: int, code: str
) -> None:
    at = now()
    with pytest.raises(NotAllowed, match=code):
        sanctions.suspend(senior, user, grounds(), at + days * DAY, at)
    assert not Sanction.objects.exists()


def test_no_sanction_without_a_reason(senior: User, user: User) -> None:
    with pytest.raises(NotAllowed, match="no-reason"):
        sanctions.ban(senior, user, grounds(reason="  "), now())
    user.refresh_from_db()
    assert user.suspended_until is None
    assert not Sanction.objects.exists()
    assert told(user) == []


def test_a_sanction_is_lifted_once(senior: User, user: User) -> None:
    sanction = sanctions.warn(senior, user, grounds(), now())
    sanctions.lift(senior, sanction.pk, "a mistake", now())
    with pytest.raises(NotAllowed, match="lifted"):
        sanctions.lift(senior, sanction.pk, "a mistake", now())


def test_the_notice_reaches_a_suspended_player_in_their_language_with_one_link(
    senior: User,
) -> None:
    user = UserFactory.create(language="nl")
    sanctions.suspend(senior, user, grounds(words="Drie keer gewaarschuwd."), now() + DAY, now())
    (row,) = Notice.objects.filter(recipient=user)
    says = composing.compose(row, Situation([row]), now())
    assert Sanction.objects.get().appeal_token in says.url
    assert "Drie keer gewaarschuwd." in says.body
    while delivery.send_next(now()):
        pass
    row.refresh_from_db()
    assert row.state == Notice.State.SENT


def test_moderation_notices_are_sent_by_mail_only(senior: User, user: User) -> None:
    User.objects.filter(pk=user.pk).update(has_push=True, has_webhook=True)
    sanctions.warn(senior, user, grounds(), now())
    assert [row.channel for row in Notice.objects.filter(recipient=user)] == ["mail"]


def test_a_moderator_may_not_ban(user: User) -> None:
    with pytest.raises(NotAllowed):
        sanctions.ban(staff(MODERATOR), user, grounds(), now())


def test_the_list_of_notices_shows_a_moderation_notice(senior: User, user: User) -> None:
    sanctions.warn(senior, user, grounds(words="Be kind."), now())
    client = Client()
    client.force_login(user)
    assert client.get(reverse("notices")).status_code == 200
