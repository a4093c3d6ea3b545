"""Bounced mail: the address is marked, its owner warned, and only requested mail goes there."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core import signing
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import views
from accounts.mail import addresses
from accounts.models import OutgoingMail, RefusedAddress, User
from accounts.privacy import deletion, personal_data
from config.clock import now
from tests.accounts.conftest import link, whole
from tests.factories import UserFactory, show_it_is_them

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
BOB = "bob@example.org"
BANNER = 'id="mail-came-back"'
AGAIN = "/settings/address/again/"


@pytest.fixture
def bob() -> User:
    """A player whose mail bounced."""
    user = UserFactory.create(name="Bob", email=BOB)
    addresses.mark_bounced(BOB, "Refused: 550 5.1.1 no such user", now())
    user.refresh_from_db()
    return user


@pytest.fixture
def theirs(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


def is_marked(user: User) -> bool:
    user.refresh_from_db()
    return user.mail_bounced_at is not None


# --- notified, and confirmed again --------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/settings/", "/accounts/email/", "/tables/mine/"])
def test_only_the_owner_is_warned_on_every_page(theirs: Client, client: Client, path: str) -> None:
    assert BANNER in theirs.get(path).content.decode()
    client.force_login(UserFactory.create())
    assert BANNER not in client.get(path).content.decode()


def test_a_link_to_the_same_address_confirms_it(theirs: Client, bob: User, post: Post) -> None:
    theirs.post(AGAIN)
    [message] = post()
    assert message.to == [BOB]
    page = theirs.get(link(message))
    assert page.status_code == 200
    assert is_marked(bob)  # opening it, as scanners do, changes nothing
    assert theirs.post(link(message)).status_code == 200
    assert not is_marked(bob)
    assert bob.mail_bounced_why == ""
    assert BANNER not in theirs.get("/").content.decode()


def test_anyone_with_the_mail_may_confirm_and_confirming_twice_is_harmless(
    client: Client, theirs: Client, bob: User, post: Post
) -> None:
    theirs.post(AGAIN)
    path = link(post()[0])
    for _ in range(2):
        assert client.post(path).status_code == 200
        assert not is_marked(bob)


def test_a_link_clears_one_mark_only(client: Client, theirs: Client, bob: User, post: Post) -> None:
    theirs.post(AGAIN)
    path = link(post()[0])
    client.post(path)
    User.objects.filter(pk=bob.pk).update(mail_bounced_at="2030-01-01T00:00Z")
    assert client.post(path).status_code == 404
    assert is_marked(bob)


def test_a_forged_link_confirms_nothing(client: Client, bob: User) -> None:
    forged = signing.TimestampSigner(salt="mine").sign(f"{bob.pk}.{views._bounce_mark(bob)}")
    assert client.post(f"/n/address/{forged}/").status_code == 404
    assert is_marked(bob)


def test_a_new_address_clears_the_mark_and_the_old_one_gets_no_mail(
    theirs: Client, bob: User, post: Post
) -> None:
    show_it_is_them(theirs)
    theirs.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    [message] = post()
    assert is_marked(bob)
    theirs.post(link(message))
    assert not is_marked(bob)
    assert bob.email == "new@example.org"
    assert addresses.has_bounced(BOB)
    assert BOB not in [to for sent in post() for to in sent.to]


def test_mailed_links_are_limited(theirs: Client, post: Post) -> None:
    answers = [theirs.post(AGAIN).status_code for _ in range(12)]
    assert 429 in answers
    assert 0 < len(post()) < 12


def test_a_player_without_a_mark_gets_no_mail(client: Client, post: Post) -> None:
    client.force_login(UserFactory.create())
    client.post(AGAIN)
    assert post() == []


# --- mail that still goes there -----------------------------------------------------------------


def test_waiting_mail_is_dropped_unless_another_worker_holds_it(bob: User) -> None:
    addresses.clear_bounce(bob)
    for to in (BOB, "Bob@example.org", "abob@example.org"):
        EmailMessage("Hello", "Dig.\n", None, [to]).send()
    given_up = OutgoingMail.objects.create(recipients=BOB, mime="", given_up_at=now())
    held = OutgoingMail.objects.create(recipients=BOB, mime="", leased_until=now())
    addresses.mark_bounced(BOB, "gone", now())
    left = OutgoingMail.objects.order_by("pk")
    assert [row.recipients for row in left] == ["abob@example.org", BOB, BOB]
    assert {given_up, held} < set(left)


def test_codes_and_resets_go_there_and_nothing_else(client: Client, bob: User, post: Post) -> None:
    client.post("/accounts/login/code/", {"email": BOB})
    assert len(post()) == 1
    client.post("/accounts/password/reset/", {"email": BOB})
    assert len(post()) == 1
    fields = {"email": BOB, "username": "Other", "password1": "a long enough one"}
    client.post("/accounts/signup/", {**fields, "time_zone": "UTC"})
    assert post() == []


def test_a_stranger_cannot_tell_whether_an_address_is_marked(bob: User) -> None:
    UserFactory.create(name="Eve", email="eve@example.org")
    for path in ("/accounts/login/code/", "/accounts/password/reset/"):
        marked, other = (
            str(whole(Client().post(path, {"email": email}, follow=True))).replace(email, "")
            for email in (BOB, "eve@example.org")
        )
        assert marked == other


def test_a_refused_stranger_gets_no_mail_until_they_confirm(client: Client, post: Post) -> None:
    addresses.mark_bounced("dori@example.org", "550", now())
    assert "dori" not in RefusedAddress.objects.get().address
    client.post("/accounts/password/reset/", {"email": "dori@example.org"})
    assert post() == []
    fields = {"email": "dori@example.org", "username": "Dori", "password1": "a long enough one"}
    client.post("/accounts/signup/", {**fields, "time_zone": "UTC"})
    [message] = post()
    client.post(link(message))
    assert not addresses.has_bounced("dori@example.org")


def test_a_refused_made_up_tag_marks_nobody(bob: User) -> None:
    addresses.clear_bounce(bob)
    addresses.mark_bounced("bob+junk@example.org", "550", now())
    assert not addresses.has_bounced(BOB)


# --- operators, and the owner's data ------------------------------------------------------------


def test_operators_can_mark_addresses_that_bounced_later(monkeypatch: pytest.MonkeyPatch) -> None:
    eve = UserFactory.create(name="Eve", email="eve@example.org")
    out = StringIO()
    call_command("bounced", "EVE@example.org", stdout=out)
    assert is_marked(eve)
    monkeypatch.setattr("sys.stdin", StringIO("dori@example.org\nno address\n"))
    with pytest.raises(CommandError, match="2 of 3"):
        call_command("bounced", stdout=out)
    assert addresses.has_bounced("dori@example.org")
    assert out.getvalue().splitlines() == ["1 marked", "1 marked"]


def test_the_first_mark_stays(bob: User) -> None:
    first = bob.mail_bounced_at
    addresses.mark_bounced(BOB, "again", now())
    bob.refresh_from_db()
    assert (bob.mail_bounced_at, bob.mail_bounced_why[:7]) == (first, "Refused")


def test_the_mark_is_in_the_export_and_deleted_with_the_account(bob: User, post: Post) -> None:
    title, chapter = personal_data.account(bob)
    assert title == "account"
    assert chapter["mail came back"] is not None
    assert "550" in chapter["why mail came back"]
    deletion.delete_account(bob, now())
    bob.refresh_from_db()
    assert (bob.mail_bounced_at, bob.mail_bounced_why) == (None, "")


def test_no_farewell_goes_to_a_bounced_address(theirs: Client, bob: User, post: Post) -> None:
    show_it_is_them(theirs)
    theirs.post("/settings/delete/", {"name": "Bob"})
    bob.refresh_from_db()
    assert bob.deleted_at is not None
    assert post() == []
