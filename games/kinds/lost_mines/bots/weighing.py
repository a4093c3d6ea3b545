"""The worth of each move in points: how much it adds to what its player can expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.bots import Memory
from games.engine.tunnels import Cell
from games.kinds.lost_mines.bots.distances import (
    BIT,
    BUILD_COST,
    CLEAR_COST,
    STEP_COST,
    UNREACHABLE,
    Terrain,
    distances_to,
    is_obstacle,
)
from games.kinds.lost_mines.bots.expectations import own_character
from games.kinds.lost_mines.bots.outlook import DRAGON_LOSS, Outlook
from games.kinds.lost_mines.rules import cards, moves
from games.kinds.lost_mines.rules.routes import cells_of, traps_on, ways_out
from games.kinds.lost_mines.rules.state import View
from games.kinds.lost_mines.rules.view import moves_of


def with_card_laid(ground: Terrain, move: moves.Place) -> Terrain:
    tile = cards.path_tile(move.card, move.turned)
    return ground.laid(move.cell, tile.openings, is_obstacle(tile))


def steps_saved(outlook: Outlook, move: moves.Place) -> int:
    """Return how many steps shorter one's own way becomes over this card; negative for a detour."""
    tile, ahead, behind = cards.path_tile(move.card, move.turned), outlook.ahead, outlook.behind
    before = after = UNREACHABLE
    for side, there, _, _ in ways_out(move.cell):
        if tile.openings & side and there in behind:
            before = min(before, behind[there])
            after = min(after, ahead.get(there, UNREACHABLE) + entering(outlook.ground, there))
    return outlook.far - before - after - (CLEAR_COST if is_obstacle(tile) else STEP_COST)


def entering(ground: Terrain, cell: Cell) -> int:
    bit = BIT[cell]
    if ground.cards & bit:
        return STEP_COST
    return BUILD_COST if ground.empty & bit else CLEAR_COST


def is_stuck(outlook: Outlook) -> bool:
    """Tell whether this seat on turn has nothing to draw, no mine to walk to and no useful card."""
    view = outlook.view
    if view.stock or view.turn != outlook.me or _is_open(outlook):
        return False
    return not any(_leads_on(outlook, move) for move in moves_of(view))


def _is_open(outlook: Outlook) -> bool:
    """Tell whether one can walk to a treasure over the cards on the board."""
    as_it_lies = outlook.ground._replace(empty=0, shut=0)
    wanted = {cell: 0 for cell in outlook.prizes if outlook.wants(cell)}
    return distances_to(as_it_lies, wanted).of(outlook.home) < UNREACHABLE


def _leads_on(outlook: Outlook, move: moves.Move) -> bool:
    if isinstance(move, moves.Place):
        return steps_saved(outlook, move) > 0
    return isinstance(move, moves.PlayAt) and move.card in cards.TOOLS


MAX_PLACEMENTS: Final = 10
MAX_TOKEN_DISTANCE: Final = 2
"""The distance from another dwarf within which tokens are set."""
KEEP_WORTHS: Final = {
    card: {"nesw": 0.16, "nes": 0.11, "new": 0.12, "ew": 0.12, "ns": 0.05}.get(
        card.partition("+")[0], 0.09
    )
    + {"campfire": 0.03, "plateau": -0.01, "": 0.0}.get(cards.feature(card), -0.05)
    for card in cards.PATHS
} | {
    **dict.fromkeys(cards.TOOLS, 0.05),
    "troll": 0.2,
    "storm": 0.12,
    "trap": 0.06,
    "scout-mine-treasure": 0.1,
    "scout-mine-dwarf": 0.1,
    "scout-treasure-dwarf": 0.03,
}
COPY_DISCOUNT: Final = 0.5
"""The part of a card's worth left for each further copy, unless it leads straight on."""
STRAIGHT_ON: Final = {card for card in cards.PATHS if {"e", "w"} <= set(card.partition("+")[0])}
TEMPO: Final = 0.12
"""The bonus for each step by which one's own way gets shorter, whoever else profits: if everybody
waits for others to build, nobody gets anywhere."""
DRAW_WORTH: Final = 0.1
TRAP_COST: Final = 0.15

