"""Boards as pictures, for mails, previews of links and to be shared: what everybody may see.

`of_table` and `of_round` take the view of a spectator, as the page of whoever watches does.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext

from games.kinds import KINDS
from games.kinds.common.words.game import GameWords
from games.kinds.common.words.phrases import joined
from games.players.names import SeatNames
from games.replays import picture_drawing
from games.replays.moments import end_of_round, moments
from games.replays.picture_files import Picture, cover
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters.board import Board, ShownCard
from games.tables.presenters.page import board_for_all
from games.tables.store import LoadedTable

__all__ = ["Picture", "cover", "picture_of_round", "picture_of_table"]


ENTRIES_SEARCHED = 40
"""How far back in the log it is looked for what is new."""


def picture_of_table(loaded: LoadedTable, read_to: int | None = None) -> Picture:
    """The board as it stands. Framed is the last move, and what came after the entry `read_to`."""
    table, kind = loaded.table, KINDS[loaded.table.kind]
    told = table.log.filter(number__lte=table.length)
    rows, changes = history.latest(told, ENTRIES_SEARCHED)
    names = SeatNames(loaded.seats, None)
    log = history.entries(rows, loaded.rules, kind.words, names, changes)
    board = board_for_all(loaded, log, read_to)
    svg = picture_drawing.svg(board, table.kind)
    return Picture(f"{table.code}:{table.version}", svg, picture_text(board, kind.words))


def picture_of_round(loaded: LoadedTable, number: int) -> Picture | None:
    """The board as this round left it: what all may see by then, and the move that ended it.

    None where the log cannot be played again so far.
    """
    table, kind, rules = loaded.table, KINDS[loaded.table.kind], loaded.rules
    moment = end_of_round(moments(loaded), number)
    if moment is None or moment.entry is None:
        return None
    names = SeatNames(loaded.seats, None)
    (entry,) = history.entries([moment.entry], rules, kind.words, names)
    view = rules.view(moment.ended, None)
    board = boards.board(view, kind, names, entry.cells)
    svg = picture_drawing.svg(board, table.kind)
    return Picture(f"{table.code}:round-{number}", svg, picture_text(board, kind.words))


# --- The description of a picture ---

MAX_NAMED = 6
"""More things than this are only counted; the text next to the picture names each."""


def picture_text(board: Board, words: GameWords[Any]) -> str:
    """How much lies there, and what is framed."""
    number = len(board.cards)
    said = ngettext(
        "The board as everybody sees it: %(number)d card lies there.",
        "The board as everybody sees it: %(number)d cards lie there.",
        number,
    ) % {"number": number}
    framed = _framed(board, words)
    return f"{said} {framed}" if framed else said


def _framed(board: Board, words: GameWords[Any]) -> str:
    cells = [mark.cell for mark in (*board.fresh, *board.last)]
    if not cells:
        return ""
    if len(cells) > MAX_NAMED:
        sentence = gettext("%(number)d places are framed: something is new there.")
        return sentence % {"number": len(cells)}
    lying = {card.cell: card for card in board.cards}
    places = [_place(words.place(cell), lying.get(cell)) for cell in cells]
    return gettext("Framed, for it is new: %(places)s.") % {"places": joined(places)}


def _place(where: str, card: ShownCard | None) -> str:
    """What lies there now, and where; a place that was emptied is named as such."""
    if card is None:
        return gettext("%(place)s, where nothing lies") % {"place": where}
    return gettext("%(place)s (%(card)s)") % {"place": where, "card": card.words}
