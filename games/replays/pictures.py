"""Boards as pictures, for mails, previews of links and to be shared: what everybody may see.

`of_table` and `of_round` take the view of a spectator, as the page of whoever watches does.
"""

from __future__ import annotations

from games.kinds import KINDS
from games.tables.moments import end_of_round, moments
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters.page import board_for_all
from games.tables.presenters.pictures import drawing, words
from games.tables.presenters.pictures.covers import cover
from games.tables.presenters.pictures.picture import Picture
from games.tables.store import LoadedTable
from games.tables.words.names import SeatNames

__all__ = ["Picture", "cover", "of_round", "of_table"]

ENTRIES = 40
"""How far back in the log it is looked for what is new."""


def of_table(loaded: LoadedTable, read_to: int | None = None) -> Picture:
    """The board as it stands. Framed is the last move, and what came after the entry `read_to`."""
    table, kind = loaded.table, KINDS[loaded.table.kind]
    told = table.log.filter(number__lte=table.length)
    rows, changes = history.latest(told, ENTRIES)
    names = SeatNames(loaded.seats, None)
    log = history.entries(rows, loaded.rules, kind.words, names, changes)
    board = board_for_all(loaded, log, read_to)
    svg = drawing.svg(board, table.kind)
    return Picture(f"{table.code}:{table.version}", svg, words.shown(board, kind.words))


def of_round(loaded: LoadedTable, number: int) -> Picture | None:
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
    board = boards.board(view, kind.look, kind.words, names, entry.cells, ())
    svg = drawing.svg(board, table.kind)
    return Picture(f"{table.code}:round-{number}", svg, words.shown(board, kind.words))
