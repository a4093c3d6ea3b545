"""Cards: rows that move from zone to zone.

Orders in a pile are compared, never copied: drawing the top card changes one row, however many lie
below it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from config.prepared import update
from games.mine import CardPiece, Cell
from games.tables.models import Card, Round
from games.tables.store.columns import CARD_FIELDS
from games.tables.store.loaded import CardRow

Pile = list[tuple[CardRow | None, CardPiece]]
"""A pile as it shall be, each card with the row that already lies there."""


class Way(NamedTuple):
    """A card: as it was, if it was there before, and as it shall be."""

    was: CardRow | None
    shall: CardRow


def save_cards(
    rows: tuple[CardRow, ...], current: Round, pieces: Sequence[CardPiece]
) -> tuple[CardRow, ...]:
    """Keep what stays, move what moved; make or remove a row only when a card is new or gone."""
    piles, left = _sort_out(rows, pieces)
    ways = [way for pile in piles for way in _fill(pile, left)]
    if left:
        Card.objects.filter(pk__in=[row.pk for row in left]).delete()
    _move([way for way in ways if way.was is not None and way.was != way.shall])
    stay = [way.shall for way in ways if way.was is not None]
    return (*stay, *_make([way.shall for way in ways if way.was is None], current))


def _sort_out(
    rows: Iterable[CardRow], pieces: Iterable[CardPiece]
) -> tuple[Iterable[Pile], list[CardRow]]:
    """Every pile as it shall be, with the rows that already lie there; and the rows left over."""
    old: dict[object, list[CardRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.order or 0):
        old[row.zone, row.owner, row.order is None].append(row)
    new: dict[object, Pile] = defaultdict(list)
    for piece in sorted(pieces, key=lambda piece: piece.order or 0):
        key = (piece.zone, piece.owner, piece.order is None)
        new[key].append((_next_alike(old[key], piece), piece))
    kept = {row.pk for pile in new.values() for row, _ in pile if row}
    return new.values(), [row for row in rows if row.pk not in kept]


def _next_alike(rows: list[CardRow], piece: CardPiece) -> CardRow | None:
    """The first row that is this piece. In a pile, those passed over have left it for good."""
    for index, row in enumerate(rows):
        if (row.name, row.cell, row.turned) == (piece.card, piece.cell, piece.turned):
            del rows[0 if piece.order is not None else index : index + 1]
            return row
    return None


def _fill(pile: Pile, left: list[CardRow]) -> Iterable[Way]:
    """Bring rows to the open places of a pile, in an order that keeps as many numbers as it can."""
    last = -1
    for row, piece in pile:
        order = None if piece.order is None else _number(row, last)
        last = last if order is None else order
        was = row or _take(left, piece.card)
        x, y = piece.cell or (None, None)
        place = (piece.zone, piece.card, piece.owner, order, x, y, piece.turned, piece.face_up)
        yield Way(was, CardRow(was.pk if was else 0, *place))


def _number(row: CardRow | None, last: int) -> int:
    """Numbers in a pile only have to grow: who stays there keeps their own, if they can."""
    stays = row is not None and row.order is not None and row.order > last
    return row.order if row is not None and row.order is not None and stays else last + 1


def _take(left: list[CardRow], name: str) -> CardRow | None:
    """Such a card from those left over."""
    row = next((card for card in left if card.name == name), None)
    if row is not None:
        left.remove(row)
    return row


def _move(ways: Sequence[Way]) -> None:
    if not ways:
        return
    left: dict[Cell | None, int] = {w.was.cell: w.was.pk for w in ways if w.was and w.was.cell}
    if any(left.get(way.shall.cell, way.shall.pk) != way.shall.pk for way in ways):
        # A card comes to where another lay: lift them all, or the first would lie on the second.
        Card.objects.filter(pk__in=[way.shall.pk for way in ways]).update(x=None, y=None)
    update(Card, CARD_FIELDS, ((way.shall.pk, place_of(way.shall)) for way in ways))


def place_of(row: CardRow) -> tuple[object, ...]:
    """Where a card is."""
    return row.zone, row.owner, row.order, row.x, row.y, row.turned, row.face_up


def _make(rows: Sequence[CardRow], current: Round) -> list[CardRow]:
    """Rows for cards that were nowhere before: a deal."""
    if not rows:
        return []
    named = (zip(CardRow._fields[1:], row[1:], strict=True) for row in rows)
    made = Card.objects.bulk_create(Card(round=current, **dict(columns)) for columns in named)
    return [row._replace(pk=card.pk) for row, card in zip(rows, made, strict=True)]
