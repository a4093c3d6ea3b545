"""The rules of a turn. (D6-D24)"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from games.engine.moves import UnsupportedMove
from games.engine.notation import Seat
from games.engine.progress import Event, Progress
from games.engine.rules import Judges, judged
from games.engine.state import (
    discarded,
    require_all_in_hand,
    require_in_hand,
    sorted_tools,
    tools_of,
    with_entry,
    without,
)
from games.engine.tunnels import Cell, Mine
from games.kinds.duel.rules import moves, rounds
from games.kinds.duel.rules.cards import BROKEN, CARDS, PATHS, REPAIRS, goal_tile
from games.kinds.duel.rules.moves import Move, Refusal
from games.kinds.duel.rules.placement import claims, dug, reached_goals, ways_to_lie
from games.kinds.duel.rules.state import State

MOST_DISCARDED: Final = 2


def play(state: State, seat: Seat, move: Move | UnsupportedMove) -> Progress[State]:
    """Lay a path card, play an action card, or pass. (D6)"""
    return judged(JUDGES, state, seat, move)


def place(state: State, seat: Seat, move: moves.Place) -> Progress[State]:
    """Lay a path card, perhaps paying trolls it brings within reach. (D8-D15)"""
    require_in_hand(state.hands[seat], move.card, PATHS)
    if state.broken[seat]:
        raise Refusal("tool-broken")
    mine = dug(state, seat, move)
    turned = mine.tiles[move.cell].turned
    events = [Event("laid", seat, move.card, move.cell, turned)]
    after = state._replace(mine=mine, hands=_left(state, seat, move.card))
    return _settle(state, _marked(after, seat, move.bribes, events), 1, events)


def bribe(state: State, seat: Seat, move: moves.Bribe) -> Progress[State]:
    """Pay a troll within reach; the turn's action is still to come. (D13)"""
    events: list[Event] = []
    after = state._replace(mine=dug(state, seat, move))
    return _settle(state, _marked(after, seat, (move.cell,), events), 0, events)


