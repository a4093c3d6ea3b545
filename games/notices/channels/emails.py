"""Notices by email, sent directly to the mail server: in a queue they could become outdated.

Also the digest, invitations to people without an account, and unsubscribing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import dates
from accounts.mail import addresses, smtp
from accounts.mail.emails import Email
from accounts.models import User
from config.jobs import leases
from games.kinds import KINDS
from games.kinds.common.words.phrases import Line, plain
from games.notices import notice_types, preferences
from games.notices.models import Notice
from games.notices.texts import NoticeText, Score
from games.replays import picture_files
from games.replays.picture_files import Picture
from games.tables import time_controls
from games.tables.models import Table
from games.tables.titles import mailed_title

logger = logging.getLogger("undermine.notices")

MAX_NEWS = 12


def send_notices(rows: Sequence[Notice], text: NoticeText, at: datetime) -> None:
    """Send one email for a notice, or for several that go out together."""
    smtp.deliver(notice_mail(rows[0], text), partial(leases.mark_handed_over, rows, at))


def send_digest(rows: Sequence[Notice], entries: Sequence[NoticeText], at: datetime) -> None:
    """Send the digest. `rows` are all claimed notices, `entries` those that are still true."""
    smtp.deliver(digest_mail(rows, entries), partial(leases.mark_handed_over, rows, at))


def notice_mail(notice: Notice, text: NoticeText) -> EmailMultiAlternatives:
    """Compose the email of a notice. Its id comes from the row, so duplicates can be recognised."""
    news = shown_news(text.news)
    context = {
        "text": text,
        "due": dates.moment_without_zone(text.due_at) if text.due_at else "",
        "news": news,
        "plain_news": [plain(line.text) for line in news],
        "more": len(text.news) - len(news),
    }
    off = unsubscribe_link(notice.recipient, notice.kind)
    email = _email("notice", text.title, notice.recipient, off, context)
    if text.picture is not None:
        _attach_picture(email, text.picture)
    return email.message(notice_headers(message_id([notice]), off) | thread_headers(notice))


def _attach_picture(email: Email, picture: Picture) -> None:
    """Attach the picture if it can be rendered."""
    try:
        email.show(picture.png, picture.words, picture.width)
    except Exception:
        logger.exception("could not render picture %s", picture.name)


def shown_news(news: Sequence[Line]) -> list[Line]:
    """Return at most `MAX_NEWS` lines in order: preferably about the reader, then the latest."""
    if len(news) <= MAX_NEWS:
        return list(news)
    first = [number for number, line in enumerate(news) if line.tone]
    others = [number for number, line in enumerate(news) if not line.tone]
    kept = sorted([*others, *first][-MAX_NEWS:])
    return [news[number] for number in kept]


def digest_mail(rows: Sequence[Notice], entries: Sequence[NoticeText]) -> EmailMultiAlternatives:
    """Compose the digest: all news of the day, by table."""
    reader = rows[0].recipient
    subject = digest_subject(entries)
    context = {"tables": digest_by_table(entries), "subject": subject}
    off = unsubscribe_link(reader, DIGEST)
    email = _email("digest", subject, reader, off, context)
    return email.message(notice_headers(message_id(rows), off))


def message_id(rows: Sequence[Notice]) -> str:
    first = rows[0]
    name = "digest" if first.bundled else "notice"
    return f"<{name}.{first.pk}.{first.created_at:%Y%m%d%H%M%S}@{settings.SITE_HOST}>"


def thread_headers(notice: Notice) -> dict[str, str]:
    """Group mails about one table in a thread, under a root that was never sent; not
    moderation emails."""
    if notice.table is None or notice_types.NOTICE_TYPES[notice.kind].authored:
        return {}
    root = f"<table.{notice.table.code}@{settings.SITE_HOST}>"
    return {"In-Reply-To": root, "References": root}


def notice_headers(number: str, off: str) -> dict[str, str]:
    unsubscribing = unsubscribe_headers(off) if off else {}
    return {"Message-ID": number, "Auto-Submitted": "auto-generated", **unsubscribing}


def unsubscribe_headers(link: str) -> dict[str, str]:
    return {
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _email(name: str, subject: str, reader: User, off: str, context: dict[str, Any]) -> Email:
    context |= {
        "reader": reader,
        "off_url": off,
        "settings_url": settings.SITE_URL + reverse("notices"),
    }
    return Email(f"notices/mail/{name}", subject, reader.email, context)


NO_DEADLINE: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TableNews:
    entries: tuple[NoticeText, ...]

    @property
    def title(self) -> str:
        return self.entries[0].table or self.entries[0].title

    @property
    def bodies(self) -> list[str]:
        return list(dict.fromkeys(text.body for text in self.entries))

    @property
    def on_turn(self) -> bool:
        return any(text.on_turn for text in self.entries)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The latest scores among its entries."""
        return next((text.scores for text in reversed(self.entries) if text.scores), ())

    @property
    def link(self) -> NoticeText:
        """The entry to link to: the one where it is the reader's turn, else the last."""
        return next((text for text in self.entries if text.on_turn), self.entries[-1])

    @property
    def due_at(self) -> datetime | None:
        return min((text.due_at for text in self.entries if text.due_at), default=None)

    @property
    def due(self) -> str:
        return dates.moment_without_zone(self.due_at) if self.due_at else ""

    @property
    def left(self) -> str:
        return next(text.left for text in self.entries if text.due_at == self.due_at)


