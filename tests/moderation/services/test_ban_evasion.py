"""New accounts on a device tied to a ban are put into the queue; nothing else happens."""

from __future__ import annotations

from datetime import timedelta
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy import deletion, personal_data
from config.clock import now
from games.moderation.forms import KINDS
from games.moderation.models import DeviceTie, DeviceTrace, Report, Sanction
from games.moderation.permissions import MODERATOR, SENIOR, NotAllowed
from games.moderation.services import ban_evasion, reports, sanctions
from tests.factories import PASSWORD, UserFactory
from tests.faults.test_races import at_once
from tests.moderation.staff import enter, grounds, staff, told, trail

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

DAY = timedelta(days=1)
HOME, WORK = "Browser at home", "Browser at work"


def sign_in(user: User, browser: str = HOME) -> None:
    client = Client(headers={"user-agent": browser})
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})


def traces(user: User) -> list[int]:
    return list(DeviceTrace.objects.filter(user=user).order_by("pk").values_list("pk", flat=True))


def returns() -> list[User]:
    rows = Report.objects.filter(kind=Report.Kind.RETURN).select_related("about").order_by("pk")
    return [row.about for row in rows]


@pytest.fixture
def senior() -> User:
    return staff(SENIOR)


@pytest.fixture
def banned(senior: User) -> User:
    """A player who signed in from one device and was banned an hour ago."""
    user = UserFactory.create(name="Loudmouth", joined_at=now() - DAY)
    sign_in(user)
    sanctions.ban(senior, user, grounds(), now() - timedelta(hours=1))
    return user


@pytest.fixture
def tied(senior: User, banned: User) -> User:
    assert (
        ban_evasion.tie_devices(senior, banned, traces(banned), "they came back before", now()) == 1
    )
    return banned


def test_a_new_account_on_a_tied_device_is_queued_once(tied: User) -> None:
    newcomer = UserFactory.create()
    for _ in range(3):
        sign_in(newcomer)
    assert returns() == [newcomer]
    found = Report.objects.get()
    assert (found.reporter, found.state) == (None, Report.State.OPEN)
    assert found in Report.objects.waiting()
    newcomer.refresh_from_db()
    assert newcomer.suspended_until is None
    assert told(newcomer) == []


def test_a_new_account_is_queued_even_after_the_banned_one_is_deleted(tied: User) -> None:
    deletion.delete_account(tied, now())
    assert not DeviceTrace.objects.filter(user=tied).exists()
    newcomer = UserFactory.create()
    sign_in(newcomer)
    assert returns() == [newcomer]


def test_other_devices_and_older_accounts_are_not_queued(tied: User) -> None:
    sign_in(UserFactory.create(), WORK)
    sign_in(UserFactory.create(joined_at=now() - DAY))
    assert returns() == []


def test_tying_a_device_finds_earlier_new_accounts(senior: User, banned: User) -> None:
    back, sister = UserFactory.create(), UserFactory.create(joined_at=now() - DAY)
    sign_in(back)
    sign_in(sister)
    assert returns() == []
    ban_evasion.tie_devices(senior, banned, traces(banned), "they came back", now())
    assert returns() == [back]


def test_a_tie_ends_with_its_sanction(senior: User, tied: User) -> None:
    sanctions.lift(senior, Sanction.objects.get().pk, "a mistake", now())
    assert not DeviceTie.objects.exists()
    sign_in(UserFactory.create())
    assert returns() == []


def test_a_tie_to_a_suspension_ends_with_it(senior: User) -> None:
    user = UserFactory.create(joined_at=now() - DAY)
    sign_in(user)
    sanction = sanctions.suspend(senior, user, grounds(), now() + DAY, now())
    ban_evasion.tie_devices(senior, user, traces(user), "to see", now())
    assert DeviceTie.objects.get().until == sanction.until
    newcomer = UserFactory.create()
    here = list(DeviceTie.objects.values_list("trace", flat=True))
    ban_evasion.check_for_evasion(newcomer, here, now() + 2 * DAY)
    assert returns() == []
    ban_evasion.check_for_evasion(newcomer, here, now())
    assert returns() == [newcomer]


def test_devices_are_tied_to_the_longest_decision(senior: User, banned: User) -> None:
    sanctions.suspend(senior, banned, grounds(), now() + DAY, now())
    ban_evasion.tie_devices(senior, banned, traces(banned), "to see", now())
    assert DeviceTie.objects.get().sanction.kind == Sanction.Kind.BAN


def test_only_chosen_devices_are_tied(senior: User, banned: User) -> None:
    ban_evasion.save_trace(banned, ban_evasion.device_hash("198.51.100.7", WORK), now())
    first, _second = traces(banned)
    assert ban_evasion.tie_devices(senior, banned, [first], "the other is a school", now()) == 1
    assert DeviceTie.objects.get().trace == DeviceTrace.objects.get(pk=first).trace


