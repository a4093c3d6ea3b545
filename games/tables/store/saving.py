"""Saving of a state to rows: only what differs from the stored rows is written.

Every card is a row that moves from zone to zone.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from config.storage.prepared_statements import prepared_update
from games.engine import CardPiece, Seed
from games.tables.models import Card, Knowledge, Round, Seat, SeatValue, Table, Token
from games.tables.store.loading import (
    CARD_FIELDS,
    PLAIN_FIELDS,
    ROUND_FIELDS,
    SEAT_FIELDS,
    TABLE_FIELDS,
    CardRow,
    Content,
    Game,
    LoadedTable,
    Plain,
    Rows,
    content_of_seat,
    content_of_table,
    remember,
)

random_bytes: Callable[[int], bytes] = secrets.token_bytes
"""The only source of randomness at a table: seeds of deals and choices of bots.

Tests replace it, so that failures can be reproduced (`tests/conftest.py`).
"""


def deal(loaded: LoadedTable, at: datetime) -> None:
    """Draw the seeds of the game and of every round, and put the first deal on the table."""
    table = loaded.table
    table.seed, table.salt = _drawn()
    table.commitment = Seed.from_hex(table.seed, table.salt).commitment
    rounds = [_new_round(table, number) for number in range(1, loaded.rules.rounds + 1)]
    loaded.rounds = tuple(Round.objects.bulk_create(rounds))
    loaded.stored = Game(loaded.rounds)
    put(loaded, loaded.rules.setup(table.options, len(loaded.seats), loaded.seeds), at)


def _new_round(table: Table, number: int) -> Round:
    seed, salt = _drawn()
    commitment = Seed.from_hex(seed, salt).commitment
    return Round(table=table, number=number, seed=seed, salt=salt, commitment=commitment)


def _drawn() -> tuple[str, str]:
    return random_bytes(32).hex(), random_bytes(16).hex()


def put(loaded: LoadedTable, state: Any, at: datetime) -> None:
    """Replace the state of the game; `save` writes it.

    Only this makes a new version: a form is stale once its state has been replaced.
    """
    loaded.table.version += 1
    loaded.table.answers = 0
    loaded.state = state
    extra = dict(loaded.pieces.extra)
    if extra["round"] != loaded.table.round_number:
        if loaded.table.round_number:
            loaded.change_round(ended_at=at)
        loaded.table.round_number = int(extra["round"])
        loaded.change_round(began_at=at)
    if extra != loaded.round.extra:
        loaded.change_round(extra=extra)


def save(loaded: LoadedTable) -> None:
    """Write what differs from what is stored: the game, the seats, the table's own row.

    The change must be counted already: the game is remembered with this count.
    """
    save_game(loaded)
    _save_seats(loaded)
    before, after = loaded.stored_table, content_of_table(loaded.table)
    if columns := _differing(before or None, after):
        names = tuple(TABLE_FIELDS[n] for n in columns)
        prepared_update(Table, names, [(loaded.table.pk, [after[n] for n in columns])])
    loaded.stored_table = after
    remember(loaded.table, loaded.stored)


def save_game(loaded: LoadedTable) -> None:
    """Write the rounds and the pieces that differ."""
    known = {id(row) for row in loaded.stored.rounds}
    rounds = [row for row in loaded.rounds if id(row) not in known]
    if rounds:
        prepared_update(Round, ROUND_FIELDS, ((row.pk, _content_of_round(row)) for row in rounds))
    if not rounds and loaded.state is loaded.stored.state:
        return
    current, pieces, rows = loaded.round, loaded.pieces, _rows_before(loaded)
    tokens = [(token.kind, *token.cell, token.side, token.owner) for token in pieces.tokens]
    rows = Rows(
        save_cards(rows.cards, current, pieces.cards),
        _save_plain(Token, rows.tokens, current, tokens),
        _save_plain(SeatValue, rows.values, current, pieces.values),
        _save_plain(Knowledge, rows.knowledge, current, pieces.knowledge),
    )
    loaded.stored = Game(loaded.rounds, loaded.table.round_number, rows, loaded.state)


_content_of_round = attrgetter(*ROUND_FIELDS)


def _rows_before(loaded: LoadedTable) -> Rows:
    """Return the rows of this round; delete those of the one before: its log and seed remain."""
    stored = loaded.stored
    if stored.number == loaded.table.round_number:
        return stored.rows
    for model, rows in zip(
        (Card, Token, SeatValue, Knowledge),
        (stored.rows.cards, stored.rows.tokens, stored.rows.values, stored.rows.knowledge),
        strict=True,
    ):
        if rows:
            model._default_manager.filter(round=stored.rounds[stored.number - 1]).delete()
    return Rows()


def _save_plain(
    model: Plain, rows: Mapping[Content, int], current: Round, wanted: Collection[Content]
) -> Mapping[Content, int]:
    """Replace the rows that differ: at most a delete and an insert, usually neither."""
    if rows.keys() == (stay := set(wanted)):
        return rows
    gone = [pk for content, pk in rows.items() if content not in stay]
    if gone:
        model._default_manager.filter(pk__in=gone).delete()
    new = [content for content in wanted if content not in rows]
    names = PLAIN_FIELDS[model]
    made = [model(round=current, **dict(zip(names, content, strict=True))) for content in new]
    if made:
        model._default_manager.bulk_create(made)  # type: ignore[arg-type]
    kept = {content: pk for content, pk in rows.items() if content in stay}
    return kept | {tuple(new): row.pk for new, row in zip(new, made, strict=True)}


def _save_seats(loaded: LoadedTable) -> None:
    """Write the seats that differ, in the columns in which any of them does."""
    before, after = loaded.stored_seats, {seat.pk: content_of_seat(seat) for seat in loaded.seats}
    changed = {pk: content for pk, content in after.items() if content != before.get(pk)}
    columns = sorted({n for pk in changed for n in _differing(before.get(pk), changed[pk])})
    if columns:
        names = tuple(SEAT_FIELDS[n] for n in columns)
        rows = ((pk, [content[n] for n in columns]) for pk, content in changed.items())
        prepared_update(Seat, names, rows)
    loaded.stored_seats = after


def _differing(before: Content | None, after: Content) -> list[int]:
    """Return the columns that differ: all of them, if nothing is stored yet."""
    if before is None:
        return list(range(len(after)))
    return [n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


# --- cards ----------------------------------------------------------------------------------------
#
# The numbers in a pile are compared, never copied: drawing the top card changes one row, however
# many lie below it.

Pile = list[tuple[CardRow | None, CardPiece]]
"""A pile after the change, each card with its existing row, if any."""


class CardChange(NamedTuple):
    """The row of a card before (None if it is new) and after."""

    before: CardRow | None
    after: CardRow


def save_cards(
    rows: tuple[CardRow, ...], current: Round, pieces: Sequence[CardPiece]
) -> tuple[CardRow, ...]:
    """Keep what stays and move what moved; add or delete a row only if a card is new or gone."""
    piles, left = _match_rows(rows, pieces)
    changes = [change for pile in piles for change in _fill(pile, left)]
    if left:
        Card.objects.filter(pk__in=[row.pk for row in left]).delete()
    _move([change for change in changes if change.before and change.before != change.after])
    kept = [change.after for change in changes if change.before]
    new = [change.after for change in changes if not change.before]
    return (*kept, *_add(new, current)) if new else tuple(kept)


def _match_rows(
    rows: Iterable[CardRow], pieces: Iterable[CardPiece]
) -> tuple[Iterable[Pile], list[CardRow]]:
    """Return every pile with the rows that are already there, and the rows left over."""
    old: dict[object, list[CardRow]] = defaultdict(list)
    for row in sorted(rows, key=_order):
        old[row.zone, row.owner, row.order is None].append(row)
    new: dict[object, Pile] = defaultdict(list)
    for piece in sorted(pieces, key=_order):
        key = (piece.zone, piece.owner, piece.order is None)
        new[key].append((_next_alike(old[key], piece), piece))
    kept = {row.pk for pile in new.values() for row, _ in pile if row}
    return new.values(), [row for row in rows if row.pk not in kept]


def _order(card: CardRow | CardPiece) -> int:
    return card.order or 0


def _next_alike(rows: list[CardRow], piece: CardPiece) -> CardRow | None:
    """Find the first row that is this piece. In a pile, rows that are passed over have left it."""
    for index, row in enumerate(rows):
        if (row.name, row.cell, row.turned) == (piece.card, piece.cell, piece.turned):
            del rows[0 if piece.order is not None else index : index + 1]
            return row
    return None


def _fill(pile: Pile, left: list[CardRow]) -> Iterable[CardChange]:
    """Give every card of a pile a row.

    Numbers only have to grow, so a card that stays keeps its own if it can.
    """
    last = -1
    for row, piece in pile:
        order = None
        if piece.order is not None:
            number = row.order if row else None
            order = last = number if number is not None and number > last else last + 1
        before = row or next((card for card in left if card.name == piece.card), None)
        if before in left:
            left.remove(before)
        x, y = piece.cell or (None, None)
        place = (piece.zone, piece.card, piece.owner, order, x, y, piece.turned, piece.face_up)
        yield CardChange(before, CardRow(before.pk if before else 0, *place))


def _move(changes: Sequence[CardChange]) -> None:
    if not changes:
        return
    lay = {change.before.cell: change.after.pk for change in changes if change.before}
    if any(lay.get(card.cell, card.pk) != card.pk for _, card in changes if card.cell):
        # A card comes to where another lay: lift them all, or the first would lie on the second.
        Card.objects.filter(pk__in=[card.pk for _, card in changes]).update(x=None, y=None)
    prepared_update(Card, CARD_FIELDS, ((card.pk, _place(card)) for _, card in changes))


_place = attrgetter(*CARD_FIELDS)


def _add(rows: Sequence[CardRow], current: Round) -> list[CardRow]:
    """Write rows for cards that are dealt."""
    named = (zip(CardRow._fields[1:], row[1:], strict=True) for row in rows)
    made = Card.objects.bulk_create(Card(round=current, **dict(columns)) for columns in named)
    return [row._replace(pk=card.pk) for row, card in zip(rows, made, strict=True)]
