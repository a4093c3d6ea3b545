"""What a seat believes of the others and of the mines, from all that was played in this round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Final, NamedTuple

from games.kinds.lost_mines.minds.deeds import Deed, deed, heading
from games.kinds.lost_mines.minds.likelihoods import LIKELY_DEEDS, LIKELY_HEADINGS
from games.kinds.lost_mines.minds.prizes import Chances
from games.kinds.lost_mines.minds.sides import Character, dealt_chances
from games.kinds.lost_mines.rules.view import View
from games.mine.minds import Manner, Memory, Step
from games.mine.notation import Seat
from games.mine.tunnels import Cell

WARY: Final = {-1: 1.3, 0: 1.0, 1: 0.7}
"""How heavily deeds weigh for who suspects at once, and for who thinks well of others for long."""


class Beliefs(NamedTuple):
    """How likely each seat is of each character, and what moves tell of mines."""

    characters: Sequence[Character]
    told: Mapping[Cell, Chances]
    """How much more likely a mine is of each kind than its cards alone would say."""


def beliefs(view: View, memory: Memory[View], manner: Manner) -> Beliefs:
    steps = [step for step in memory if step.before.round == view.round]
    return Beliefs(_characters(view, steps, WARY[manner.trusting]), _told(view, steps))


def deeds_of(steps: Sequence[Step[View]]) -> list[Deed]:
    """All that was done in these steps."""
    found = (deed(step.before, step.events) for step in steps)
    return [done for done in found if done is not None]


def _characters(view: View, steps: Sequence[Step[View]], wary: float) -> list[Character]:
    """By the cards dealt, then by each deed as often as it is seen of each character."""
    scores: list[dict[str, float]] = [{} for _ in range(view.seats)]
    for seat, what in deeds_of(steps):
        for character, likely in LIKELY_DEEDS[what].items():
            scores[seat][character] = scores[seat].get(character, 0.0) + wary * log(likely)
    return [
        _weighed(dealt, score) for dealt, score in zip(dealt_chances(view), scores, strict=True)
    ]


def _weighed(dealt: Character, score: Mapping[str, float]) -> Character:
    most = max(score.values(), default=0.0)
    weights = {
        character: chance * exp(score.get(character, 0.0) - most)
        for character, chance in dealt.items()
    }
    total = sum(weights.values())
    return {character: weight / total for character, weight in weights.items()}


# --- mines ----------------------------------------------------------------------------------------


def _told(view: View, steps: Sequence[Step[View]]) -> dict[Cell, dict[str, float]]:
    """Who has looked at a mine and then goes there knows why; and who goes elsewhere, too."""
    told: dict[Cell, dict[str, float]] = {}
    for seat, cell, looked_from in looks_at_mines(steps):
        going = heading(looked_from, view.dwarfs[seat], cell)
        if seat == view.seat or cell not in view.mine.hidden or not going:
            continue
        so_far = told.get(cell, {})
        told[cell] = {
            kind: so_far.get(kind, 1.0) * likely for kind, likely in LIKELY_HEADINGS[going].items()
        }
    return told


def looks_at_mines(steps: Sequence[Step[View]]) -> list[tuple[Seat, Cell, Cell]]:
    """Who looked at which mine, and where their dwarf stood then."""
    return [
        (event.seat, event.cell, step.before.dwarfs[event.seat])
        for step in steps
        for event in step.events
        if event.kind == "looked" and event.cell is not None and event.seat is not None
    ]
