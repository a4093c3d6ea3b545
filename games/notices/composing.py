"""Compose the text of a notice; for emails also recent events, scores and a picture.

It contains only what spectators may see, as others may read an email over the shoulder.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts import dates
from games.engine import Event
from games.kinds import KINDS, rules_of
from games.kinds.common.words.phrases import Line, Names, plain
from games.kinds.kind import GameKind
from games.notices import notice_types
from games.notices.models import Notice
from games.notices.situation import WITH_DEADLINE, Situation
from games.notices.texts import NoticeText, Score, authored_text
from games.players.names import PastNames, SeatNames, is_empty, seat_name
from games.replays import pictures
from games.replays.picture_files import Picture
from games.tables import time_controls
from games.tables.models import Seat, Table, event_of
from games.tables.presenters import log as history
from games.tables.presenters import results
from games.tables.presenters.log import entry_line
from games.tables.titles import mailed_title

logger = logging.getLogger("undermine.notices")

ROUND_OVER: Final = "round-over"
WITH_BOARD: Final = frozenset({*WITH_DEADLINE, "started", ROUND_OVER})
"""Kinds whose emails show the board, as does the email about the end of the game. The one about
the end of a round shows that round, although the next has been dealt by then."""


def compose(notice: Notice, known: Situation, at: datetime) -> NoticeText:
    """Compose a notice, with news since the reader's last turn, in the active language and zone."""
    return _with_news(digest_entry(notice, known, at), notice, known)


def digest_entry(notice: Notice, known: Situation, at: datetime) -> NoticeText:
    """Compose a notice for a digest, which covers many tables: without news and picture."""
    if notice_types.NOTICE_TYPES[notice.kind].authored:
        return moderation_text([notice])
    wording, gaps = _wording(notice, known), _placeholders(notice, known)
    due, table = _deadline(notice, known, at), notice.table
    leads_there = table is None or known.may_look(notice)
    return NoticeText(
        title=_fill(wording.title, gaps),
        body=_fill(wording.body, gaps),
        url=settings.SITE_URL + _path(notice, known),
        button=str(wording.button if leads_there else notice_types.ELSEWHERE),
        why=str(notice_types.NOTICE_TYPES[notice.kind].why),
        tag=_thread_tag(notice),
        due_at=due,
        left=dates.time_left(due, at) if due else "",
        table=mailed_title(table) if table else "",
        table_code=table.code if table else "",
        on_turn=_waits_for_reader(notice, known),
        scores=_scores_to_show(notice, known) if _is_result_mail(notice) else (),
    )


def _waits_for_reader(notice: Notice, known: Situation) -> bool:
    seat = known.own_seat(notice)
    return notice.kind in WITH_DEADLINE and seat is not None and seat.on_turn


def _is_result_mail(notice: Notice) -> bool:
    """Return whether it is an email about the end of a round or of the game."""
    over = notice.kind == ROUND_OVER or (notice.kind, notice.what) == ("over", "finished")
    return over and notice.channel == Notice.Channel.MAIL


