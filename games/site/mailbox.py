"""The mailbox of local mode: pages that show the emails in its folder."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

LINK = re.compile(r"https?://[^\s<>\"]+")
NEWEST = 50
OF_A_MAIL = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; "
    "base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"
)
"""Emails have inline styles; they run no scripts and load nothing."""
END = b"\n" + b"-" * 79 + b"\n"  # what Django's file backend writes after each message


@dataclass(frozen=True, slots=True)
class Mail:
    """An email as the pages show it."""

    name: str
    subject: str
    sender: str
    to: str
    sent_at: datetime | None
    text: str
    html: str
    """Its HTML with inlined pictures; "" if it has none."""

    @property
    def links(self) -> list[str]:
        return LINK.findall(self.text)


@require_safe
@never_cache
def mailbox(request: HttpRequest) -> HttpResponse:
    newest = sorted(_files(), key=lambda file: file.stat().st_mtime_ns, reverse=True)[:NEWEST]
    found = [_read(file) for file in newest]
    return render(request, "site/mailbox.html", {"messages_found": found})


@require_safe
@never_cache
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]
def message(request: HttpRequest, name: str) -> HttpResponse:
    for file in _files():
        if file.stem == name:
            return render(request, "site/mail.html", {"mail": _read(file)})
    raise Http404


@require_safe
@never_cache
@xframe_options_sameorigin
def html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML of a mail, for the frame on its page: it runs nothing and fetches nothing."""
    for file in _files():
        if file.stem == name:
            headers = {"Content-Security-Policy": OF_A_MAIL}
            return HttpResponse(_read(file).html, headers=headers)
    raise Http404


def _files() -> list[Path]:
    return list(settings.MAIL_DIR.glob("*.log"))


def _read(file: Path) -> Mail:
    parsed = message_from_bytes(file.read_bytes().removesuffix(END), policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    plain = parsed.get_body(("plain",))
    date = parsed["date"]
    return Mail(
        name=file.stem,
        subject=str(parsed["subject"] or ""),
        sender=str(parsed["from"] or ""),
        to=str(parsed["to"] or ""),
        sent_at=_aware(date.datetime) if date else None,
        text=plain.get_content() if plain else "",
        html=_html(parsed),
    )


def _html(parsed: EmailMessage) -> str:
    """As a mail program shows it: what lies in the mail takes the place of its names."""
    part = parsed.get_body(("html",))
    page: str = part.get_content() if part else ""
    for picture in parsed.walk():
        name = str(picture["Content-ID"] or "").strip("<>")
        if name and isinstance(content := picture.get_payload(decode=True), bytes):
            data = b64encode(content).decode()
            page = page.replace(f"cid:{name}", f"data:{picture.get_content_type()};base64,{data}")
    return page.replace("<head>", '<head><base target="_blank">', 1)


def _aware(moment: datetime) -> datetime:
    """A date that ends in -0000, as Django writes it, is UTC without saying so."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


urlpatterns: list[URLPattern] = [
    path("", mailbox, name="mailbox"),
    path("<str:name>/", message, name="mailbox-message"),
    path("<str:name>/html/", html, name="mailbox-html"),
]
