"""Notices as mail: text and HTML, straight to the mail server. A queue would only let them age."""

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
from accounts.mail import email_optout, smtp
from accounts.mail.emails import Email
from accounts.models import User
from config.jobs import leases
from games.kinds import KINDS
from games.kinds.common.words.phrases import Line, plain
from games.notices import preferences
from games.notices.models import Notice
from games.notices.texts import NoticeText, Score, has_own_author
from games.replays import picture_files
from games.replays.picture_files import Picture
from games.tables import time_controls
from games.tables.links import mailed_title
from games.tables.models import Table

logger = logging.getLogger("undermine.notices")

MAX_NEWS = 12


def send_notice(notice: Notice, text: NoticeText, at: datetime) -> None:
    smtp.deliver(notice_mail(notice, text), partial(leases.mark_handed_over, [notice], at))


def send_combined(rows: Sequence[Notice], text: NoticeText, at: datetime) -> None:
    """Several notices in one mail, which speaks of all of them."""
    smtp.deliver(notice_mail(rows[0], text), partial(leases.mark_handed_over, rows, at))


def send_digest(rows: Sequence[Notice], entries: Sequence[NoticeText], at: datetime) -> None:
    """`rows` are all that were taken for it; `entries` what of them is still true."""
    smtp.deliver(digest_mail(rows, entries), partial(leases.mark_handed_over, rows, at))


def notice_mail(notice: Notice, text: NoticeText) -> EmailMultiAlternatives:
    """One notice. Its id comes from the row, so that a mail sent twice can be recognised."""
    news = shown_news(text.news)
    context = {
        "text": text,
        "due": dates.moment_without_zone(text.due_at) if text.due_at else "",
        "news": news,
        "plain_news": [plain(line.text) for line in news],
        "more": len(text.news) - len(news),
    }
    off = unsubscribe_link(notice.recipient, notice.kind)
    letter = _letter("notice", text.title, notice.recipient, off, context)
    if text.picture is not None:
        _attach_picture(letter, text.picture)
    return letter.message(notice_headers(message_id([notice]), off) | thread_headers(notice))


def _attach_picture(letter: Email, picture: Picture) -> None:
    """The picture; no mail waits for one that cannot be painted."""
    try:
        letter.show(picture.png, picture.words, picture.width)
    except Exception:
        logger.exception("picture %s was not painted", picture.name)


def shown_news(news: Sequence[Line]) -> list[Line]:
    """What was done to the reader, and of the rest the latest; in the order of all."""
    if len(news) <= MAX_NEWS:
        return list(news)
    first = [number for number, line in enumerate(news) if line.tone]
    others = [number for number, line in enumerate(news) if not line.tone]
    kept = sorted([*others, *first][-MAX_NEWS:])
    return [news[number] for number in kept]


def digest_mail(rows: Sequence[Notice], entries: Sequence[NoticeText]) -> EmailMultiAlternatives:
    """Everything of the day in one mail, by table."""
    reader = rows[0].recipient
    subject = digest_subject(entries)
    context = {"tables": digest_by_table(entries), "subject": subject}
    off = unsubscribe_link(reader, DIGEST)
    letter = _letter("digest", subject, reader, off, context)
    return letter.message(notice_headers(message_id(rows), off))


def message_id(rows: Sequence[Notice]) -> str:
    first = rows[0]
    name = "digest" if first.bundled else "notice"
    return f"<{name}.{first.pk}.{first.created_at:%Y%m%d%H%M%S}@{settings.SITE_HOST}>"


def thread_headers(notice: Notice) -> dict[str, str]:
    """Mails about one table belong together. What they all answer was never sent: mail programs
    ask for no more than its name. What moderators decide stands by itself."""
    if notice.table is None or has_own_author(notice):
        return {}
    root = f"<table.{notice.table.code}@{settings.SITE_HOST}>"
    return {"In-Reply-To": root, "References": root}


