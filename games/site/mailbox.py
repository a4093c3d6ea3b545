"""The mailbox of local mode: pages that show the emails in its folder."""

from __future__ import annotations

import re
from base64 import b64encode
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

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
    return render(request, "site/mail.html", {"mail": _mail(name)})


@require_safe
@never_cache
@xframe_options_sameorigin
def html(request: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML of an email in the frame on its page; it runs nothing and loads nothing."""
    return HttpResponse(_mail(name)["html"], headers={"Content-Security-Policy": OF_A_MAIL})


def _mail(name: str) -> dict[str, Any]:
    for file in _files():
        if file.stem == name:
            return _read(file)
    raise Http404


def _files() -> list[Path]:
    return list(settings.MAIL_DIR.glob("*.log"))


def _read(file: Path) -> dict[str, Any]:
    """Return an email as the pages show it."""
    parsed = message_from_bytes(file.read_bytes().removesuffix(END), policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    plain, date = parsed.get_body(("plain",)), parsed["date"]
    text = plain.get_content() if plain else ""
    return {
        "name": file.stem,
        "subject": parsed["subject"] or "",
        "sender": parsed["from"] or "",
        "to": parsed["to"] or "",
        "sent_at": _aware(date.datetime) if date else None,
        "text": text,
        "links": LINK.findall(text),
        "html": _html(parsed),
    }


def _html(parsed: EmailMessage) -> str:
    """Return its HTML with inlined pictures, as a mail program shows it; "" if it has none."""
    part = parsed.get_body(("html",))
    page: str = part.get_content() if part else ""
    for picture in parsed.walk():
        name = str(picture["Content-ID"] or "").strip("<>")
        if name and isinstance(content := picture.get_payload(decode=True), bytes):
            data = b64encode(content).decode()
            page = page.replace(f"cid:{name}", f"data:{picture.get_content_type()};base64,{data}")
    return page.replace("<head>", '<head><base target="_blank">', 1)


def _aware(moment: datetime) -> datetime:
    """Read a date that ends in -0000, as Django writes it, as UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


urlpatterns: list[URLPattern] = [
    path("", mailbox, name="mailbox"),
    path("<str:name>/", message, name="mailbox-message"),
    path("<str:name>/html/", html, name="mailbox-html"),
]
