"""From a stranger to a player."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, ClassVar

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import OutgoingMail, User
from tests.accounts.conftest import link
from tests.factories import PASSWORD, UserFactory

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
SIGN_UP = "/accounts/signup/"


def form(**changes: str) -> dict[str, str]:
    return {"username": "Bob", "email": "bob@example.org", "password1": PASSWORD} | changes


def test_a_new_player_signs_up_confirms_and_is_signed_in(client: Client, post: Post) -> None:
    answer = client.post(SIGN_UP, form())
    assert answer.headers["Location"] == reverse("account_email_verification_sent")
    assert "_auth_user_id" not in client.session
    [message] = post()
    assert message.to == ["bob@example.org"]
    page = client.get(link(message))
    assert page.status_code == 200
    assert not EmailAddress.objects.get().verified
    client.post(link(message))
    assert EmailAddress.objects.get().verified
    assert int(client.session["_auth_user_id"]) == User.objects.get(name="Bob").pk


def test_in_another_browser_confirming_does_not_sign_in(client: Client, post: Post) -> None:
    client.post(SIGN_UP, form())
    [message] = post()
    other = Client()
    other.post(link(message))
    assert EmailAddress.objects.get().verified
    assert "_auth_user_id" not in other.session


def test_the_language_of_the_page_becomes_the_players(client: Client, post: Post) -> None:
    client.cookies["django_language"] = "nl"
    client.post(SIGN_UP, form())
    assert User.objects.get().language == "nl"


def test_opening_a_confirmation_link_signs_nobody_out(client: Client, post: Post) -> None:
    Client().post(SIGN_UP, form())
    [message] = post()
    client.force_login(UserFactory.create())
    client.get(link(message))
    assert "_auth_user_id" in client.session


def test_an_invalid_link_gets_an_explanation(client: Client) -> None:
    assert client.get("/accounts/confirm-email/nonsense/").status_code == 200
    assert client.post("/accounts/confirm-email/nonsense/").status_code == 404


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "B0b"}, "username"),
        ({"username": "b"}, "username"),
        ({"username": "admin"}, "username"),
        ({"email": "nonsense"}, "email"),
        ({"password1": "short"}, "password1"),
        ({"password1": "1234567890"}, "password1"),
        ({"password1": "Robert-name", "username": "Robert-name"}, "password1"),
    ],
)
def test_errors_are_shown_at_their_field(
    client: Client, changes: dict[str, str], field: str
) -> None:
    UserFactory.create(name="Bob")
    answer = client.post(SIGN_UP, form(**({"username": "Rob"} | changes)))
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]


def test_the_password_rules_on_the_page_are_the_rules(client: Client) -> None:
    assert client.post(SIGN_UP, form(password1="hvx8-ktq-wmd"[:11])).status_code == 200
    assert client.post(SIGN_UP, form(password1="hvx8-ktq-wmd")).status_code == 302


def test_confirming_an_address_takes_it_from_an_unconfirmed_claim(
    client: Client, post: Post
) -> None:
    Client().post(SIGN_UP, form(username="Squatter"))
    owner = UserFactory.create(email="")
    claim = EmailAddress.objects.create(user=owner, email="bob@example.org")
    claim.send_confirmation(None)
    message = next(found for found in post() if owner.display_name in str(found.body))
    client.post(link(message))
    owner.refresh_from_db()
    assert owner.email == "bob@example.org"
    assert User.objects.get(name="Squatter").email == ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "others",
    [{"username": "B0b", "email": "rob@example.org"}, {"username": "Rob"}, {}],
    ids=["look-alike name", "same address", "same form"],
)
def test_of_two_sign_ups_at_once_one_wins_and_neither_fails(others: dict[str, str]) -> None:
    start = Barrier(2)

    def sign_up(fields: dict[str, str]) -> int:
        try:
            start.wait()
            return Client(raise_request_exception=False).post(SIGN_UP, fields).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        codes = sorted(pool.map(sign_up, [form(), form(**others)]))
    assert codes[0] in (200, 302)
    assert codes[1] == 302
    assert User.objects.exclude(email="").filter(email="bob@example.org").count() <= 1
    assert User.objects.named("Bob").count() == 1
    assert OutgoingMail.objects.count() == 1


class Rival:
    """A password validator that signs up between validation and saving."""

    fields: ClassVar[dict[str, Any]] = {}

    def validate(self, password: str, user: User | None = None) -> None:
        if not User.objects.filter(**self.fields).exists():
            UserFactory.create(**self.fields)

    def get_help_text(self) -> str:
        return ""


def test_a_name_taken_meanwhile_is_a_form_error(client: Client, settings: LazySettings) -> None:
    settings.AUTH_PASSWORD_VALIDATORS = [{"NAME": f"{__name__}.Rival"}]
    Rival.fields = {"name": "B0b"}
    answer = client.post(SIGN_UP, form())
    assert list(answer.context["form"].errors.as_data()) == ["username"]
    assert OutgoingMail.objects.count() == 0


def test_only_its_owner_learns_of_an_address_taken_meanwhile(
    client: Client, settings: LazySettings, post: Post
) -> None:
    settings.AUTH_PASSWORD_VALIDATORS = [{"NAME": f"{__name__}.Rival"}]
    Rival.fields = {"email": "bob@example.org"}
    answer = client.post(SIGN_UP, form())
    assert answer.headers["Location"] == reverse("account_email_verification_sent")
    [message] = post()
    assert link(message) == reverse("account_request_login_code")
