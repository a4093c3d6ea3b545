"""A board as one SVG that stands alone: its drawings, colours and frames are all in it.

It is made from a `Board`, and so from a view: what that does not show cannot get in here. There is
no text in it: that would need a font, and a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.kinds import KINDS
from games.kinds.common.art.sprite import needed, symbol
from games.kinds.common.art.svg import num
from games.tables.presenters.board import HEIGHT, WIDTH, Board, Laid
from games.tables.presenters.pictures import letters
from games.tables.presenters.pictures.colours import painted

MARGIN: Final = 6
"""Around the board, in its units: the board's own margin is for a page that has more around it."""
NUMBERS: Final = 2
"""How large the numbers of columns and rows are drawn."""
FRAME: Final = 7


def svg(board: Board, kind: str) -> str:
    """The board with what lies on it; framed is what the board calls last or fresh."""
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


def size(board: Board) -> tuple[int, int]:
    """Its width and height in units of the board."""
    return _box(board)[2:]


def _box(board: Board) -> tuple[int, int, int, int]:
    """What is to be seen: the board as a page shows it, with a margin for a page that is none."""
    left, top, width, height = (int(part) for part in board.view_box.split())
    return left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN


def _names(board: Board) -> set[str]:
    """The drawings that this board needs."""
    found = {card.name for card in board.cards}
    found |= {token.name for card in board.cards for token in card.tokens}
    found |= {token.name for token in board.joints}
    found |= {f"figure-{figure.clan}" for figure in board.figures}
    return found | ({board.ground.drawing} if board.ground else set())


def _ground(board: Board, left: int, top: int, width: int, height: int) -> Iterator[str]:
    """Paper, as light in a dark room as in a bright one; and what the game lays on it."""
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="var(--ground)"/>'
    if board.ground:
        at = board.ground
        yield _use(at.drawing, at.x, at.y, at.width, at.height)


def _numbers(board: Board) -> Iterator[str]:
    """Of columns and rows, by which sentences name cells."""
    axes = board.axes
    for mark in axes.columns:
        yield letters.centred(mark.words, mark.at, axes.top, NUMBERS, "soft")
    for mark in axes.rows:
        yield letters.centred(mark.words, axes.left, mark.at, NUMBERS, "soft")


def _lying(board: Board) -> Iterator[str]:
    for card in board.cards:
        yield _use(card.name, card.x, card.y, WIDTH, HEIGHT, turned=card.turned)
        yield from (_token(token.name, token.x, token.y, token.size) for token in card.tokens)
    yield from (_token(token.name, token.x, token.y, token.size) for token in board.joints)
    for figure in board.figures:
        half = 20 * figure.size
        place = figure.x - half, figure.y - 30 * figure.size, 2 * half, 52 * figure.size
        yield _use(f"figure-{figure.clan}", *place)
        yield letters.on_tunic(figure.letters, figure.x, figure.y, figure.size, figure.clan)


def _frames(board: Board) -> Iterator[str]:
    """Around what is new: two lines, so that one of them shows on whatever lies there."""
    for card in _new(board):
        place = f'x="{card.x}" y="{card.y}" width="{WIDTH}" height="{HEIGHT}" rx="5" fill="none"'
        yield f'<rect {place} stroke="var(--on-accent)" stroke-width="{FRAME + 5}"/>'
        yield f'<rect {place} stroke="var(--accent)" stroke-width="{FRAME}"/>'


def _new(board: Board) -> Iterable[Laid]:
    return (*board.fresh, *board.last)


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