def notice_headers(number: str, off: str) -> dict[str, str]:
    found = {"Message-ID": number, "Auto-Submitted": "auto-generated"}
    if off:
        found |= {
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return found


def _letter(name: str, subject: str, reader: User, off: str, context: dict[str, Any]) -> Email:
    context |= {
        "reader": reader,
        "off_url": off,
        "settings_url": settings.SITE_URL + reverse("notices"),
    }
    return Email(f"notices/mail/{name}", subject, reader.email, context)


# The daily mail: grouped by table, with those first that wait for the reader.

NO_DEADLINE: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TableNews:
    """All that is told of one table."""

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
        """The latest that is told."""
        return next((text.scores for text in reversed(self.entries) if text.scores), ())

    @property
    def link(self) -> NoticeText:
        """What there is to do: of all entries the one that waits for the reader."""
        return next((text for text in self.entries if text.on_turn), self.entries[-1])

    @property
    def due_at(self) -> datetime | None:
        return min((text.due_at for text in self.entries if text.due_at), default=None)

    @property
    def due(self) -> str:
        return dates.moment_without_zone(self.due_at) if self.due_at else ""

    @property
    def left(self) -> str:
        found = [text.left for text in self.entries if text.due_at == self.due_at]
        return found[0] if self.due_at else ""


def digest_by_table(entries: Sequence[NoticeText]) -> list[TableNews]:
    """Where it is the reader's turn first, by the time that is left."""
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


# The invitation to somebody without an account: one mail, through the outbox.


def invitation_mail(table: Table, owner: User, address: str) -> EmailMultiAlternatives:
    """Who asks, to what, and how never to be asked again."""
    never, title = email_optout.optout_link(address), mailed_title(table)
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
    letter = Email("notices/mail/invitation", " ".join(subject.split()), address, context)
    cover = picture_files.cover(table.kind)
    letter.show(cover.png, gettext("A drawing of the game."), cover.width)
    return letter.message(
        {
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{never}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    )


# One click in a mail switches off exactly that kind of mail (RFC 8058).
#
# The link is signed and never expires. Opening it changes nothing, for scanners open links; its
# button, or a mail program's own, sends a POST without session or form key.

UNSUBSCRIBE_SALT = "notices-off"
_MAIL = preferences.MAIL
DIGEST = "digest"
"""Not a kind: all that comes in the daily mail."""


def unsubscribe_link(user: User, kind: str) -> str:
    """The address that switches mail of this kind off; nothing for what cannot be switched off."""
    if kind != DIGEST and not preferences.KINDS[kind].optional:
        return ""
    token = signing.Signer(salt=UNSUBSCRIBE_SALT).sign(f"{user.pk}.{kind}")
    return f"{settings.SITE_URL}{reverse('notices-off', args=[token])}"


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, then do it; whoever holds the mail may. In the language of the account."""
    user, kind = _read_token(token)
    done: dict[str, str] | None = None
    if request.method == "POST":
        done = _switch_off_or_back(user, kind, request.POST.getlist("again"))
    with translation.override(user.language):
        context = {
            "kinds": [preferences.KINDS[name].label for name in done or _kinds_of_link(user, kind)],
            "done": done is not None and not request.POST.getlist("again"),
            "again": done is not None and bool(request.POST.getlist("again")),
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
    user = User.objects.filter(pk=pk, deleted_at=None).first()
    if user is None or (kind != DIGEST and kind not in preferences.KINDS):
        raise Http404
    return user, kind


def _kinds_of_link(user: User, kind: str) -> list[str]:
    """The kinds that this link speaks of."""
    if kind != DIGEST:
        return [kind]
    return [name for name in preferences.KINDS if preferences.is_bundled(user, name, _MAIL)]


@transaction.atomic
def _switch_off_or_back(user: User, kind: str, again: list[str]) -> dict[str, str]:
    """Off; or back to what it was. Returns what was changed, and what stood there before."""
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
    """What the button *undo* sends back: kinds of this link, and how they came before."""
    found = dict(item.split(":", 1) for item in again if ":" in item)
    return {
        name: mode
        for name, mode in found.items()
        if kind in (name, DIGEST)
        and name in preferences.KINDS
        and preferences.KINDS[name].optional
        and mode in preferences.modes(name, _MAIL)
    }
