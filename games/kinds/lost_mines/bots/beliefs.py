"""Beliefs about the others and the mines, formed from the public kinds of their actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Final, NamedTuple

from games.engine.bots import Memory, SeenMove, Temperament, measured
from games.engine.notation import Seat
from games.engine.progress import Event
from games.engine.tunnels import Cell, steps_between
from games.kinds.lost_mines.bots.expectations import Chances, CharacterChances, dealt_chances
from games.kinds.lost_mines.rules.cards import MINE_CELLS, OBSTACLES, feature
from games.kinds.lost_mines.rules.state import View

SAME_CLAN, OTHER_CLAN, BOTH_CLANS, SELF = RELATIONS = ("fellow", "other", "both", "self")
"""The clans that an action affects: the same, the other, both, or only the player."""
BOARD_VERBS: Final = ("builds", "blocks", "clears", "bars", "traps", "storms")
OTHER_ACTIONS: Final = ("discards", "looks-mine", "looks-treasure", "looks-fellow", "looks-other")
ACTION_KINDS: Final = (
    tuple(f"{verb}-{whom}" for verb in BOARD_VERBS for whom in RELATIONS) + OTHER_ACTIONS
)
SEEKS, SHUNS = HEADINGS = ("seeks", "shuns")
"""Whether a player goes to a mine after looking at it, or elsewhere."""
LIKELIHOODS: Final = measured(__file__, "likelihoods.toml")
ACTION_LIKELIHOODS: Final[Mapping[str, Mapping[str, float]]] = LIKELIHOODS["actions"]
HEADING_LIKELIHOODS: Final[Mapping[str, Mapping[str, float]]] = LIKELIHOODS["headings"]


class ObservedAction(NamedTuple):
    seat: Seat
    what: str


def observed_action(before: View, events: Sequence[Event]) -> ObservedAction | None:
    """Return the action of a move: the card played or discarded. Walks are none."""
    for event in events:
        seat = event.seat
        if seat is not None and (what := _what(before, seat, event)):
            return ObservedAction(seat, what)
    return None


def _what(before: View, seat: Seat, event: Event) -> str:
    match event.kind:
        case "laid":
            verb = "blocks" if feature(event.card or "") in OBSTACLES else "builds"
        case "overcame":
            verb = "clears"
        case "set":
            verb = "bars" if event.card == "troll" else "traps"
        case "removed":
            verb = "storms"
        case "discarded":
            return "discards"
        case "looked":
            return _looks(before, seat, event)
        case _:
            return ""
    return f"{verb}-{concerns(before, seat, event.cell)}" if event.cell else ""


def _looks(before: View, seat: Seat, event: Event) -> str:
    if event.to is not None:
        same = before.clans[event.to] == before.clans[seat]
        return "looks-fellow" if same else "looks-other"
    return "looks-mine" if event.cell else "looks-treasure"


def concerns(before: View, seat: Seat, cell: Cell) -> str:
    """Return whose dwarf stands nearest."""
    fars = [steps_between(cell, there) for there in before.dwarfs]
    nearest = min(fars)
    if fars[seat] == nearest:
        return SELF
    clans = {before.clans[other] for other, far in enumerate(fars) if far == nearest}
    if len(clans) > 1:
        return BOTH_CLANS
    return SAME_CLAN if before.clans[seat] in clans else OTHER_CLAN


def heading(looked_from: Cell, now: Cell, mine: Cell) -> str:
    """Return where a dwarf has gone since its player looked at a mine; empty if it hardly moved."""
    if steps_between(looked_from, now) < 2:
        return ""
    nearer = {
        cell: steps_between(looked_from, cell) - steps_between(now, cell) for cell in MINE_CELLS
    }
    others = max(gained for cell, gained in nearer.items() if cell != mine)
    if nearer[mine] >= others:
        return SEEKS
    return SHUNS


TRUST_WEIGHT: Final = {-1: 1.3, 0: 1.0, 1: 0.7}
"""The weight of actions as evidence, for suspicious, average and trusting players."""


class Beliefs(NamedTuple):
    """How likely each seat has each character, and what moves reveal about mines."""

    characters: Sequence[CharacterChances]
    told: Mapping[Cell, Chances]
    """How much likelier each kind of mine is than by the cards alone."""


def infer_beliefs(view: View, memory: Memory[View], temperament: Temperament) -> Beliefs:
    steps = [step for step in memory if step.before.round == view.round]
    return Beliefs(_characters(view, steps, TRUST_WEIGHT[temperament.trusting]), _told(view, steps))


def observed_actions(steps: Sequence[SeenMove[View]]) -> list[ObservedAction]:
    found = (observed_action(step.before, step.events) for step in steps)
    return [done for done in found if done is not None]


def _characters(view: View, steps: Sequence[SeenMove[View]], wary: float) -> list[CharacterChances]:
    """Return the chances of each seat's character, by the deal and by its actions."""
    scores: list[dict[str, float]] = [{} for _ in range(view.seats)]
    for seat, what in observed_actions(steps):
        for character, likely in ACTION_LIKELIHOODS[what].items():
            scores[seat][character] = scores[seat].get(character, 0.0) + wary * log(likely)
    return [
        _weighed(dealt, score) for dealt, score in zip(dealt_chances(view), scores, strict=True)
    ]


def _weighed(dealt: CharacterChances, score: Mapping[str, float]) -> CharacterChances:
    most = max(score.values(), default=0.0)
    weights = {
        character: chance * exp(score.get(character, 0.0) - most)
        for character, chance in dealt.items()
    }
    total = sum(weights.values())
    return {character: weight / total for character, weight in weights.items()}


def _told(view: View, steps: Sequence[SeenMove[View]]) -> dict[Cell, dict[str, float]]:
    """Infer kinds of mines from where players go after looking at them."""
    told: dict[Cell, dict[str, float]] = {}
    for seat, cell, looked_from in looks_at_mines(steps):
        going = heading(looked_from, view.dwarfs[seat], cell)
        if seat == view.seat or cell not in view.mine.hidden or not going:
            continue
        so_far = told.get(cell, {})
        told[cell] = {
            kind: so_far.get(kind, 1.0) * likely
            for kind, likely in HEADING_LIKELIHOODS[going].items()
        }
    return told


def looks_at_mines(steps: Sequence[SeenMove[View]]) -> list[tuple[Seat, Cell, Cell]]:
    """Return each look at a mine: the seat, the mine, and where its dwarf stood then."""
    return [
        (event.seat, event.cell, step.before.dwarfs[event.seat])
        for step in steps
        for event in step.events
        if event.kind == "looked" and event.cell is not None and event.seat is not None
    ]
