"""Advice: moves with the facts that speak for them, all known to the seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.bots import (
    MAX_REASONS,
    MAX_SUGGESTIONS,
    Memory,
    Reason,
    Suggestion,
    best_of_each,
)
from games.engine.state import without
from games.engine.tunnels import Cell
from games.kinds.duel.bots import weighing
from games.kinds.duel.bots.outlook import Outlook, make_outlook
from games.kinds.duel.bots.races import Race
from games.kinds.duel.bots.weighing import TableAfter
from games.kinds.duel.rules import moves
from games.kinds.duel.rules.cards import TRAVELLER, goal_gold
from games.kinds.duel.rules.moves import Move
from games.kinds.duel.rules.placement import claims
from games.kinds.duel.rules.state import View
from games.kinds.duel.rules.view import moves_of

MARGIN: Final = 1.0
"""Moves worse than the best by more gold than this are not advised."""
SEEMS_BEST: Final = Reason("seems-best")
Digging = moves.Place | moves.PlayAt | moves.Bribe


def advise(view: View, memory: Memory[View]) -> list[Suggestion[Move]]:
    """Return up to three different moves, best first, with their reasons."""
    outlook = make_outlook(view)
    found, now = weighing.best_first(weighing.weigh(outlook)), weighing.table_now(outlook)
    least = found[0].worth - MARGIN
    near = best_of_each((each.move for each in found if each.worth >= least), _sort_of)
    ideas = [Suggestion(move, tuple(_reasons(outlook, now, move))[:MAX_REASONS]) for move in near]
    first = ideas[0] if ideas[0].reasons else Suggestion(ideas[0].move, (SEEMS_BEST,))
    return [first, *(idea for idea in ideas[1:] if idea.reasons)][:MAX_SUGGESTIONS]


def _sort_of(move: Move) -> object:
    """Return a key that is the same for moves with the same effect, such as breaking any tool."""
    match move:
        case moves.Place() | moves.PlayAt():
            return move.card, move.cell
        case moves.Bribe() | moves.Orient():
            return move
        case _:
            return type(move)


def _reasons(outlook: Outlook, now: TableAfter, move: Move) -> Iterator[Reason]:
    match move:
        case moves.Place() | moves.Bribe() | moves.PlayAt(card="key"):
            yield from _digging(outlook, now, move)
        case moves.PlayAt(card="map"):
            yield Reason("goal-unknown", cell=move.cell)
        case moves.PlayAt():
            yield from _hinders(outlook, now, weighing.after_rockfall(outlook, move.cell))
        case moves.Break():
            yield from _about_to_take(outlook, now, move.seat)
            yield Reason("cannot-dig", seat=move.seat)
        case moves.Repair() | moves.Clear():
            yield from _repairing(outlook)
        case moves.Discard():
            yield from _passing(outlook, now)
            yield Reason("least-useful", card=min(move.cards, key=outlook.cards.__getitem__))
        case moves.Orient():
            yield from _laying(outlook, move)


def _digging(outlook: Outlook, now: TableAfter, move: Digging) -> Iterator[Reason]:
    after = weighing.after_digging(outlook, move)
    yield from _taken(outlook, move)
    yield from _nearer(outlook, now, after, move)
    yield from _doors(outlook, move)
    yield from _hinders(outlook, now, after)


def _taken(outlook: Outlook, move: Digging) -> Iterator[Reason]:
    mine, _, claimed, goals = weighing.dig_effect(outlook, move)
    gold = sum(mine.tiles[cell].worth for seat, cell in claimed if seat == outlook.me)
    if gold:
        yield Reason("claims-gold", amount=gold)
    for cell in goals:
        yield _goal_reached(outlook, cell)


def _goal_reached(outlook: Outlook, cell: Cell) -> Reason:
    names = outlook.goals[cell]
    if len(names) > 1:
        return Reason("turns-goal", cell=cell)
    return Reason("turns-seen-goal", cell=cell, amount=goal_gold(names[0]))


def _nearer(
    outlook: Outlook, now: TableAfter, after: TableAfter, move: Digging
) -> Iterator[Reason]:
    """Yield the nearest goal that the move brings nearer."""
    before = {race.cell: race for race in now.races}
    hand = _hand_after(outlook, move)
    for race in sorted(after.races, key=lambda each: (each.mine, -each.worth)):
        gained = before[race.cell].mine - race.mine if race.cell in before else 0
        held = next((card for card in hand if card in race.last), None)
        if gained > 0 and held:
            yield Reason("then-last-card", cell=race.cell, card=held)
            return
        if gained > 0:
            yield _closer(outlook, race, gained)
            return


def _closer(outlook: Outlook, race: Race, gained: int) -> Reason:
    names = outlook.goals.get(race.cell, ())
    if not names:
        return Reason("nearer-to-gold", cell=race.cell, amount=gained)
    known = "nearer-to-seen-gold" if len(names) == 1 and race.worth else "nearer"
    return Reason(known, cell=race.cell, amount=gained)


def _hand_after(outlook: Outlook, move: Digging) -> list[str]:
    hand = outlook.view.hand
    return list(hand) if isinstance(move, moves.Bribe) else without(hand, move.card)


def _doors(outlook: Outlook, move: Digging) -> Iterator[Reason]:
    """Yield what the move does about trolls and doors."""
    if isinstance(move, moves.Bribe) or move.bribes:
        cell = move.cell if isinstance(move, moves.Bribe) else move.bribes[0]
        yield Reason("troll-paid", cell=cell)
    if isinstance(move, moves.PlayAt):
        yield Reason("door-opened", cell=move.cell)
    elif (
        isinstance(move, moves.Place)
        and outlook.them is not None
        and _is_own_door(outlook, move.card)
    ):
        yield Reason("own-door", seat=outlook.them)


def _is_own_door(outlook: Outlook, card: str) -> bool:
    colour = card.partition("+door:")[2].partition("@")[0]
    return TRAVELLER.get(colour) == outlook.traveller


def _about_to_take(outlook: Outlook, now: TableAfter, them: int) -> Iterator[Reason]:
    """Yield a goal that the opponent can reach with one card."""
    if not outlook.view.broken[them]:
        near = [race for race in now.races if race.theirs == 1 and race.cell in outlook.goals]
        for race in sorted(near, key=lambda each: -each.worth)[:1]:
            yield Reason("one-card-away", seat=them, cell=race.cell)


def _hinders(outlook: Outlook, now: TableAfter, after: TableAfter) -> Iterator[Reason]:
    if outlook.them is None:
        return
    later = {race.cell: race.theirs for race in after.races}
    goals = [race for race in now.races if race.cell in outlook.goals]
    held_up = [r for r in goals if later.get(r.cell, r.theirs) > r.theirs]
    for race in sorted(held_up, key=lambda each: each.theirs)[:1]:
        yield Reason("hinders", seat=outlook.them, cell=race.cell)


def _repairing(outlook: Outlook) -> Iterator[Reason]:
    last = len(outlook.view.broken[outlook.me]) == 1
    yield Reason("dig-again" if last else "one-broken-less")


def _passing(outlook: Outlook, now: TableAfter) -> Iterator[Reason]:
    """Yield why there is nothing better to do."""
    if outlook.view.broken[outlook.me]:
        yield Reason("tools-broken")
        return
    digs = [move for move in moves_of(outlook.view) if isinstance(move, moves.Place)]
    before = {race.cell: race for race in now.races}
    after = [race for move in digs for race in weighing.after_digging(outlook, move).races]
    helping = [race for race in after if race.mine < before.get(race.cell, race).mine]
    if not helping:
        yield Reason("no-card-helps")
    for race in helping:
        if outlook.them is not None and race.theirs == 1 and race.cell in outlook.goals:
            yield Reason("leaves-last-card", seat=outlook.them, cell=race.cell)
            return


def _laying(outlook: Outlook, move: moves.Orient) -> Iterator[Reason]:
    """Yield whose gold a goal shows when laid this way up."""
    view, me = outlook.view, outlook.me
    mine = weighing.laid_goal(view, move)
    gold = [c for seat, c in claims(view, mine, me, view.markers, view.markers_left) if seat == me]
    if gold:
        yield Reason("claims-gold", amount=sum(mine.tiles[cell].worth for cell in gold))
