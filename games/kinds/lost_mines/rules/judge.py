"""The rules of a turn's first phase. (L8-L19)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.engine.moves import UnsupportedMove
from games.engine.notation import Joint, Seat, print_cell, print_seat
from games.engine.progress import IDLE_PHASES, Event, Progress
from games.engine.rules import Judges, judged
from games.engine.state import (
    discarded,
    require_all_in_hand,
    require_in_hand,
    with_entry,
    without,
)
from games.engine.tunnels import ALL_SIDES, LETTER_OF, Cell, Mine, Sides, fits
from games.kinds.lost_mines.rules import cards, moves, rounds, walks
from games.kinds.lost_mines.rules.moves import Move, Refusal
from games.kinds.lost_mines.rules.rounds import consent
from games.kinds.lost_mines.rules.routes import cells_of, laid, path_runs, token_on
from games.kinds.lost_mines.rules.state import OpenTable, State, Thing


def play(state: State, seat: Seat, move: Move | UnsupportedMove) -> Progress[State]:
    """Judge a move: return its `Progress`, or raise a `Refusal`. (L8)"""
    if isinstance(move, moves.Consent) and state.phase not in IDLE_PHASES:
        return consent(state, seat, move)
    return judged(JUDGES, state, seat, move)


def forced(state: State) -> tuple[Seat, Move] | None:
    """Return the stay of a dwarf that can't walk or take anything, as all can see. (L8, L20)"""
    return (state.turn, moves.Stay()) if walks.forced_to_stay(state) else None


def _played(
    state: State, seat: Seat, gone: tuple[str, ...], events: list[Event], **changes: Any
) -> Progress[State]:
    """Remove the cards from the hand; then the dwarf may walk, but the last card of all ends the
    round. (L8, L24)"""
    hands = with_entry(state.hands, seat, tuple(without(state.hands[seat], *gone)))
    after = state._replace(hands=hands, last=seat, owed=len(gone), phase="walk", **changes)
    over = not after.stock and rounds.out_of_cards(after)
    if over:
        after = rounds.end_round(after, "cards", events)
    return rounds.progress(state, after, events, turn_over=over)


def _used(state: State, card: str, *more: str) -> tuple[str, ...]:
    return (*state.discarded, card, *more)


def place(state: State, seat: Seat, move: moves.Place) -> Progress[State]:
    """Lay a path card. (L10-L12)"""
    require_in_hand(state.hands[seat], move.card, cards.PATHS)
    tile = cards.path_tile(move.card, move.turned)
    judge_place(state.mine, move.cell, tile.openings)
    if move.bribes:
        raise Refusal("no-troll")
    events = [Event("laid", seat, move.card, move.cell, tile.turned)]
    return _played(state, seat, (move.card,), events, mine=laid(state.mine, move.cell, tile))


def judge_place(mine: Mine, cell: Cell, openings: Sides) -> None:
    """Check a placement: an empty cell of the board next to a face-up card, fitting, lengthening a
    path. No card lies on a face-down mine, which fits anything. (L10, L11)"""
    if cell not in cards.BOARD:
        raise Refusal("off-board")
    needs = mine.spots.get(cell)
    if needs is None:
        taken = cell in mine.tiles or cell in mine.hidden
        raise Refusal("occupied" if taken else "no-neighbour")
    if not fits(needs, openings):
        raise Refusal("does-not-fit")
    if not needs & ALL_SIDES:  # no neighbour has an opening there
        raise Refusal("extends-nothing")


