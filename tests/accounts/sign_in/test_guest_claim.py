"""A guest gives an address and keeps everything; nobody learns whose address it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import OutgoingMail, User
from config.clock import now
from games.tables.models import Table
from tests.accounts.conftest import code, whole
from tests.factories import UserFactory

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
PAGE = "/settings/keep/"
EMAIL = "wanda@example.org"


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.post("/play/classic/")
    return client


@pytest.fixture
def guest(browser: Client) -> User:
    return User.objects.get(guest_until__isnull=False)


def type_code(browser: Client, code: str, name: str = "Wanda") -> Any:
    return browser.post(PAGE, {"code": code, "name": name})


def test_a_guest_becomes_a_full_account_with_all_tables(
    browser: Client, guest: User, post: Post
) -> None:
    table = Table.objects.get()
    assert browser.post(PAGE, {"email": EMAIL}).headers["Location"] == PAGE
    [mail] = post()
    assert mail.to == [EMAIL]
    guest.refresh_from_db()
    assert guest.is_guest
    assert type_code(browser, code(mail)).headers["Location"] == "/"
    guest.refresh_from_db()
    assert (guest.name, guest.email, guest.is_guest, guest.guest_key) == (
        "Wanda", EMAIL, False, None,
    )  # fmt: skip
    assert EmailAddress.objects.get(user=guest, verified=True, primary=True).email == EMAIL
    home = browser.get("/").content.decode()
    assert table.title in home.replace("&#x27;", "'")
    assert "You play as a guest" not in home
    assert browser.get(f"/t/{table.code}/").status_code == 200
    assert browser.get("/accounts/email/").status_code == 200


def test_afterwards_a_code_by_mail_signs_them_in_anywhere(
    browser: Client, guest: User, post: Post
) -> None:
    browser.post(PAGE, {"email": EMAIL})
    type_code(browser, code(post()[0]))
    phone = Client()
    phone.post("/accounts/login/code/", {"email": EMAIL})
    phone.post("/accounts/login/code/confirm/", {"code": code(post()[0])})
    assert "Wanda" in phone.get("/").content.decode()


def test_nothing_reveals_whether_an_address_has_an_account(post: Post) -> None:
    UserFactory.create(name="Known", email="known@example.org")
    worlds = []
    for email in ("known@example.org", "alien@example.org"):
        browser = Client()
        browser.post("/play/solo/")
        before = OutgoingMail.objects.count()
        answers = [browser.post(PAGE, {"email": email}), browser.get(PAGE)]
        answers.append(type_code(browser, "NO-CODE"))
        seen = [_blank(whole(answer), email) for answer in answers]
        worlds.append((seen, OutgoingMail.objects.count() - before))
    assert worlds[0] == worlds[1]
    told = {mail.to[0]: str(mail.body) for mail in post()}
    assert "You already have an account" in told["known@example.org"]
    assert "keep" not in told["known@example.org"]
    assert re.search(r"^    \S+$", told["alien@example.org"], re.M)


def _blank(seen: tuple[object, ...], email: str) -> tuple[object, ...]:
    """Two guests have names of their own, longer or shorter."""
    status, headers, cookies, text = seen
    assert isinstance(headers, dict)
    headers.pop("Content-Length")
    return (
        status,
        headers,
        cookies,
        re.sub(r"Guest-\d+|dwarf-\d", "", str(text).replace(email, "<typed>")),
    )


def test_no_code_works_for_an_address_with_an_account(browser: Client, guest: User) -> None:
    UserFactory.create(email=EMAIL)
    browser.post(PAGE, {"email": EMAIL})
    for wrong in ("", "AAAA-BBBB"):
        type_code(browser, wrong)
    guest.refresh_from_db()
    assert guest.is_guest


def test_after_three_wrong_codes_the_right_one_fails(
    browser: Client, guest: User, post: Post
) -> None:
    browser.post(PAGE, {"email": EMAIL})
    right = code(post()[0])
    for _ in range(3):
        type_code(browser, "WRONG")
    assert "Three wrong codes" in browser.get(PAGE).content.decode()
    type_code(browser, right)
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize("name", ["Mira", "Guest-4821", "Gast_17", "admin", "x"])
def test_an_unavailable_name_is_asked_for_again(
    browser: Client, guest: User, post: Post, name: str
) -> None:
    UserFactory.create(name="Mira")
    browser.post(PAGE, {"email": EMAIL})
    right = code(post()[0])
    assert 'aria-invalid="true"' in type_code(browser, right, name).content.decode()
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (True, "")
    assert type_code(browser, right).status_code == 302


def test_an_address_that_got_an_account_meanwhile_keeps_it(
    browser: Client, guest: User, post: Post
) -> None:
    browser.post(PAGE, {"email": EMAIL})
    right = code(post()[0])
    UserFactory.create(email=EMAIL)
    assert "There is already an account" in type_code(browser, right).content.decode()
    guest.refresh_from_db()
    assert guest.is_guest


def test_an_unconfirmed_claim_of_the_address_gives_way(
    browser: Client, guest: User, post: Post
) -> None:
    squatter = UserFactory.create(email=EMAIL, verified=False)
    browser.post(PAGE, {"email": EMAIL})
    type_code(browser, code(post()[0]))
    squatter.refresh_from_db()
    assert squatter.email == ""
    assert User.objects.get(email=EMAIL) == guest


def test_an_address_is_not_flooded(browser: Client) -> None:
    answers = [browser.post(PAGE, {"email": EMAIL}).status_code for _ in range(4)]
    assert answers == [302, 302, 302, 200]
    assert OutgoingMail.objects.count() == 3


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/email/",
        "/accounts/password/set/",
        "/accounts/password/change/",
        "/accounts/2fa/",
        "/accounts/sessions/",
        "/accounts/reauthenticate/",
        "/settings/name/",
    ],
)
def test_pages_that_need_an_address_redirect_to_the_form_for_one(
    browser: Client, path: str
) -> None:
    assert browser.get(path).headers["Location"] == PAGE
    assert browser.post(path, {"email": "a@example.org"}).headers["Location"] == PAGE
    assert not OutgoingMail.objects.exists()


def test_the_page_is_for_guests_only() -> None:
    client = Client()
    assert client.get(PAGE).headers["Location"] == f"/accounts/login/?next={PAGE}"
    client.force_login(UserFactory.create())
    assert client.get(PAGE).headers["Location"] == "/settings/"
    assert User.objects.filter(joined_at__lte=now()).count() == 1
