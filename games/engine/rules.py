"""The protocol: what every game gives to the rest of the house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final, Protocol, TypeVar, cast

from games.engine.moves import Grammar, Move, UnsupportedMove
from games.engine.notation import Seat
from games.engine.pieces import Pieces
from games.engine.progress import Event, EventKind, Outcome, Preview, Progress
from games.engine.rng import Rng, Seed, Seeds
from games.engine.state_fields import Option, Value

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M", bound=Move)

MAX_STEPS_PER_TURN: Final = 20
"""A turn played by `absent_move` has no more steps than this."""


class Rules(Protocol[S, M, V]):
    """What a game gives to the rest of the house. A game's rules are a module that has all of this.

    Seats are counted from 0. `play` is the only judge. `view` and `view_event` are the only things
    that may be shown to anybody; `moves_of`, `preview`, `absent_move` and the bots know nothing but
    a view.
    """

    # what it is
    @property
    def NAME(self) -> str: ...  # noqa: N802
    @property
    def RULES_VERSION(self) -> int: ...  # noqa: N802
    @property
    def PLAYERS(self) -> range: ...  # noqa: N802
    @property
    def ROUNDS(self) -> int: ...  # noqa: N802
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802
    @property
    def EVENTS(self) -> Mapping[str, EventKind]: ...  # noqa: N802
    @property
    def REFUSALS(self) -> tuple[str, ...]: ...  # noqa: N802
    @property
    def GRAMMAR(self) -> Grammar[M]: ...  # noqa: N802

    # playing it
    def setup(self, options: Mapping[str, Value], seats: int, seeds: Seeds) -> S: ...
    def opening_events(self, state: S) -> tuple[Event, ...]:
        """What is told of a table that was just set up."""

    def waiting_for(self, state: S) -> tuple[Seat, ...]: ...
    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Complete up to equivalence. What it lists for a seat that nobody waits for are answers,
        which leave whose turn it is alone."""

    def play(self, state: S, seat: Seat, move: M | UnsupportedMove) -> Progress[S]: ...
    def forced(self, state: S) -> tuple[Seat, M] | None:
        """Whose move is the only one, where everybody at the table can see that it is."""

    def outcome(self, state: S) -> Outcome | None: ...

    # who may know what
    def view(self, state: S, seat: Seat | None) -> V: ...
    def view_event(self, event: Event, seat: Seat | None) -> Event: ...
    def uncovered(self, state: S) -> V:
        """The table as it really is: what a spectator sees, and all that is hidden from them."""

    def look_back(self, seen: V, known: V, ended: S) -> V:
        """A moment of a round that is over, while the game goes on, for who knew `known` then:
        what any eyes, or all, saw of it (`seen`), but for what outlasts the round. `ended` is that
        round as it ended."""

    def moves_of(self, view: V) -> Sequence[M]: ...
    def preview(self, view: V, move: M | UnsupportedMove) -> Preview | None: ...
    def absent_move(self, view: V) -> M:
        """Again and again, it comes to the end of a turn from anywhere within it, in
        `STEPS_AT_MOST` steps."""

    def worlds(self, view: V, lots: Rng) -> Iterator[S]:
        """States that the seat with this view cannot tell from the real one."""

    # storing and checking it
    def pieces(self, state: S) -> Pieces: ...
    def from_pieces(
        self, options: Mapping[str, Value], seats: int, seeds: Seeds, pieces: Pieces
    ) -> S: ...
    def frame(self, state: S) -> tuple[dict[str, Value], int, Seeds]:
        """What is kept beside the pieces: options, how many seats, seeds."""

    def dealt(self, options: Mapping[str, Value], seats: int, seed: Seed) -> Pieces:
        """The cards of a round as its seed deals them."""

    def problems(self, state: S) -> list[str]:
        """What cannot be: cards that are missing, or there twice."""

    # writing it down
    def print_move(self, move: Move) -> str: ...
    def position(
        self, options: Mapping[str, Value], seats: int, seeds: Seeds, position: Mapping[str, Any]
    ) -> S: ...
    def fact(self, progress: Progress[S], words: Sequence[str]) -> bool: ...
    def draw(self, view: V) -> str: ...


# Rules of several versions beside each other: a table keeps the version it was opened with.

R = TypeVar("R")

TAKE_A_RULESET: Final = ("setup", "dealt", "from_pieces", "position")
"""What makes something of a table's options: in a game with older versions each takes a `ruleset`
too, the newest unless told. A state carries it from there on, so all else is the same function."""


def rules_by_version(
    newest: Rules[S, M, V], older: Mapping[int, R] | None = None
) -> Mapping[int, Rules[S, M, V]]:
    """Every version of a game: its rules as they are now, and with each older ruleset."""
    pinned = {number: _pinned(newest, number, ruleset) for number, ruleset in (older or {}).items()}
    return MappingProxyType({**pinned, newest.RULES_VERSION: newest})


def _pinned(newest: Rules[S, M, V], version: int, ruleset: R) -> Rules[S, M, V]:
    """The same rules, where whatever begins, begins with this ruleset."""
    begun = {name: partial(getattr(newest, name), ruleset=ruleset) for name in TAKE_A_RULESET}
    rules = SimpleNamespace(**{**vars(newest), **begun, "RULES_VERSION": version})
    return cast("Rules[S, M, V]", rules)
