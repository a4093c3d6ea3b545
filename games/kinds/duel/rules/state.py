"""The state of a table of The Duel, or of a solo game. Every field says who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.progress import SHARED_EVENTS, EventKind
from games.engine.rng import Seeds
from games.engine.state import GameView, Own, Public, Secret, Value, fast_replace
from games.engine.tunnels import Cell, Mine
from games.kinds.duel.rules.cards import EDITIONS, Edition

ROUNDS: Final = 3

EVENTS: Final[Mapping[str, EventKind]] = {
    **SHARED_EVENTS,
    "bribed": EventKind(("seat", "cell"), quiet=True),
    "opened": EventKind(("seat", "card", "cell"), quiet=True),
    "broke": EventKind(  # whose tool, which
        ("seat", "card", "to", "what"), quiet=True, towards="harms"
    ),
    "repaired": EventKind(("seat", "card", "to", "what"), quiet=True, towards="helps"),
    "threw": EventKind(("seat", "card"), quiet=True),  # face up, to be rid of a broken tool
    "cleared": EventKind(("seat", "what"), quiet=True),  # which tool
    "wasted": EventKind(("seat", "card")),  # drawn, and without effect
    "looked": EventKind(  # the goal seen
        ("seat", "card", "cell", "what"), secret=("what",), lasts=True, towards="looks"
    ),
    "oriented": EventKind(("seat", "cell", "what", "turned"), quiet=True),
    "claimed": EventKind(  # by whom, on which card, how much
        ("seat", "cell", "what", "amount"), quiet=True
    ),
    "round-ended": EventKind(("what", "amount")),  # why: goals, markers, cards; round
    "collected": EventKind(("seat", "amount")),
    "paid": EventKind(("seat", "amount", "what")),  # gold given to trolls, and how many trolls
}

SOLO_EVENTS: Final[Mapping[str, EventKind]] = {
    **EVENTS,
    **{kind: EVENTS[kind]._replace(quiet=False) for kind in ("broke", "removed")},
}
"""Events by which a solo player learns what was drawn, without playing it. (S3, S4)"""

Owned = tuple[tuple[Cell, Seat], ...]
"""Tokens on cells, by cell, each with the seat that laid it."""


@fast_replace
class State(NamedTuple):
    """A table at one moment, with all secrets."""

    options: Public[tuple[tuple[str, Value], ...]]
    seeds: Secret[Seeds]
    round: Public[int]
    phase: Public[str]
    """`play`, `orient` or `over`."""
    turn: Public[Seat]
    owed: Public[int]
    """Cards to draw when a goal is laid and the turn ends; 0 before the action."""
    colours: Public[tuple[str, ...]]
    mine: Public[Mine]
    goals: Secret[tuple[tuple[Cell, str], ...]]
    """All goals; a face-up one is visible to all."""
    turning: Public[tuple[Cell, ...]]
    """Goals turned over that can be laid either way, by cell; everybody sees them. (D16)"""
    looked: Public[tuple[tuple[Cell, ...], ...]]
    """The goals that each seat has looked at; only the seat knows what it saw. (D23)"""
    hands: Own[tuple[tuple[str, ...], ...]]
    """Sorted: a hand is a multiset."""
    stock: Secret[tuple[str, ...]]
    """Top first."""
    discarded: Public[tuple[str, ...]]
    """Cards played, discarded or removed in public."""
    buried: Own[tuple[tuple[str, ...], ...]]
    """The cards that each seat has discarded face down."""
    broken: Public[tuple[tuple[str, ...], ...]]
    aside: Secret[tuple[str, ...]]
    """Removed from the deck for this round, unseen. (S2)"""
    markers: Public[Owned]
    markers_left: Public[int]
    opened: Public[Owned]
    """Doors with a key token, and the seat they are open for. (D19)"""
    keys_left: Public[int]
    gold: Public[tuple[tuple[int, ...], ...]]
    """Each seat's gold cards by value, large ones first."""
    won: Public[tuple[str, ...]]
    """Path cards with gold that have left the game. (D25)"""
    past: Public[tuple[str, ...]]
    """Goals of earlier rounds that were face up."""
    unseen: Secret[tuple[str, ...]]
    """Goals of earlier rounds that were never turned over and stay secret. (D25)"""
    later: Secret[tuple[str, ...]]
    """The goals of the rounds to come. (D2)"""

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def edition(self) -> Edition:
        return EDITIONS[len(self.hands)]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(GameView):
    options: tuple[tuple[str, Value], ...]
    owed: int
    colours: tuple[str, ...]
    goals: tuple[tuple[Cell, str | None], ...]
    """Each goal as known to this seat: face up or seen with a map; all when the game is over."""
    turning: tuple[Cell, ...]
    looked: tuple[tuple[Cell, ...], ...]
    broken: tuple[tuple[str, ...], ...]
    aside: int
    markers: Owned
    markers_left: int
    opened: Owned
    keys_left: int
    gold: tuple[tuple[int, ...], ...]
    won: tuple[str, ...]
    past: tuple[str, ...]
    unseen: int
    later: int

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.seats]


OpenTable = State | View
"""The public part of the table is in both."""
