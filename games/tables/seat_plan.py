"""Chairs in a form: a choice for each, `chair_1` and up; all of them together are one field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words
from games.tables.chairs import NONE, STATES, Chairs
from games.tables.words import chairs as words


class _ChairsWidget(forms.Widget):
    """Only reads: a page shows `FormChair`s."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def value_from_datadict(
        self, data: Mapping[str, Any], files: Any, name: str
    ) -> tuple[str, ...]:
        return tuple(str(data.get(f"chair_{number}", "")) for number in range(1, self.most))


class ChairsField(forms.Field):
    """Who shall sit beside the owner; None where nothing was said about it."""

    def __init__(self, players: range) -> None:
        super().__init__(required=False, widget=_ChairsWidget(max(players)))
        self.players = players

    def clean(self, value: Any) -> Chairs | None:
        if not any(value):
            return None
        states = tuple(state for state in value if state not in ("", NONE))
        if not set(states) <= set(STATES):
            raise ValidationError(_("A chair is free, or has a bot."), code="no-such-chair")
        if 1 + len(states) not in self.players:
            raise ValidationError(_("This game needs more chairs."), code="too-few-chairs")
        return Chairs(states)


@dataclass(frozen=True, slots=True)
class FormChair:
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


def form_chairs(states: Sequence[str], players: range) -> list[FormChair]:
    """One for each that the game has room for; those that it can do without may be taken away."""
    there = [*states, *[NONE] * (max(players) - 1 - len(states))]
    return [
        FormChair(number, state, words.choices(may_go=number >= min(players)))
        for number, state in enumerate(there, 1)
    ]
