"""Guessing passwords is limited, and nobody can lock the owner out by guessing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from accounts.sign_in import attempt_limits, security_log
from config.environment import ROOT
from tests.accounts.conftest import code, whole
from tests.factories import PASSWORD, UserFactory

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both]
LOGIN, CODE, RESET = "/accounts/login/", "/accounts/login/code/", "/accounts/password/reset/"
HOME, ABROAD = "198.51.100.7", "203.0.113.9"
WRONG = "not the one at all"
LIMITS = attempt_limits.PASSWORDS


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob", email="bob@example.org")


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits of whole networks and of the whole world, low enough to be reached quickly."""
    few = replace(attempt_limits.PASSWORDS, network=("9/m", "9/h"), address=("8/d",))
    monkeypatch.setattr(attempt_limits, "PASSWORDS", few)
    for name in ("CODES", "PASSWORD_RESETS"):
        monkeypatch.setattr(
            attempt_limits, name, replace(getattr(attempt_limits, name), address=("5/h",))
        )


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def enter(client: Client, password: str = PASSWORD, email: str = "bob@example.org") -> Any:
    return client.post(LOGIN, {"login": email, "password": password})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def refused(answer: Any) -> bool:
    if answer.status_code != 200:
        return False
    return bool(answer.context["form"].has_error("__all__", "too_many_login_attempts"))


def attack(networks_used: int, tries: int = 5, email: str = "bob@example.org") -> None:
    """Try passwords from many networks."""
    for number in range(networks_used):
        for _ in range(tries):
            enter(at(f"10.{number // 250}.{number % 250}.1"), WRONG, email)


# --- the owner gets in ----------------------------------------------------------------------------


def test_guessing_from_one_network_does_not_lock_out_another(bob: User) -> None:
    for _ in range(7):
        enter(at(ABROAD), WRONG)
    assert refused(enter(at(ABROAD)))
    home = at(HOME)
    enter(home)
    assert is_in(home)


def test_neighbours_in_a_network_count_together(bob: User) -> None:
    for last in range(5):
        enter(at(f"203.0.113.{last}"), WRONG)
    assert refused(enter(at("203.0.113.200")))


def test_a_device_that_has_signed_in_before_is_never_locked_out_by_others(bob: User) -> None:
    phone = at(HOME)
    enter(phone)
    phone.post("/accounts/logout/")
    attack(2)  # every limit of the address
    for number in range(10):  # and of their own network
        enter(at(HOME), WRONG, f"player{number}@example.org")
    assert refused(enter(at("192.0.2.1")))
    assert refused(enter(at(HOME)))
    enter(phone)
    assert is_in(phone)


def test_a_new_device_is_offered_a_code_and_gets_in_by_it(bob: User, post: Post) -> None:
    attack(2)
    laptop = at(HOME)
    page = enter(laptop)
    assert refused(page)
    assert f'action="{CODE}"' in page.content.decode()
    assert 'name="email" value="bob@example.org"' in page.content.decode()
    laptop.post(CODE, {"email": bob.email})
    [message] = post()
    laptop.post(f"{CODE}confirm/", {"code": code(message)})
    assert is_in(laptop)


@pytest.mark.parametrize("path", [CODE, RESET])
def test_nobody_can_use_up_the_mails_of_a_known_device_or_another_network(
    path: str, bob: User, post: Post
) -> None:
    phone = at(HOME)
    enter(phone)
    phone.post("/accounts/logout/")
    for _ in range(9):
        at(ABROAD).post(path, {"email": bob.email})
    assert len(post()) == 3
    assert at("192.0.2.1").post(path, {"email": bob.email}).status_code == 302
    at("192.0.4.1").post(path, {"email": bob.email})
    assert len(post()) == 2  # five an hour, for all the world
    assert at("192.0.3.1").post(path, {"email": bob.email}).status_code == 200
    assert phone.post(path, {"email": bob.email}).status_code == 302
    assert len(post()) == 1


def test_a_signed_in_user_can_still_confirm_their_identity(bob: User) -> None:
    client = at(HOME)
    client.force_login(bob)  # a session from before there were such cookies
    attack(2)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.session["account_authentication_methods"][-1]["reauthenticated"]


def test_a_reset_by_mail_clears_the_failed_attempts(bob: User, post: Post) -> None:
    attack(2)
    client = at(HOME)
    client.post(RESET, {"email": bob.email})
    [message] = post()
    path = "/accounts/" + str(message.body).split("/accounts/")[1].split()[0]
    form = client.get(path, follow=True)
    new = "another lantern"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    enter(client, new)
    assert is_in(client)


# --- the guesser doesn't --------------------------------------------------------------------------


def test_all_networks_together_get_few_guesses_a_day(bob: User) -> None:
    attack(2)
    assert refused(enter(at(HOME), WRONG))
    assert refused(enter(at(HOME)))


def test_guessing_from_one_network_is_limited_across_addresses() -> None:
    for number in range(9):
        enter(at(HOME), WRONG, f"player{number}@example.org")
    assert refused(enter(at(HOME), WRONG, "other@example.org"))


