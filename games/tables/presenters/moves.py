"""The reader's legal moves, grouped by card: the list, the hand and what JavaScript filters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

from games.kinds.common.look import Look
from games.kinds.common.look_parts import nuggets
from games.kinds.common.words import Names, card_name, openings
from games.kinds.common.words.moves import label, loose, verb
from games.mine import Move, Preview, print_cell, print_joint, print_move

CONSENT = "consent"
"""The key of what is asked of all, and answered."""


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
    of: int | None = None
    """The treasure it is aimed at."""
    take: int | None = None
    """The treasure that is taken at its end."""
    cost: int = 0
    """How many cards it costs on the way."""


@dataclass(slots=True)
class Group:
    """Everything that can be done with one card, with two, or without any."""

    key: str
    name: str
    draws: str = ""
    """What its moves lay on the board."""
    choices: list[Choice] = field(default_factory=list)

    @property
    def is_pair(self) -> bool:
        return " " in self.key

    @property
    def anchor(self) -> str:
        """Where a card of the hand leads; pairs are found by script, or folded below the list."""
        return f"card-{self.key}"

    @property
    def is_question(self) -> bool:
        """Asked and answered beside the game, whoever is on turn."""
        return self.key == CONSENT


class Fold(NamedTuple):
    """Something that is done with two cards, and every pair that it can be done with."""

    name: str
    pairs: list[tuple[Group, Choice]]


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the reader's hand, or a nugget card that he may take."""

    key: str
    name: str
    drawing: str
    playable: bool


def hand(view: Any, look: Look, groups: Iterable[Group]) -> list[Held]:
    """The cards held; while gold is handed round, the nugget cards to pick from."""
    keys = {group.key for group in groups}
    if offered := look.offer(view):
        return [_held(f"nugget-{value}", nuggets(value), keys) for value in offered]
    ordered = sorted(view.hand, key=_order)
    return [_held(card, card_name(card), keys) for card in ordered]


def _held(key: str, name: str, keys: Collection[str]) -> Held:
    return Held(key, name, key, key in keys)


def _order(card: str) -> tuple[int, bool, str]:
    """Without a card first; tunnels, then what is played on people and goals; pairs last."""
    last = card.count(" ") + 2 * (card == CONSENT)
    return last, bool(card) and not openings(card), card


def groups(
    moves: Iterable[Move],
    view: Any,
    look: Look,
    words: ModuleType,
    names: Names,
    preview: Callable[[Move], Preview | None],
) -> list[Group]:
    """The moves by card, tunnels first; of each card the way to throw it away last."""
    found: dict[str, Group] = {}
    for move in moves:
        key = _key(move)
        if key not in found:
            found[key] = Group(key, _heading(key, move, words))
        found[key].draws = found[key].draws or _draws(move, view, look)
        found[key].choices.append(_choice(move, preview, words, names))
    for group in found.values():
        group.choices.sort(key=_place)
    return sorted(found.values(), key=lambda group: _order(group.key))


def folds(groups: Iterable[Group]) -> list[Fold]:
    """What is done with two cards together, to throw them away last."""
    found: dict[str, Fold] = {}
    pairs = [(group, choice) for group in groups if group.is_pair for choice in group.choices]
    for group, choice in sorted(pairs, key=lambda pair: _place(pair[1])):
        found.setdefault(choice.label, Fold(choice.label, [])).pairs.append((group, choice))
    return list(found.values())


def _place(choice: Choice) -> tuple[bool, bool, bool]:
    passes = choice.text.startswith("discard")
    return passes, choice.turned, bool(choice.pays)


def _key(move: Any) -> str:
    """The cards it takes from the hand."""
    if hasattr(move, "value"):
        return f"nugget-{move.value}"
    if hasattr(move, "word"):
        return CONSENT
    return str(getattr(move, "card", "") or " ".join(getattr(move, "cards", ())))


def _heading(key: str, move: Any, words: ModuleType) -> str:
    if hasattr(move, "value"):
        return nuggets(move.value)
    if key in ("", CONSENT):
        return loose(move, words)
    cards = [card_name(card) for card in key.split(" ")]
    return " + ".join(cards)


def _draws(move: Any, view: Any, look: Look) -> str:
    """The drawing of what it lays: a card of the hand, or a goal just turned over."""
    if not hasattr(move, "turned"):
        return ""
    return str(move.card if hasattr(move, "card") else look.goal(look.goals(view)[move.cell] or ""))


def _choice(
    move: Any, preview: Callable[[Any], Preview | None], words: ModuleType, names: Names
) -> Choice:
    text = print_move(move)
    would = preview(move) if hasattr(move, "cells") else None
    return Choice(
        text=text,
        label=label(move, words, names, would),
        verb=verb(text),
        at=_at(move),
        to=_to(move),
        turned=getattr(move, "turned", False),
        pays=" ".join(map(print_cell, getattr(move, "bribes", ()))),
        of=move.target if _aims_at(move, "treasure") else None,
        take=getattr(move, "take", None),
        cost=would.cost if would else 0,
    )


def _at(move: Any) -> str:
    """The cell it is aimed at, the joint, or the end of the walk."""
    if hasattr(move, "joint"):
        return print_joint(move.joint)
    if hasattr(move, "cells"):
        return print_cell(move.cells[-1])
    if _aims_at(move, "mine"):
        return print_cell(move.target)
    return print_cell(move.cell) if hasattr(move, "cell") else ""


def _to(move: Any) -> str:
    """The seat it is aimed at."""
    if _aims_at(move, "dwarf"):
        return str(move.target)
    return str(move.seat) if hasattr(move, "seat") else ""


def _aims_at(move: Any, what: str) -> bool:
    return getattr(move, "what", "") == what
