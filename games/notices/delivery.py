"""Telling people what is due: exactly what is true, once, by the channels they chose.

A notice is a row (writing.py). Here it is claimed on a lease, looked at whether it is still
true, sent, and marked. docs/decisions/0032 says what a crash between any two lines leaves behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.utils import timezone, translation

from accounts.models import User
from games.notices import causes, claims, composing, situation, validity, writing
from games.notices.channels.mail import transport as mail
from games.notices.channels.push import transport as push
from games.notices.channels.slow_ends import Later
from games.notices.channels.webhook import transport as webhook
from games.notices.models import Notice
from games.notices.situation import Situation
from games.notices.text import NoticeText

SENDERS: Final[Mapping[str, Callable[[Notice, NoticeText, datetime], None]]] = {
    Notice.Channel.MAIL: mail.send,
    Notice.Channel.PUSH: push.send,
    Notice.Channel.WEBHOOK: webhook.send,
}


def send_next(at: datetime, channels: Sequence[str] = claims.EVERY) -> bool:
    """Claim what is due as one, look at it, send it, mark it; False if nothing is due."""
    rows = claims.claim(at, channels)
    if rows:
        try:
            true = _tell(rows, at)
        except Later as later:
            claims.hold(rows, later.until)
        except Exception as error:  # the outside has many ways to say no; none may stop the others
            claims.put_back(rows, error, at)
        else:
            _mark(rows, true, at)
    return rows is not None


def _tell(rows: list[Notice], at: datetime) -> list[Notice] | None:
    """Those that are still true were sent; None if they wait for a better moment."""
    known = situation.gather(rows)
    true = [row for row in rows if validity.still_true(row, known, at)]
    until = validity.held_until(true[0], known, at) if true else None
    if until is not None:
        claims.hold(rows, until)
        return None
    if true:
        _send(true, rows, known, at)
    return true


def _mark(rows: list[Notice], true: list[Notice] | None, at: datetime) -> None:
    """Outside of what is tried: whatever fails here, the other side has it, and it stays told."""
    if true is not None:
        claims.end(true, Notice.State.SENT, at)
        claims.end([row for row in rows if row not in true], Notice.State.DROPPED, at)


def _send(true: list[Notice], rows: list[Notice], known: Situation, at: datetime) -> None:
    """In the language and the hours of the reader."""
    reader, first = known.reader, true[0]
    with translation.override(reader.language), timezone.override(reader.zone):
        if first.bundled:
            entries = [composing.digest_entry(notice, known, at) for notice in true]
            mail.send_digest(rows, entries, at)
        elif len(rows) > 1:
            mail.send_together(rows, composing.decided(true), at)
        else:
            SENDERS[first.channel](first, composing.compose(first, known, at), at)


def test(user: User, at: datetime) -> int:
    """Write one `test` notice for each channel that leads to this player; how many?"""
    found = writing.notices(user, "test", causes.request(), at)
    writing.keep(found)
    return len(found)