def test_a_stolen_cookie_does_not_allow_free_guessing(bob: User) -> None:
    phone = at(HOME)
    enter(phone)
    stolen = phone.cookies[attempt_limits.DEVICE_COOKIE].value
    thief = at(ABROAD)
    thief.cookies[attempt_limits.DEVICE_COOKIE] = stolen
    answers = [refused(enter(thief, WRONG)) for _ in range(17)]
    assert answers.index(True) == 15  # ten as the device, then five as any stranger
    assert all(answers[15:])
    assert refused(enter(thief))


def test_a_cookie_only_helps_with_its_own_account(bob: User) -> None:
    UserFactory.create(email="eve@example.org")
    thief = at(ABROAD)
    enter(thief, email="eve@example.org")
    thief.post("/accounts/logout/")
    answers = [refused(enter(thief, WRONG)) for _ in range(8)]
    assert answers == [False] * 5 + [True] * 3


def test_a_made_up_cookie_is_worth_nothing(bob: User) -> None:
    thief = at(ABROAD)
    for text in ("", "x", "a-b", "a-b:c:d", attempt_limits._account_mark(bob) + "-1:1:1"):
        thief.cookies[attempt_limits.DEVICE_COOKIE] = text
        enter(thief, WRONG)
    assert refused(enter(thief))


def test_a_right_password_between_wrong_ones_allows_no_more_guesses(bob: User) -> None:
    """For a stranger: failed attempts still count."""
    for _ in range(4):
        enter(at(ABROAD), WRONG)
    enter(at(ABROAD))
    assert not refused(enter(at(ABROAD), WRONG))
    assert refused(enter(at(ABROAD), WRONG))


def test_one_browser_is_known_to_several_accounts(bob: User) -> None:
    UserFactory.create(email="ann@example.org")
    shared = at(HOME)
    for email in ("bob@example.org", "ann@example.org"):
        enter(shared, email=email)
        shared.post("/accounts/logout/")
    attack(2)
    enter(shared)
    assert is_in(shared)


def test_the_cookie_is_for_sign_in_pages_only_and_hidden_from_scripts(bob: User) -> None:
    client = at(HOME)
    enter(client)
    cookie = client.cookies[attempt_limits.DEVICE_COOKIE]
    assert cookie["httponly"]
    assert (cookie["path"], cookie["samesite"]) == ("/accounts/", "Lax")
    assert bob.email not in cookie.value
    assert cookie["max-age"] == attempt_limits.DEVICE_COOKIE_AGE


def test_a_locked_address_looks_the_same_whether_or_not_it_has_an_account(bob: User) -> None:
    seen = []
    for email, client in (("bob@example.org", at(HOME)), ("rob@example.org", at(ABROAD))):
        attack(2, email=email)
        status, headers, cookies, text = whole(enter(client, WRONG, email))
        seen.append((status, headers, cookies, str(text).replace(email, "<typed>")))
    assert seen[0] == seen[1]
    assert "<typed>" in seen[0][3]


# --- networks and the log -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("nonsense", "nonsense"),
    ],
)
def test_an_address_belongs_to_a_network(address: str, network: str) -> None:
    assert security_log.network_of(address) == network


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [row.getMessage() for row in caplog.records if row.name == "undermine.security"]


def test_the_log_names_events_and_shows_addresses_only_as_keyed_hashes(
    bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "undermine.security"):
        for _ in range(6):
            enter(at(HOME), WRONG)
        enter(at(ABROAD))
    told = [line.partition(":")[0] for line in lines(caplog)]
    assert told == ["wrong password"] * 5 + ["sign-in locked", "signed in"]
    account, network = (
        security_log.keyed_hash(bob.email),
        security_log.keyed_hash("198.51.100.0/24"),
    )
    assert lines(caplog)[0] == f"wrong password: account {account} network {network}"
    for row in caplog.records:
        for secret in (bob.email, "198.51.100", "203.0.113", WRONG, PASSWORD):
            assert secret not in row.getMessage()
            assert secret not in repr(row.__dict__)


def test_wrong_codes_and_password_changes_are_logged_too(
    bob: User, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    other, client = at(ABROAD), at(HOME)
    with caplog.at_level(logging.INFO, "undermine.security"):
        other.post(CODE, {"email": bob.email})
        other.post(f"{CODE}confirm/", {"code": "nonsense"})
        enter(client)
        new = "another lantern"
        fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        client.post("/accounts/password/change/", fields)
    told = [line.partition(":")[0] for line in lines(caplog)]
    assert told == ["wrong sign-in code", "signed in", "password changed"]


def test_the_handbook_states_the_current_limits() -> None:
    """Whoever changes one changes docs/operations.md too."""
    text = (ROOT / "docs/operations.md").read_text()
    for kind in (LIMITS.device, LIMITS.pair, LIMITS.network, LIMITS.address):
        for rate in kind:
            assert f"`{rate}`" in text
