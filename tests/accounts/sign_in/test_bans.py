"""Players who leave while banned or suspended can't sign up again, and no page reveals why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from accounts.models import KeptOut, OutgoingMail, User
from accounts.privacy import deletion
from accounts.sign_in import bans
from config.clock import now
from config.jobs.cleanup import cleanings
from games.moderation.models import Report, Sanction
from games.moderation.permissions import SENIOR, NotAllowed
from games.moderation.services import reports, sanctions
from tests.accounts.conftest import code, link
from tests.accounts.sign_in.test_enumeration import CountingHasher, seen
from tests.factories import PASSWORD, UserFactory
from tests.faults.test_races import at_once
from tests.moderation.staff import enter, grounds, staff, told, trail

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

DAY = timedelta(days=1)
EMAIL = "bob@example.org"


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bobby", email=EMAIL)


def boss() -> User:
    """A superuser, who may decide anything even where a test has emptied the database of roles."""
    return UserFactory.create(is_staff=True, is_superuser=True)


def banned(user: User, days: int = 0) -> Sanction:
    """Ban a player, or suspend them for some days."""
    if not days:
        return sanctions.ban(boss(), user, grounds(), now())
    return sanctions.suspend(boss(), user, grounds(), now() + days * DAY, now())


def gone(user: User, days: int = 0) -> Sanction:
    sanction = banned(user, days)
    deletion.delete_account(user, now())
    return sanction


def sign_up(name: str = "Fresh", email: str = EMAIL, client: Client | None = None) -> Any:
    fields = {"username": name, "email": email, "password1": PASSWORD}
    return (client or Client()).post("/accounts/signup/", fields)


def came_in(email: str = EMAIL) -> bool:
    return User.objects.filter(email=email).exists()


# --- the whole story ----------------------------------------------------------------------------


def test_deleting_the_account_and_signing_up_again_does_not_evade_a_ban(
    bob: User, post: Post
) -> None:
    banned(bob)
    theirs = Client()
    theirs.post("/accounts/login/", {"login": EMAIL, "password": PASSWORD})
    theirs.force_login(bob)
    page = theirs.get("/settings/delete/")
    assert page.context["kept_out"]
    asked = theirs.post("/settings/delete/", {"name": "Bobby"})
    theirs.post(asked.headers["Location"], {"password": PASSWORD, "next": "/settings/delete/"})
    bob.refresh_from_db()
    assert bob.deleted_at is not None
    farewell = post()[-1]
    assert "come back" not in str(farewell.body)
    answer = sign_up()
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/confirm-email/")
    (mail,) = post()
    assert mail.to == [EMAIL]
    assert "confirm-email" not in str(mail.body)
    assert "/contact/" in str(mail.body)
    assert not came_in()
    assert not EmailAddress.objects.filter(email=EMAIL).exists()
    Client().post("/accounts/login/", {"login": EMAIL, "password": PASSWORD})
    assert not User.objects.get(name="Fresh").is_active


def test_the_answer_is_the_same_as_for_any_used_address(bob: User, settings: LazySettings) -> None:
    """Pages, headers, cookies, hashed passwords and mails: all as if it had an account."""
    settings.PASSWORD_HASHERS = [f"{CountingHasher.__module__}.CountingHasher"]
    UserFactory.create(name="Known", email="key@example.org")
    gone(bob)
    worlds = []
    for email, name in ((EMAIL, "Anna"), ("key@example.org", "Otto"), ("new@example.org", "Ines")):
        client = Client()
        CountingHasher.done.clear()
        mails = OutgoingMail.objects.count()
        answers = [sign_up(name, email, client)]
        mails = OutgoingMail.objects.count() - mails
        answers += [client.get(page) for page in ("/accounts/confirm-email/", "/accounts/signup/")]
        again = sign_up(name, "somebody@example.org")
        worlds.append(
            (
                [seen(answer, email) for answer in answers],
                len(CountingHasher.done),
                list(again.context["form"].errors),
                mails,
            )
        )
    assert worlds[0] == worlds[1] == worlds[2]


@pytest.mark.parametrize("email", ["BOB@example.org", "bob+new@example.org", "Bob+2@Example.org"])
def test_another_spelling_of_the_mailbox_is_banned_too(bob: User, email: str) -> None:
    gone(bob)
    sign_up(email=email)
    assert not came_in(email.lower())


@pytest.mark.parametrize("name", ["Bobby", "B0bby", "bob-by"])
def test_the_name_counts_as_taken(bob: User, name: str) -> None:
    gone(bob)
    answer = sign_up(name, "other@example.org")
    assert list(answer.context["form"].errors) == ["username"]
    taken = UserFactory.create(name="Taken")
    usual = sign_up(taken.name or "", "other@example.org")
    assert answer.context["form"].errors == usual.context["form"].errors


def test_other_names_and_addresses_may_sign_up(bob: User) -> None:
    gone(bob)
    sign_up("Robert", "robert@example.org")
    assert came_in("robert@example.org")


def test_a_player_who_left_in_good_standing_may_come_back(bob: User) -> None:
    deletion.delete_account(bob, now())
    sign_up("Bobby")
    assert came_in()
    assert not KeptOut.objects.exists()


def test_the_stored_hashes_name_nobody(bob: User) -> None:
    gone(bob)
    rows = KeptOut.objects.values()
    assert len(rows) == 2
    assert not any(word in str(rows).lower() for word in ("bob", "example"))


def test_an_address_that_was_only_claimed_is_not_banned(bob: User) -> None:
    """Otherwise a banned player could lock a stranger out."""
    EmailAddress.objects.create(user=bob, email="stranger@example.org", verified=False)
    gone(bob)
    sign_up(email="stranger@example.org")
    assert came_in("stranger@example.org")


# --- for how long ---------------------------------------------------------------------------------


def test_a_suspension_keeps_out_until_its_end(bob: User) -> None:
    sanction = gone(bob, days=3)
    assert {row.until for row in KeptOut.objects.all()} == {sanction.until}
    sign_up("First")
    assert not came_in()
    KeptOut.objects.update(until=now())
    sign_up("Bobby")
    assert came_in()


def test_the_clean_up_removes_ended_suspensions_and_no_ban(bob: User) -> None:
    gone(bob, days=3)
    gone(UserFactory.create())
    assert cleanings()["kept-out"].run_all(now() + 4 * DAY).done == 2
    assert cleanings()["kept-out"].run_all(now() + 40_000 * DAY).done == 0


def test_the_longer_of_two_decisions_counts_and_lifting_it_leaves_the_other(bob: User) -> None:
    ban = banned(bob)
    until = banned(bob, days=5).until
    deletion.delete_account(bob, now())
    assert {row.until for row in KeptOut.objects.all()} == {None}
    sanctions.lift(staff(SENIOR), ban.pk, "it was somebody else", now())
    assert {row.until for row in KeptOut.objects.all()} == {until}
    bob.refresh_from_db()
    assert bob.suspended_until is None


def test_a_ban_lifted_after_they_left_lets_them_come_back_without_a_notice(bob: User) -> None:
    ban = gone(bob)
    sanctions.lift(staff(SENIOR), ban.pk, "it was somebody else", now())
    assert not KeptOut.objects.exists()
    assert "lifted" not in told(bob)
    assert len(trail("lift-ban")) == 1
    sign_up("Bobby")
    assert came_in()


def test_lifting_after_they_left_is_previewed_and_done_on_their_page(bob: User) -> None:
    ban = gone(bob)
    client, page = (
        enter(Client(), staff(SENIOR)),
        reverse("admin:player-act", args=[bob.pk, "lift"]),
    )
    fields = {"sanction": ban.pk, "reason": "it was somebody else"}
    preview = client.post(page, fields | {"step": "preview"})
    assert any("sign up again" in str(line) for line in preview.context["lines"])
    client.post(page, fields | {"step": "do"})
    assert not KeptOut.objects.exists()


def test_a_waiting_appeal_is_decided_after_they_left(bob: User) -> None:
    ban = banned(bob)
    appeal = reports.file_appeal(ban.appeal_token, "It was my brother.", now())
    deletion.delete_account(bob, now())
    judge = staff(SENIOR)
    reports.resolve(judge, appeal.pk, reports.Resolution("lifted", "it was the brother"), now())
    assert Report.objects.get(pk=appeal.pk).state == Report.State.RESOLVED
    assert not KeptOut.objects.exists()


def test_a_rejected_appeal_changes_nothing(bob: User) -> None:
    ban = banned(bob)
    appeal = reports.file_appeal(ban.appeal_token, "It was my brother.", now())
    deletion.delete_account(bob, now())
    reports.resolve(staff(SENIOR), appeal.pk, reports.Resolution("upheld", "it was not"), now())
    assert KeptOut.objects.count() == 2


def test_a_new_secret_key_keeps_bans_while_the_old_key_is_known(
    bob: User, settings: LazySettings
) -> None:
    gone(bob)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of fifty characters or more, of course!"
    assert bans.is_banned_address(EMAIL)
    assert bans.is_banned_name("Bobby")
    settings.SECRET_KEY_FALLBACKS = []
    assert not bans.is_banned_address(EMAIL)


# --- every other way to an address ----------------------------------------------------------------


@pytest.fixture
def mover() -> Client:
    user, client = UserFactory.create(name="Mover", email="mover@example.org"), Client()
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_nobody_can_move_to_a_banned_address_and_the_pages_look_the_same(
    bob: User, mover: Client, post: Post
) -> None:
    UserFactory.create(name="Known", email="key@example.org")
    gone(bob)
    post()
    worlds = []
    for email in (EMAIL, "key@example.org"):
        answers = [
            mover.post("/accounts/email/", {"email": email, "action_add": ""}),
            mover.get("/accounts/email/"),
            mover.post("/accounts/email/", {"email": email, "action_send": ""}),
        ]
        worlds.append([seen(answer, email) for answer in answers])
        mails = post()
        assert {tuple(mail.to) for mail in mails} == {(email,)}
        assert not any("confirm-email" in str(mail.body) for mail in mails)
        EmailAddress.objects.filter(email=email, verified=False).delete()
    assert worlds[0] == worlds[1]


def test_a_link_mailed_before_they_left_confirms_nothing(bob: User, post: Post) -> None:
    """The sign-up came in time, with another tag on the same mailbox; the link is opened later."""
    sign_up("Second", "bob+2@example.org")
    (mail,) = post()
    gone(bob)
    Client().post(link(mail))
    assert not EmailAddress.objects.filter(email="bob+2@example.org", verified=True).exists()


def test_a_code_by_mail_confirms_nothing_either(bob: User, mover: Client, post: Post) -> None:
    gone(bob)
    mover.post("/accounts/email/", {"email": EMAIL, "action_add": ""})
    post()
    Client().post("/accounts/login/code/", {"email": EMAIL})
    (mail,) = post()
    assert "/accounts/signup/" in str(mail.body)
    assert not EmailAddress.objects.filter(email=EMAIL, verified=True).exists()


def test_an_account_that_confirmed_the_same_mailbox_before_keeps_it(bob: User, post: Post) -> None:
    UserFactory.create(name="Sister", email="bob+sis@example.org")
    gone(bob)
    post()
    client = Client()
    client.post("/accounts/login/code/", {"email": "bob+sis@example.org"})
    (mail,) = post()
    client.post("/accounts/login/code/confirm/", {"code": code(mail)})
    assert "_auth_user_id" in client.session


# --- at the same moment ---------------------------------------------------------------------------


def leave(barrier: Barrier, user: int, judge: int) -> str:
    deletion.delete_account(User.objects.get(pk=user), now())
    return "left"


def ban(barrier: Barrier, user: int, judge: int) -> str:
    try:
        sanctions.ban(User.objects.get(pk=judge), User.objects.get(pk=user), grounds(), now())
    except NotAllowed as refused:
        return refused.code
    return "banned"


def either(barrier: Barrier, what: str, user: int, judge: int) -> str:
    return (leave if what == "leave" else ban)(barrier, user, judge)


@pytest.mark.django_db(transaction=True)
def test_a_ban_and_a_deletion_at_once_have_one_of_two_results() -> None:
    """If the ban comes first, they stay banned; if the deletion comes first, the ban is refused."""
    for number in range(4):
        user, judge = UserFactory.create(name=f"Racer-{number}"), boss()
        pks = (user.pk, judge.pk)
        left, decided = at_once(either, ("leave", *pks), ("ban", *pks))
        assert left == "left"
        assert decided in ("banned", "gone")
        assert KeptOut.objects.filter(user=user).count() == (2 if decided == "banned" else 0)


def sign_up_once(barrier: Barrier, name: str) -> int:
    return int(sign_up(name).status_code)


@pytest.mark.django_db(transaction=True)
def test_two_sign_ups_at_once_create_no_account(bob: User) -> None:
    gone(bob)
    assert at_once(sign_up_once, ("Anna",), ("Otto",)) == [302, 302]
    assert not came_in()
    assert not EmailAddress.objects.filter(email=EMAIL).exists()


def leave_or_sign_up(barrier: Barrier, user: int) -> int:
    if user:
        deletion.delete_account(User.objects.get(pk=user), now())
        return 302
    return int(sign_up("Anna").status_code)


@pytest.mark.django_db(transaction=True)
def test_signing_up_while_they_leave_finds_no_gap(bob: User) -> None:
    banned(bob)
    assert at_once(leave_or_sign_up, (bob.pk,), (0,)) == [302, 302]
    assert not came_in()
