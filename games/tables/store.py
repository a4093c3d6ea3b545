"""Rows ⇄ an engine's state: the only module that knows both worlds.

Loading takes the rows of the round now played; saving writes only what differs. Every card is a
row that moves from zone to zone. Orders in a pile are compared, never copied: drawing the top
card changes one row, however many lie below it.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F, Model

from accounts.models import User
from games.kinds import KINDS, rules_of
from games.kinds.kind import GameKind
from games.mine import CardPiece, Knowledge, Pieces, Rules, SeatValue, Seed, Seeds, TokenPiece
from games.tables.models import Card, Round, Seat, Table, Token
from games.tables.models import Knowledge as KnowledgeRow
from games.tables.models import SeatValue as SeatValueRow

CARD_FIELDS = ("zone", "owner", "order", "x", "y", "turned", "face_up")
X = CARD_FIELDS.index("x")
place_of = attrgetter(*CARD_FIELDS)
SEAT_FIELDS = (
    "user", "bot", "joined_at", "on_turn", "turn", "turn_began_at", "due_at", "remind_at", "rest",
    "bank", "excused_left", "absences", "offered_until", "former", "leaves_notes", "in_time",
    "missed", "act_at", "read_to", "score", "won", "wants_cancel", "held_due", "held_remind",
    "held_offer", "kept_due", "kept_remind", "kept_from",
)  # fmt: skip
"""What services change about a seat; `number` and `seen_at` are written by themselves."""
content_of_seat = attrgetter(
    *(f"{name}_id" if name in ("user", "former") else name for name in SEAT_FIELDS)
)
PLAIN_FIELDS: Mapping[type[Model], tuple[str, ...]] = {
    Token: ("kind", "x", "y", "side", "owner"),
    SeatValueRow: ("seat", "name", "value"),
    KnowledgeRow: ("seat", "thing", "value"),
}
"""What has no order: such a row is what it says, and is never changed."""
GLANCES = 3
"""So often a table is read without a lock; if it moved on each time, it is held for a moment."""


@dataclass(slots=True)
class Rows:
    """The rows of a round's state."""

    cards: list[Card] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    values: list[SeatValueRow] = field(default_factory=list)
    knowledge: list[KnowledgeRow] = field(default_factory=list)


@dataclass(slots=True)
class LoadedTable:
    """A table in memory: its rows and, once it is dealt, the state they stand for."""

    table: Table
    seats: list[Seat]
    rounds: list[Round] = field(default_factory=list)
    rows: Rows = field(default_factory=Rows)
    state: Any = None
    before: dict[int, tuple[object, ...]] = field(default_factory=dict)
    """The seats as they were loaded, so that only those that have changed are saved."""

    @property
    def kind(self) -> GameKind[Any, Any]:
        return KINDS[self.table.kind]

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        return rules_of(self.table.kind, self.table.rules_version)

    @property
    def alone(self) -> bool:
        """Does one person play by themselves? Then nobody waits for anybody."""
        return self.table.for_one

    @property
    def round(self) -> Round:
        return self.rounds[self.table.round_number - 1]

    @property
    def seeds(self) -> Seeds:
        drawn = tuple(Seed.from_hex(row.seed, row.salt) for row in self.rounds)
        return Seeds(Seed.from_hex(self.table.seed, self.table.salt), drawn)

    def seat_of(self, user: User | AnonymousUser | None) -> Seat | None:
        """Where this user sits, if they do."""
        if user is None or user.pk is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user.pk), None)

    def may_move(self, number: int) -> bool:
        """Is it this seat's turn, or may it answer something out of turn?"""
        on_turn = number in self.rules.waiting_for(self.state)
        return on_turn or bool(self.rules.legal_moves(self.state, number))


# --- loading ----------------------------------------------------------------------------------


class TornRead(Exception):  # noqa: N818  (nothing went wrong: look again)
    """The table moved on while its rows were read: some are of before, some of after."""


