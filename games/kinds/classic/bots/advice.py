"""The worth of every move to a seat's own side, the moves worth considering, and advice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Final

from games.engine.bots import Memory, Reason, Suggestion, best_of_each, suggest
from games.engine.notation import Seat
from games.kinds.classic.bots import behaviour, digger, saboteur
from games.kinds.classic.bots.behaviour import LEADS_THROUGH
from games.kinds.classic.bots.beliefs import Beliefs, infer_beliefs
from games.kinds.classic.bots.distances import UNREACHABLE, Distances
from games.kinds.classic.bots.outlook import DigEffect, Outlook, dig_effect, expected, make_outlook
from games.kinds.classic.rules.cards import PATHS, TILES
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair
from games.kinds.classic.rules.state import View

Weighed = tuple[float, Move]
"""A move and its worth."""

MAX_CANDIDATES: Final = 8
MAX_PER_KIND: Final[Mapping[str, int]] = {"Place": 4, "Break": 3, "Discard": 1}
"""Two for other kinds. A discard's effect shows only after many turns, so one is enough."""
MARGIN: Final = 45.0
"""A move this much worse than the best is not considered."""
MIN_WORTH: Final = -10.0
"""A move worse than this is considered only if there is nothing better."""


def weigh(outlook: Outlook) -> list[Weighed]:
    return digger.weigh(outlook) if outlook.digging else saboteur.weigh(outlook)


def promising(weighed: Sequence[Weighed]) -> list[Weighed]:
    """Return the moves that seem best, but not too many of a kind."""
    ranked = sorted(weighed, key=itemgetter(0), reverse=True)
    best = ranked[0][0]
    least = max(best - MARGIN, min(best, MIN_WORTH))
    taken: Counter[str] = Counter()
    chosen = []
    for value, move in ranked:
        kind = move.card if isinstance(move, PlayAt) else type(move).__name__
        taken[kind] += 1
        if value >= least and taken[kind] <= MAX_PER_KIND.get(kind, 2):
            chosen.append((value, move))
    return chosen[:MAX_CANDIDATES]


HELPING: Final = (behaviour.NEARER, behaviour.CLEARED_WAY, *behaviour.REPAIRS)
HINDERING: Final = (behaviour.FARTHER, behaviour.DEAD_END, behaviour.CUT_TUNNEL, *behaviour.BREAKS)


def advise(view: View, memory: Memory[View]) -> list[Suggestion[Move]]:
    if view.phase == "pick":
        return [Suggestion(Pick(max(view.offer or (0,))), (Reason("most-gold"),))]
    beliefs = infer_beliefs(view, memory)
    outlook = make_outlook(view, beliefs)
    different = best_of_each((move for _, move in promising(weigh(outlook))), _sort_of)
    return suggest(different, partial(reasons, beliefs, outlook))


def _sort_of(move: Move) -> str:
    """Return the sort of a move, by its card; all discards are the same sort."""
    return "discard" if isinstance(move, Discard) else getattr(move, "card", "")


def reasons(beliefs: Beliefs, outlook: Outlook, move: Move) -> Iterator[Reason]:
    """Yield the reasons for a move, the weightiest first."""
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


def _laying(outlook: Outlook, move: Place) -> Iterator[Reason]:
    dug = _really(outlook, move)
    if outlook.digging:
        yield from _digging(outlook, dug)
    else:
        yield from _misleading(outlook, dug, move)


def _really(outlook: Outlook, move: Place) -> DigEffect:
    """Measure the effect of laying a card on the mine with that card in it."""
    mine = outlook.survey.mine.lay(move.cell, TILES[move.card, move.turned])
    survey, reached = Distances(mine), mine.reached_goals()
    pairs = zip(survey.goals, survey.near, strict=True)
    near = tuple(0 if goal in reached else steps for goal, steps in pairs)
    kind = behaviour.classify_path_card(outlook.survey.nearest, min(near, default=0), move.card)
    return DigEffect(near, outlook.need - expected(outlook.chances, near), survey.ends, kind)


def _digging(outlook: Outlook, dug: DigEffect) -> Iterator[Reason]:
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


def _misleading(outlook: Outlook, dug: DigEffect, move: Place) -> Iterator[Reason]:
    nearest = min(dug.near, default=UNREACHABLE)
    if nearest > outlook.survey.nearest:
        yield Reason("longer-way", amount=nearest)
    elif not LEADS_THROUGH[move.card]:
        yield Reason("wastes-turn")
    if outlook.tells(dug.kind) < 0:
        yield Reason("looks-like-digging")
    elif nearest <= outlook.survey.nearest and LEADS_THROUGH[move.card]:
        yield Reason("wastes-card", card=move.card)


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
    """Count how often a seat took such an action in this round."""
    return sum(action.seat == seat and action.kind in kinds for action in beliefs.actions)


def _falling(outlook: Outlook, move: PlayAt) -> Iterator[Reason]:
    after = Distances(outlook.survey.mine.without(move.cell))
    gain = outlook.need - expected(outlook.chances, after.near)
    if gain > 0:
        yield Reason("clears-way", cell=move.cell, amount=after.nearest)
    elif gain < 0:
        yield Reason("cuts-tunnel", cell=move.cell, amount=after.nearest)
    else:
        yield Reason("wastes-turn")


def _throwing_away(outlook: Outlook, card: str) -> Iterator[Reason]:
    if not outlook.digging:
        good = card in PATHS and LEADS_THROUGH[card]
        yield Reason("wastes-card", card=card) if good else Reason("spare-card", card=card)
        yield Reason("nobody-sees")
        return
    if card in PATHS and not LEADS_THROUGH[card]:
        yield Reason("dead-end", card=card)
    elif card == "map" and outlook.knows_treasure:
        yield Reason("treasure-is-known")
    else:
        yield Reason("spare-card", card=card)
    if not _has_way_on(outlook):
        yield Reason("nothing-leads-on")


def _has_way_on(outlook: Outlook) -> bool:
    need = outlook.need
    places = [move for move in outlook.moves() if isinstance(move, Place)]
    return any(dig_effect(outlook, need, move).gain > 0 for move in places)
