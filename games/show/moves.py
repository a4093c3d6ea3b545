"""The reader's legal moves, grouped by card: the list, the hand and what JavaScript filters."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from games import engine, wording
from games.engine import print_cell
from games.show.looks.parts import nuggets
from games.wording import Names, joined
from games.wording.moves import label, loose, verb


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move: how it is written, what its button says, what it is aimed at."""

    text: str
    label: str
    verb: str
    at: str = ""
    to: str = ""
    turned: bool = False
    pays: str = ""
    """Cells of the trolls that are paid with it."""


@dataclass(slots=True)
class Group:
    """Everything that can be done with one card, with two, or without any."""

    key: str
    name: str
    draws: str = ""
    """What its moves lay on the board."""
    choices: list[Choice] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """Where a card of the hand leads; a pair is found by script, or further down the list."""
        return "" if " " in self.key else f"card-{self.key}"


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the reader's hand, or a nugget card that he may take."""

    key: str
    name: str
    drawing: str
    playable: bool


def hand(view: Any, look: ModuleType, groups: Iterable[Group]) -> list[Held]:
    """The cards held; while gold is handed round, the nugget cards to pick from."""
    keys = {group.key for group in groups}
    if offered := look.offer(view):
        return [_held(f"nugget-{value}", nuggets(value), keys) for value in offered]
    ordered = sorted(view.hand, key=_order)
    return [_held(card, wording.card_name(card), keys) for card in ordered]


def _held(key: str, name: str, keys: Collection[str]) -> Held:
    return Held(key, name, key, key in keys)


def _order(card: str) -> tuple[int, bool, str]:
    """Without a card first; tunnels, then what is played on people and goals; pairs last."""
    return card.count(" "), bool(card) and not wording.openings(card), card


def groups(
    moves: Iterable[engine.Move], view: Any, look: ModuleType, words: ModuleType, names: Names
) -> list[Group]:
    """The moves by card, tunnels first; of each card the way to throw it away last."""
    found: dict[str, Group] = {}
    for move in moves:
        key = _key(move)
        if key not in found:
            found[key] = Group(key, _heading(key, move))
        found[key].draws = found[key].draws or _draws(move, view, look)
        found[key].choices.append(_choice(move, words, names))
    for group in found.values():
        group.choices.sort(key=_place)
    return sorted(found.values(), key=lambda group: _order(group.key))


def _place(choice: Choice) -> tuple[bool, bool, bool]:
    passes = choice.text.startswith("discard")
    return passes, choice.turned, bool(choice.pays)


def _key(move: Any) -> str:
    """The cards it takes from the hand."""
    if hasattr(move, "value"):
        return f"nugget-{move.value}"
    return str(getattr(move, "card", "") or " ".join(getattr(move, "cards", ())))


def _heading(key: str, move: Any) -> str:
    if hasattr(move, "value"):
        return nuggets(move.value)
    if not key:
        return loose(move)
    cards = [wording.card_name(card) for card in key.split(" ")]
    return cards[0] if len(cards) == 1 else joined(cards)


def _draws(move: Any, view: Any, look: ModuleType) -> str:
    """The drawing of what it lays: a card of the hand, or a goal just turned over."""
    if not hasattr(move, "turned"):
        return ""
    return str(move.card if hasattr(move, "card") else look.goal(dict(view.goals)[move.cell]))


def _choice(move: Any, words: ModuleType, names: Names) -> Choice:
    text = engine.print_move(move)
    return Choice(
        text=text,
        label=label(move, words, names),
        verb=verb(text),
        at=print_cell(move.cell) if hasattr(move, "cell") else "",
        to=str(move.seat) if hasattr(move, "seat") else "",
        turned=getattr(move, "turned", False),
        pays=" ".join(map(print_cell, getattr(move, "bribes", ()))),
    )
