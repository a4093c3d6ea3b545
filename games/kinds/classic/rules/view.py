"""What a seat, or a spectator, may know; nothing else leaves the rules. (C2, C16, C25)"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.kinds.classic.rules.cards import PATHS, TILES
from games.kinds.classic.rules.legal import picks, turn_moves
from games.kinds.classic.rules.moves import Discard, Move, Pick, Place
from games.kinds.classic.rules.state import EVENTS, Options, State
from games.mine.events import Event, hide
from games.mine.hands import only_own
from games.mine.moves import OtherGamesMove
from games.mine.notation import Seat
from games.mine.progress import RESTING, Preview
from games.mine.tunnels import Cell, Mine, connects, fits, letters


@dataclass(frozen=True, slots=True)
class View:
    """A table as one seat sees it; `seat` is None for a spectator. None means: hidden."""

    seat: Seat | None
    options: Options
    seats: int
    round: int
    phase: str
    turn: Seat
    last: Seat
    passes: int
    mine: Mine
    goals: tuple[tuple[Cell, str | None], ...]
    """What this seat knows of each goal: face up, or seen with a map; in the end, all."""
    looked: tuple[tuple[Cell, ...], ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    stock: int
    discarded: tuple[str, ...]
    buried: tuple[str, ...]
    """What this seat itself has discarded face down."""
    buried_sizes: tuple[int, ...]
    broken: tuple[tuple[str, ...], ...]
    roles: tuple[str | None, ...]
    aside: tuple[str | None, ...]
    gold: tuple[int | None, ...]
    nuggets: int
    offer: tuple[int, ...] | None
    """The nugget cards to pick from, for the one who picks."""
    offer_size: int


def view(state: State, seat: Seat | None) -> View:
    """What this seat may know of this state."""
    picking = state.phase == "pick" and seat == state.turn
    return View(
        seat=seat,
        options=state.options,
        seats=state.seats,
        round=state.round,
        phase=state.phase,
        turn=state.turn,
        last=state.last,
        passes=state.passes,
        mine=state.mine,
        goals=tuple((cell, _goal(state, seat, cell, name)) for cell, name in state.goals),
        looked=state.looked,
        hand=() if seat is None else state.hands[seat],
        hand_sizes=tuple(map(len, state.hands)),
        stock=len(state.stock),
        discarded=state.discarded,
        buried=() if seat is None else state.buried[seat],
        buried_sizes=tuple(map(len, state.buried)),
        broken=state.broken,
        roles=_roles(state, seat),
        aside=tuple(role if state.round_is_over else None for role in state.aside),
        gold=_gold(state, seat),
        nuggets=len(state.nuggets),
        offer=state.offer if picking else None,
        offer_size=len(state.offer),
    )


def _goal(state: State, seat: Seat | None, cell: Cell, name: str) -> str | None:
    """Known when face up, or to who has looked; to all when the round has ended. (C16)"""
    if cell in state.mine.tiles or state.phase in RESTING:
        return name
    return name if seat is not None and cell in state.looked[seat] else None


def _roles(state: State, seat: Seat | None) -> tuple[str | None, ...]:
    """One's own; all when the round is over. (C2)"""
    return state.roles if state.round_is_over else only_own(state.roles, seat)


def _gold(state: State, seat: Seat | None) -> tuple[int | None, ...]:
    """One's own; all with open totals, and at the end of the game. (C25)"""
    shown = state.options.totals == "open" or state.phase == "over"
    return state.gold if shown else only_own(state.gold, seat)


def uncovered(state: State) -> View:
    """The table as it really is. The nugget cards on offer are nobody's yet."""
    plain = view(state, None)
    return replace(plain, goals=state.goals, roles=state.roles, aside=state.aside, gold=state.gold)


def look_back(seen: View, known: View, ended: State) -> View:
    """A moment of a round that is over: nugget cards stay the secret of who took them. (C25)"""
    return replace(seen, gold=known.gold, offer=known.offer)


def view_event(event: Event, seat: Seat | None) -> Event:
    """What this seat may know of something that happened."""
    return hide(event, EVENTS, seat)


# --- from the view alone --------------------------------------------------------------------------


def moves_of(view: View) -> list[Move]:
    """The legal moves of the seat whose view this is; the same as `legal_moves` lists."""
    if view.seat is None or view.seat != view.turn or view.phase in RESTING:
        return []
    if view.phase == "pick":
        return picks(view.offer or ())
    return turn_moves(view.options, view.mine, view.broken, view.seat, view.hand)


def preview(view: View, move: Move | OtherGamesMove) -> Preview | None:
    """What laying this card would connect, and which goals it would turn over at once.

    None if it is no placement that fits. What a goal turned over would lead to is not told.
    """
    if not isinstance(move, Place) or move.card not in PATHS:
        return None
    openings = TILES[move.card, move.turned].openings
    needs = view.mine.spots.get(move.cell)
    if needs is None or not fits(needs, openings):
        return None
    if view.options.connection == "start" and not connects(needs, openings):
        return None
    dug = view.mine.lay(move.cell, TILES[move.card, move.turned])
    joined = tuple(cell for cell in dug.reach if cell not in view.mine.reach)
    return Preview(letters(openings), joined, tuple(dug.reached_goals()))


def absent_move(view: View) -> Move:
    """The move for somebody who is away: it depends on their cards alone, not on their role."""
    if view.phase == "pick":
        return Pick(max(view.offer or (0,)))
    return Discard((view.hand[0],))
