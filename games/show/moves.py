"""The reader's legal moves, grouped by card: the list, the hand and what JavaScript filters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from django.utils.translation import ngettext

from games import engine, wording
from games.engine import print_cell
from games.wording import Names
from games.wording.moves import label, verb


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move: how it is written, what its button says, what it is aimed at."""

    text: str
    label: str
    verb: str
    at: str = ""
    to: str = ""
    turned: bool = False


@dataclass(slots=True)
class Group:
    """Everything that can be done with one card."""

    key: str
    name: str
    drawing: str
    choices: list[Choice] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the reader's hand, or a nugget card that he may take."""

    key: str
    name: str
    drawing: str


def hand(view: Any) -> list[Held]:
    """The cards held; while gold is handed round, the nugget cards to pick from."""
    if getattr(view, "offer", None):
        return [_nugget(value) for value in view.offer]
    ordered = sorted(view.hand, key=_order)
    return [Held(card, wording.card_name(card), card) for card in ordered]


def _nugget(value: int) -> Held:
    name = ngettext("%(number)d nugget", "%(number)d nuggets", value) % {"number": value}
    return Held(f"nugget-{value}", name, f"nugget-{value}")


def _order(card: str) -> tuple[bool, str]:
    """Tunnels first, then what is played on people and goals."""
    return not wording.openings(card), card


def groups(moves: Iterable[engine.Move], words: ModuleType, names: Names) -> list[Group]:
    """The moves by card, tunnels first; of each card the way to throw it away last."""
    found: dict[str, Group] = {}
    for move in moves:
        key = _key(move)
        group = found.setdefault(key, Group(key, _heading(key, move), key))
        group.choices.append(_choice(move, words, names))
    for group in found.values():
        group.choices.sort(key=lambda choice: (not choice.at and not choice.to, choice.turned))
    return sorted(found.values(), key=lambda group: _order(group.key))


def _key(move: Any) -> str:
    if hasattr(move, "value"):
        return f"nugget-{move.value}"
    return str(getattr(move, "card", "") or " ".join(getattr(move, "cards", ())))


def _heading(key: str, move: Any) -> str:
    return _nugget(move.value).name if hasattr(move, "value") else wording.card_name(key)


def _choice(move: Any, words: ModuleType, names: Names) -> Choice:
    text = engine.print_move(move)
    return Choice(
        text=text,
        label=label(move, words, names),
        verb=verb(text),
        at=print_cell(move.cell) if hasattr(move, "cell") else "",
        to=str(move.seat) if hasattr(move, "seat") else "",
        turned=getattr(move, "turned", False),
    )
