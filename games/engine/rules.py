"""The interface of a game's rules: one `Rules` object, made in its `rules/__init__.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from games.engine import ascii_board, progress
from games.engine.ascii_board import HasMine
from games.engine.moves import Grammar, Move, UnsupportedCard, UnsupportedMove
from games.engine.notation import Seat
from games.engine.pieces import Pieces
from games.engine.rng import Rng, Seed, Seeds
from games.engine.state import Option, Value
from games.engine.tunnels import Cell, Mine, Tile, side_letters


class GameState(Protocol):
    """What the states of all games have in common."""

    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def mine(self) -> Mine: ...


S = TypeVar("S", bound=GameState)
V = TypeVar("V", bound=HasMine)
M = TypeVar("M", bound=Move)

MAX_STEPS_PER_TURN: Final = 20
"""The most steps that `absent_move` takes to end a turn."""


def seat_on_turn(state: GameState) -> tuple[Seat, ...]:
    """Return the seat whose turn it is; none when the game is over."""
    return () if state.phase in progress.IDLE_PHASES else (state.turn,)


def round_began(state: GameState) -> tuple[progress.Event, ...]:
    """Return the event that says which round begins, and who begins it."""
    return (progress.Event("round-began", seat=state.turn, amount=state.round),)


def progress_of(
    before: S,
    after: S,
    events: list[progress.Event],
    deal_next: Callable[[S], S],
    turn_over: bool = True,
    opening: Callable[[S], tuple[progress.Event, ...]] = round_began,
) -> progress.Progress[S]:
    """Return a move's progress. If it ended a round, deal the next one. (C26, D26, L28)"""
    if after.phase not in progress.IDLE_PHASES:
        return progress.Progress(before, after, tuple(events), turn_over)
    following = after
    if after.phase == "ended":
        following = deal_next(after)
        events.extend(opening(following))
    return progress.Progress(before, following, tuple(events), turn_over, ended=after)


Judges = Mapping[str, Mapping[type, Callable[[Any, Seat, Any], Any]]]
"""The functions that judge each kind of move, by phase."""


def judged(judges: Judges, state: S, seat: Seat, move: object) -> progress.Progress[S]:
    """Judge a move of the seat on turn; refuse it if no function judges it."""
    if state.phase in progress.IDLE_PHASES:
        raise progress.Refusal("game-over")
    if seat != state.turn:
        raise progress.Refusal("not-your-turn")
    judge = judges[state.phase].get(type(move))
    if judge is None:
        unknown = isinstance(move, UnsupportedCard) and state.phase == "play"
        raise progress.Refusal("unknown-card" if unknown else "wrong-phase")
    led_to: progress.Progress[S] = judge(state, seat, move)
    return led_to


def never_forced(state: GameState) -> None:
    return None


def no_preview(view: HasMine, move: Any) -> None:
    return None


def preview_place(mine: Mine, cell: Cell, tile: Tile) -> progress.Preview:
    """Return what laying this card would connect, and which goals it would turn over at once."""
    dug = mine.lay(cell, tile)
    joined = tuple(there for there in dug.reach if there not in mine.reach)
    return progress.Preview(side_letters(tile.openings), joined, tuple(dug.reached_goals()))


def unchanged(seen: V, known: V, ended: GameState) -> V:
    return seen


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules(Generic[S, M, V]):
    """All that the rest of the program needs of a game's rules: `S` its states, `M` its moves, `V`
    its views.

    Seats are counted from 0. Only `play` judges moves. Only the results of `view` and `view_event`
    may be shown to anybody; `moves_of`, `preview`, `absent_move` and the bots get only a view.
    """

    # --- what it is ---
    name: str
    version: int = 1
    """A table keeps the version it was opened with."""
    players: range
    rounds: int = 1
    """The most rounds of a table; `setup` gets a seed for each."""
    options: tuple[Option, ...] = ()
    events: Mapping[str, progress.EventKind]
    refusals: tuple[str, ...] = progress.SHARED_REFUSALS
    grammar: Grammar[M]

    # --- playing it ---
    setup: Callable[[Mapping[str, Value], int, Seeds], S]
    """Return a table ready for its first round, from options, number of seats and seeds."""
    opening_events: Callable[[S], tuple[progress.Event, ...]] = round_began
    """Return the first log events of a new table."""
    waiting_for: Callable[[S], tuple[Seat, ...]] = seat_on_turn
    legal_moves: Callable[[S, Seat], Sequence[M]]
    """Return all legal moves up to equivalence. A seat that isn't on turn may have moves too:
    answers, which don't change whose turn it is."""
    play: Callable[[S, Seat, M | UnsupportedMove], progress.Progress[S]]
    """Make a move, or raise a `Refusal`."""
    forced: Callable[[S], tuple[Seat, M] | None] = never_forced
    """Return the only possible move, if everybody at the table can see that it is."""
    outcome: Callable[[S], progress.Outcome | None]
    """Return the outcome; None until the game is over."""

    # --- who may know what ---
    view: Callable[[S, Seat | None], V]
    """Return what a seat, or a spectator (None), may know."""
    uncovered: Callable[[S], V]
    """Return a spectator's view with nothing hidden."""
    look_back: Callable[[V, V, S], V] = unchanged
    """Return a moment of a finished round (`seen`, from any view) for a reader who saw `known` at
    the time. While the game goes on, hides secrets that outlast the round. `ended` is the round as
    it ended."""
    moves_of: Callable[[V], Sequence[M]]
    """Return the legal moves of the view's seat: the same as `legal_moves`."""
    preview: Callable[[V, M | UnsupportedMove], progress.Preview | None] = no_preview
    absent_move: Callable[[V], M]
    """Return the move of an absent player; it must not depend on their role. Repeated, it ends a
    turn within `MAX_STEPS_PER_TURN` steps."""
    worlds: Callable[[V, Rng], Iterator[S]]
    """Yield endlessly states that the view's seat can't tell from the real one."""

    # --- storing and checking it ---
    pieces: Callable[[S], Pieces]
    from_pieces: Callable[[Mapping[str, Value], int, Seeds, Pieces], S]
    frame: Callable[[S], tuple[dict[str, Value], int, Seeds]]
    """Return what is stored besides the pieces: options, number of seats, seeds."""
    dealt: Callable[[Mapping[str, Value], int, Seed], Pieces]
    """Return the cards of a round as its seed deals them."""
    problems: Callable[[S], list[str]]
    """Return what is impossible in a state: missing or duplicate cards."""

    # --- scenarios ---
    position: Callable[[Mapping[str, Value], int, Seeds, Mapping[str, Any]], S]
    """Return the state that a scenario describes; what it leaves out is empty, whole or full."""
    fact: Callable[[progress.Progress[S], Sequence[str]], bool]
    draw: Callable[[V], str] = ascii_board.draw

    def view_event(self, event: progress.Event, seat: Seat | None) -> progress.Event:
        """Return what a seat, or a spectator (None), may know of an event."""
        secret = self.events[event.kind].secret
        if not secret or (seat is not None and seat == event.seat):
            return event
        hidden: dict[str, Any] = dict.fromkeys(secret)
        return event._replace(**hidden)
