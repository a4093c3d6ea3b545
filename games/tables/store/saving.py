"""From a state to rows: only what differs is written.

Every card is a row that moves from zone to zone (cards.py). What is written is compared with what
is stored, never with what somebody says has changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from config.storage.prepared_statements import prepared_update
from games.engine import CardPiece, Cell, Seed
from games.tables.models import Card, Knowledge, Round, Seat, SeatValue, Table, Token
from games.tables.store import loading, randomness
from games.tables.store.loaded import (
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
)


def deal(loaded: LoadedTable, at: datetime) -> None:
    """Draw the seeds of the game and of every round, and put the first deal on the table."""
    table = loaded.table
    table.seed, table.salt = _drawn()
    table.commitment = Seed.from_hex(table.seed, table.salt).commitment
    rounds = [_new_round(table, number + 1) for number in range(loaded.rules.rounds)]
    loaded.rounds = tuple(Round.objects.bulk_create(rounds))
    loaded.stored = Game(loaded.rounds)
    put(loaded, loaded.rules.setup(table.options, len(loaded.seats), loaded.seeds), at)


def _new_round(table: Table, number: int) -> Round:
    seed, salt = _drawn()
    commitment = Seed.from_hex(seed, salt).commitment
    return Round(table=table, number=number, seed=seed, salt=salt, commitment=commitment)


def _drawn() -> tuple[str, str]:
    """A seed and its salt."""
    return randomness.random_bytes(32).hex(), randomness.random_bytes(16).hex()


def put(loaded: LoadedTable, state: Any, at: datetime) -> None:
    """The game is in this state now; `save` writes it.

    Nothing else makes a new version: forms go out of date with the state that they were made for.
    """
    loaded.table.version += 1
    loaded.table.answers = 0
    loaded.state = state
    extra = dict(loaded.pieces.extra)
    if extra["round"] != loaded.table.round_number:
        _advance_round(loaded, int(extra["round"]), at)
    if extra != loaded.round.extra:
        loaded.change_round(extra=extra)


def _advance_round(loaded: LoadedTable, number: int, at: datetime) -> None:
    """A round ends and another begins."""
    if loaded.table.round_number:
        loaded.change_round(ended_at=at)
    loaded.table.round_number = number
    loaded.change_round(began_at=at)


def save(loaded: LoadedTable) -> None:
    """Write whatever differs from what is stored: the game, the seats, the table's own row.

    The change must be counted already: the game is remembered as that of this count.
    """
    save_game(loaded)
    _save_seats(loaded)
    _save_table(loaded)
    loading.remember(loaded.table, loaded.stored)


def save_game(loaded: LoadedTable) -> None:
    """Write the rounds and the pieces that differ."""
    known = {id(row) for row in loaded.stored.rounds}
    rounds = [row for row in loaded.rounds if id(row) not in known]
    if rounds:
        prepared_update(Round, ROUND_FIELDS, ((row.pk, _of_round(row)) for row in rounds))
    if rounds or loaded.state is not loaded.stored.state:
        number = loaded.table.round_number
        loaded.stored = Game(loaded.rounds, number, _save_pieces(loaded), loaded.state)


def _of_round(row: Round) -> Content:
    return row.extra, row.began_at, row.ended_at


def _save_pieces(loaded: LoadedTable) -> Rows:
    current, pieces, rows = loaded.round, loaded.pieces, _rows_before(loaded)
    tokens = [(token.kind, *token.cell, token.side, token.owner) for token in pieces.tokens]
    return Rows(
        save_cards(rows.cards, current, pieces.cards),
        _save_plain(Token, rows.tokens, current, tokens),
        _save_plain(SeatValue, rows.values, current, pieces.values),
        _save_plain(Knowledge, rows.knowledge, current, pieces.knowledge),
    )


def _rows_before(loaded: LoadedTable) -> Rows:
    """The rows of this round; those of the one before go: they are in the log and its seed."""
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
    """Replace the rows that differ: at most a delete and an insert, and mostly neither."""
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


# --- seats, and the table itself ------------------------------------------------------------------


def _save_seats(loaded: LoadedTable) -> None:
    """Those that differ, in the columns in which any of them does."""
    before, after = loaded.stored_seats, {seat.pk: content_of_seat(seat) for seat in loaded.seats}
    changed = {pk: content for pk, content in after.items() if content != before.get(pk)}
    places = sorted({n for pk in changed for n in _differing(before.get(pk), changed[pk])})
    if places:
        names = tuple(SEAT_FIELDS[n] for n in places)
        rows = ((pk, [content[n] for n in places]) for pk, content in changed.items())
        prepared_update(Seat, names, rows)
    loaded.stored_seats = after


def _save_table(loaded: LoadedTable) -> None:
    before, after = loaded.stored_table, content_of_table(loaded.table)
    if places := _differing(before or None, after):
        names = tuple(TABLE_FIELDS[n] for n in places)
        prepared_update(Table, names, [(loaded.table.pk, [after[n] for n in places])])
    loaded.stored_table = after


def _differing(before: Content | None, after: Content) -> list[int]:
    """The places at which they differ; all, where nothing is known of before."""
    if before is None:
        return list(range(len(after)))
    return [n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


# Cards: rows that move from zone to zone.
#
# Orders in a pile are compared, never copied: drawing the top card changes one row, however many lie
# below it.

Pile = list[tuple[CardRow | None, CardPiece]]
"""A pile as it shall be, each card with the row that already lies there."""


class CardChange(NamedTuple):
    """A card: as it was, if it was there before, and as it shall be."""

    was: CardRow | None
    shall: CardRow


def save_cards(
    rows: tuple[CardRow, ...], current: Round, pieces: Sequence[CardPiece]
) -> tuple[CardRow, ...]:
    """Keep what stays, move what moved; make or remove a row only when a card is new or gone."""
    piles, left = _match_rows(rows, pieces)
    ways = [way for pile in piles for way in _fill(pile, left)]
    if left:
        Card.objects.filter(pk__in=[row.pk for row in left]).delete()
    _move([way for way in ways if way.was is not None and way.was != way.shall])
    stay = [way.shall for way in ways if way.was is not None]
    return (*stay, *_make([way.shall for way in ways if way.was is None], current))


def _match_rows(
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


def _fill(pile: Pile, left: list[CardRow]) -> Iterable[CardChange]:
    """Bring rows to the open places of a pile, in an order that keeps as many numbers as it can."""
    last = -1
    for row, piece in pile:
        order = None if piece.order is None else _number(row, last)
        last = last if order is None else order
        was = row or _take(left, piece.card)
        x, y = piece.cell or (None, None)
        place = (piece.zone, piece.card, piece.owner, order, x, y, piece.turned, piece.face_up)
        yield CardChange(was, CardRow(was.pk if was else 0, *place))


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


def _move(ways: Sequence[CardChange]) -> None:
    if not ways:
        return
    left: dict[Cell | None, int] = {w.was.cell: w.was.pk for w in ways if w.was and w.was.cell}
    if any(left.get(way.shall.cell, way.shall.pk) != way.shall.pk for way in ways):
        # A card comes to where another lay: lift them all, or the first would lie on the second.
        Card.objects.filter(pk__in=[way.shall.pk for way in ways]).update(x=None, y=None)
    prepared_update(Card, CARD_FIELDS, ((way.shall.pk, place_of(way.shall)) for way in ways))


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
