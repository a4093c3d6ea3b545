"""Advice: moves with the facts that speak for them, all known to the seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.engine.bots import Memory, Reason, Suggestion, best_of_each, suggest
from games.engine.notation import Seat
from games.engine.tunnels import Cell
from games.kinds.lost_mines.bots import beliefs
from games.kinds.lost_mines.bots.distances import UNREACHABLE, Terrain
from games.kinds.lost_mines.bots.outlook import MineDistances, Outlook
from games.kinds.lost_mines.bots.weighing import speaks_for, steps_saved, with_card_laid
from games.kinds.lost_mines.rules import moves
from games.kinds.lost_mines.rules.cards import STEPS
from games.kinds.lost_mines.rules.moves import Move
from games.kinds.lost_mines.rules.state import View
from games.kinds.lost_mines.rules.view import moves_of

HOSTILE_VERBS: Final = ("bars", "traps", "storms", "blocks")


def suggestions(
    outlook: Outlook, memory: Memory[View], best_first: Sequence[Move]
) -> list[Suggestion[Move]]:
    return suggest(best_of_each(best_first, sort_of), partial(_reasons, outlook, memory))


def sort_of(move: Move) -> tuple[object, ...]:
    """Return a key that is the same for moves with the same idea."""
    match move:
        case moves.Place() | moves.PlayAt():
            return type(move), move.card, move.cell
        case moves.Scout():
            return moves.Scout, move.what
        case moves.Walk():
            return moves.Walk, move.cells[-1]
        case moves.PlayJoint():
            return moves.PlayJoint, move.card
        case moves.Stay():
            return moves.Stay, move.leave
        case moves.Discard():
            return (moves.Discard,)
        case _:
            return (move,)


def _reasons(outlook: Outlook, memory: Memory[View], move: Move) -> list[Reason]:
    match move:
        case moves.Place():
            found = _for_laying(outlook, move) + _who_knows(outlook, memory)
        case moves.PlayAt() if move.card == "storm":
            found = _for_harm(outlook, memory, outlook.ground.bared(move.cell))
        case moves.PlayAt():
            found = _for_clearing(outlook, move)
        case moves.PlayJoint():
            found = _for_harm(outlook, memory, outlook.ground.barred(move.joint))
        case moves.Scout():
            found = _for_looking(outlook, move)
        case moves.Discard():
            found = _for_throwing(outlook, move)
        case moves.Walk():
            found = _for_walking(outlook, move) + _who_knows(outlook, memory)
        case moves.Stay():
            found = _for_staying(outlook, move)
        case moves.Orient():
            found = []
        case moves.Consent():
            found = _for_answering(outlook, move)
    return found or [Reason("seems-best")]


def goal(outlook: Outlook, fars: MineDistances) -> Cell | None:
    """Return the mine that one's own dwarf makes for, if it can get to any."""
    best = max(prize.next for prize in outlook.prizes.values())
    known = {cell: by[outlook.me] for cell, by in fars.items() if by[outlook.me] < UNREACHABLE}
    return min(
        known,
        key=lambda cell: known[cell] + outlook.STEPS_PER_POINT * (best - outlook.prizes[cell].next),
        default=None,
    )


def _for_laying(outlook: Outlook, move: moves.Place) -> list[Reason]:
    after = outlook.fars_on(with_card_laid(outlook.ground, move))
    cell = goal(outlook, after)
    if cell is None or steps_saved(outlook, move) <= 0:
        return _for_rivals(outlook, after)
    if after[cell][outlook.me] <= STEPS:
        return [Reason("reach-now", cell=cell)]
    first = [Reason("on-your-way", cell=cell)]
    return first + ([Reason("nearest", cell=cell)] if _is_nearest(outlook, after, cell) else [])


def _for_clearing(outlook: Outlook, move: moves.PlayAt) -> list[Reason]:
    after = outlook.fars_on(outlook.ground.cleared(move.cell))
    cell = goal(outlook, after)
    if cell is None or after[cell][outlook.me] >= outlook.fars[cell][outlook.me]:
        return []
    return [Reason("clears-your-way", cell=cell)]


def _for_harm(outlook: Outlook, memory: Memory[View], ground: Terrain) -> list[Reason]:
    found = _for_rivals(outlook, outlook.fars_on(ground))
    return found + [
        Reason("has-hindered", seat=reason.seat, amount=times)
        for reason in found
        if reason.seat is not None and (times := _hindered(outlook, memory, reason.seat))
    ]


