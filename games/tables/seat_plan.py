"""The seats of a new table next to its owner's: each is free or has a bot; and their form field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.bots import EASY, HARD, NORMAL, STRENGTHS
from games.kinds.common.words.phrases import Words

FREE: Final = "free"
NONE: Final = "none"
"""No seat here: a table may have fewer than its game allows."""
SEAT_STATES: Final = (FREE, *STRENGTHS)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """For each seat `free`, or the strength of its bot."""

    states: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of players, the owner included."""
        return 1 + len(self.states)

    @property
    def strengths(self) -> tuple[str, ...]:
        return tuple(state for state in self.states if state != FREE)

    @property
    def places(self) -> tuple[int, ...]:
        """The seats of the bots, as a table counts them."""
        return tuple(seat for seat, state in enumerate(self.states, 1) if state != FREE)

    @property
    def is_full(self) -> bool:
        return FREE not in self.states


def usual_seat_plan(size: int, bots: int, strength: str) -> SeatPlan:
    """Plan for this number of players, with the bots next to the owner."""
    return SeatPlan(tuple(strength if seat <= bots else FREE for seat in range(1, size)))


SEAT_WORDS: Final[Mapping[str, Words]] = {
    FREE: pgettext_lazy("chair", "Free"),
    EASY: _("Bot: easy"),
    NORMAL: _("Bot: normal"),
    HARD: _("Bot: hard"),
    NONE: _("No chair"),
}


SeatChoices = tuple[tuple[str, Words], ...]
"""Each state a seat may have, with its name."""


def seat_choices(may_go: bool = False) -> SeatChoices:
    """Return the states a seat may have, with or without the choice to remove it."""
    states = (*SEAT_STATES, NONE) if may_go else SEAT_STATES
    return tuple((state, SEAT_WORDS[state]) for state in states)


class _SeatPlanWidget(forms.Widget):
    """Only reads the choices: the page draws what `form_seats` returns."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def value_from_datadict(
        self, data: Mapping[str, Any], files: Any, name: str
    ) -> tuple[str, ...]:
        return tuple(str(data.get(f"chair_{number}", "")) for number in range(1, self.most))


class SeatPlanField(forms.Field):
    """The seats next to the owner; None if nothing was chosen."""

    def __init__(self, players: range) -> None:
        super().__init__(required=False, widget=_SeatPlanWidget(max(players)))
        self.players = players

    def clean(self, value: Any) -> SeatPlan | None:
        if not any(value):
            return None
        states = tuple(state for state in value if state not in ("", NONE))
        if not set(states) <= set(SEAT_STATES):
            raise ValidationError(_("A chair is free, or has a bot."), code="no-such-chair")
        if 1 + len(states) not in self.players:
            raise ValidationError(_("This game needs more chairs."), code="too-few-chairs")
        return SeatPlan(states)


def form_seats(states: Sequence[str], players: range) -> list[tuple[str, SeatChoices]]:
    """Return state and choices of every seat the game has room for, the owner's left out.

    A seat that the game doesn't need may be removed.
    """
    there = [*states, *[NONE] * (max(players) - 1 - len(states))]
    return [
        (state, seat_choices(may_go=number >= min(players)))
        for number, state in enumerate(there, 1)
    ]