def load(table: Table) -> LoadedTable:
    """The table with its seats and, if it was dealt, its state: seven queries at most.

    Every change of a table is counted in the same transaction. The seats are read last, with the
    count of that moment: is it the one that the game came with, then nothing has changed in
    between. Under the lock that is always so; without it, TornRead says to look again.
    """
    loaded = LoadedTable(table, [])
    if table.round_number:
        loaded.rounds = list(table.rounds.order_by("number"))
        current = loaded.round
        loaded.rows = Rows(
            list(current.cards.order_by("pk")),
            list(current.tokens.all()),
            list(current.values.all()),
            list(current.knowledge.all()),
        )
    seats = table.seats.select_related("user").annotate(as_of=F("table__changes"))
    loaded.seats = list(seats.order_by("number"))
    if any(getattr(seat, "as_of") != table.changes for seat in loaded.seats):  # noqa: B009
        raise TornRead
    loaded.before = {seat.pk: content_of_seat(seat) for seat in loaded.seats}
    if table.round_number:
        pieces = _pieces(loaded.rows, loaded.round.extra)
        count = len(loaded.seats)
        loaded.state = loaded.rules.from_pieces(table.options, count, loaded.seeds, pieces)
    return loaded


def current(pk: int) -> LoadedTable:
    """The table as it is at one moment, however fast it moves on."""
    for _ in range(GLANCES):
        try:
            return load(Table.objects.get(pk=pk))
        except TornRead:
            continue
    with transaction.atomic():
        return load(Table.objects.select_for_update(of=("self",)).get(pk=pk))


def _pieces(rows: Rows, extra: dict[str, Any]) -> Pieces:
    return Pieces(
        cards=tuple(_card_piece(row) for row in rows.cards),
        tokens=tuple(
            TokenPiece(row.kind, (row.x, row.y), row.side, row.owner) for row in rows.tokens
        ),
        values=tuple(SeatValue(row.seat, row.name, row.value) for row in rows.values),
        knowledge=tuple(Knowledge(row.seat, row.thing, row.value) for row in rows.knowledge),
        extra=tuple(extra.items()),
    )


def _card_piece(row: Card) -> CardPiece:
    cell = None if row.x is None or row.y is None else (row.x, row.y)
    return CardPiece(row.zone, row.name, row.owner, row.order, cell, row.turned, row.face_up)


# --- saving -----------------------------------------------------------------------------------


def deal(loaded: LoadedTable, at: datetime) -> None:
    """Draw the seeds of the game and of every round, and write the first deal."""
    table = loaded.table
    table.seed, table.salt = secrets.token_hex(32), secrets.token_hex(16)
    table.commitment = Seed.from_hex(table.seed, table.salt).commitment
    loaded.rounds = [_new_round(table, number + 1) for number in range(loaded.rules.ROUNDS)]
    Round.objects.bulk_create(loaded.rounds)
    state = loaded.rules.setup(table.options, len(loaded.seats), loaded.seeds)
    save(loaded, state, at)


def _new_round(table: Table, number: int) -> Round:
    seed, salt = secrets.token_hex(32), secrets.token_hex(16)
    commitment = Seed.from_hex(seed, salt).commitment
    return Round(table=table, number=number, seed=seed, salt=salt, commitment=commitment)


def save(loaded: LoadedTable, state: Any, at: datetime) -> None:
    """Write what differs between the state that was loaded and this one.

    Nothing else makes a new version: forms go out of date with the state that they were made for.
    The table's own row is saved at the end of the unit of work.
    """
    loaded.table.version += 1
    loaded.table.answers = 0
    pieces = loaded.rules.pieces(state)
    extra = dict(pieces.extra)
    number = int(extra["round"])
    if number != loaded.table.round_number:
        _turn_the_page(loaded, number, at)
    current = loaded.round
    if current.extra != extra:
        current.extra = extra
        # The round before it may just have ended: one statement for both.
        Round.objects.bulk_update(loaded.rounds[:number][-2:], ["extra", "began_at", "ended_at"])
    _save_cards(loaded.rows, current, pieces.cards)
    tokens = [(token.kind, *token.cell, token.side, token.owner) for token in pieces.tokens]
    _save_plain(Token, current, loaded.rows.tokens, tokens)
    _save_plain(SeatValueRow, current, loaded.rows.values, pieces.values)
    _save_plain(KnowledgeRow, current, loaded.rows.knowledge, pieces.knowledge)
    loaded.state = state


def save_seats(loaded: LoadedTable) -> None:
    """Write the seats that differ from what was loaded, in one statement."""
    before = loaded.before
    if changed := [seat for seat in loaded.seats if before.get(seat.pk) != content_of_seat(seat)]:
        Seat.objects.bulk_update(changed, SEAT_FIELDS)


