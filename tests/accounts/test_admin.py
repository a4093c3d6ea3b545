"""The admin: entered through our sign-in page, and free of secrets."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client

from accounts.models import OutgoingMail, User
from accounts.privacy import deletion
from config.clock import now
from tests.factories import PASSWORD, UserFactory
from tests.moderation.staff import enter, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief() -> User:
    return staff(name="Chief", is_superuser=True)


@pytest.fixture
def staff_client(chief: User) -> Client:
    return enter(Client(), chief)


def test_staff_sign_in_on_the_same_page_as_everybody(client: Client) -> None:
    answer = client.get("/admin/login/")
    assert answer.headers["Location"].startswith("/accounts/login/")
    answer = client.post("/admin/login/", {"username": "Chief", "password": PASSWORD})
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_the_first_operator_is_created_on_the_command_line() -> None:
    call_command("createsuperuser", name="Chief", email="chief@example.org", interactive=False)
    assert User.objects.get(name="Chief").is_superuser


def test_a_player_is_not_let_in(client: Client) -> None:
    client.force_login(UserFactory.create())
    assert client.get("/admin/login/").status_code == 403


def test_no_page_shows_a_hash_or_a_session_key(staff_client: Client, chief: User) -> None:
    staff_client.get("/settings/")
    key = UserSession.objects.get().session_key
    for path in ("/admin/accounts/user/", f"/admin/accounts/user/{chief.pk}/change/"):
        page = staff_client.get(path)
        assert page.status_code == 200
        text = page.content.decode()
        assert chief.password not in text
        assert key not in text


@pytest.mark.parametrize("words", ["B0B", "bob"])
def test_a_player_is_found_by_any_spelling(staff_client: Client, words: str) -> None:
    bob = UserFactory.create(name="Bob", email="bob@example.org")
    page = staff_client.get("/admin/accounts/user/", {"q": words})
    assert list(page.context["cl"].queryset) == [bob]


def test_the_text_of_a_mail_is_shown_nowhere(staff_client: Client) -> None:
    EmailMessage("subject", "swordfish", None, ["bob@example.org"]).send()
    row = OutgoingMail.objects.get()
    for path in ("", f"{row.pk}/change/"):
        page = staff_client.get(f"/admin/accounts/outgoingmail/{path}")
        assert page.status_code == 200
        assert "swordfish" not in page.content.decode()


def test_the_status_of_a_mail_is_shown_in_words(staff_client: Client) -> None:
    refused = OutgoingMail.objects.create(recipients="a@example.org", mime="", refused=True)
    doubt = OutgoingMail.objects.create(recipients="b@example.org", mime="", unanswered=1)
    words = {refused.pk: "refused for good", doubt.pk: "not answered: it may have arrived"}
    for pk, said in words.items():
        for path in ("", f"{pk}/change/"):
            page = staff_client.get(f"/admin/accounts/outgoingmail/{path}").content.decode()
            assert said in page


def test_users_cannot_be_deleted_or_created_here(staff_client: Client, chief: User) -> None:
    assert staff_client.get("/admin/accounts/user/add/").status_code == 403
    assert staff_client.get(f"/admin/accounts/user/{chief.pk}/delete/").status_code == 403


def test_nothing_about_a_player_can_be_edited_here(staff_client: Client) -> None:
    bob = UserFactory.create(name="Bob")
    fields = {"name": "Robert", "language": "en", "time_zone": "UTC", "theme": "auto"}
    powers = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    answer = staff_client.post(f"/admin/accounts/user/{bob.pk}/change/", fields | powers)
    assert answer.status_code == 403
    bob.refresh_from_db()
    assert (bob.name, bob.is_staff, bob.is_superuser) == ("Bob", False, False)


def test_a_deleted_player_is_shown_and_cannot_be_changed(staff_client: Client) -> None:
    bob = UserFactory.create()
    deletion.delete_account(bob, now())
    assert staff_client.get(f"/admin/accounts/user/{bob.pk}/change/").status_code == 200
    staff_client.post(f"/admin/accounts/user/{bob.pk}/change/", {"name": "Back"})
    bob.refresh_from_db()
    assert bob.name is None
