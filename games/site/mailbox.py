"""Local mode's mail: what was sent lies in a folder, and these pages show it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

LINK = re.compile(r"https?://[^\s<>\"]+")
NEWEST = 50
END = b"\n" + b"-" * 79 + b"\n"  # what Django's file backend writes after each message


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail, as far as the pages show it."""

    name: str
    subject: str
    sender: str
    to: str
    sent_at: datetime | None
    text: str
    html_available: bool

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
def message(request: HttpRequest, name: str) -> HttpResponse:
    for file in _files():
        if file.stem == name:
            return render(request, "site/mail.html", {"mail": _read(file)})
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
        html_available=parsed.get_body(("html",)) is not None,
    )


def _aware(moment: datetime) -> datetime:
    """A date that ends in -0000, as Django writes it, is UTC without saying so."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


urlpatterns: list[URLPattern] = [
    path("", mailbox, name="mailbox"),
    path("<str:name>/", message, name="mailbox-message"),
]
