"""The state of a table of The Lost Mines. Every field says who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine import ascii_board
from games.engine.notation import Joint, Seat, print_cell, print_joint, print_seat
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

PLAYERS: Final = range(3, 10)
ROUNDS: Final = 5
"""The most rounds of a table, and the number of seeds."""

OPTIONS: Final = (Option("rounds", (2, 3, 4, 5)),)  # L1

EVENTS: Final[Mapping[str, EventKind]] = {
    **SHARED_EVENTS,
    "overcame": EventKind(("seat", "card", "cell", "what"), quiet=True),  # which obstacle
    "looked": EventKind(  # at a mine (cell), a treasure (its number) or a dwarf (to)
        ("seat", "card", "cell", "amount", "to", "what"), secret=("what",), towards="looks"
    ),
    "set": EventKind(  # a trap or troll; the joint's side
        ("seat", "card", "cell", "what"), quiet=True
    ),
    "lifted": EventKind(  # a troll, when its time is up
        ("seat", "card", "cell", "what"), quiet=True
    ),
    "swept": EventKind(  # a trap or troll that the storm took along
        ("card", "cell", "what"), quiet=True
    ),
    "walked": EventKind(  # where to, the route, steps
        ("seat", "cell", "what", "amount"), quiet=True
    ),
    "stayed": EventKind(("seat", "cell"), quiet=True),
    "lost": EventKind(("seat", "card", "cell", "what"), secret=("card",)),  # to a trap, at a joint
    "oriented": EventKind(("seat", "cell", "what", "turned"), quiet=True),
    "took": EventKind(  # a treasure (card: its number), its kind, its value
        ("seat", "card", "what", "amount"), secret=("amount",)
    ),
    "woke": EventKind(("seat", "cell")),  # the dragon
    "proposed": EventKind(("seat",), quiet=True, towards="asks"),
    "agreed": EventKind(("seat",), quiet=True, towards="agrees"),
    "refused": EventKind(("seat",), quiet=True, towards="refuses"),
    "lapsed": EventKind(("seat",), quiet=True),  # whose proposal
    "round-ended": EventKind(("what", "amount")),  # why: cards, treasures, consent; round
    "role-shown": EventKind(("seat", "what")),  # clan and character
    "brought": EventKind(("seat", "what", "amount")),  # for which clan, or for oneself; how much
    "shared": EventKind(("seat", "what", "amount")),  # of which clan's points
    "remainder": EventKind(("seat", "what", "amount")),
    "gave-up": EventKind(("seat", "amount")),  # points, to the dragon
    "scored": EventKind(("seat", "amount")),
}


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int

    @staticmethod
    def of(given: Mapping[str, Value]) -> Options:
        return Options(**chosen_options(OPTIONS, given))  # type: ignore[arg-type]


class Proposal(NamedTuple):
    """A proposal to end the round; the seats that agreed include the proposer's. (L24)"""

    by: Seat
    agreed: tuple[Seat, ...]


Thing = str
"""What a scout looked at: a mine's cell, `treasure-3`, `p2`."""
Trolls = tuple[tuple[Joint, Seat], ...]
"""Each troll's joint, and the seat that set it."""


@fast_replace
class State(NamedTuple):
    """A table at one moment, with all secrets."""

    options: Public[Options]
    seeds: Secret[Seeds]
    round: Public[int]
    phase: Public[str]
    """`play`, `walk`, `orient` or `over`; drawing needs nobody and follows at once. (L8)"""
    turn: Public[Seat]
    last: Public[Seat]
    """The last seat to play or discard a card. (L28)"""
    owed: Public[int]
    """Cards to draw when the turn ends; 0 before the card is played. (L8)"""
    drawn: Public[int]
    """The number of random numbers drawn this round, for traps and treasures. (L15, L22)"""
    mine: Public[Mine]
    """The board: path cards, start cards and face-up mines; the face-down mines' cells."""
    mines: Secret[tuple[tuple[Cell, str], ...]]
    """All mines; a face-up one is visible to all."""
    turning: Public[tuple[Cell, ...]]
    """A mine turned over that can be laid either way; everybody sees what it is. (L21)"""
    clans: Public[tuple[str, ...]]
    characters: Own[tuple[str, ...]]
    """Shown when the round is over. (L4, L25)"""
    spare: Secret[tuple[tuple[str, str], ...]]
    """Dwarf cards that were not dealt. (L4)"""
    dwarfs: Public[tuple[Cell, ...]]
    """The cell of each seat's dwarf."""
    overcome: Public[tuple[Cell, ...]]
    traps: Public[tuple[Joint, ...]]
    trolls: Public[Trolls]
    dragon: Public[Seat | None]
    kinds: Public[tuple[str, ...]]
    """The kinds of the treasures laid out, as on their backs. Treasure 1 comes first. (L3)"""
    values: Secret[tuple[int, ...]]
    takers: Public[tuple[Seat | None, ...]]
    unused: Secret[tuple[tuple[str, int], ...]]
    """Treasures that are out this round. (L3)"""
    looked: Public[tuple[tuple[Thing, ...], ...]]
    """The things that each seat has looked at; only the seat knows what it saw. (L14)"""
    hands: Own[tuple[tuple[str, ...], ...]]
    """Sorted: a hand is a multiset."""
    stock: Secret[tuple[str, ...]]
    """Top first."""
    aside: Secret[tuple[str, ...]]
    discarded: Public[tuple[str, ...]]
    """Cards played or removed in public."""
    buried: Own[tuple[tuple[str, ...], ...]]
    """The cards that each seat has discarded face down or lost to a trap."""
    proposal: Public[Proposal | None]
    proposed: Public[tuple[Seat, ...]]
    """The seats that have proposed this round. (L24)"""
    gold: Public[tuple[int, ...]]
    """Points so far."""

    @property
    def seats(self) -> int:
        return len(self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class View(GameView):
    options: Options
    last: Seat
    owed: int
    drawn: int
    mines: tuple[tuple[Cell, str | None], ...]
    """Each mine as known to this seat: face up or scouted; all when the game is over."""
    turning: tuple[Cell, ...]
    clans: tuple[str, ...]
    characters: tuple[str | None, ...]
    """One's own, and those scouted; all when the game is over."""
    spare: int
    dwarfs: tuple[Cell, ...]
    overcome: tuple[Cell, ...]
    traps: tuple[Joint, ...]
    trolls: Trolls
    dragon: Seat | None
    kinds: tuple[str, ...]
    values: tuple[int | None, ...]
    """Values of treasures taken by this seat or scouted; all taken ones when the game is over."""
    takers: tuple[Seat | None, ...]
    unused: int
    looked: tuple[tuple[Thing, ...], ...]
    aside: int
    proposal: Proposal | None
    proposed: tuple[Seat, ...]
    in_round: tuple[Seat, ...]
    """The seats still in the round. (L9)"""
    gold: tuple[int, ...]


OpenTable = State | View
"""The public part of the table is in both."""


def draw(view: OpenTable) -> str:
    lines = [ascii_board.draw(view)]
    lines += [
        f"dwarf {print_seat(seat)} at {print_cell(cell)}" for seat, cell in enumerate(view.dwarfs)
    ]
    lines += [f"overcome {print_cell(cell)}" for cell in view.overcome]
    lines += [f"trap on {print_joint(joint)}" for joint in view.traps]
    lines += [
        f"troll of {print_seat(owner)} on {print_joint(joint)}" for joint, owner in view.trolls
    ]
    return "\n".join(lines)