def _deadline(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """Return the reader's deadline; None while the site's clocks are stopped."""
    seat = known.own_seat(notice)
    if seat is None or not _waits_for_reader(notice, known):
        return None
    return None if known.clocks_stand(at) else seat.due_at


def moderation_text(notices: Sequence[Notice]) -> NoticeText:
    """Return one text for these notices of moderator decisions."""
    notice, news = notices[0], authored_text(notices)
    if news is None:  # deleted after its validity was checked
        raise LookupError("what the notice is about was deleted")
    return NoticeText(
        title=news.subject,
        body=" ".join(" ".join(news.lines).split()),
        url=news.link or settings.SITE_URL + reverse("home"),
        button=gettext("Appeal") if news.appeal else gettext("View details"),
        why=str(notice_types.NOTICE_TYPES[notice.kind].why),
        tag=_thread_tag(notice),
        lines=news.lines,
        facts=news.facts,
    )


def _wording(notice: Notice, known: Situation) -> notice_types.Wording:
    what = [notice.what] if notice.what else []
    if notice.kind == "turn" and known.is_first_word(notice):
        what.append("first")
    if notice.kind == "seat" and known.is_about_reader(notice):
        what.append("mine")
        if notice.table and notice.table.gives_back:
            what.append("back")
    return notice_types.NOTICE_TYPES[notice.kind].wording(*what)


def _fill(sentence: object, gaps: dict[str, str]) -> str:
    """Fill in the placeholders, and replace line breaks in names by spaces."""
    return " ".join((str(sentence) % gaps).split())


def _placeholders(notice: Notice, known: Situation) -> dict[str, str]:
    gaps = {"site": settings.SITE_NAME, "table": "", "who": _named_player(notice, known)}
    table, seat = notice.table, known.seat(notice)
    if table is not None:
        gaps |= {
            "table": mailed_title(table),
            "game": str(KINDS[table.kind].title),
            "seats": str(table.size),
        }
        if notice.kind == "invited":
            gaps["pace"] = time_controls.turn_length(table.pace_hours, table.pace_minutes)
    if notice.kind == ROUND_OVER:
        gaps |= {"round": str(notice.cause_number), "how": _round_result(notice, known)}
    if notice.kind == "over":
        gaps["result"] = _game_result(notice, known)
    until = seat.offered_until if seat else None
    return gaps | {"until": dates.moment(until) if until else ""}


def _round_result(notice: Notice, known: Situation) -> str:
    """Return a sentence about who won the round; "" if it can't be replayed."""
    table = notice.table
    if table is None or not can_be_replayed(table):
        return ""
    kind, rules = KINDS[table.kind], rules_of(table.kind, table.rules_version)
    events = (event_of(raw) for entry in known.round_ends(notice) for raw in entry.events)
    ends = [rules.view_event(event, None) for event in events if event.kind == ROUND_ENDED]
    names = SeatNames(known.at_table(notice), None)
    line = kind.words.event(ends[-1], names) if ends else None
    return plain(line.text) if line else ""


def _game_result(notice: Notice, known: Situation) -> str:
    """Return a sentence about who won a completed game, addressed to this reader."""
    seats, mine = known.at_table(notice), known.own_seat(notice)
    names = SeatNames(seats, None)
    winners = [seat for seat in seats if seat.won]
    others = [names.plain(seat.number) for seat in winners if seat != mine]
    everybody = [names.plain(seat.number) for seat in winners]
    return results.result_sentence(everybody, others, mine is not None and mine.won)


def _named_player(notice: Notice, known: Situation) -> str:
    """Return the name of the player mentioned in the sentence, or ""."""
    if notice.kind == "invited" and notice.table and notice.table.owner:
        return notice.table.owner.display_name
    if notice.kind == "chat":
        message = known.message(notice)
        return message.user.display_name if message else ""
    seat = known.seat(notice)
    return _seat_holder(seat) if seat else ""


def _seat_holder(seat: Seat) -> str:
    """Return the name of the player or bot in the seat; if it is empty, of its last player."""
    if not is_empty(seat):
        return seat_name(seat)
    return seat.former.display_name if seat.former else gettext("former player")


def _path(notice: Notice, known: Situation) -> str:
    """Return the path of the table; of the reader's table list if they may not open it."""
    if notice.table is None:
        return reverse("notices")
    if notice.kind == "invited":  # by name or by address
        return reverse("invitation", args=[notice.table.invite_code])
    return notice.table.get_absolute_url() if known.may_look(notice) else reverse("home")


def _thread_tag(notice: Notice) -> str:
    """Return a tag; a reminder has the same as the notice of that turn, which it replaces."""
    code = notice.table.code if notice.table else "undermine"
    return f"{code}-turn" if notice.kind in WITH_DEADLINE else f"n{notice.pk}"


def _with_news(text: NoticeText, notice: Notice, known: Situation) -> NoticeText:
    """Add news since the reader's last turn, and a picture of the board."""
    table, seat = notice.table, known.own_seat(notice)
    if table is None or seat is None or not _has_board(notice):
        return text
    if notice.kind in WITH_DEADLINE:
        since = news_since_turn(table, known.at_table(notice), seat)
        text = replace(text, news=since.lines)
        if since.round_ended:
            text = replace(text, scores=_scores_to_show(notice, known))
    read_to = seat.read_to if notice.kind in WITH_DEADLINE else None
    return replace(text, picture=_picture(notice, table, known, read_to))


def _picture(notice: Notice, table: Table, known: Situation, read_to: int | None) -> Picture | None:
    """Draw the board; None if that fails, so that the email is still sent."""
    loaded = known.loaded(table)
    try:
        if notice.kind == ROUND_OVER:
            return pictures.picture_of_round(loaded, notice.cause_number)
        return pictures.picture_of_table(loaded, read_to)
    except Exception:
        logger.exception("could not draw a picture of table %s", table.pk)
        return None


def _has_board(notice: Notice) -> bool:
    """Return whether it is an email about a running or completed game."""
    if notice.channel != Notice.Channel.MAIL or notice.table is None:
        return False
    told = notice.kind in WITH_BOARD or (notice.kind, notice.what) == ("over", "finished")
    return told and can_be_replayed(notice.table)


def _scores_to_show(notice: Notice, known: Situation) -> tuple[Score, ...]:
    """Return the scores, highest first; none if the game was broken off or still hides them."""
    table, mine, seats = notice.table, known.own_seat(notice), known.at_table(notice)
    if table is None or mine is None or not can_be_replayed(table):
        return ()
    look, names = KINDS[table.kind].look, SeatNames(seats, None)
    if table.status == Table.Status.FINISHED:
        counted = [(seat, seat.score) for seat in seats]
    else:
        view = known.loaded(table).view(None)
        counted = [(seat, look.player(view, seat.number).gold) for seat in seats]
    open_to_all = [(seat, gold) for seat, gold in counted if gold is not None]
    if len(open_to_all) < len(seats):
        return ()
    ranked = sorted(open_to_all, key=lambda pair: -pair[1])
    return tuple(
        Score("" if seat == mine else names.plain(seat.number), look.amount(gold), seat.won)
        for seat, gold in ranked
    )


ROUND_ENDED = "round-ended"


class NewsSinceTurn(NamedTuple):
    """What happened since the reader's last turn."""

    lines: tuple[Line, ...]
    round_ended: bool


def can_be_replayed(table: Table) -> bool:
    """Return whether it has been dealt, under rules that this release still has."""
    return bool(table.round_number) and table.rules_version in KINDS[table.kind].versions


def news_since_turn(table: Table, seats: Sequence[Seat], mine: Seat) -> NewsSinceTurn:
    """Return what was logged since the reader last looked, in order."""
    if not can_be_replayed(table):
        return NewsSinceTurn((), round_ended=False)
    moves, changes = history.latest(table.log.filter(number__gt=mine.read_to), history.RECENT)
    kind, rules = KINDS[table.kind], rules_of(table.kind, table.rules_version)
    past = PastNames(SeatNames(seats, mine.number), [*moves, *changes])
    lines, ended = list[Line | None](), False
    for move in history.without_pairs(moves):
        then = past.at(move.number)
        events = [rules.view_event(event_of(raw), None) for raw in move.events]
        lines += [entry_line(move, then), *(_event_line(kind, event, then) for event in events)]
        ended = ended or any(event.kind == ROUND_ENDED for event in events)
    return NewsSinceTurn(tuple(line for line in lines if line is not None), ended)


def _event_line(kind: GameKind[Any, Any], event: Event, names: Names) -> Line | None:
    """Return the line of an event; the winner of a round is public, as on the table page."""
    if event.kind == ROUND_ENDED:
        return kind.words.event(event, names)
    return kind.words.mailed(event, names)
