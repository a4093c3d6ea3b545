"""From a state to rows: only what differs is written.

Every card is a row that moves from zone to zone (cards.py). What is written is compared with what
is stored, never with what somebody says has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from config.prepared import update
from games.mine import Seed
from games.tables import chance
from games.tables.models import Card, Knowledge, Round, Seat, SeatValue, Table, Token
from games.tables.store import recent
from games.tables.store.cards import save_cards
from games.tables.store.columns import PLAIN_FIELDS, ROUND_FIELDS, Plain
from games.tables.store.loaded import (
    SEAT_FIELDS,
    TABLE_FIELDS,
    Content,
    Game,
    LoadedTable,
    Rows,
    content_of_seat,
    content_of_table,
)


def deal(loaded: LoadedTable, at: datetime) -> None:
    """Draw the seeds of the game and of every round, and put the first deal on the table."""
    table = loaded.table
    table.seed, table.salt = _drawn()
    table.commitment = Seed.from_hex(table.seed, table.salt).commitment
    rounds = [_new_round(table, number + 1) for number in range(loaded.rules.ROUNDS)]
    loaded.rounds = tuple(Round.objects.bulk_create(rounds))
    loaded.stored = Game(loaded.rounds)
    put(loaded, loaded.rules.setup(table.options, len(loaded.seats), loaded.seeds), at)


def _new_round(table: Table, number: int) -> Round:
    seed, salt = _drawn()
    commitment = Seed.from_hex(seed, salt).commitment
    return Round(table=table, number=number, seed=seed, salt=salt, commitment=commitment)


def _drawn() -> tuple[str, str]:
    """A seed and its salt."""
    return chance.draw(32).hex(), chance.draw(16).hex()


def put(loaded: LoadedTable, state: Any, at: datetime) -> None:
    """The game is in this state now; `save` writes it.

    Nothing else makes a new version: forms go out of date with the state that they were made for.
    """
    loaded.table.version += 1
    loaded.table.answers = 0
    loaded.state = state
    extra = dict(loaded.pieces.extra)
    if extra["round"] != loaded.table.round_number:
        _turn_the_page(loaded, int(extra["round"]), at)
    if extra != loaded.round.extra:
        loaded.change_round(extra=extra)


def _turn_the_page(loaded: LoadedTable, number: int, at: datetime) -> None:
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
    recent.remember(loaded.table, loaded.stored)


def save_game(loaded: LoadedTable) -> None:
    """Write the rounds and the pieces that differ."""
    known = {id(row) for row in loaded.stored.rounds}
    rounds = [row for row in loaded.rounds if id(row) not in known]
    if rounds:
        update(Round, ROUND_FIELDS, ((row.pk, _of_round(row)) for row in rounds))
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
        update(Seat, names, rows)
    loaded.stored_seats = after


def _save_table(loaded: LoadedTable) -> None:
    before, after = loaded.stored_table, content_of_table(loaded.table)
    if places := _differing(before or None, after):
        names = tuple(TABLE_FIELDS[n] for n in places)
        update(Table, names, [(loaded.table.pk, [after[n] for n in places])])
    loaded.stored_table = after


def _differing(before: Content | None, after: Content) -> list[int]:
    """The places at which they differ; all, where nothing is known of before."""
    if before is None:
        return list(range(len(after)))
    return [n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
