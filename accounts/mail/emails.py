"""A mail as it is written: text and HTML that say the same, and a picture that travels with it.

No mail makes a mail program fetch anything. A picture is a part of the mail, found by its
Content-ID: the sender cannot tell whether it was read, and programs that block remote pictures show
this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.mime.image import MIMEImage
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
"""The name of the picture within its mail."""
PICTURE_WIDTH: Final = 514
"""Pixels: how wide a mail shows a picture, where its program takes no style from us."""
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
    "account_signup": _("Make an account"),
    "accounts:sign-up": _("Make an account"),
    "contact": _("Write to us"),
    "": _("Open the page"),
}


class EmailWithPicture(EmailMultiAlternatives):
    """What lies in it belongs to its HTML, and is no attachment to be listed."""

    mixed_subtype = "related"


class Email:
    """One mail, made from two templates of the same name: `.txt` and `.html`."""

    def __init__(self, template: str, subject: str, to: str, context: Mapping[str, Any]) -> None:
        self.template, self.subject, self.to = template, subject, to
        self.context: dict[str, Any] = {**_frame_context(subject), **context}
        self.picture = b""

    def show(self, png: bytes, words: str, width: int) -> None:
        """A picture at the place that the HTML has for it, and what it shows in words."""
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
    """What the frame of every mail wants."""
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


# --- the HTML of mails that were written as text --------------------------------------------------


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, a button, or a code to be typed."""

    kind: Literal["text", "link", "code"]
    text: str

    @property
    def button(self) -> str | Promise:
        """What following the link is for."""
        return BUTTON_LABELS.get(_route(self.text), BUTTON_LABELS[""])

    @property
    def is_way_out(self) -> bool:
        """Does it lead to where one asks for no more mail?"""
        return self.kind == "link" and _route(self.text) == "accounts:never-again"


def add_html_from_text(
    message: EmailMultiAlternatives, context: Mapping[str, Any]
) -> EmailMultiAlternatives:
    """A mail that was written as text; both say the same, for one is made from the other."""
    told: dict[str, Any] = {**context, **_frame_context(str(message.subject))}
    told["blocks"] = _without_optout(text_blocks(str(message.body)))
    return attach_html(message, "mail/from_text.html", told)


def _without_optout(found: list[TextBlock]) -> list[TextBlock]:
    """The way out, and the sentence before it: in the HTML it stands at the foot."""
    return found[:-2] if found and found[-1].is_way_out else found


def text_blocks(text: str) -> list[TextBlock]:
    """Split a text into blocks, without its signature."""
    paragraphs = text.partition(SIGNATURE)[0].split("\n\n")
    return [block for paragraph in paragraphs for block in _paragraph_blocks(paragraph)]


def _paragraph_blocks(paragraph: str) -> Iterator[TextBlock]:
    if paragraph.strip("\n").startswith("    "):
        yield TextBlock("code", paragraph.strip())
        return
    lines: list[str] = []
    for line in paragraph.strip().splitlines():
        if LINK.fullmatch(line):
            yield from _text_block(lines)
            lines = []
            yield TextBlock("link", line)
        else:
            lines.append(line)
    yield from _text_block(lines)


def _text_block(lines: list[str]) -> Iterator[TextBlock]:
    if lines:
        yield TextBlock("text", "\n".join(lines))


def _route(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""