Weighed = tuple[float, moves.Move]


def weigh(outlook: Outlook, possible: Sequence[moves.Move]) -> list[Weighed]:
    """Return the moves worth considering, each with its worth."""
    thought = _worth_thinking_of(outlook, possible)
    return [(worth(outlook, move), move) for move in thought]


def _worth_thinking_of(outlook: Outlook, possible: Sequence[moves.Move]) -> list[moves.Move]:
    places = [move for move in possible if isinstance(move, moves.Place)]
    if len(places) <= MAX_PLACEMENTS:
        return list(possible)
    best = sorted(places, key=lambda move: -steps_saved(outlook, move))[:MAX_PLACEMENTS]
    return [move for move in possible if not isinstance(move, moves.Place)] + best


def worth(outlook: Outlook, move: moves.Move) -> float:
    match move:
        case moves.Place():
            return _lay(outlook, move)
        case moves.PlayAt():
            return _at(outlook, move)
        case moves.PlayJoint():
            return _set(outlook, move)
        case moves.Scout():
            return _gain(outlook, outlook.value + _look(outlook, move), move.card)
        case moves.Discard():
            return _throw(outlook, move)
        case moves.Walk():
            return _walk(outlook, move)
        case moves.Stay():
            return _stay(outlook, move)
        case moves.Orient():
            return _turn(outlook, move)
        case moves.Consent():
            return 9.0 if speaks_for(outlook, move) else -9.0


def _gain(outlook: Outlook, value: float, card: str) -> float:
    """Return what is gained by playing a card, and by the change of the hand."""
    kept = kept_for(outlook.view.hand, (card,))
    return value - outlook.value - kept + (DRAW_WORTH if outlook.view.stock else 0.0)


def kept_for(hand: Sequence[str], kept: Sequence[str]) -> float:
    """Return the worth of keeping these cards of a hand."""
    left, worth = list(hand), 0.0
    for card in kept:
        copies = 1 if card in STRAIGHT_ON else left.count(card)
        worth += KEEP_WORTHS[card] * COPY_DISCOUNT ** (copies - 1)
        left.remove(card)
    return worth


def hand_worth(hand: Sequence[str]) -> float:
    """Return how much better these cards are than drawn ones."""
    return kept_for(hand, hand) - DRAW_WORTH * len(hand)


def _lay(outlook: Outlook, move: moves.Place) -> float:
    """Weigh a path card by the race and by one's own way."""
    tempo = TEMPO * max(0, steps_saved(outlook, move))
    return tempo + _gain(outlook, outlook.value_on(with_card_laid(outlook.ground, move)), move.card)


def _at(outlook: Outlook, move: moves.PlayAt) -> float:
    """Weigh a storm, which empties a cell, or a tool, which clears an obstacle."""
    ground = outlook.ground
    after = ground.bared(move.cell) if move.card == "storm" else ground.cleared(move.cell)
    return _gain(outlook, outlook.value_on(after), move.card)


def _set(outlook: Outlook, move: moves.PlayJoint) -> float:
    """Weigh a troll, which costs a turn to pass, or a trap, which costs a card."""
    if not _near_somebody(outlook, cells_of(move.joint)):
        return -1.0
    steps = cards.STEPS if move.card == "troll" else 1
    return _gain(outlook, outlook.value_with_token(move.joint, steps), move.card)


def _near_somebody(outlook: Outlook, cells: tuple[Cell, Cell]) -> bool:
    return any(
        abs(x - there[0]) + abs(y - there[1]) <= MAX_TOKEN_DISTANCE
        for x, y in cells
        for seat, there in enumerate(outlook.view.dwarfs)
        if seat != outlook.me
    )


def learned(outlook: Outlook, move: moves.Move) -> float:
    return _look(outlook, move) if isinstance(move, moves.Scout) else 0.0


def _look(outlook: Outlook, move: moves.Scout) -> float:
    view = outlook.view
    if isinstance(move.target, tuple):
        return _look_at_mine(outlook, move.target)
    if move.what == "treasure":
        kind = view.kinds[move.target - 1]
        several = len(outlook.left[kind].worth) > 1
        return 0.1 if several and view.values[move.target - 1] is None else -0.1
    if own_character(view) == cards.SELFISH or view.characters[move.target] is not None:
        return -0.1
    return 0.12