def play_at(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Play a tool or a storm; there are no trolls to bribe."""
    require_in_hand(state.hands[seat], move.card, ON_CELL)
    progress = ON_CELL[move.card](state, seat, move)
    if move.bribes:
        raise Refusal("no-troll")
    return progress


def overcome(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Lay a tool on its obstacle, which is then overcome for everyone, for good. (L13)"""
    tile = state.mine.tiles.get(move.cell)
    if tile is None and move.cell not in state.mine.hidden:
        raise Refusal("nothing-there")
    obstacle = cards.TOOLS[move.card]
    if tile is None or cards.feature(tile.name) != obstacle:
        raise Refusal("no-obstacle")
    if move.cell in state.overcome:
        raise Refusal("already-overcome")
    if not tokens_left(state, move.card):
        raise Refusal("no-token-left")
    return _played(
        state,
        seat,
        (move.card,),
        [Event("overcame", seat, move.card, move.cell, what=obstacle)],
        overcome=tuple(sorted((*state.overcome, move.cell))),
        discarded=_used(state, move.card),
    )


def tokens_left(table: OpenTable, card: str) -> int:
    """Return how many tokens of this card are off the board; 0 if a position has more than all."""
    if card == "trap":
        lying = len(table.traps)
    elif card == "troll":
        lying = len(table.trolls)
    else:
        features = [cards.feature(table.mine.tiles[cell].name) for cell in table.overcome]
        lying = features.count(cards.TOOLS[card])
    return max(0, cards.TOKENS[card] - lying)


def storm(state: State, seat: Seat, move: moves.PlayAt) -> Progress[State]:
    """Remove a path card without a dwarf, and what lies on it. (L18)"""
    tile = state.mine.tiles.get(move.cell)
    if tile is None and move.cell not in state.mine.hidden:
        raise Refusal("nothing-there")
    if tile is None or tile.fixed:
        raise Refusal("cannot-remove")
    if move.cell in state.dwarfs:
        raise Refusal("dwarf-there")
    mine = state.mine.without(move.cell)
    events = [Event("removed", seat, move.card, move.cell, tile.turned, what=tile.name)]
    after = _swept(state._replace(mine=mine), events)
    return _played(
        state,
        seat,
        (move.card,),
        events,
        mine=mine,
        overcome=tuple(cell for cell in state.overcome if cell != move.cell),
        traps=after.traps,
        trolls=after.trolls,
        discarded=_used(after, move.card, tile.name),
    )


def _swept(state: State, events: list[Event]) -> State:
    """Remove traps and trolls whose joint now lies between two unused cells. (L18)"""
    gone = [joint for joint in state.traps if _unused(state.mine, joint)]
    freed = [joint for joint, _ in state.trolls if _unused(state.mine, joint)]
    for card, joints in (("trap", gone), ("troll", freed)):
        events.extend(
            Event("swept", None, card, joint.cell, what=LETTER_OF[joint.side]) for joint in joints
        )
    return state._replace(
        traps=tuple(joint for joint in state.traps if joint not in gone),
        trolls=tuple(troll for troll in state.trolls if troll[0] not in freed),
        discarded=(*state.discarded, *(["troll"] * len(freed))),
    )


def _unused(mine: Mine, joint: Joint) -> bool:
    """Tell whether neither side has a face-up card; a face-down mine counts as unused. (L18)"""
    return not any(cell in mine.tiles for cell in cells_of(joint))


def set_token(state: State, seat: Seat, move: moves.PlayJoint) -> Progress[State]:
    """Set a trap or a troll on a joint. A troll's card stays in front of its player. (L15, L16)"""
    require_in_hand(state.hands[seat], move.card, ON_JOINT)
    if not tokens_left(state, move.card):
        raise Refusal("no-token-left")
    if token_on(state, move.joint):
        raise Refusal("joint-taken")
    if not path_runs(state.mine, move.joint):
        raise Refusal("no-path")
    events = [Event("set", seat, move.card, move.joint.cell, what=LETTER_OF[move.joint.side])]
    if move.card == "troll":
        trolls = tuple(sorted((*state.trolls, (move.joint, seat))))
        return _played(state, seat, (move.card,), events, trolls=trolls)
    traps = tuple(sorted((*state.traps, move.joint)))
    discarded = _used(state, move.card)
    return _played(state, seat, (move.card,), events, traps=traps, discarded=discarded)


def scout(state: State, seat: Seat, move: moves.Scout) -> Progress[State]:
    """Look in secret at one of the card's two things; everybody sees at which. (L14)"""
    require_in_hand(state.hands[seat], move.card, cards.SCOUTS)
    thing, event = _looked(state, seat, move)
    if move.what not in cards.SCOUTS[move.card]:
        raise Refusal("wrong-choice")
    seen = tuple(sorted({*state.looked[seat], thing}))
    return _played(
        state,
        seat,
        (move.card,),
        [event],
        looked=with_entry(state.looked, seat, seen),
        discarded=_used(state, move.card),
    )


def _looked(state: State, seat: Seat, move: moves.Scout) -> tuple[Thing, Event]:
    """Return what is looked at, and what is seen there."""
    if isinstance(move.target, tuple):
        return _at_mine(state, seat, move.card, move.target)
    if move.what == "treasure":
        return _at_treasure(state, seat, move.card, move.target)
    return _at_dwarf(state, seat, move.card, move.target)


def _at_mine(state: State, seat: Seat, card: str, cell: Cell) -> tuple[Thing, Event]:
    kinds = dict(state.mines)
    if cell not in kinds:
        raise Refusal("nothing-there")
    if walks.is_face_up(state, cell):
        raise Refusal("already-face-up")
    return print_cell(cell), Event("looked", seat, card, cell, what=kinds[cell])


def _at_treasure(state: State, seat: Seat, card: str, number: int) -> tuple[Thing, Event]:
    if not 1 <= number <= len(state.kinds) or state.takers[number - 1] is not None:
        raise Refusal("nothing-there")
    value = str(state.values[number - 1])
    return walks.treasure_thing(number), Event("looked", seat, card, amount=number, what=value)


def _at_dwarf(state: State, seat: Seat, card: str, other: Seat) -> tuple[Thing, Event]:
    if not 0 <= other < state.seats:
        raise Refusal("nothing-there")
    if other == seat:
        raise Refusal("wrong-choice")
    character = state.characters[other]
    return print_seat(other), Event("looked", seat, card, to=other, what=character)


def discard(state: State, seat: Seat, move: moves.Discard) -> Progress[State]:
    """Pass, and discard one or two cards face down; draw as many. (L8, L19)"""
    require_all_in_hand(state.hands[seat], move.cards, cards.CARDS)
    if not 1 <= len(move.cards) <= cards.MOST_DISCARDED:
        raise Refusal("wrong-count")
    own = tuple(sorted((*state.buried[seat], *move.cards)))
    events = [discarded(seat, card) for card in move.cards]
    return _played(state, seat, move.cards, events, buried=with_entry(state.buried, seat, own))


OnCell = Callable[[State, Seat, moves.PlayAt], Progress[State]]
ON_CELL: Final[dict[str, OnCell]] = {**dict.fromkeys(cards.TOOLS, overcome), "storm": storm}
ON_JOINT: Final = ("trap", "troll")
JUDGES: Final[Judges] = {
    "play": {
        moves.Place: place,
        moves.PlayAt: play_at,
        moves.PlayJoint: set_token,
        moves.Scout: scout,
        moves.Discard: discard,
    },
    "walk": {moves.Walk: walks.walk, moves.Stay: walks.stay},
    "orient": {moves.Orient: walks.orient},
}
"""The judges of each part of a turn. (L8)"""
