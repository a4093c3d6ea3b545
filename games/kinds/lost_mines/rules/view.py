"""What a seat, or a spectator, may know; nothing else leaves the rules. (L4, L14, L22)"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.kinds.lost_mines.rules.cards import PATHS, path_tile
from games.kinds.lost_mines.rules.judge import judge_place
from games.kinds.lost_mines.rules.legal import answers, turn_moves
from games.kinds.lost_mines.rules.moves import (
    Discard,
    Move,
    Orient,
    Place,
    Stay,
    Walk,
)
from games.kinds.lost_mines.rules.refusals import Refusal
from games.kinds.lost_mines.rules.rounds import in_the_round
from games.kinds.lost_mines.rules.state import EVENTS, Options, Proposal, State, Thing, Trolls
from games.kinds.lost_mines.rules.treasures import judge_take, known_mines, treasure_thing
from games.kinds.lost_mines.rules.walking import judge_walk, traps_on
from games.mine.events import Event, hide
from games.mine.moves import OtherGamesMove
from games.mine.notation import Joint, Seat, print_seat
from games.mine.progress import RESTING, Preview
from games.mine.tunnels import Cell, Mine, letters


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
    owed: int
    drawn: int
    mine: Mine
    mines: tuple[tuple[Cell, str | None], ...]
    """What this seat knows of each mine: face up, or scouted; all when the game is over."""
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
    """Of each treasure: taken by this seat, or scouted; all taken ones when the game is over."""
    takers: tuple[Seat | None, ...]
    unused: int
    looked: tuple[tuple[Thing, ...], ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    stock: int
    aside: int
    discarded: tuple[str, ...]
    buried: tuple[str, ...]
    """What this seat itself has discarded face down or lost to a trap."""
    buried_sizes: tuple[int, ...]
    proposal: Proposal | None
    proposed: tuple[Seat, ...]
    in_round: tuple[Seat, ...]
    """Who is still in the round. (L9)"""
    gold: tuple[int, ...]


def view(state: State, seat: Seat | None) -> View:
    """What this seat may know of this state."""
    return View(
        seat=seat,
        options=state.options,
        seats=state.seats,
        round=state.round,
        phase=state.phase,
        turn=state.turn,
        last=state.last,
        owed=state.owed,
        drawn=state.drawn,
        mine=state.mine,
        mines=tuple(known_mines(state, seat).items()),
        turning=state.turning,
        clans=state.clans,
        characters=tuple(_character(state, seat, other) for other in range(state.seats)),
        spare=len(state.spare),
        dwarfs=state.dwarfs,
        overcome=state.overcome,
        traps=state.traps,
        trolls=state.trolls,
        dragon=state.dragon,
        kinds=state.kinds,
        values=tuple(_value(state, seat, number) for number in range(1, len(state.kinds) + 1)),
        takers=state.takers,
        unused=len(state.unused),
        looked=state.looked,
        hand=() if seat is None else state.hands[seat],
        hand_sizes=tuple(map(len, state.hands)),
        stock=len(state.stock),
        aside=len(state.aside),
        discarded=state.discarded,
        buried=() if seat is None else state.buried[seat],
        buried_sizes=tuple(map(len, state.buried)),
        proposal=state.proposal,
        proposed=state.proposed,
        in_round=tuple(in_the_round(state)),
        gold=state.gold,
    )


def _character(state: State, seat: Seat | None, other: Seat) -> str | None:
    """One's own, those scouted, and all at the end. (L4, L14, L25)"""
    looked = () if seat is None else state.looked[seat]
    scouted = looked and print_seat(other) in looked
    known = other == seat or scouted or state.phase in RESTING
    return state.characters[other] if known else None


def _value(state: State, seat: Seat | None, number: int) -> int | None:
    """Taken by oneself, scouted, or shown at the end. (L14, L22, L25)"""
    taker = state.takers[number - 1]
    looked = () if seat is None else state.looked[seat]
    own = seat is not None and taker == seat
    scouted = looked and treasure_thing(number) in looked
    shown = state.phase in RESTING and taker is not None
    return state.values[number - 1] if own or scouted or shown else None


def uncovered(state: State) -> View:
    """The table as it really is."""
    plain = view(state, None)
    return replace(plain, mines=state.mines, characters=state.characters, values=state.values)


def look_back(seen: View, known: View, ended: State) -> View:
    """A moment of a round that is over: everything in it came of its own seed, shown by now."""
    return seen


def view_event(event: Event, seat: Seat | None) -> Event:
    """What this seat may know of something that happened."""
    return hide(event, EVENTS, seat)


# --- from the view alone --------------------------------------------------------------------------


def moves_of(view: View) -> list[Move]:
    """The legal moves of the seat whose view this is; the same as `legal_moves` lists."""
    if view.seat is None or view.phase in RESTING:
        return []
    if view.seat != view.turn:
        return answers(view, view.seat, view.seat in view.in_round)
    return turn_moves(view, view.seat, view.hand, lambda: dict(view.mines))


def preview(view: View, move: Move | OtherGamesMove) -> Preview | None:
    """What laying a card would join to a start, or what a walk would cost and turn over; None if
    it is neither, or is refused."""
    if isinstance(move, Place) and move.card in PATHS:
        return _preview_place(view, move)
    if isinstance(move, Walk) and view.seat is not None:
        return _preview_walk(view, view.seat, move)
    return None


def _preview_place(view: View, move: Place) -> Preview | None:
    tile = path_tile(move.card, move.turned)
    try:
        judge_place(view.mine, move.cell, tile.openings)
    except Refusal:
        return None
    dug = view.mine.lay(move.cell, tile)
    joined = tuple(cell for cell in dug.reach if cell not in view.mine.reach)
    return Preview(letters(tile.openings), joined, (), starts=tuple(_starts(dug, move.cell)))


def _starts(mine: Mine, cell: Cell) -> Iterator[Cell]:
    """Those from which paths lead to this card."""
    for start in mine.starts:
        others = (there for there in mine.starts if there != start)
        closed = {there: replace(mine.tiles[there], source=0) for there in others}
        if cell in Mine.of((start,), {**mine.tiles, **closed}, ()).reach:
            yield start


def _preview_walk(view: View, seat: Seat, move: Walk) -> Preview | None:
    try:
        if move.take is not None:
            judge_take(view, move.cells[-1], move.take, dict(view.mines))
        judge_walk(view, seat, move.cells)
    except Refusal:
        return None
    return Preview(
        openings="",
        joined=(),
        goals=tuple(cell for cell in move.cells if cell in view.mine.hidden),
        route=(view.dwarfs[seat], *move.cells),
        cost=min(traps_on(view, seat, move.cells), len(view.hand)),
    )


def absent_move(view: View) -> Move:
    """The move for somebody who is away: it depends on their cards alone, not on their role."""
    if view.phase == "walk":
        return Stay()
    if view.phase == "orient":
        return Orient(view.turning[0], False)
    return Discard((view.hand[0],))
