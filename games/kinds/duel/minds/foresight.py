"""What each move leads to, as far as its player can foresee, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.kinds.duel.minds.outlook import Outlook, cards_worth, short_of
from games.kinds.duel.minds.spoils import gain
from games.kinds.duel.minds.survey import Race, survey
from games.kinds.duel.minds.weights import Shares
from games.kinds.duel.rules.cards import goal_tile
from games.kinds.duel.rules.digging import claims, dug
from games.kinds.duel.rules.moves import Bribe, Orient, Place, PlayAt
from games.kinds.duel.rules.view import View
from games.mine.notation import Seat
from games.mine.tunnels import Cell, Mine

HOLDS: Final = 0
"""Nearer than one card: the card that is needed is in hand."""

FROM_ANOTHER_SIDE: Final = 0.4
"""What part of the gold that a goal shows and does not give is claimed later."""


class Dug(NamedTuple):
    """What digging leads to, while the goals it reaches still lie face down."""

    mine: Mine
    bribes: int
    claimed: list[tuple[Seat, Cell]]
    goals: tuple[Cell, ...]
    """Those that it turns over."""


class After(NamedTuple):
    """The table after a move, as far as its player can foresee."""

    gained: float
    """Gold that it brings, less gold that it gives away and what trolls cost."""
    races: list[Race]
    over: bool = False
    """The round is over with it."""


def standing(outlook: Outlook) -> After:
    """The table as it is."""
    return After(0.0, survey(outlook, outlook.view.mine))


def dig(outlook: Outlook, move: Place | PlayAt | Bribe) -> Dug:
    """Lay a card, open a door, pay a troll."""
    view, me = outlook.view, outlook.me
    mine = dug(view, me, move)
    bribes = 1 if isinstance(move, Bribe) else len(move.bribes)
    left = view.markers_left - bribes
    goals = tuple(cell for cell in mine.reached_goals() if cell not in view.turning)
    return Dug(mine, bribes, claims(view, mine, me, view.markers, left), goals)


def after_digging(outlook: Outlook, move: Place | PlayAt | Bribe) -> After:
    """After a card laid, a door opened, a troll paid."""
    mine, bribes, claimed, goals = dig(outlook, move)
    gained = _claimed(mine, outlook.me, claimed) - bribes + _turned(outlook, mine, goals)
    used = bribes + len(claimed)
    if used >= outlook.view.markers_left or len(goals) == len(mine.hidden):
        return After(gained, [], over=True)
    gone = (*goals, *(cell for _, cell in claimed))
    return After(gained, survey(outlook, mine, gone))


def after_rockfall(outlook: Outlook, cell: Cell) -> After:
    """After the card there was brought down."""
    return After(0.0, survey(outlook, outlook.view.mine.without(cell)))


def after_laying_goal(outlook: Outlook, move: Orient) -> After:
    """After a goal just turned over was laid that way up."""
    view, me = outlook.view, outlook.me
    mine = laid_goal(view, move)
    claimed = claims(view, mine, me, view.markers, view.markers_left)
    goals = tuple(cell for cell in mine.reached_goals() if cell not in view.turning)
    gained = _claimed(mine, me, claimed) + _turned(outlook, mine, goals)
    gone = (*goals, *view.turning, *(cell for _, cell in claimed))
    return After(gained, survey(outlook, mine, gone))


def laid_goal(view: View, move: Orient) -> Mine:
    """The mine with a goal laid that was just turned over."""
    name = dict(view.goals)[move.cell] or ""
    return view.mine.lay(move.cell, goal_tile(name, move.turned, view.colours))


def _claimed(mine: Mine, me: Seat, claimed: Iterable[tuple[Seat, Cell]]) -> float:
    return sum(mine.tiles[c].worth if seat == me else -mine.tiles[c].worth for seat, c in claimed)


def _turned(outlook: Outlook, mine: Mine, goals: Iterable[Cell]) -> float:
    """What it brings this seat to turn these goals over. Gold that it does not bring may still be
    had from another side."""
    colours, by_card = outlook.view.colours, outlook.by_card
    total = 0.0
    for cell in goals:
        names = outlook.goals[cell]
        brought = gain(names, mine.hidden[cell], outlook.traveller, colours, by_card)
        total += brought + FROM_ANOTHER_SIDE * (outlook.worths[cell] - abs(brought))
    return total


def worth(
    outlook: Outlook, after: After, hand: tuple[str, ...], broken: tuple[int, int], drawn: int
) -> float:
    """What a table is worth to this seat in gold, when the other is to move."""
    if after.over:
        return after.gained
    mine, theirs = broken
    weights, gone = outlook.weights, len(outlook.view.hand) - len(hand)
    draws = min(drawn, outlook.view.stock)
    tools = weights.broken[theirs] - weights.broken[mine]
    shares = weights.shares[max(outlook.left - gone, 0)]
    races = sum(_race(shares, race, hand, mine, theirs) for race in after.races)
    return (
        after.gained
        + races
        + tools
        - short_of(outlook, len(hand) + draws)
        + draws * outlook.draw
        + cards_worth(outlook.cards, hand)
    )


def _race(shares: Shares, race: Race, hand: tuple[str, ...], mine: int, theirs: int) -> float:
    near = race.mine + mine
    if near == 1 and not race.last.isdisjoint(hand):
        near = HOLDS
    row = shares[min(near, len(shares) - 1)]
    far = min(race.theirs + theirs, len(row) - 1)
    if far != 1:
        return race.worth * row[far]
    return race.worth * (race.threat * row[0] + (1.0 - race.threat) * row[1])