def digest_by_table(entries: Sequence[NoticeText]) -> list[TableNews]:
    """Group by table; tables where it is the reader's turn come first, by deadline."""
    groups: dict[str, list[NoticeText]] = {}
    for text in entries:
        groups.setdefault(text.table_code or text.tag, []).append(text)
    found = [TableNews(tuple(group)) for group in groups.values()]
    return sorted(found, key=lambda news: (not news.on_turn, news.due_at or NO_DEADLINE))


def digest_subject(entries: Sequence[NoticeText]) -> str:
    if len(entries) == 1:
        return entries[0].title
    turns = sum(news.on_turn for news in digest_by_table(entries))
    if turns:
        said = ngettext(
            "It is your turn at %(count)s table", "It is your turn at %(count)s tables", turns
        )
        return said % {"count": turns}
    said = ngettext(
        "%(count)s thing happened at your tables",
        "%(count)s things happened at your tables",
        len(entries),
    )
    return said % {"count": len(entries)}


def invitation_mail(table: Table, owner: User, address: str) -> EmailMultiAlternatives:
    """Compose an invitation: who invites to which table, and how to opt out."""
    never, title = addresses.optout_link(address), mailed_title(table)
    context = {
        "title": title,
        "game": KINDS[table.kind].title,
        "seats": table.size,
        "pace": time_controls.turn_length(table.pace_hours, table.pace_minutes),
        "owner": owner,
        "link": settings.SITE_URL + reverse("invitation", args=[table.invite_code]),
        "never_url": never,
    }
    subject = gettext("%(name)s asks you to “%(title)s”")
    subject %= {"name": owner.display_name, "title": title}
    email = Email("notices/mail/invitation", " ".join(subject.split()), address, context)
    cover = picture_files.cover(table.kind)
    email.show(cover.png, gettext("A drawing of the game."), cover.width)
    return email.message({"Auto-Submitted": "auto-generated", **unsubscribe_headers(never)})


# One click in a mail turns off exactly that kind of mail (RFC 8058).
# The link is signed and never expires. Opening it changes nothing, as mail scanners open links; its
# button, or that of a mail program, sends a POST without session or CSRF token.

UNSUBSCRIBE_SALT = "notices-off"
DIGEST = "digest"
"""Stands for all kinds in the daily email."""


def unsubscribe_link(user: User, kind: str) -> str:
    """Return the link that turns off emails of this kind; "" if they can't be turned off."""
    if kind != DIGEST and not notice_types.NOTICE_TYPES[kind].optional:
        return ""
    token = signing.Signer(salt=UNSUBSCRIBE_SALT).sign(f"{user.pk}.{kind}")
    return f"{settings.SITE_URL}{reverse('notices-off', args=[token])}"


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask to confirm, then unsubscribe, without signing in; in the language of the account."""
    user, kind = _read_token(token)
    again = request.POST.getlist("again")
    done = _switch_off_or_back(user, kind, again) if request.method == "POST" else None
    with translation.override(user.language):
        context = {
            "kinds": [
                notice_types.NOTICE_TYPES[name].label for name in done or _kinds_of_link(user, kind)
            ],
            "done": done is not None and not again,
            "again": bool(again),
            "undo": [f"{name}:{mode}" for name, mode in (done or {}).items()],
            "digest": kind == DIGEST,
        }
        response = render(request, "notices/unsubscribe.html", context)
        response.headers["Content-Language"] = translation.get_language()
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _read_token(token: str) -> tuple[User, str]:
    try:
        pk, kind = signing.Signer(salt=UNSUBSCRIBE_SALT).unsign(token).split(".", 1)
    except signing.BadSignature:
        raise Http404 from None
    user = User.objects.not_deleted().filter(pk=pk).first()
    if user is None or (kind != DIGEST and kind not in notice_types.NOTICE_TYPES):
        raise Http404
    return user, kind


def _kinds_of_link(user: User, kind: str) -> list[str]:
    if kind != DIGEST:
        return [kind]
    return [
        name
        for name in notice_types.NOTICE_TYPES
        if preferences.is_bundled(user, name, preferences.MAIL)
    ]


@transaction.atomic
def _switch_off_or_back(user: User, kind: str, again: list[str]) -> dict[str, str]:
    """Turn emails off, or back on. Return the changed kinds with their earlier modes."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    wanted = _modes_to_restore(kind, again) or dict.fromkeys(
        _kinds_of_link(user, kind), preferences.OFF
    )
    before = {name: preferences.mode(user, name) for name in wanted}
    for name, mode in wanted.items():
        preferences.choose(user, name, preferences.MAIL, mode)
    user.save(update_fields=["notice_modes"])
    return before


def _modes_to_restore(kind: str, again: list[str]) -> dict[str, str]:
    """Parse the undo button's data: kinds of this link with their earlier modes."""
    found = dict(item.split(":", 1) for item in again if ":" in item)
    return {
        name: mode
        for name, mode in found.items()
        if kind in (name, DIGEST)
        and name in notice_types.NOTICE_TYPES
        and notice_types.NOTICE_TYPES[name].optional
        and mode in preferences.modes(name, preferences.MAIL)
    }
