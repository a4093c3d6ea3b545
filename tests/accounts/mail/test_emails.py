"""Mails of accounts: text and HTML that say the same, and an opt-out for strangers."""

from __future__ import annotations

import re
from email import message_from_string, policy
from email.message import EmailMessage
from pathlib import Path

import allauth
import pytest
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.test import Client

from accounts.mail import addresses, emails
from accounts.models import OutgoingMail
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

STRANGER = "dori@example.org"


def newest() -> EmailMessage:
    row = OutgoingMail.objects.latest("pk")
    found = message_from_string(row.mime, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def part(letter: EmailMessage, kind: str) -> str:
    found = letter.get_body((kind,))
    assert found is not None
    return str(found.get_content())


def test_a_code_is_mailed_as_text_and_html() -> None:
    user = UserFactory.create()
    Client().post("/accounts/login/code/", {"email": user.email})
    letter = newest()
    found = re.search(r"^    (\S+)$", part(letter, "plain"), re.M)
    assert found
    assert f'<p class="code">{found[1]}</p>' in part(letter, "html")
    assert letter["Auto-Submitted"] == "auto-generated"


def test_a_link_is_a_button_that_names_its_purpose() -> None:
    user = UserFactory.create()
    Client().post("/accounts/password/reset/", {"email": user.email})
    letter = newest()
    found = re.search(r"^(http\S+/reset/key/\S+)$", part(letter, "plain"), re.M)
    assert found
    assert f'href="{found[1]}">Choose a new password</a>' in part(letter, "html")
    assert not re.search(r"<(img|link|script|iframe)\b|url\(|src=", part(letter, "html"))


def test_a_stranger_can_stop_further_mail() -> None:
    Client().post("/accounts/password/reset/", {"email": STRANGER})
    letter = newest()
    out = addresses.optout_link(STRANGER)
    assert letter["To"] == STRANGER
    assert letter["List-Unsubscribe"].strip() == f"<{out}>"
    assert out in part(letter, "plain")
    assert f'href="{out}"' in part(letter, "html")
    OutgoingMail.objects.all().delete()
    Client().post("/" + out.split("/", 3)[3])
    Client().post("/accounts/password/reset/", {"email": STRANGER})
    assert not OutgoingMail.objects.exists()


def test_after_opting_out_you_still_get_mail_that_you_request() -> None:
    Client().post("/" + addresses.optout_link(STRANGER).split("/", 3)[3])
    user = UserFactory.create(email=STRANGER)
    Client().post("/accounts/login/code/", {"email": user.email})
    assert newest()["To"] == STRANGER


def test_every_mail_of_allauth_has_a_template_that_begins_with_its_subject() -> None:
    """All but those of features that we don't use."""
    package = Path(str(allauth.__file__)).parent
    sources = [
        path.read_text() for app in ("account", "mfa") for path in (package / app).rglob("*.py")
    ]
    names = {name for text in sources for name in re.findall(r"\w+/email/\w+", text)}
    for name in names - {"account/email/password_reset_code"}:
        if "webauthn" not in name:
            assert render_to_string(f"{name}.txt").partition("\n\n")[0].strip(), name


def test_a_text_is_paragraphs_links_and_codes() -> None:
    text = "Hello,\n\nRead this\nhttp://x.test/a/\n\n    K4T\n\nBye.\n\n-- \nUs\nhttp://x.test/"
    found = [(block.kind, block.text) for block in emails.text_blocks(text)]
    assert found == [
        ("text", "Hello,"),
        ("text", "Read this"),
        ("link", "http://x.test/a/"),
        ("code", "K4T"),
        ("text", "Bye."),
    ]


def test_typed_text_is_never_markup() -> None:
    message = EmailMultiAlternatives("<b>Subject", "Hello <b>Bob,", None, [STRANGER])
    page = str(emails.add_html_from_text(message, {}).alternatives[0][0])
    assert "<b>" not in page
    assert "Hello &lt;b&gt;Bob," in page