def key(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Open a door of the other colour for oneself, and put a key token on it. (D19)"""
    mine = dug(state, seat, move)
    events = [Event("opened", seat, move.card, move.cell)]
    after = state._replace(
        hands=_left(state, seat, move.card),
        mine=mine,
        discarded=(*state.discarded, move.card),
        opened=tuple(sorted((*state.opened, (move.cell, seat)))),
        keys_left=state.keys_left - 1,
    )
    return _settle(state, _marked(after, seat, move.bribes, events), 1, events)


def _marked(state: State, seat: Seat, cells: Iterable[Cell], events: list[Event]) -> State:
    """Put a marker on each troll that was paid. (D13)"""
    for cell in cells:
        events.append(Event("bribed", seat, cell=cell))
        state = _with_marker(state, seat, cell)
    return state


def _with_marker(state: State, seat: Seat, cell: Cell) -> State:
    markers = tuple(sorted((*state.markers, (cell, seat))))
    return state._replace(markers=markers, markers_left=state.markers_left - 1)


def _settle(before: State, state: State, draws: int, events: list[Event]) -> Progress[State]:
    """Turn goals and claim gold; then the round or the turn may be over. If `draws` is 0, the
    action is still to come. (D13, D16-D18, D24)"""
    if reached_goals(state.mine):
        state = _turn_goals(state, events)
        if state.turning:
            state = state._replace(phase="orient", owed=draws)
            return Progress(before, state, tuple(events), turn_over=False)
    state = _claim(state, events)
    why = rounds.why_over(state)
    if why:
        state = rounds.end_round(state, why, events)
    elif draws:
        state = rounds.end_turn(state, draws, events)
    else:
        state = state._replace(phase="play", owed=0)
    return rounds.progress(before, state, events, turn_over=bool(why or draws))


def _turn_goals(state: State, events: list[Event]) -> State:
    """Turn over goals until no more are reached; those that can lie either way wait for the player
    on turn. (D16, D18)"""
    names = dict(state.goals)
    while fresh := [c for c in reached_goals(state.mine) if c not in state.turning]:
        for cell in fresh:
            ways = ways_to_lie(names[cell], state.mine.hidden[cell], state.colours)
            turned = ways[0].turned if len(ways) == 1 else None
            events.append(
                Event("turned-over", state.turn, cell=cell, what=names[cell], turned=turned)
            )
            if turned is None:
                state = state._replace(turning=tuple(sorted((*state.turning, cell))))
            else:
                state = state._replace(mine=state.mine.lay(cell, ways[0]))
    return state


def orient(state: State, seat: Seat, move: moves.Orient) -> Progress[State]:
    """Lay a goal just turned over; if there are several, by x, then y. (D16)"""
    if move.cell != state.turning[0]:
        raise Refusal("wrong-choice")
    tile = goal_tile(dict(state.goals)[move.cell], move.turned, state.colours)
    events = [Event("oriented", seat, cell=move.cell, what=tile.name, turned=tile.turned)]
    after = state._replace(mine=state.mine.lay(move.cell, tile), turning=state.turning[1:])
    return _settle(state, after, state.owed, events)


def _claim(state: State, events: list[Event]) -> State:
    """Put markers on all gold that somebody has reached, while they last. (D17, D18)"""
    found = claims(state, state.mine, state.turn, state.markers, state.markers_left)
    for seat, cell in found:
        tile = state.mine.tiles[cell]
        events.append(Event("claimed", seat, cell=cell, what=tile.name, amount=tile.worth))
        state = _with_marker(state, seat, cell)
    return state


def break_tool(state: State, seat: Seat, move: moves.Break) -> Progress[State]:
    """Lay a sabotage card in front of the opponent, one of each kind at most. (D20)"""
    require_in_hand(state.hands[seat], move.card, BROKEN)
    tool, whose = BROKEN[move.card], tools_of(state.broken, move.seat)
    if tool in whose:
        raise Refusal("already-broken")
    if move.seat == seat:
        raise Refusal("own-tool")
    events = [Event("broke", seat, move.card, to=move.seat, what=tool)]
    broken = with_entry(state.broken, move.seat, sorted_tools((*whose, tool)))
    after = state._replace(broken=broken, hands=_left(state, seat, move.card))
    return _settle(state, after, 1, events)


def repair(state: State, seat: Seat, move: moves.Repair) -> Progress[State]:
    """Remove a matching sabotage card in front of oneself; both are discarded. (D21)"""
    require_in_hand(state.hands[seat], move.card, REPAIRS)
    tool, whose = move.tool, tools_of(state.broken, move.seat)
    if move.seat != seat:
        raise Refusal("only-own")
    if tool not in whose:
        raise Refusal("nothing-to-repair")
    if tool not in REPAIRS[move.card]:
        raise Refusal("wrong-tool")
    events = [Event("repaired", seat, move.card, to=seat, what=tool)]
    after = _repaired(state, seat, tool, (move.card,))
    return _settle(state, after, 1, events)


def clear(state: State, seat: Seat, move: moves.Clear) -> Progress[State]:
    """Discard two cards to remove a sabotage card; draw only one. (D6)"""
    require_all_in_hand(state.hands[seat], move.cards, CARDS)
    if move.tool not in state.broken[seat]:
        raise Refusal("nothing-to-repair")
    events = [Event("threw", seat, card) for card in move.cards]
    events.append(Event("cleared", seat, what=move.tool))
    after = _repaired(state, seat, move.tool, move.cards)
    return _settle(state, after, 1, events)


def _repaired(state: State, seat: Seat, tool: str, cards: tuple[str, ...]) -> State:
    """Remove a sabotage card from this seat, together with the cards used for it."""
    tools = tuple(other for other in state.broken[seat] if other != tool)
    return state._replace(
        hands=_left(state, seat, *cards),
        broken=with_entry(state.broken, seat, tools),
        discarded=(*state.discarded, *cards, f"broken-{tool}"),
    )


def play_at(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    if move.bribes and move.card in ON_CELL and move.card != "key":
        raise Refusal("wrong-phase")
    require_in_hand(state.hands[seat], move.card, ON_CELL)
    return ON_CELL[move.card](state, seat, move)


def rockfall(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Remove a path card: no start, no goal, nothing with gold or a troll. (D22)"""
    mine: Mine = state.mine
    if move.cell not in mine.tiles and move.cell not in mine.hidden:
        raise Refusal("nothing-there")
    if move.cell in mine.hidden or not rounds.removable(mine, move.cell):
        raise Refusal("cannot-remove")
    events: list[Event] = []
    after = state._replace(hands=_left(state, seat, move.card))
    return _settle(state, rounds.bring_down(after, seat, move.card, move.cell, events), 1, events)


def look(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Look in secret at a face-down goal; everybody sees which one. (D23)"""
    names = dict(state.goals)
    if move.cell not in names:
        raise Refusal("nothing-there")
    if move.cell not in state.mine.hidden:
        raise Refusal("already-face-up")
    seen = tuple(sorted({*state.looked[seat], move.cell}))
    events = [Event("looked", seat, move.card, move.cell, what=names[move.cell])]
    after = state._replace(
        hands=_left(state, seat, move.card),
        looked=with_entry(state.looked, seat, seen),
        discarded=(*state.discarded, move.card),
    )
    return _settle(state, after, 1, events)


def discard(state: State, seat: Seat, move: moves.Discard) -> Progress[State]:
    """Pass, and discard one or two cards face down; draw as many. (D6)"""
    require_all_in_hand(state.hands[seat], move.cards, CARDS)
    if not 1 <= len(move.cards) <= MOST_DISCARDED:
        raise Refusal("wrong-count")
    own = tuple(sorted((*state.buried[seat], *move.cards)))
    after = state._replace(
        hands=_left(state, seat, *move.cards), buried=with_entry(state.buried, seat, own)
    )
    events = [discarded(seat, card) for card in move.cards]
    return _settle(state, after, len(move.cards), events)


def _left(state: State, seat: Seat, *cards: str) -> tuple[tuple[str, ...], ...]:
    return with_entry(state.hands, seat, tuple(without(state.hands[seat], *cards)))


OnCell = Callable[[State, Seat, moves.PlayAt], Progress[State]]
ON_CELL: Final[dict[str, OnCell]] = {"rockfall": rockfall, "map": look, "key": key}
JUDGES: Final[Judges] = {
    "play": {
        moves.Place: place,
        moves.Discard: discard,
        moves.Bribe: bribe,
        moves.Break: break_tool,
        moves.Repair: repair,
        moves.Clear: clear,
        moves.PlayAt: play_at,
    },
    "orient": {moves.Orient: orient},
}
