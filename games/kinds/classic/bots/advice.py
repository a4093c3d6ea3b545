"""Moves to think of, each with facts that speak for it: all of them what the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.kinds.classic.minds import deeds
from games.kinds.classic.minds.beliefs import Beliefs, believe
from games.kinds.classic.minds.deeds import LEADING
from games.kinds.classic.minds.outlook import Dug, Outlook, dig, expected, look_out
from games.kinds.classic.minds.survey import FAR, Survey
from games.kinds.classic.rules.cards import PATHS, TILES
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair
from games.kinds.classic.rules.view import View
from games.mine.minds import Idea, Memory, Reason
from games.mine.notation import Seat

IDEAS: Final = 3
REASONS: Final = 3
HELPING: Final = (deeds.NEARER, deeds.CLEARED, *deeds.MENDED)
HINDERING: Final = (deeds.AWAY, deeds.STUB, deeds.CUT, *deeds.BROKE)

Weigh = Callable[[Beliefs, Outlook], Sequence[tuple[float, Move]]]
"""The moves that a mind thinks of, the best first."""


def advice(view: View, memory: Memory[View], weigh: Weigh) -> list[Idea[Move]]:
    """Up to three moves that differ, the best first."""
    if view.phase == "pick":
        return [Idea(Pick(max(view.offer or (0,))), (Reason("most-gold"),))]
    beliefs = believe(view, memory)
    outlook = look_out(view, beliefs)
    ranked = weigh(beliefs, outlook)
    return [
        Idea(move, tuple(reasons(beliefs, outlook, move))[:REASONS]) for move in _differing(ranked)
    ]


def _differing(ranked: Sequence[tuple[float, Move]]) -> list[Move]:
    """The best of each card that is played, and of those thrown away."""
    found: dict[str, Move] = {}
    for _, move in ranked:
        name = "discard" if isinstance(move, Discard) else getattr(move, "card", "")
        found.setdefault(name, move)
    return list(found.values())[:IDEAS]


def reasons(beliefs: Beliefs, outlook: Outlook, move: Move) -> Iterator[Reason]:
    """What speaks for a move, the weightiest first."""
    match move:
        case Place():
            yield from _laying(outlook, move)
        case Break():
            yield from _breaking(beliefs, outlook, move)
        case Repair():
            yield from _repairing(beliefs, outlook, move)
        case PlayAt(card="map"):
            yield Reason("unknown-goal", cell=move.cell)
        case PlayAt():
            yield from _falling(outlook, move)
        case Discard():
            yield from _throwing_away(outlook, move.cards[0])
        case Pick():
            yield Reason("most-gold")


# --- path cards -----------------------------------------------------------------------------------


def _laying(outlook: Outlook, move: Place) -> Iterator[Reason]:
    dug = _really(outlook, move)
    if outlook.digging:
        yield from _digging(outlook, dug)
    else:
        yield from _misleading(outlook, dug, move)


def _really(outlook: Outlook, move: Place) -> Dug:
    """What laying a card does, measured on the mine with that card in it."""
    mine = outlook.survey.mine.lay(move.cell, TILES[move.card, move.turned])
    survey, reached = Survey(mine), mine.reached_goals()
    pairs = zip(survey.goals, survey.near, strict=True)
    near = tuple(0 if goal in reached else steps for goal, steps in pairs)
    kind = deeds.laid(outlook.survey.nearest, min(near, default=0), move.card)
    return Dug(near, outlook.need - expected(outlook.chances, near), survey.ends, kind)


def _digging(outlook: Outlook, dug: Dug) -> Iterator[Reason]:
    goals = list(outlook.survey.goals)
    reached = [place for place, steps in enumerate(dug.near) if not steps]
    for place in reached:
        if outlook.chances[place]:
            code = "reaches-treasure" if outlook.knows_treasure else "reaches-goal"
            yield Reason(code, cell=goals[place])
    likeliest = max(range(len(goals)), key=outlook.chances.__getitem__)
    nearer = outlook.survey.near[likeliest] - dug.near[likeliest]
    if nearer > 0 and likeliest not in reached:
        code = "nearer-treasure" if outlook.knows_treasure else "nearer-goal"
        yield Reason(code, cell=goals[likeliest], amount=dug.near[likeliest])
    if (dug.ends & ~outlook.survey.ends).bit_count() > 1:
        yield Reason("more-ways", amount=(dug.ends & ~outlook.survey.ends).bit_count())
    if nearer <= 0:
        yield Reason("leads-on")


def _misleading(outlook: Outlook, dug: Dug, move: Place) -> Iterator[Reason]:
    nearest = min(dug.near, default=FAR)
    if nearest > outlook.survey.nearest:
        yield Reason("longer-way", amount=nearest)
    elif not LEADING[move.card]:
        yield Reason("wastes-turn")
    if outlook.tells(dug.kind) < 0:
        yield Reason("looks-like-digging")
    elif nearest <= outlook.survey.nearest and LEADING[move.card]:
        yield Reason("wastes-card", card=move.card)


# --- tools ----------------------------------------------------------------------------------------


def _breaking(beliefs: Beliefs, outlook: Outlook, move: Break) -> Iterator[Reason]:
    code = "more-to-repair" if outlook.broken[move.seat] else "cannot-dig"
    if outlook.digging:
        hindered = _done(beliefs, move.seat, HINDERING)
        if hindered:
            yield Reason("has-hindered", seat=move.seat, amount=hindered)
        if outlook.saboteur[move.seat] == max(outlook.saboteur):
            yield Reason("likeliest-saboteur", seat=move.seat)
    yield Reason(code, seat=move.seat)


def _repairing(beliefs: Beliefs, outlook: Outlook, move: Repair) -> Iterator[Reason]:
    last = len(outlook.broken[move.seat]) == 1
    if move.seat == outlook.seat:
        yield Reason("you-dig-again" if last else "one-tool-less")
        return
    if last:
        yield Reason("digs-again", seat=move.seat)
    helped = _done(beliefs, move.seat, HELPING)
    if outlook.digging and helped:
        yield Reason("has-helped", seat=move.seat, amount=helped)
    elif outlook.digging and not _done(beliefs, move.seat, HINDERING):
        yield Reason("no-harm-so-far", seat=move.seat)
    if not outlook.digging or not last:
        yield Reason("seems-kind", seat=move.seat)


def _done(beliefs: Beliefs, seat: Seat, kinds: Sequence[str]) -> int:
    """How often a seat did such a thing in this round."""
    return sum(deed.seat == seat and deed.kind in kinds for deed in beliefs.deeds)


# --- rockfalls, and what is thrown away -----------------------------------------------------------


def _falling(outlook: Outlook, move: PlayAt) -> Iterator[Reason]:
    after = Survey(outlook.survey.mine.without(move.cell))
    gain = outlook.need - expected(outlook.chances, after.near)
    if gain > 0:
        yield Reason("clears-way", cell=move.cell, amount=after.nearest)
    elif gain < 0:
        yield Reason("cuts-tunnel", cell=move.cell, amount=after.nearest)
    else:
        yield Reason("wastes-turn")


def _throwing_away(outlook: Outlook, card: str) -> Iterator[Reason]:
    if not outlook.digging:
        good = card in PATHS and LEADING[card]
        yield Reason("wastes-card", card=card) if good else Reason("spare-card", card=card)
        yield Reason("nobody-sees")
        return
    if card in PATHS and not LEADING[card]:
        yield Reason("dead-end", card=card)
    elif card == "map" and outlook.knows_treasure:
        yield Reason("treasure-is-known")
    else:
        yield Reason("spare-card", card=card)
    if not _has_way_on(outlook):
        yield Reason("nothing-leads-on")


def _has_way_on(outlook: Outlook) -> bool:
    """Could a card of the hand be laid that brings the treasure nearer?"""
    need = outlook.need
    places = [move for move in outlook.moves() if isinstance(move, Place)]
    return any(dig(outlook, need, move).gain > 0 for move in places)
