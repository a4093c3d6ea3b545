"""No form tells a stranger whether an address has an account. Whole answers are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import OutgoingMail, User
from tests.accounts.conftest import whole
from tests.factories import PASSWORD, UserFactory

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

# Equally long, so that sizes can be compared too.
KNOWN = "known@example.org"
STRANGE = "alien@example.org"


class CountingHasher(MD5PasswordHasher):
    """Hashing is what takes time: the same number of hashes takes the same time."""

    done: ClassVar[list[str]] = []

    def encode(self, password: str, salt: str) -> str:
        self.done.append(salt)
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _hashes(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]


@pytest.fixture(autouse=True)
def known() -> User:
    return UserFactory.create(name="Known", email=KNOWN)


def seen(response: Any, email: str) -> tuple[object, ...]:
    """An answer, with a blank for the address that the visitor typed."""
    status, headers, cookies, text = whole(response)
    assert isinstance(text, str)
    return status, headers, cookies, text.replace(email, "<typed>")


def compare(path: str, fields: Callable[[str], dict[str, str]], then: tuple[str, ...] = ()) -> None:
    """Post for a known and for a strange address, look at the pages that follow, compare."""
    worlds = []
    for email in (KNOWN, STRANGE):
        client = Client()
        CountingHasher.done.clear()
        before = OutgoingMail.objects.count()
        answers = [client.post(path, fields(email))]
        answers += [client.get(page) for page in then]
        hashes, mails = len(CountingHasher.done), OutgoingMail.objects.count() - before
        worlds.append(([seen(answer, email) for answer in answers], hashes, mails))
    assert worlds[0] == worlds[1]
    assert all(answer[0] in (200, 302) for answer in worlds[0][0])


def test_signing_up() -> None:
    taken = iter(["Anna", "Otto"])
    compare(
        "/accounts/signup/",
        lambda email: {"username": next(taken), "email": email, "password1": PASSWORD},
        ("/accounts/confirm-email/", "/accounts/login/", "/accounts/signup/"),
    )


def test_the_name_is_taken_after_signing_up_either_way() -> None:
    """Otherwise signing up a second time with the same name would reveal it."""
    answers = []
    for email, name in ((KNOWN, "Anna"), (STRANGE, "Otto")):
        fields = {"username": name, "email": email, "password1": PASSWORD}
        Client().post("/accounts/signup/", fields)
        again = fields | {"email": "somebody@example.org"}
        answer = Client().post("/accounts/signup/", again)
        answers.append(list(answer.context["form"].errors))
    assert answers == [["username"], ["username"]]


def test_nobody_can_sign_in_with_a_name_that_is_only_held(client: Client) -> None:
    fields = {"username": "Anna", "email": KNOWN, "password1": "rope and lantern"}
    client.post("/accounts/signup/", fields)
    held = User.objects.get(name="Anna")
    assert (held.email, held.is_active, held.has_usable_password()) == ("", False, False)
    client.post("/accounts/login/", {"login": KNOWN, "password": "rope and lantern"})
    assert "_auth_user_id" not in client.session


def test_signing_in_with_a_wrong_password() -> None:
    compare("/accounts/login/", lambda email: {"login": email, "password": "wrong one"})


def test_signing_in_when_the_account_has_no_password(known: User) -> None:
    known.set_unusable_password()
    known.save()
    compare("/accounts/login/", lambda email: {"login": email, "password": "wrong one"})


def test_signing_in_when_the_account_is_suspended_or_closed(known: User) -> None:
    known.is_active = False
    known.save()
    compare("/accounts/login/", lambda email: {"login": email, "password": "wrong one"})


def test_asking_for_a_code() -> None:
    compare(
        "/accounts/login/code/",
        lambda email: {"email": email},
        ("/accounts/login/code/confirm/",),
    )


def test_typing_wrong_codes() -> None:
    worlds = []
    for email in (KNOWN, STRANGE):
        client = Client()
        client.post("/accounts/login/code/", {"email": email})
        confirm = "/accounts/login/code/confirm/"
        client.post(confirm, {"action": "resend"})
        answers = [client.post(confirm, {"code": "nonsense"}) for _ in range(4)]
        worlds.append([seen(answer, email) for answer in answers])
    assert worlds[0] == worlds[1]


def test_forgetting_a_password() -> None:
    compare(
        "/accounts/password/reset/",
        lambda email: {"email": email},
        ("/accounts/password/reset/done/",),
    )


def test_moving_to_another_address() -> None:
    """The mover sees the same; only the owner of the address learns more, by mail."""
    worlds = []
    mover = UserFactory.create(name="Mover", email="mover@example.org")
    for email in (KNOWN, STRANGE):
        client = Client()
        client.force_login(mover)
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        answers = [
            client.post("/accounts/email/", {"email": email, "action_add": ""}),
            client.get("/accounts/email/"),
            client.post("/accounts/email/", {"email": email, "action_send": ""}),
        ]
        worlds.append([seen(answer, email) for answer in answers])
        EmailAddress.objects.filter(user=mover, verified=False).delete()
    assert worlds[0] == worlds[1]


def test_the_throttles_count_strange_addresses_too() -> None:
    answers = []
    for email in (KNOWN, STRANGE):
        client = Client(REMOTE_ADDR="192.0.2.7" if email == KNOWN else "192.0.2.8")
        fields = {"login": email, "password": "wrong one"}
        answers.append([seen(client.post("/accounts/login/", fields), email) for _ in range(7)])
    assert answers[0] == answers[1]


def test_only_the_owner_reads_what_happened(client: Client, post: Post) -> None:
    client.post("/accounts/password/reset/", {"email": STRANGE})
    client.post("/accounts/password/reset/", {"email": KNOWN})
    strange, known = post()
    assert (strange.to, known.to) == ([STRANGE], [KNOWN])
    assert "/accounts/signup/" in str(strange.body)
    assert "/password/reset/key/" in str(known.body)
