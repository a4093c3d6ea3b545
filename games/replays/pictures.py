"""Boards as pictures, for mails, link previews and sharing. They show what everybody may see.

They are made from a spectator's view, like a spectator's page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from games.kinds import KINDS
from games.kinds.common.art.dwarfs import INK
from games.kinds.common.art.sprite import needed, symbol
from games.kinds.common.art.svg import num
from games.kinds.common.words.game import GameWords
from games.kinds.common.words.phrases import joined
from games.kinds.kind import GameKind
from games.players.names import SeatNames
from games.replays.moments import end_of_round, moments
from games.replays.picture_files import Picture, painted
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters.board import HEIGHT, WIDTH, Board, ShownCard
from games.tables.presenters.page import board_for_all
from games.tables.store import LoadedTable

ENTRIES_SEARCHED = 40
"""How many of the latest log entries are searched for news."""


def picture_of_table(loaded: LoadedTable, read_to: int | None = None) -> Picture:
    """Draw the current board; mark the last move, and everything after the entry `read_to`."""
    table, kind = loaded.table, KINDS[loaded.table.kind]
    told = table.log.filter(number__lte=table.length)
    rows, changes = history.latest(told, ENTRIES_SEARCHED)
    names = SeatNames(loaded.seats, None)
    log = history.entries(rows, loaded.rules, kind.words, names, changes)
    board = board_for_all(loaded, log, read_to)
    return _picture(f"{table.code}:{table.version}", board, kind)


def picture_of_round(loaded: LoadedTable, number: int) -> Picture | None:
    """Draw the board at the end of this round as everybody may see it; mark the last move.

    Return None if the log can't be replayed up to there.
    """
    table, kind, rules = loaded.table, KINDS[loaded.table.kind], loaded.rules
    moment = end_of_round(moments(loaded), number)
    if moment is None or moment.entry is None:
        return None
    names = SeatNames(loaded.seats, None)
    (entry,) = history.entries([moment.entry], rules, kind.words, names)
    view = rules.view(moment.ended, None)
    board = boards.board(view, kind, names, entry.cells)
    return _picture(f"{table.code}:round-{number}", board, kind)


def _picture(name: str, board: Board, kind: GameKind[Any, Any]) -> Picture:
    return Picture(name, svg(board, kind.name), picture_text(board, kind.words))


MAX_NAMED = 6
"""More things than this are only counted; the text next to the picture names each."""


def picture_text(board: Board, words: GameWords[Any]) -> str:
    """Describe in words how much lies on the board, and what is marked."""
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
    """Return a cell and the card there, if any; an emptied cell is described as such."""
    if card is None:
        return gettext("%(place)s, where nothing lies") % {"place": where}
    return gettext("%(place)s (%(card)s)") % {"place": where, "card": card.words}


# A board's SVG is made from a `Board`, and so from a view: it can't contain what the view hides. It
# has no text, which would need a font and a language.

MARGIN: Final = 6
"""Margin around the board, in its units; the board's own assumes a page around it."""
NUMBERS: Final = 2
"""Scale of column and row numbers."""
FRAME: Final = 7


def svg(board: Board, kind: str) -> str:
    """Draw the board and what lies on it; mark what the board calls last or fresh."""
    art = KINDS[kind].art
    left, top, width, height = _box(board)
    symbols = "".join(symbol(name, art) for name in sorted(_names(board)))
    shared = "".join(needed(symbols, art))
    ground, numbers = _ground(board, left, top, width, height), _numbers(board)
    middle = "".join((*ground, *numbers, *_lying(board), *_frames(board)))
    return painted(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="{left} {top} {width} {height}">'
        f"<defs>{shared}{symbols}</defs>{middle}</svg>"
    )


def _box(board: Board) -> tuple[int, int, int, int]:
    """Return the visible area: the board as on a page, plus a margin."""
    left, top, width, height = (int(part) for part in board.view_box.split())
    return left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN


def _names(board: Board) -> set[str]:
    """Return the names of the drawings that this board needs."""
    found = {card.name for card in board.cards}
    found |= {token.name for card in board.cards for token in card.tokens}
    found |= {token.name for token in board.joints}
    found |= {f"figure-{figure.clan}" for figure in board.figures}
    return found | ({board.ground.drawing} if board.ground else set())


def _ground(board: Board, left: int, top: int, width: int, height: int) -> Iterator[str]:
    """Draw the paper background, the same in all themes, and what the game lays on it."""
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="var(--ground)"/>'
    if board.ground:
        at = board.ground
        yield _use(at.drawing, at.x, at.y, at.width, at.height)


def _numbers(board: Board) -> Iterator[str]:
    """Draw the column and row numbers that sentences use to name cells."""
    axes = board.axes
    for mark in axes.columns:
        yield centred(mark.words, mark.at, axes.top, NUMBERS, "soft")
    for mark in axes.rows:
        yield centred(mark.words, axes.left, mark.at, NUMBERS, "soft")


def _lying(board: Board) -> Iterator[str]:
    for card in board.cards:
        yield _use(card.name, card.x, card.y, WIDTH, HEIGHT, turned=card.turned)
        yield from (_token(token.name, token.x, token.y, token.size) for token in card.tokens)
    yield from (_token(token.name, token.x, token.y, token.size) for token in board.joints)
    for figure in board.figures:
        half = 20 * figure.size
        place = figure.x - half, figure.y - 30 * figure.size, 2 * half, 52 * figure.size
        yield _use(f"figure-{figure.clan}", *place)
        yield on_tunic(figure.letters, figure.x, figure.y, figure.size, figure.clan)


