"""The chairs of a new table, beside its owner's: each is free, or has a bot. Pure."""

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
"""No chair stands here: a table may have fewer than its game allows."""
SEAT_STATES: Final = (FREE, *STRENGTHS)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """One word for each: `free`, or how strong the bot on it plays."""

    states: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many play: the owner has a chair too."""
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
        """Is there no chair for anybody else?"""
        return FREE not in self.states


def usual_seat_plan(size: int, bots: int, strength: str) -> SeatPlan:
    """So many players, with so many bots next to the owner."""
    return SeatPlan(tuple(strength if seat <= bots else FREE for seat in range(1, size)))


# What a chair is, in words.

SEAT_WORDS: Final[Mapping[str, Words]] = {
    FREE: pgettext_lazy("chair", "Free"),
    EASY: _("Bot: easy"),
    NORMAL: _("Bot: normal"),
    HARD: _("Bot: hard"),
    NONE: _("No chair"),
}


def seat_choices(may_go: bool = False) -> tuple[tuple[str, Words], ...]:
    """What a chair may be; with the choice to take it away."""
    states = (*SEAT_STATES, NONE) if may_go else SEAT_STATES
    return tuple((state, SEAT_WORDS[state]) for state in states)


# Chairs in a form: a choice for each, `chair_1` and up; all of them together are one field.


class _SeatPlanWidget(forms.Widget):
    """Only reads: a page shows `FormChair`s."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def value_from_datadict(
        self, data: Mapping[str, Any], files: Any, name: str
    ) -> tuple[str, ...]:
        return tuple(str(data.get(f"chair_{number}", "")) for number in range(1, self.most))


class SeatPlanField(forms.Field):
    """Who shall sit beside the owner; None where nothing was said about it."""

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


@dataclass(frozen=True, slots=True)
class FormSeat:
    """One chair on the page."""

    number: int
    state: str
    choices: tuple[tuple[str, Words], ...]

    @property
    def text(self) -> str:
        return str(self.number)

    @property
    def called(self) -> int:
        """Counted as people do: the first is the owner's."""
        return self.number + 1


def form_seats(states: Sequence[str], players: range) -> list[FormSeat]:
    """One for each that the game has room for; those that it can do without may be taken away."""
    there = [*states, *[NONE] * (max(players) - 1 - len(states))]
    return [
        FormSeat(number, state, seat_choices(may_go=number >= min(players)))
        for number, state in enumerate(there, 1)
    ]
