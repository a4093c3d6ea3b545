"""The rules of a turn. (C7-C20)"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from games.engine import tunnels
from games.engine.moves import UnsupportedMove
from games.engine.notation import Seat
from games.engine.progress import Event, Progress
from games.engine.rules import Judges, judged
from games.engine.state import (
    discarded,
    drew,
    next_with_cards,
    require_all_in_hand,
    require_in_hand,
    sorted_tools,
    tools_of,
    with_entry,
    without,
)
from games.kinds.classic.rules import moves, rounds
from games.kinds.classic.rules.cards import BROKEN, CARDS, PATHS, REPAIRS, TILES, TREASURE
from games.kinds.classic.rules.moves import Move, Refusal
from games.kinds.classic.rules.state import State


def play(state: State, seat: Seat, move: Move | UnsupportedMove) -> Progress[State]:
    """Lay a path card, play an action card, or pass. (C7)"""
    return judged(JUDGES, state, seat, move)


def place(state: State, seat: Seat, move: moves.Place) -> Progress[State]:
    """Lay a path card. (C9-C12)"""
    require_in_hand(state.hands[seat], move.card, PATHS)
    if state.broken[seat]:
        raise Refusal("tool-broken")
    tile = TILES[move.card, move.turned]
    judge_place(state.mine, move.cell, tile.openings, state.options.connection)
    if move.bribes:
        raise Refusal("no-troll")
    events = [Event("laid", seat, move.card, move.cell, tile.turned)]
    mine = state.mine.lay(move.cell, tile)
    if mine.reached_goals():
        mine, found = turn_goals(state, mine, move.cell, events)
        if found:
            return _treasure(state, seat, move.card, mine, events)
    return _end_turn(state, seat, move.card, events, {"mine": mine})


def judge_place(
    mine: tunnels.Mine, cell: tunnels.Cell, openings: tunnels.Sides, connection: str
) -> None:
    """Check a placement: an empty cell next to a face-up card, fitting, joined. (C9-C11)"""
    needs = mine.spots.get(cell)
    if needs is None:
        taken = cell in mine.tiles or cell in mine.hidden
        raise Refusal("occupied" if taken else "no-neighbour")
    if not tunnels.fits(needs, openings):
        raise Refusal("does-not-fit")
    if connection == "start" and not tunnels.connects(needs, openings):
        raise Refusal("not-connected")


def turn_goals(
    state: State, mine: tunnels.Mine, cell: tunnels.Cell, events: list[Event]
) -> tuple[tunnels.Mine, bool]:
    """Turn over goals until no more are reached; tell whether the treasure was there. (C17-C20)"""
    names = dict(state.goals)
    found = False
    while reached := mine.reached_goals():
        for goal in reached:
            played = next((side for side, there, _ in tunnels.neighbours(goal) if there == cell), 0)
            tile = laid_goal(names[goal], mine.hidden[goal], played)
            mine = mine.lay(goal, tile)
            found = found or tile.name == TREASURE
            events.append(
                Event("turned-over", state.turn, cell=goal, what=tile.name, turned=tile.turned)
            )
    return mine, found


def laid_goal(name: str, needs: tunnels.Needs, played: tunnels.Sides) -> tunnels.Tile:
    """Return how a goal is laid; `played` is the side where the card just played lies. (C19)"""
    return tunnels.best_orientation(needs, TILES[name, False], TILES[name, True], played)


def _treasure(
    state: State, seat: Seat, card: str, mine: tunnels.Mine, events: list[Event]
) -> Progress[State]:
    """End the round at once; nobody draws. (C18)"""
    hands = with_entry(state.hands, seat, tuple(without(state.hands[seat], card)))
    after = state._replace(mine=mine, hands=hands, last=seat)
    return rounds.progress(state, rounds.end_round(after, seat, events), events)


def break_tool(state: State, seat: Seat, move: moves.Break) -> Progress[State]:
    """Lay a broken tool before another player, one of each kind at most. (C13)"""
    require_in_hand(state.hands[seat], move.card, BROKEN)
    tool, whose = BROKEN[move.card], tools_of(state.broken, move.seat)
    if tool in whose:
        raise Refusal("already-broken")
    if move.seat == seat and state.options.own_tools == "safe":
        raise Refusal("own-tool")
    broken = with_entry(state.broken, move.seat, sorted_tools((*whose, tool)))
    events = [Event("broke", seat, move.card, to=move.seat, what=tool)]
    return _end_turn(state, seat, move.card, events, {"broken": broken})


def repair(state: State, seat: Seat, move: moves.Repair) -> Progress[State]:
    """Take a matching broken tool from before any player; both are discarded. (C14)"""
    require_in_hand(state.hands[seat], move.card, REPAIRS)
    tool, whose = move.tool, tools_of(state.broken, move.seat)
    if tool not in whose:
        raise Refusal("nothing-to-repair")
    if tool not in REPAIRS[move.card]:
        raise Refusal("wrong-tool")
    broken = with_entry(state.broken, move.seat, tuple(t for t in whose if t != tool))
    discarded = (*state.discarded, move.card, f"broken-{tool}")
    events = [Event("repaired", seat, move.card, to=move.seat, what=tool)]
    changes = {"broken": broken, "discarded": discarded}
    return _end_turn(state, seat, move.card, events, changes)


def play_at(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Play a rockfall or a map; there are no trolls to bribe."""
    require_in_hand(state.hands[seat], move.card, ON_CELL)
    progress = ON_CELL[move.card](state, seat, move)
    if move.bribes:
        raise Refusal("no-troll")
    return progress


