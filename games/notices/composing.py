"""What a notice says to its reader. The one place where notices meet the log and the words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts import dates
from games.kinds import KINDS
from games.kinds.common.words import Line, bot_name
from games.moderation import tell
from games.notices import preferences
from games.notices.messages import Says
from games.notices.models import Notice
from games.notices.validity import Facts, round_of
from games.notices.words import BODIES, BUTTONS, TITLES, pick
from games.tables.models import Seat, Table
from games.tables.presenters import log as history
from games.tables.words import clocks
from games.tables.words.entries import entry_line
from games.tables.words.names import SeatNames
from games.tables.words.past import Past
from games.tables.words.times import time_left
from games.tables.words.titles import mailed_title

WITH_DEADLINE = ("turn", "reminder", "missed")


def compose(notice: Notice, facts: Facts, at: datetime, whole: bool = True) -> Says:
    """In the language and zone now active. `whole`: with what happened since his last turn."""
    if notice.kind == tell.KIND:
        return _decided(notice)
    parts, gaps = _parts(notice, facts), _gaps(notice, facts)
    seat = facts.own_seat(notice)
    due = seat.due_at if seat and seat.on_turn and notice.kind in WITH_DEADLINE else None
    news = whole and seat is not None and notice.kind in WITH_DEADLINE
    return Says(
        title=_filled(pick(TITLES, *parts), gaps),
        body=_filled(pick(BODIES, *parts), gaps),
        url=settings.SITE_URL + _path(notice, facts),
        button=str(pick(BUTTONS, *parts) if _leads_there(notice, facts) else BUTTONS["elsewhere"]),
        why=str(preferences.KINDS[notice.kind].why),
        tag=_tag(notice),
        due_at=due,
        left=time_left(due, at) if due else "",
        news=tuple(since_last_turn(notice.table, facts.at_table(notice), seat)) if news else (),  # type: ignore[arg-type]
    )


def _decided(notice: Notice) -> Says:
    """What moderators decided, in the words they chose for this reader."""
    news = tell.news(notice)
    assert news is not None  # facts.still_true has looked
    return Says(
        title=news.subject,
        body=" ".join(" ".join(news.lines).split()),
        url=news.link or settings.SITE_URL + reverse("home"),
        button=gettext("Appeal") if news.appeal else gettext("Look"),
        why=str(preferences.KINDS[notice.kind].why),
        tag=_tag(notice),
    )


def _parts(notice: Notice, facts: Facts) -> list[str]:
    """By what its sentences are looked up."""
    parts = [notice.kind, notice.what] if notice.what else [notice.kind]
    if notice.kind == "seat" and facts.is_about_reader(notice):
        parts.append("mine")
        if notice.table and notice.table.gives_back:
            parts.append("back")
    return parts


def _filled(sentence: object, gaps: dict[str, str]) -> str:
    """One line, whatever stands in a name."""
    return " ".join((str(sentence) % gaps).split())


def _gaps(notice: Notice, facts: Facts) -> dict[str, str]:
    gaps = {"site": settings.SITE_NAME, "table": "", "who": _who(notice, facts)}
    table, seat = notice.table, facts.seat(notice)
    if table is not None:
        gaps |= {
            "table": mailed_title(table),
            "game": str(KINDS[table.kind].title),
            "seats": str(table.size),
            "pace": clocks.pace(table.pace_hours),
        }
    if notice.kind == "round-over":
        gaps["round"] = str(round_of(notice))
    until = seat.offered_until if seat else None
    return gaps | {"until": dates.moment(until) if until else ""}


def _who(notice: Notice, facts: Facts) -> str:
    """Whom the sentence names."""
    if notice.kind == "invited" and notice.table and notice.table.owner:
        return notice.table.owner.display_name
    if notice.kind == "chat":
        message = next((m for m in facts.messages.values() if _is_of(m.pk, notice)), None)
        return message.user.display_name if message else ""
    seat = facts.seat(notice)
    return _name(seat) if seat else ""


def _is_of(message: int, notice: Notice) -> bool:
    return notice.cause.endswith(f":message-{message}")


def _name(seat: Seat) -> str:
    """Who sits there; on an empty seat, who sat there."""
    if seat.user:
        return seat.user.display_name
    if seat.bot:
        return bot_name(seat.number)
    return seat.former.display_name if seat.former else gettext("former player")


def _leads_there(notice: Notice, facts: Facts) -> bool:
    return notice.table is None or facts.is_open(notice)


def _path(notice: Notice, facts: Facts) -> str:
    """The board; his own list where the table is closed to him."""
    if notice.table is None:
        return reverse("notices")
    if notice.kind == "invited":  # whether asked by name or by address
        return reverse("invitation", args=[notice.table.invite_code])
    return reverse("table", args=[notice.table.code]) if facts.is_open(notice) else reverse("home")


def _tag(notice: Notice) -> str:
    """A reminder takes the place of the turn it speaks of."""
    code = notice.table.code if notice.table else "undermine"
    return f"{code}-turn" if notice.kind in ("turn", "reminder", "missed") else f"n{notice.pk}"


# --- what happened ------------------------------------------------------------------------------


def since_last_turn(table: Table, seats: Sequence[Seat], mine: Seat) -> list[Line]:
    """What was done to the reader first, then the rest, all as a spectator may see it."""
    found = table.log.filter(number__gt=mine.read_to)
    moves, changes = history.latest(found, history.RECENT)
    kind, names = KINDS[table.kind], SeatNames(seats, mine.number)
    past, lines = Past(names, [*moves, *changes]), list[Line | None]()
    for move in history.without_pairs(moves):
        then = past.at(move.number)
        lines.append(entry_line(move.kind, move.seat, then, move.text))
        events = (kind.rules.view_event(history.event_of(raw), None) for raw in move.events)
        lines += [kind.words.mailed(event, then) for event in events]
    return sorted((line for line in lines if line is not None), key=lambda line: not line.tone)