def _for_rivals(outlook: Outlook, after: MineDistances) -> list[Reason]:
    """Name a player whose way gets longer, first the one least likely on one's own side."""
    rivals = sorted(range(outlook.view.seats), key=lambda seat: outlook.weights[seat])
    for seat in rivals:
        for cell, by in outlook.fars.items():
            if seat != outlook.me and by[seat] < after[cell][seat]:
                return [Reason("longer-for", seat=seat, cell=cell)]
    return []


def _hindered(outlook: Outlook, memory: Memory[View], seat: Seat) -> int:
    """Count how often a player hindered one's own clan in this round."""
    view = outlook.view
    whom = beliefs.SAME_CLAN if view.clans[seat] == view.clans[outlook.me] else beliefs.OTHER_CLAN
    bad = {f"{verb}-{whom}" for verb in HOSTILE_VERBS}
    steps = [step for step in memory if step.before.round == view.round]
    return sum(done.seat == seat and done.what in bad for done in beliefs.observed_actions(steps))


def _for_looking(outlook: Outlook, move: moves.Scout) -> list[Reason]:
    view, target = outlook.view, move.target
    if isinstance(target, tuple):
        unknown = len(outlook.chances[target]) > 1
        return [Reason("unknown-mine", cell=target)] if unknown else []
    if move.what == "treasure":
        unknown = view.values[target - 1] is None
        return [Reason("unknown-treasure", amount=target)] if unknown else []
    return [Reason("unknown-dwarf", seat=target)] if view.characters[target] is None else []


def _for_throwing(outlook: Outlook, move: moves.Discard) -> list[Reason]:
    places = [other for other in moves_of(outlook.view) if isinstance(other, moves.Place)]
    nothing = not any(steps_saved(outlook, other) > 0 for other in places)
    found = [Reason("nothing-nearer")] if nothing else []
    drawn = min(outlook.view.stock, len(move.cards))
    return found + ([Reason("new-cards", amount=drawn)] if drawn else [])


def _for_walking(outlook: Outlook, move: moves.Walk) -> list[Reason]:
    end = move.cells[-1]
    if outlook.wants(end):
        return _for_mine(outlook, end, move.take)
    cell = goal(outlook, outlook.fars)
    if cell is None or outlook.ways[cell].of(end) >= outlook.fars[cell][outlook.me]:
        return []
    return [Reason("walks-nearer", cell=cell)]


def _for_mine(outlook: Outlook, end: Cell, take: int | None) -> list[Reason]:
    first = end in outlook.view.mine.hidden
    found = [Reason("first-there" if first else "takes-treasure", cell=end)]
    value = None if take is None else outlook.view.values[take - 1]
    return found if value is None else [*found, Reason("worth", amount=value)]


def _for_staying(outlook: Outlook, move: moves.Stay) -> list[Reason]:
    home = outlook.home
    if outlook.wants(home) and home not in outlook.view.mine.hidden:
        return [] if move.leave else [Reason("takes-more", cell=home)]
    walks = [other for other in moves_of(outlook.view) if isinstance(other, moves.Walk)]
    better = any(outlook.ahead.get(walk.cells[-1], UNREACHABLE) < outlook.far for walk in walks)
    return [] if better else [Reason("nowhere-nearer")]


def _for_answering(outlook: Outlook, move: moves.Consent) -> list[Reason]:
    if not speaks_for(outlook, move):
        return []
    if move.word == "refuse":
        return [Reason("still-to-win")]
    return [Reason("nothing-to-win" if outlook.hopeless else "nothing-nearer")]


def _who_knows(outlook: Outlook, memory: Memory[View]) -> list[Reason]:
    """Name players who go to the mine that one makes for after looking at it."""
    view, cell = outlook.view, goal(outlook, outlook.fars)
    steps = [step for step in memory if step.before.round == view.round]
    return [
        Reason("knows-and-goes", seat=seat, cell=looked_at)
        for seat, looked_at, since in beliefs.looks_at_mines(steps)
        if looked_at == cell and cell in view.mine.hidden and seat != outlook.me
        if beliefs.heading(since, view.dwarfs[seat], looked_at) == beliefs.SEEKS
    ]


def _is_nearest(outlook: Outlook, fars: MineDistances, cell: Cell) -> bool:
    return all(
        fars[cell][outlook.me] < far for seat, far in enumerate(fars[cell]) if seat != outlook.me
    )
