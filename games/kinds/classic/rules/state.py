"""The versions of these rules, and the state of a table. Every field says who may know it.

A table keeps its version: its options carry the ruleset into every state, so the rules ask the
ruleset and never compare version numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.progress import SHARED_EVENTS, EventKind
from games.engine.rng import Seeds
from games.engine.state import (
    GameView,
    Option,
    Own,
    Public,
    Secret,
    Value,
    chosen_options,
    fast_replace,
)
from games.engine.tunnels import Cell, Mine


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A version's answers to every question on which versions differ."""

    version: int
    hands_out_alike: bool
    """When picking by hand, whether remaining cards of equal value are dealt at once. (C23)"""


VERSION_1: Final = Ruleset(1, hands_out_alike=True)
NEWEST: Final = Ruleset(2, hands_out_alike=False)
OLDER: Final = (VERSION_1,)


PLAYERS: Final = range(3, 11)
ROUNDS: Final = 3

OPTIONS: Final = (
    Option("saboteurs", ("dealt", "all")),  # C2
    Option("maps", (6, 5)),  # C4
    Option("connection", ("start", "touch")),  # C11
    Option("own_tools", ("safe", "breakable")),  # C13
    Option("exhaustion", ("hands", "passes")),  # C21
    Option("gold", ("per_player", "per_digger")),  # C23
    Option("picking", ("automatic", "by_hand")),  # C23
    Option("totals", ("secret", "open")),  # C25
)

EVENTS: Final[Mapping[str, EventKind]] = {
    **SHARED_EVENTS,
    "broke": EventKind(  # whose tool, which
        ("seat", "card", "to", "what"), quiet=True, towards="harms"
    ),
    "repaired": EventKind(("seat", "card", "to", "what"), quiet=True, towards="helps"),
    "looked": EventKind(  # the goal seen
        ("seat", "card", "cell", "what"), secret=("what",), towards="looks"
    ),
    "round-ended": EventKind(("seat", "what", "amount")),  # who reached it, who won, round
    "role-shown": EventKind(("seat", "what")),  # no seat: the card set aside
    "offered": EventKind(("seat", "amount")),  # who picks first, how many nugget cards
    "took": EventKind(("seat", "amount"), secret=("amount",), lasts=True),
    "paid": EventKind(("seat", "amount")),  # a saboteur's share is no secret: it is a rule
}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of this table, and the version of its rules."""

    saboteurs: str
    maps: int
    connection: str
    own_tools: str
    exhaustion: str
    gold: str
    picking: str
    totals: str
    ruleset: Ruleset

    @staticmethod
    def of(given: Mapping[str, Value], ruleset: Ruleset) -> Options:
        return Options(**chosen_options(OPTIONS, given), ruleset=ruleset)  # type: ignore[arg-type]


@fast_replace
class State(NamedTuple):
    """A table at one moment, with all secrets."""

    options: Public[Options]
    seeds: Secret[Seeds]
    round: Public[int]
    phase: Public[str]
    """`play`, `pick`, `ended` (the round) or `over` (the game)."""
    turn: Public[Seat]
    """Whose turn it is; in phase `pick`, who picks."""
    last: Public[Seat]
    """The last seat to play or discard a card. (C26)"""
    passes: Public[int]
    """The number of passes in a row since the stock was empty. (C21)"""
    mine: Public[Mine]
    goals: Secret[tuple[tuple[Cell, str], ...]]
    """All goals; a face-up one is also in the mine."""
    looked: Public[tuple[tuple[Cell, ...], ...]]
    """The goals that each seat has looked at; only the seat knows what it saw. (C16)"""
    hands: Own[tuple[tuple[str, ...], ...]]
    """Sorted: a hand is a multiset."""
    stock: Secret[tuple[str, ...]]
    """Top first."""
    discarded: Public[tuple[str, ...]]
    """Cards played or removed in public."""
    buried: Own[tuple[tuple[str, ...], ...]]
    """The cards that each seat has discarded face down."""
    broken: Public[tuple[tuple[str, ...], ...]]
    roles: Own[tuple[str, ...]]
    """Shown when the round is over. (C2)"""
    aside: Secret[tuple[str, ...]]
    """The role card set aside, if any. Shown when the round is over. (C2)"""
    gold: Own[tuple[int, ...]]
    """Shown to all with open totals, and at the end of the game. (C25)"""
    nuggets: Secret[tuple[int, ...]]
    """The nugget cards left, top first."""
    offer: Secret[tuple[int, ...]]
    """The nugget cards on offer, visible to the seat that picks. (C23)"""

    @property
    def seats(self) -> int:
        return len(self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class View(GameView):
    options: Options
    last: Seat
    passes: int
    goals: tuple[tuple[Cell, str | None], ...]
    """Each goal, as known to this seat: face up or seen with a map; after the round, all."""
    looked: tuple[tuple[Cell, ...], ...]
    broken: tuple[tuple[str, ...], ...]
    roles: tuple[str | None, ...]
    aside: tuple[str | None, ...]
    gold: tuple[int | None, ...]
    nuggets: int
    offer: tuple[int, ...] | None
    """The nugget cards to pick from, for the seat that picks."""
    offer_size: int
