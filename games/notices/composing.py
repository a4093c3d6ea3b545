"""What a notice says to its reader. The one place where notices meet the log and the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts import dates
from games.kinds import KINDS, rules_of
from games.kinds.common.words import Line, bot_name
from games.notices import authors, preferences
from games.notices.models import Notice
from games.notices.situation import WITH_DEADLINE, Situation
from games.notices.text import NoticeText
from games.notices.words import BODIES, BUTTONS, TITLES, pick
from games.tables.models import Seat, Table
from games.tables.presenters import log as history
from games.tables.words import clocks
from games.tables.words.entries import entry_line
from games.tables.words.names import Past, SeatNames
from games.tables.words.times import time_left
from games.tables.words.titles import mailed_title


def compose(notice: Notice, known: Situation, at: datetime) -> NoticeText:
    """In the language and zone that are active, with what happened since the reader's last turn."""
    return replace(digest_entry(notice, known, at), news=tuple(_news(notice, known)))


def digest_entry(notice: Notice, known: Situation, at: datetime) -> NoticeText:
    """The same without the news: a digest has many tables to speak of."""
    if authors.has_author(notice):
        return decided([notice])
    parts, gaps = _parts(notice, known), _gaps(notice, known)
    due = _deadline(notice, known, at)
    return NoticeText(
        title=_filled(pick(TITLES, *parts), gaps),
        body=_filled(pick(BODIES, *parts), gaps),
        url=settings.SITE_URL + _path(notice, known),
        button=str(pick(BUTTONS, *parts) if _leads_there(notice, known) else BUTTONS["elsewhere"]),
        why=str(preferences.KINDS[notice.kind].why),
        tag=_tag(notice),
        due_at=due,
        left=time_left(due, at) if due else "",
    )


def _deadline(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """Until when they have time; while clocks stand still, nobody knows."""
    seat = known.own_seat(notice)
    if seat is None or not seat.on_turn or notice.kind not in WITH_DEADLINE:
        return None
    return None if known.clocks_stand(at) else seat.due_at


def decided(notices: Sequence[Notice]) -> NoticeText:
    """What moderators decided, in the words they chose for this reader; of several, all in one."""
    notice, news = notices[0], authors.news(notices)
    if news is None:  # it was still there when its validity was checked
        raise LookupError("what it is about is gone")
    return NoticeText(
        title=news.subject,
        body=" ".join(" ".join(news.lines).split()),
        url=news.link or settings.SITE_URL + reverse("home"),
        button=gettext("Appeal") if news.appeal else gettext("Look"),
        why=str(preferences.KINDS[notice.kind].why),
        tag=_tag(notice),
        lines=news.lines,
        facts=news.facts,
    )


def _parts(notice: Notice, known: Situation) -> list[str]:
    """By what its sentences are looked up."""
    parts = [notice.kind, notice.what] if notice.what else [notice.kind]
    if notice.kind == "seat" and known.is_about_reader(notice):
        parts.append("mine")
        if notice.table and notice.table.gives_back:
            parts.append("back")
    return parts


def _filled(sentence: object, gaps: dict[str, str]) -> str:
    """One line, whatever stands in a name."""
    return " ".join((str(sentence) % gaps).split())


def _gaps(notice: Notice, known: Situation) -> dict[str, str]:
    gaps = {"site": settings.SITE_NAME, "table": "", "who": _who(notice, known)}
    table, seat = notice.table, known.seat(notice)
    if table is not None:
        gaps |= {
            "table": mailed_title(table),
            "game": str(KINDS[table.kind].title),
            "seats": str(table.size),
            "pace": clocks.pace(table.pace_hours),
        }
    if notice.kind == "round-over":
        gaps["round"] = str(notice.cause_number)
    until = seat.offered_until if seat else None
    return gaps | {"until": dates.moment(until) if until else ""}


def _who(notice: Notice, known: Situation) -> str:
    """Whom the sentence names."""
    if notice.kind == "invited" and notice.table and notice.table.owner:
        return notice.table.owner.display_name
    if notice.kind == "chat":
        message = known.message(notice)
        return message.user.display_name if message else ""
    seat = known.seat(notice)
    return _name(seat) if seat else ""


def _name(seat: Seat) -> str:
    """Who sits there; on an empty seat, who sat there."""
    if seat.user:
        return seat.user.display_name
    if seat.bot:
        return bot_name(seat.number)
    return seat.former.display_name if seat.former else gettext("former player")


def _leads_there(notice: Notice, known: Situation) -> bool:
    return notice.table is None or known.may_look(notice)


def _path(notice: Notice, known: Situation) -> str:
    """The board; their own list where the table is closed to them."""
    if notice.table is None:
        return reverse("notices")
    if notice.kind == "invited":  # whether asked by name or by address
        return reverse("invitation", args=[notice.table.invite_code])
    return reverse("table", args=[notice.table.code]) if known.may_look(notice) else reverse("home")


def _tag(notice: Notice) -> str:
    """A reminder takes the place of the turn it speaks of."""
    code = notice.table.code if notice.table else "undermine"
    return f"{code}-turn" if notice.kind in WITH_DEADLINE else f"n{notice.pk}"


# --- what happened ------------------------------------------------------------------------------


def _news(notice: Notice, known: Situation) -> list[Line]:
    table, seat = notice.table, known.own_seat(notice)
    if table is None or seat is None or notice.kind not in WITH_DEADLINE:
        return []
    return since_last_turn(table, known.at_table(notice), seat)


def since_last_turn(table: Table, seats: Sequence[Seat], mine: Seat) -> list[Line]:
    """What was done to the reader first, then the rest, all as a spectator may see it.

    Nothing of a table with rules that only a newer release has.
    """
    found = table.log.filter(number__gt=mine.read_to)
    moves, changes = history.latest(found, history.RECENT)
    kind, names = KINDS[table.kind], SeatNames(seats, mine.number)
    if table.rules_version not in kind.versions:
        return []
    rules = rules_of(table.kind, table.rules_version)
    past, lines = Past(names, [*moves, *changes]), list[Line | None]()
    for move in history.without_pairs(moves):
        then = past.at(move.number)
        lines.append(entry_line(move, then))
        events = (rules.view_event(history.event_of(raw), None) for raw in move.events)
        lines += [kind.words.mailed(event, then) for event in events]
    return sorted((line for line in lines if line is not None), key=lambda line: not line.tone)