def test_a_double_click_ties_once_and_leaves_one_entry(senior: User, tied: User) -> None:
    assert ban_evasion.tie_devices(senior, tied, traces(tied), "again", now()) == 0
    assert DeviceTie.objects.count() == 1
    (entry,) = trail("tie-devices")
    assert (entry.actor, entry.target, entry.after["devices"]) == (senior, tied, 1)


def test_impossible_ties_are_refused(senior: User, banned: User) -> None:
    free, other = UserFactory.create(), UserFactory.create()
    sign_in(free)
    sign_in(other, WORK)
    with pytest.raises(NotAllowed, match="holds-nothing"):
        ban_evasion.tie_devices(senior, free, traces(free), "to see", now())
    with pytest.raises(NotAllowed, match="no-device"):
        ban_evasion.tie_devices(senior, banned, traces(other), "to see", now())
    with pytest.raises(NotAllowed, match="no-reason"):
        ban_evasion.tie_devices(senior, banned, traces(banned), " ", now())
    assert not DeviceTie.objects.exists()


def test_a_new_secret_key_keeps_ties_while_the_old_key_is_known(
    tied: User, settings: LazySettings
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of fifty characters or more, of course!"
    newcomer = UserFactory.create()
    sign_in(newcomer)
    assert returns() == [newcomer]


def test_ties_are_in_the_players_export(tied: User) -> None:
    book = personal_data.collect(tied, now())
    assert [row["hash"] for row in book["devices tied to a ban or suspension"]]


def test_players_cannot_report_that_kind() -> None:
    assert Report.Kind.RETURN not in dict(KINDS)


# --- pages ----------------------------------------------------------------------------------------


def test_a_senior_ties_devices_on_the_players_page(senior: User, banned: User) -> None:
    client = enter(Client(), senior)
    player = client.get(reverse("admin:player", args=[banned.pk]))
    page = reverse("admin:player-act", args=[banned.pk, "tie"])
    assert page in player.content.decode()
    fields: dict[str, Any] = {"devices": traces(banned), "reason": "they came back before"}
    preview = client.post(page, fields | {"step": "preview"})
    assert not DeviceTie.objects.exists()
    assert any("queue" in str(line) for line in preview.context["lines"])
    client.post(page, fields | {"step": "do"})
    assert DeviceTie.objects.count() == 1


def test_only_seniors_see_the_button_and_only_for_banned_players(banned: User) -> None:
    page = reverse("admin:player-act", args=[banned.pk, "tie"])
    moderator = enter(Client(), staff(MODERATOR))
    assert page not in moderator.get(reverse("admin:player", args=[banned.pk])).content.decode()
    assert moderator.get(page).status_code == 403
    free = UserFactory.create()
    client = enter(Client(), staff(SENIOR))
    there = client.get(reverse("admin:player", args=[free.pk])).content.decode()
    assert reverse("admin:player-act", args=[free.pk, "tie"]) not in there


@pytest.mark.parametrize(("role", "told_which"), [(SENIOR, True), (MODERATOR, False)])
def test_the_report_has_a_warning_and_shows_only_seniors_the_ban(
    tied: User, role: str, told_which: bool
) -> None:
    sign_in(UserFactory.create())
    text = (
        enter(Client(), staff(role))
        .get(reverse("admin:report", args=[Report.objects.get().pk]))
        .content.decode()
    )
    assert "Families, schools" in text
    assert (reverse("admin:player", args=[tied.pk]) in text) is told_which


def test_the_report_is_resolved_like_any_other_without_an_answer(senior: User, tied: User) -> None:
    newcomer = UserFactory.create()
    sign_in(newcomer)
    found = Report.objects.get()
    reports.resolve(senior, found.pk, reports.Resolution("no-breach", "the sister"), now())
    sign_in(newcomer)
    assert Report.objects.get().state == Report.State.RESOLVED


# --- at the same moment ---------------------------------------------------------------------------


def look(barrier: Barrier, user: int, here: str) -> str:
    ban_evasion.check_for_evasion(User.objects.get(pk=user), [here], now())
    return "looked"


@pytest.mark.django_db(transaction=True)
def test_two_sign_ins_at_once_make_one_report() -> None:
    boss = UserFactory.create(is_staff=True, is_superuser=True)
    user, here = (
        UserFactory.create(joined_at=now() - DAY),
        ban_evasion.device_hash("203.0.113.7", HOME),
    )
    ban_evasion.save_trace(user, here, now())
    sanctions.ban(boss, user, grounds(), now() - timedelta(hours=1))
    ban_evasion.tie_devices(boss, user, traces(user), "to see", now())
    newcomer = UserFactory.create()
    assert at_once(look, (newcomer.pk, here), (newcomer.pk, here)) == ["looked", "looked"]
    assert returns() == [newcomer]
