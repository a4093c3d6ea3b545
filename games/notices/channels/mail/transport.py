"""Notices as mail: text and HTML, straight to the mail server. A queue would only let them age."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, ngettext

from accounts import dates, leases, outbox
from accounts.models import User
from games.kinds.common.words import plain
from games.notices.channels.mail import unsubscribe
from games.notices.models import Notice
from games.notices.text import NoticeText

NEWS_AT_MOST = 12


def send(notice: Notice, text: NoticeText, at: datetime) -> None:
    outbox.post(notice_mail(notice, text), partial(leases.hand_over, [notice], at))


def send_together(rows: Sequence[Notice], text: NoticeText, at: datetime) -> None:
    """Several notices in one mail, which speaks of all of them."""
    outbox.post(notice_mail(rows[0], text), partial(leases.hand_over, rows, at))


def send_digest(rows: Sequence[Notice], entries: Sequence[NoticeText], at: datetime) -> None:
    """`rows` are all that were taken for it; `entries` what of them is still true."""
    outbox.post(digest_mail(rows, entries), partial(leases.hand_over, rows, at))


def notice_mail(notice: Notice, text: NoticeText) -> EmailMultiAlternatives:
    """One notice. Its id comes from the row, so that a mail sent twice can be recognised."""
    news = text.news[:NEWS_AT_MOST]
    context = {
        "text": text,
        "due": dates.bare(text.due_at) if text.due_at else "",
        "news": news,
        "plain_news": [plain(line.text) for line in news],
        "more": len(text.news) - len(news),
    }
    off = unsubscribe.link(notice.recipient, notice.kind)
    return _message("notice", text.title, notice.recipient, message_id([notice]), off, context)


def digest_mail(rows: Sequence[Notice], entries: Sequence[NoticeText]) -> EmailMultiAlternatives:
    """Everything of the day in one mail."""
    reader = rows[0].recipient
    count = len(entries)
    subject = ngettext(
        "%(count)s thing happened at your tables", "%(count)s things happened at your tables", count
    ) % {"count": count}
    if count == 1:
        subject = entries[0].title
    context = {
        "entries": [(text, dates.bare(text.due_at) if text.due_at else "") for text in entries],
        "subject": subject,
    }
    off = unsubscribe.link(reader, unsubscribe.DIGEST)
    return _message("digest", subject, reader, message_id(rows), off, context)


def message_id(rows: Sequence[Notice]) -> str:
    first = rows[0]
    name = "digest" if first.bundled else "notice"
    return f"<{name}.{first.pk}.{first.created_at:%Y%m%d%H%M%S}@{settings.SITE_HOST}>"


def _message(
    name: str, subject: str, reader: User, number: str, off: str, context: dict[str, Any]
) -> EmailMultiAlternatives:
    context |= {
        "reader": reader,
        "language": get_language(),
        "off_url": off,
        "settings_url": settings.SITE_URL + reverse("notices"),
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
    }
    headers = {"Message-ID": number, "Auto-Submitted": "auto-generated"}
    if off:
        headers |= {
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    plain_text = render_to_string(f"notices/mail/{name}.txt", context).strip() + "\n"
    message = EmailMultiAlternatives(subject, plain_text, None, [reader.email], headers=headers)
    message.attach_alternative(render_to_string(f"notices/mail/{name}.html", context), "text/html")
    return message
