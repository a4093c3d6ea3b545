"""A name and a line on what it does, for whatever a game shows: cards, goals, roles, tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.cards import CardNames, openings, shape
from games.kinds.common.words.phrases import Words, once_a_language
from games.mine import read_face

SCENERY: Final = frozenset(("lamplight", "back", "board", "field", "slot"))
"""Drawings that mean nothing by themselves."""


class Help(NamedTuple):
    """What something is called, and what it does."""

    name: str
    line: str


@dataclass(frozen=True, slots=True, eq=False)
class CardHelp:
    """The help of one game, by the names of its drawings; a card is drawn under its own name."""

    cards: CardNames
    faces: Mapping[str, Words]
    """Of cards that are laid, by their shape; `""` is any other."""
    features: Mapping[tuple[str, str], Words]
    """Of those with something on them, by its kind and value."""
    actions: Mapping[str, Words]
    """Of cards that are played."""
    things: Mapping[str, tuple[Words, Words]]
    """Name and line of whatever is no card of a hand; a name that goes on means the same."""

    @once_a_language
    def of(self, drawing: str) -> Help | None:
        """None for what needs no help: scenery."""
        if drawing in self.actions:
            return Help(self.cards.name(drawing), str(self.actions[drawing]))
        found = next((self.things[name] for name in shorter(drawing) if name in self.things), None)
        if found is not None:
            return Help(str(found[0]), str(found[1]))
        return Help(self.cards.name(drawing), self._face(drawing)) if openings(drawing) else None

    def _face(self, card: str) -> str:
        marks = [(feature.kind, feature.value) for feature in read_face(card).features]
        lines = [self.features[mark] for mark in marks if mark in self.features]
        return str(lines[0] if lines else self.faces.get(shape(card), self.faces[""]))


def shorter(drawing: str) -> Iterator[str]:
    """`treasure-gems-5`, `treasure-gems`, `treasure`."""
    words = drawing.split("-")
    for length in range(len(words), 0, -1):
        yield "-".join(words[:length])


FACES: Final[Mapping[str, Words]] = {
    "": _("Lay it next to a card so that every opening meets an opening and every wall a wall."),
    "dead-end": _("Lay it like any tunnel; nothing leads through it."),
    "stub": _("Lay it like any tunnel; one of its openings leads nowhere."),
    "bridge": _("Lay it like any tunnel; the two ways cross and do not meet."),
    "double-curve": _("Lay it like any tunnel; the two ways do not meet."),
}
"""Of cards that are laid underground."""
ROCKFALL: Final = _("Removes a tunnel card from the mine.")
MAP: Final = _("Look at a goal that lies face down. All see which one, only you see what it is.")
BREAKS: Final[Mapping[str, Words]] = {
    "broken-pick": _(
        "Breaks the pick of another player, who lays no tunnels until it is repaired."
    ),
    "broken-lantern": _(
        "Breaks the lantern of another player, who lays no tunnels until it is repaired."
    ),
    "broken-cart": _(
        "Breaks the cart of another player, who lays no tunnels until it is repaired."
    ),
}
REPAIRS: Final[Mapping[str, Words]] = {
    "fix-pick": _("Repairs a broken pick."),
    "fix-lantern": _("Repairs a broken lantern."),
    "fix-cart": _("Repairs a broken cart."),
    "fix-pick-lantern": _("Repairs a broken pick or a broken lantern, not both."),
    "fix-pick-cart": _("Repairs a broken pick or a broken cart, not both."),
    "fix-lantern-cart": _("Repairs a broken lantern or a broken cart, not both."),
}