def _look_at_mine(outlook: Outlook, cell: Cell) -> float:
    """Weigh a look at a mine: the more uncertain and the nearer it is, the better."""
    chances = outlook.chances[cell]
    if len(chances) < 2:
        return -0.1
    worths = {
        kind: -float(cards.DRAGON_COSTS) if kind == cards.DRAGON else outlook.left[kind].next
        for kind in chances
    }
    mean = sum(chance * worths[kind] for kind, chance in chances.items())
    spread = sum(chance * abs(worths[kind] - mean) for kind, chance in chances.items())
    there = outlook.fars.get(cell)
    far = there[outlook.me] if there else 30
    return 0.25 * spread * outlook.weights[outlook.me] * max(0.0, 1 - far / 40)


def _throw(outlook: Outlook, move: moves.Discard) -> float:
    """Weigh a discard: of least use, and not two cards that can't be replaced."""
    stock = outlook.view.stock
    kept = kept_for(outlook.view.hand, move.cards)
    if stock >= len(move.cards):
        return DRAW_WORTH * len(move.cards) - kept
    return -kept - 0.5 * (len(move.cards) - 1)


def _walk(outlook: Outlook, move: moves.Walk) -> float:
    end = move.cells[-1]
    lost = TRAP_COST * min(traps_on(outlook.view, outlook.me, move.cells), len(outlook.view.hand))
    if outlook.wants(end):
        return outlook.taken(end, move.take) + outlook.hope_from(outlook.fars, end, True) - lost
    return outlook.hope_from(outlook.fars, end, False) - lost - DRAGON_LOSS * outlook.wakes(end)


def _stay(outlook: Outlook, move: moves.Stay) -> float:
    home = outlook.home
    taking = not move.leave and outlook.wants(home) and home not in outlook.view.mine.hidden
    taken = outlook.taken(home, move.take) if taking else 0.0
    return taken + outlook.hope_from(outlook.fars, home, taking)


def _turn(outlook: Outlook, move: moves.Orient) -> float:
    kind = dict(outlook.view.mines)[move.cell]
    if kind is None:
        return 0.0
    return outlook.value_on(
        outlook.ground.laid(move.cell, cards.MINE_TILES[kind, move.turned].openings, False)
    )


def speaks_for(outlook: Outlook, move: moves.Consent) -> bool:
    """Tell whether this answer is right now: a round is ended when nothing is left to win. (L24)

    A player who is stuck only proposes to end the round when nobody else goes on either.
    """
    done = outlook.hopeless or (is_stuck(outlook) and (outlook.idle or move.word != "propose"))
    return done == (move.word != "refuse")


def turns_waited(outlook: Outlook, memory: Memory[View]) -> int:
    """Return for how many of one's own turns in a row neither position nor distance has changed."""
    waited, far = 0, Outlook(outlook.view).far
    for step in reversed(memory):
        before = step.before
        if before.round != outlook.view.round:
            break
        if before.turn == outlook.me and before.phase == "play":
            if before.dwarfs[outlook.me] != outlook.home or Outlook(before).far != far:
                break
            waited += 1
    return waited


def is_board_unchanged(view: View, memory: Memory[View]) -> bool:
    """Tell whether the board is the same as when this seat last played a card."""
    for step in reversed(memory):
        before = step.before
        if before.turn == view.seat and before.phase == "play":
            return before.round == view.round and before.mine.tiles == view.mine.tiles
    return False


def impatience(outlook: Outlook, move: moves.Move, waited: int) -> float:
    """Return the extra worth of a card that leads on, growing with each turn waited.

    In playouts all lay whatever leads on, so waiting for others always looks better. But if nobody
    builds turn after turn, they lack such a card, or wait as well.
    """
    if not waited or not isinstance(move, moves.Place):
        return 0.0
    return TEMPO * max(0, steps_saved(outlook, move)) * waited * (waited + 1) / 2
