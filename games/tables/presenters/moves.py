"""The reader's legal moves, grouped by card: the list, the hand and what JavaScript filters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from games.engine import Rules, print_cell
from games.kinds.common.look import V
from games.kinds.common.words.moves import QUESTION, Button
from games.kinds.common.words.phrases import Names, nuggets, openings
from games.kinds.kind import GameKind, M


class MoveChoice(NamedTuple):
    """A legal move: its notation and its button."""

    text: str
    button: Button

    @property
    def pays(self) -> str:
        """Cells of the trolls that are paid with it."""
        return " ".join(map(print_cell, self.button.pays))


@dataclass(slots=True)
class MoveGroup:
    """All moves with one card, with two, or with none."""

    key: str
    name: str
    draws: str = ""
    """The drawing that its moves place on the board."""
    asks: str = ""
    """What the player is asked for once this is picked."""
    choices: list[MoveChoice] = field(default_factory=list)

    @property
    def is_pair(self) -> bool:
        return " " in self.key

    @property
    def anchor(self) -> str:
        """The anchor of a card in the hand; pairs are found by script, or folded below the list."""
        return f"card-{self.key}"

    @property
    def only_passes(self) -> bool:
        """Whether it can only be discarded."""
        return all(choice.button.passes for choice in self.choices)

    @property
    def is_question(self) -> bool:
        """A proposal or an answer to one, possible whoever is on turn."""
        return self.key == QUESTION


class PairMoves(NamedTuple):
    """A move with two cards, and every pair it can be made with."""

    name: str
    pairs: list[tuple[MoveGroup, MoveChoice]]


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in the reader's hand, or a nugget card that they may take."""

    key: str
    name: str
    drawing: str
    playable: bool
    """Whether it can be picked, if only to discard it."""
    help: str = ""
    """A line on what it does."""
    why: str = ""
    """For the player on turn: why it can only be discarded now."""


def hand(
    view: V, kind: GameKind[Any, V], groups: Iterable[MoveGroup], on_turn: bool = False
) -> list[HeldCard]:
    """Return the cards held; while gold is shared out, the nugget cards to pick from.

    The player on turn learns for each unplayable card why it is unplayable.
    """
    by_key, words = {group.key: group for group in groups}, kind.words
    if offered := kind.look.offer(view):
        keys = [(f"nugget-{value}", nuggets(value)) for value in offered]
        return [HeldCard(key, name, key, key in by_key) for key, name in keys]
    whys = why_not(view, kind, by_key.values()) if on_turn else {}
    return [
        HeldCard(
            key=card,
            name=words.CARDS.name(card),
            drawing=card,
            playable=card in by_key,
            help=found.line if (found := words.HELP.of(card)) else "",
            why=whys.get(card, ""),
        )
        for card in sorted(view.hand, key=_order)
    ]


def why_not(view: V, kind: GameKind[Any, V], groups: Iterable[MoveGroup]) -> dict[str, str]:
    """Return the reason for each card in the hand that these groups can only discard."""
    useful = {group.key for group in groups if not group.only_passes}
    idle = [card for card in dict.fromkeys(view.hand) if card not in useful]
    return {card: str(kind.words.NOT_NOW[kind.look.why_not(view, card)]) for card in idle}


def why_thrown(
    move: M,
    legal: Iterable[M],
    view: V,
    kind: GameKind[M, V],
    rules: Rules[Any, M, V],
    names: Names,
) -> str:
    """Return why a card can only be discarded; empty if it can be played."""
    button = kind.words.button(move, names, partial(rules.preview, view))
    if not button.passes or button.key not in view.hand:
        return ""
    same = [other for other in groups(legal, view, kind, rules, names) if other.key == button.key]
    return why_not(view, kind, same).get(button.key, "")


def _order(card: str) -> tuple[int, bool, str]:
    """Sort: no card first, tunnels, cards played on people and goals, pairs last."""
    last = card.count(" ") + 2 * (card == QUESTION)
    return last, bool(card) and not openings(card), card


def groups(
    moves: Iterable[M], view: V, kind: GameKind[M, V], rules: Rules[Any, M, V], names: Names
) -> list[MoveGroup]:
    """Return the moves by card, tunnels first; discarding comes last for each card."""
    found: dict[str, MoveGroup] = {}
    words, foresight = kind.words, partial(rules.preview, view)
    for move in moves:
        button = words.button(move, names, foresight)
        if button.key not in found:
            found[button.key] = MoveGroup(button.key, words.heading(move, button.key))
        group = found[button.key]
        if not group.draws:  # a card of the hand, or a goal just turned over
            goal, look = button.goal, kind.look
            group.draws = look.goal(look.goals(view)[goal] or "") if goal else button.lays
        group.asks = group.asks or str(button.asks)
        group.choices.append(MoveChoice(move.written(), button))
    for group in found.values():
        group.choices.sort(key=_place)
    return sorted(found.values(), key=lambda group: _order(group.key))


def pair_moves(groups: Iterable[MoveGroup]) -> list[PairMoves]:
    """Return the moves with two cards, discarding last."""
    found: dict[str, PairMoves] = {}
    pairs = [(group, choice) for group in groups if group.is_pair for choice in group.choices]
    for group, choice in sorted(pairs, key=lambda pair: _place(pair[1])):
        found.setdefault(choice.button.label, PairMoves(choice.button.label, [])).pairs.append(
            (group, choice)
        )
    return list(found.values())


def _place(choice: MoveChoice) -> tuple[bool, bool, bool]:
    button = choice.button
    return button.passes, button.turned, bool(button.pays)