def _turn_the_page(loaded: LoadedTable, number: int, at: datetime) -> None:
    """A round ends and another begins; the rows of the old one are in the log and its seed."""
    if loaded.table.round_number:
        old, rows = loaded.round, loaded.rows
        old.ended_at = at
        for kind in (rows.cards, rows.tokens, rows.values, rows.knowledge):
            if kind:
                type(kind[0])._default_manager.filter(round=old).delete()
    loaded.table.round_number = number
    loaded.round.began_at = at
    loaded.rows = Rows()


def _save_cards(rows: Rows, current: Round, pieces: Sequence[CardPiece]) -> None:
    """Keep what stays, move what moved; make or remove a row only when a card is new or gone."""
    stay, left = _sort_out(rows.cards, pieces)
    before = {row.pk: place_of(row) for row in rows.cards}
    made: list[Card] = []
    for pile in stay.values():
        _fill(pile, left, current, made)
    moved = [row for pile in stay.values() for row, _ in pile if row and row.pk in before]
    moved = [row for row in moved if place_of(row) != before[row.pk]]
    if left:
        Card.objects.filter(pk__in=[row.pk for row in left]).delete()
    cells = {(row.x, row.y) for row in moved if row.x is not None}
    old = {row.pk: before[row.pk][X : X + 2] for row in moved}
    if any(old[row.pk] in cells - {(row.x, row.y)} for row in moved):
        # Two cards change places: lift them all, or the first would lie on the second.
        Card.objects.filter(pk__in=[row.pk for row in moved]).update(x=None, y=None)
    if moved:
        Card.objects.bulk_update(moved, CARD_FIELDS)
    if made:
        Card.objects.bulk_create(made)
    rows.cards = [row for pile in stay.values() for row, _ in pile if row]


Pile = list[tuple[Card | None, CardPiece]]


def _sort_out(
    rows: Iterable[Card], pieces: Iterable[CardPiece]
) -> tuple[dict[object, Pile], list[Card]]:
    """Every pile as it shall be, with the rows that already lie there; and the rows left over."""
    old: dict[object, list[Card]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.order or 0):
        old[row.zone, row.owner, row.order is None].append(row)
    new: dict[object, Pile] = defaultdict(list)
    for piece in sorted(pieces, key=lambda piece: piece.order or 0):
        key = (piece.zone, piece.owner, piece.order is None)
        new[key].append((_next_alike(old[key], piece), piece))
    kept = {id(row) for pile in new.values() for row, _ in pile if row}
    return new, [row for row in rows if id(row) not in kept]


def _next_alike(rows: list[Card], piece: CardPiece) -> Card | None:
    """The first row that is this piece. In a pile, those passed over have left it for good."""
    for index, row in enumerate(rows):
        found = _card_piece(row)
        if (found.card, found.cell, found.turned) == (piece.card, piece.cell, piece.turned):
            del rows[0 if piece.order is not None else index : index + 1]
            return row
    return None


def _fill(pile: Pile, left: list[Card], current: Round, made: list[Card]) -> None:
    """Bring rows to the open places of a pile, in an order that keeps as many numbers as it can."""
    last = -1
    for index, (row, piece) in enumerate(pile):
        if row is None:
            row = next((card for card in left if card.name == piece.card), None)
            if row is None:
                row = Card(round=current, name=piece.card)
                made.append(row)
            else:
                left.remove(row)
            row.order = None
        last = _put(row, piece, last)
        pile[index] = (row, piece)


def _put(row: Card, piece: CardPiece, last: int) -> int:
    """Set the row to where the piece is; its number in the pile only has to grow."""
    row.zone, row.owner, row.turned, row.face_up = (
        piece.zone,
        piece.owner,
        piece.turned,
        piece.face_up,
    )
    row.x, row.y = piece.cell or (None, None)
    if piece.order is None:
        row.order = None
        return last
    row.order = row.order if row.order is not None and row.order > last else last + 1
    return row.order


def _save_plain(
    model: type[Model], current: Round, rows: list[Any], wanted: Sequence[tuple[object, ...]]
) -> None:
    """Replace the rows that differ: at most a delete and an insert, and mostly neither."""
    fields = PLAIN_FIELDS[model]
    have = dict(zip(map(attrgetter(*fields), rows), rows, strict=True))
    gone = [row for content, row in have.items() if content not in wanted]
    new = [content for content in wanted if content not in have]
    if gone:
        model._default_manager.filter(pk__in=[row.pk for row in gone]).delete()
    made = [model(round=current, **dict(zip(fields, content, strict=True))) for content in new]
    if made:
        model._default_manager.bulk_create(made)
    rows[:] = [row for row in rows if row not in gone] + made
