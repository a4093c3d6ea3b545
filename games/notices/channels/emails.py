"""Notices as mail: text and HTML, straight to the mail server. A queue would only let them age."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse

from accounts import dates, leases, outbox
from accounts.letters import Letter
from accounts.models import User
from games.kinds.common.words import Line, plain
from games.notices import authors
from games.notices.channels.mail import digest, unsubscribe
from games.notices.models import Notice
from games.notices.text import NoticeText
from games.tables.presenters.pictures.picture import Picture

logger = logging.getLogger("undermine.notices")

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
    news = told(text.news)
    context = {
        "text": text,
        "due": dates.bare(text.due_at) if text.due_at else "",
        "news": news,
        "plain_news": [plain(line.text) for line in news],
        "more": len(text.news) - len(news),
    }
    off = unsubscribe.link(notice.recipient, notice.kind)
    letter = _letter("notice", text.title, notice.recipient, off, context)
    if text.picture is not None:
        _show(letter, text.picture)
    return letter.message(headers(message_id([notice]), off) | thread(notice))


def _show(letter: Letter, picture: Picture) -> None:
    """The picture; no mail waits for one that cannot be painted."""
    try:
        letter.show(picture.png, picture.words, picture.width)
    except Exception:
        logger.exception("picture %s was not painted", picture.name)


def told(news: Sequence[Line]) -> list[Line]:
    """What was done to the reader, and of the rest the latest; in the order of all."""
    if len(news) <= NEWS_AT_MOST:
        return list(news)
    first = [number for number, line in enumerate(news) if line.tone]
    others = [number for number, line in enumerate(news) if not line.tone]
    kept = sorted([*others, *first][-NEWS_AT_MOST:])
    return [news[number] for number in kept]


def digest_mail(rows: Sequence[Notice], entries: Sequence[NoticeText]) -> EmailMultiAlternatives:
    """Everything of the day in one mail, by table."""
    reader = rows[0].recipient
    subject = digest.subject(entries)
    context = {"tables": digest.by_table(entries), "subject": subject}
    off = unsubscribe.link(reader, unsubscribe.DIGEST)
    letter = _letter("digest", subject, reader, off, context)
    return letter.message(headers(message_id(rows), off))


def message_id(rows: Sequence[Notice]) -> str:
    first = rows[0]
    name = "digest" if first.bundled else "notice"
    return f"<{name}.{first.pk}.{first.created_at:%Y%m%d%H%M%S}@{settings.SITE_HOST}>"


def thread(notice: Notice) -> dict[str, str]:
    """Mails about one table belong together. What they all answer was never sent: mail programs
    ask for no more than its name. What moderators decide stands by itself."""
    if notice.table is None or authors.has_author(notice):
        return {}
    root = f"<table.{notice.table.code}@{settings.SITE_HOST}>"
    return {"In-Reply-To": root, "References": root}


def headers(number: str, off: str) -> dict[str, str]:
    found = {"Message-ID": number, "Auto-Submitted": "auto-generated"}
    if off:
        found |= {
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return found


def _letter(name: str, subject: str, reader: User, off: str, context: dict[str, Any]) -> Letter:
    context |= {
        "reader": reader,
        "off_url": off,
        "settings_url": settings.SITE_URL + reverse("notices"),
    }
    return Letter(f"notices/mail/{name}", subject, reader.email, context)
