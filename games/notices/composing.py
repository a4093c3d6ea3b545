"""What a notice says to its reader, in words and, by mail, with the story and a picture."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts import dates
from games.kinds import KINDS
from games.notices import authors, preferences, story
from games.notices.models import Notice
from games.notices.situation import WITH_DEADLINE, Situation
from games.notices.text import NoticeText, Score
from games.notices.words import BODIES, BUTTONS, TITLES, pick
from games.tables.models import Seat, Table
from games.tables.presenters import pictures
from games.tables.presenters.pictures.picture import Picture
from games.tables.store import LoadedTable
from games.tables.words import clocks
from games.tables.words.names import is_empty, seat_name
from games.tables.words.titles import mailed_title

logger = logging.getLogger("undermine.notices")

ROUND_OVER: Final = "round-over"
WITH_BOARD: Final = frozenset({*WITH_DEADLINE, "started", ROUND_OVER})
"""Kinds whose mails show the board; and so does the one that says that the game is over. When a
round is over the next lies there already: that mail shows the board of the one that ended."""


def compose(notice: Notice, known: Situation, at: datetime) -> NoticeText:
    """In the language and zone that are active, with what happened since the reader's last turn."""
    return _story(digest_entry(notice, known, at), notice, known)


def digest_entry(notice: Notice, known: Situation, at: datetime) -> NoticeText:
    """The same without news and picture: a digest has many tables to speak of."""
    if authors.has_author(notice):
        return decided([notice])
    parts, gaps = _parts(notice, known), _gaps(notice, known)
    due, table = _deadline(notice, known, at), notice.table
    return NoticeText(
        title=_filled(pick(TITLES, *parts), gaps),
        body=_filled(pick(BODIES, *parts), gaps),
        url=settings.SITE_URL + _path(notice, known),
        button=str(pick(BUTTONS, *parts) if _leads_there(notice, known) else BUTTONS["elsewhere"]),
        why=str(preferences.KINDS[notice.kind].why),
        tag=_tag(notice),
        due_at=due,
        left=dates.time_left(due, at) if due else "",
        table=mailed_title(table) if table else "",
        table_code=table.code if table else "",
        on_turn=_waits_for_reader(notice, known),
        scores=_scores(notice, known) if _tells_a_result(notice) else (),
    )


def _waits_for_reader(notice: Notice, known: Situation) -> bool:
    seat = known.own_seat(notice)
    return notice.kind in WITH_DEADLINE and seat is not None and seat.on_turn


def _tells_a_result(notice: Notice) -> bool:
    """Is it a mail that says that a round, or the game, is over?"""
    over = notice.kind == ROUND_OVER or (notice.kind, notice.what) == ("over", "finished")
    return over and notice.channel == Notice.Channel.MAIL


def _deadline(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """Until when they have time; while clocks stand still, nobody knows."""
    seat = known.own_seat(notice)
    if seat is None or not _waits_for_reader(notice, known):
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
    if notice.kind == "turn" and known.is_first_word(notice):
        parts.append("first")
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
            "pace": clocks.pace(table.pace_hours, table.pace_minutes),
        }
    if notice.kind == ROUND_OVER:
        gaps |= {"round": str(notice.cause_number), "how": _how_it_ended(notice, known)}
    if notice.kind == "over":
        gaps["result"] = story.result(known.at_table(notice), known.own_seat(notice))
    until = seat.offered_until if seat else None
    return gaps | {"until": dates.moment(until) if until else ""}


def _how_it_ended(notice: Notice, known: Situation) -> str:
    """Who won the round."""
    table = notice.table
    if table is None:
        return ""
    return story.how_it_ended(table, known.at_table(notice), known.round_ends(notice))


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
    if not is_empty(seat):
        return seat_name(seat)
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


# --- the story ----------------------------------------------------------------------------------


def _story(text: NoticeText, notice: Notice, known: Situation) -> NoticeText:
    """What happened since the reader's last turn, and what the board looks like now."""
    table, seat = notice.table, known.own_seat(notice)
    if table is None or seat is None or not _has_board(notice):
        return text
    if notice.kind in WITH_DEADLINE:
        since = story.since_last_turn(table, known.at_table(notice), seat)
        text = replace(text, news=since.lines)
        if since.round_ended:
            text = replace(text, scores=_scores(notice, known))
    read_to = seat.read_to if notice.kind in WITH_DEADLINE else None
    return replace(text, picture=_picture(notice, known.loaded(table), read_to))


def _picture(notice: Notice, loaded: LoadedTable, read_to: int | None) -> Picture | None:
    """The board; no mail waits for a drawing that fails."""
    try:
        if notice.kind == ROUND_OVER:
            return pictures.of_round(loaded, notice.cause_number)
        return pictures.of_table(loaded, read_to)
    except Exception:
        logger.exception("no picture of table %s", loaded.table.pk)
        return None


def _has_board(notice: Notice) -> bool:
    """Is it a mail about a game that runs or was played to its end?"""
    if notice.channel != Notice.Channel.MAIL or notice.table is None:
        return False
    told = notice.kind in WITH_BOARD or (notice.kind, notice.what) == ("over", "finished")
    return told and story.is_known(notice.table)


def _scores(notice: Notice, known: Situation) -> tuple[Score, ...]:
    """When a round or the game is over."""
    table, mine = notice.table, known.own_seat(notice)
    if table is None or mine is None or not story.is_known(table):
        return ()
    if table.status == Table.Status.FINISHED:
        return story.final_score(table.kind, known.at_table(notice), mine)
    return story.score_so_far(known.loaded(table), mine)