def rockfall(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Remove a path card; goals that were turned over stay so. (C15)"""
    tile = state.mine.tiles.get(move.cell)
    if tile is None and move.cell not in state.mine.hidden:
        raise Refusal("nothing-there")
    if tile is None or tile.fixed:
        raise Refusal("cannot-remove")
    discarded = (*state.discarded, move.card, tile.name)
    events = [Event("removed", seat, move.card, move.cell, tile.turned, what=tile.name)]
    changes = {"mine": state.mine.without(move.cell), "discarded": discarded}
    return _end_turn(state, seat, move.card, events, changes)


def look(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Look in secret at a face-down goal; everybody sees which one. (C16)"""
    names = dict(state.goals)
    if move.cell not in names:
        raise Refusal("nothing-there")
    if move.cell not in state.mine.hidden:
        raise Refusal("already-face-up")
    seen = tuple(sorted({*state.looked[seat], move.cell}))
    events = [Event("looked", seat, move.card, move.cell, what=names[move.cell])]
    changes = {
        "looked": with_entry(state.looked, seat, seen),
        "discarded": (*state.discarded, move.card),
    }
    return _end_turn(state, seat, move.card, events, changes)


def discard(state: State, seat: Seat, move: moves.Discard) -> Progress[State]:
    """Pass, and discard one card face down. Always allowed. (C7, C8)"""
    require_all_in_hand(state.hands[seat], move.cards, CARDS)
    if len(move.cards) != 1:
        raise Refusal("wrong-count")
    (card,) = move.cards
    own = tuple(sorted((*state.buried[seat], card)))
    changes = {"buried": with_entry(state.buried, seat, own)}
    passes = 0 if state.stock else state.passes + 1
    return _end_turn(state, seat, card, [discarded(seat, card)], changes, passes)


def _end_turn(
    state: State,
    seat: Seat,
    card: str,
    events: list[Event],
    changes: dict[str, Any],
    passes: int = 0,
) -> Progress[State]:
    """Remove the card, draw while the stock lasts, pass the turn on. (C7, C8, C21)"""
    hand, stock = without(state.hands[seat], card), state.stock
    if stock:
        insort(hand, stock[0])
        events.append(drew(seat, stock[0]))
        stock = stock[1:]
    hands = with_entry(state.hands, seat, tuple(hand))
    turn = (seat + 1) % len(hands)
    if not hands[turn]:
        turn, skipped = next_with_cards(hands, turn, events)
        passes += 0 if stock else skipped
    after = state._replace(hands=hands, stock=stock, last=seat, passes=passes, turn=turn, **changes)
    if not stock and _exhausted(after):
        after = rounds.end_round(after, None, events)
    return rounds.progress(state, after, events)


def _exhausted(state: State) -> bool:
    """Tell whether all cards are used or, by table option, all have passed in turn. (C21)

    A player skipped for lack of cards counts as having passed.
    """
    if not any(state.hands):
        return True
    return state.options.exhaustion == "passes" and state.passes >= state.seats


def pick(state: State, seat: Seat, move: moves.Pick) -> Progress[State]:
    """Take a nugget card of this value from those on offer. (C23)"""
    if move.value not in state.offer:
        raise Refusal("wrong-choice")
    events: list[Event] = []
    return rounds.progress(state, rounds.pick(state, move.value, events), events)


OnCell = Callable[[State, Seat, moves.PlayAt], Progress[State]]
ON_CELL: Final[dict[str, OnCell]] = {"rockfall": rockfall, "map": look}
JUDGES: Final[Judges] = {
    "play": {
        moves.Place: place,
        moves.Discard: discard,
        moves.Break: break_tool,
        moves.Repair: repair,
        moves.PlayAt: play_at,
    },
    "pick": {moves.Pick: pick},
}
