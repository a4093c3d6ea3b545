"""How long one has waited for others to build, and when that is long enough.

A playout lets everybody lay whatever leads on, so it always seems better to let another go first.
Who sees turn after turn that nobody does knows more: the others have no such card, or wait as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.kinds.lost_mines.minds.laying import nearer
from games.kinds.lost_mines.minds.outlook import Outlook
from games.kinds.lost_mines.minds.weighing import TEMPO, Weighed
from games.kinds.lost_mines.rules.moves import Move, Place
from games.kinds.lost_mines.rules.view import View
from games.mine.minds import Memory


def turns_waited(outlook: Outlook, memory: Memory[View]) -> int:
    """For how many turns of one's own, one after the other, one has stood where one stands, with as
    far to go as now."""
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


def nobody_digs(view: View, memory: Memory[View]) -> bool:
    """Does the board lie as it lay when this seat last played a card?"""
    for step in reversed(memory):
        before = step.before
        if before.turn == view.seat and before.phase == "play":
            return before.round == view.round and before.mine.tiles == view.mine.tiles
    return False


def impatience(outlook: Outlook, move: Move, waited: int) -> float:
    """What it is worth besides to lay a card that leads on: with each turn of waiting by more."""
    if not waited or not isinstance(move, Place):
        return 0.0
    return TEMPO * max(0, nearer(outlook, move)) * waited * (waited + 1) / 2


def hurried(outlook: Outlook, weighed: Sequence[Weighed], waited: int) -> list[Weighed]:
    """The same moves, best first, each with what impatience adds to it."""
    added = [(worth + impatience(outlook, move, waited), move) for worth, move in weighed]
    return sorted(added, key=lambda pair: -pair[0])