def _frames(board: Board) -> Iterator[str]:
    """Mark what is new with two lines, so that one of them is visible on any background."""
    for card in (*board.fresh, *board.last):
        place = f'x="{card.x}" y="{card.y}" width="{WIDTH}" height="{HEIGHT}" rx="5" fill="none"'
        yield f'<rect {place} stroke="var(--on-accent)" stroke-width="{FRAME + 5}"/>'
        yield f'<rect {place} stroke="var(--accent)" stroke-width="{FRAME}"/>'


def _token(name: str, x: float, y: float, scale: float) -> str:
    half = 20 * scale
    return _use(name, x - half, y - half, 2 * half, 2 * half)


def _use(
    name: str, x: float, y: float, width: float, height: float, *, turned: bool = False
) -> str:
    place = 'x="{}" y="{}" width="{}" height="{}"'.format(*map(num, (x, y, width, height)))
    middle = f"{num(x + width / 2)} {num(y + height / 2)}"
    half_turn = f' transform="rotate(180 {middle})"' if turned else ""
    return f'<use href="#{name}" {place}{half_turn}/>'


# Letters as lines, since a picture has no font: they tell dwarfs apart, and number cells. Only
# capitals and digits, four units wide and six high. Accents are dropped; letters of other scripts
# are not drawn.

ROUND: Final = "M2 0Q0 0 0 3T2 6Q4 6 4 3T2 0z"
BOW: Final = "M0 6V0H2.2Q4 0 4 1.7T2.2 3.4H0"
LINES: Final[Mapping[str, str]] = {
    "A": "M0 6L2 0L4 6M.8 4H3.2",
    "B": "M0 2.8H2.2Q4 2.8 4 4.4T2.2 6H0V0H2Q3.6 0 3.6 1.4T2 2.8",
    "C": "M3.8 1.2Q3.2 0 2.1 0Q0 0 0 3T2.1 6Q3.2 6 3.8 4.8",
    "D": "M0 0V6H1.8Q4 6 4 3T1.8 0z",
    "E": "M3.6 0H0V6H3.6M0 3H3",
    "F": "M3.6 0H0V6M0 3H3",
    "G": "M3.8 1.2Q3.2 0 2.1 0Q0 0 0 3T2.1 6Q3.9 6 3.9 3.3H2.4",
    "H": "M0 0V6M4 0V6M0 3H4",
    "I": "M2 0V6",
    "J": "M3 0V4.2Q3 6 1.6 6Q.4 6 .2 4.8",
    "K": "M0 0V6M3.8 0L0 3.6M1.3 2.6L4 6",
    "L": "M0 0V6H3.6",
    "M": "M0 6V0L2 3.4L4 0V6",
    "N": "M0 6V0L4 6V0",
    "O": ROUND,
    "P": BOW,
    "Q": f"{ROUND}M2.6 4.4L4.2 6.4",
    "R": f"{BOW}M2 3.4L4 6",
    "S": "M3.7 1Q3.2 0 2 0Q.2 0 .2 1.5Q.2 2.8 2 3Q3.9 3.3 3.9 4.6Q3.9 6 2 6Q.6 6 .1 4.9",
    "T": "M0 0H4M2 0V6",
    "U": "M0 0V3.8Q0 6 2 6T4 3.8V0",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 2L3 6L4 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3V6",
    "Z": "M0 0H4L0 6H4",
    "−": "M.4 3H3.6",
    "0": ROUND,
    "1": "M.6 1.2L2.2 0V6",
    "2": "M.2 1.5Q.2 0 2 0T3.8 1.6Q3.8 2.8 .1 6H4",
    "3": "M.2 0H3.7L1.8 2.4Q4 2.6 4 4.2T2 6Q.6 6 .1 4.9",
    "4": "M3 6V0L0 4.2H4",
    "5": "M3.6 0H.5L.3 2.7Q1 2.2 2 2.2Q4 2.2 4 4.1T2 6Q.6 6 .1 5",
    "6": "M3.5 .3Q.1 1 .1 4.1Q.1 6 2 6T3.9 4.1Q3.9 2.3 2 2.3T.1 4.1",
    "7": "M0 0H4L1.4 6",
    "8": "M2 2.8Q.3 2.6 .3 1.4T2 0Q3.7 0 3.7 1.4T2 2.8Q0 3 0 4.4T2 6Q4 6 4 4.4T2 2.8",
    "9": "M.5 5.7Q3.9 5 3.9 1.9Q3.9 0 2 0T.1 1.9Q.1 3.7 2 3.7T3.9 1.9",
}
LETTER_WIDTH: Final = 5.4
"""Distance between letters."""


def on_tunic(text: str, x: float, y: float, size: float, clan: str) -> str:
    """Draw these letters on the tunic of a dwarf centred at x, y."""
    scale = size * (1.9 if len(text) == 1 else 1.4)
    return centred(text, x, y + 10.5 * size, scale, INK[clan])


def centred(text: str, x: float, y: float, scale: float, ink: str) -> str:
    """Draw a text centred at x, y; `ink` is the name of a palette colour."""
    known = [letter for letter in unicodedata.normalize("NFD", text.upper()) if letter in LINES]
    if not known:
        return ""
    left, top = x - scale * (LETTER_WIDTH * (len(known) - 1) + 4) / 2, y - 3 * scale
    lines = "".join(
        f'<path d="{LINES[letter]}" transform="translate({num(place * LETTER_WIDTH)})"/>'
        for place, letter in enumerate(known)
    )
    return (
        f'<g transform="translate({num(left)} {num(top)}) scale({scale:.3g})" fill="none"'
        f' stroke="var(--{ink})" stroke-width="1.1" stroke-linecap="round"'
        f' stroke-linejoin="round">{lines}</g>'
    )
