"""Composing emails: text and HTML with the same content, and an attached picture.

Emails load nothing from a server, so senders don't learn when they are read, and mail programs that
block remote pictures show ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.mime.image import MIMEImage
from itertools import groupby
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

PICTURE_CID: Final = "picture@undermine"
"""The Content-ID of the picture."""
PICTURE_WIDTH: Final = 514
"""In pixels, for mail programs that ignore styles."""
SIGNATURE: Final = "\n-- \n"
LINK: Final = re.compile(r"https?://\S+")
BUTTON_LABELS: Final[Mapping[str, str | Promise]] = {
    "account_confirm_email": _("Confirm my address"),
    "accounts:confirm-email": _("Confirm my address"),
    "accounts:confirm-again": _("Confirm my address"),
    "account_reset_password": _("Choose a new password"),
    "account_reset_password_from_key": _("Choose a new password"),
    "accounts:password-from-key": _("Choose a new password"),
    "account_request_login_code": _("Sign in with a code"),
    "account_signup": _("Create an account"),
    "accounts:sign-up": _("Create an account"),
    "contact": _("Contact us"),
    "": _("Open the page"),
}


class EmailWithPicture(EmailMultiAlternatives):
    """An email whose attachments belong to its HTML and are not listed."""

    mixed_subtype = "related"


class Email:
    """An email made from two templates of the same name: `.txt` and `.html`."""

    def __init__(self, template: str, subject: str, to: str, context: Mapping[str, Any]) -> None:
        self.template, self.subject, self.to = template, subject, to
        self.context: dict[str, Any] = {**_frame_context(subject), **context}
        self.picture = b""

    def show(self, png: bytes, words: str, width: int) -> None:
        """Add a picture with its alt text."""
        self.picture = png
        shown = {
            "picture": f"cid:{PICTURE_CID}",
            "picture_words": words,
            "width": min(width, PICTURE_WIDTH),
        }
        self.context |= shown

    def message(self, headers: Mapping[str, str]) -> EmailMultiAlternatives:
        plain = render_to_string(f"{self.template}.txt", self.context).strip() + "\n"
        found = EmailWithPicture(self.subject, plain, None, [self.to], headers=dict(headers))
        return attach_html(found, f"{self.template}.html", self.context, self.picture)


def _frame_context(subject: str) -> dict[str, str]:
    return {
        "subject": subject,
        "language": get_language() or settings.LANGUAGE_CODE,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
    }


def attach_html(
    message: EmailMultiAlternatives, template: str, context: Mapping[str, Any], picture: bytes = b""
) -> EmailMultiAlternatives:
    message.attach_alternative(render_to_string(template, dict(context)), "text/html")
    if picture:
        part = MIMEImage(picture, "png")
        part.add_header("Content-ID", f"<{PICTURE_CID}>")
        part.add_header("Content-Disposition", "inline", filename="picture.png")
        message.attach(part)
    return message


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, a link shown as a button, or a code to type."""

    kind: Literal["text", "link", "code"]
    text: str

    @property
    def button(self) -> str | Promise:
        return BUTTON_LABELS.get(_route(self.text), BUTTON_LABELS[""])

    @property
    def is_optout(self) -> bool:
        return self.kind == "link" and _route(self.text) == "accounts:never-again"


def add_html_from_text(
    message: EmailMultiAlternatives, context: Mapping[str, Any]
) -> EmailMultiAlternatives:
    told: dict[str, Any] = {**context, **_frame_context(str(message.subject))}
    found = text_blocks(str(message.body))
    # The HTML has the opt-out link, and the sentence before it, at its foot.
    told["blocks"] = found[:-2] if found and found[-1].is_optout else found
    return attach_html(message, "mail/from_text.html", told)


def text_blocks(text: str) -> list[TextBlock]:
    """Split a text into blocks, without its signature."""
    paragraphs = text.partition(SIGNATURE)[0].split("\n\n")
    return [block for paragraph in paragraphs for block in _paragraph_blocks(paragraph)]


def _paragraph_blocks(paragraph: str) -> Iterator[TextBlock]:
    if paragraph.strip("\n").startswith("    "):
        yield TextBlock("code", paragraph.strip())
        return
    for is_link, lines in groupby(paragraph.strip().splitlines(), key=_is_link):
        if is_link:
            yield from (TextBlock("link", line) for line in lines)
        else:
            yield TextBlock("text", "\n".join(lines))


def _is_link(line: str) -> bool:
    return LINK.fullmatch(line) is not None


def _route(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""
