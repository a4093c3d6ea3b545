"""Tunnels, sides and cells in words for every game; how games name and explain their cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, NotationError, read_face, side_letters
from games.kinds.common.words.phrases import Words, cached_per_language, joined

SIDES: Final[Mapping[str, Words]] = {
    "n": _("up"),
    "e": _("right"),
    "s": _("down"),
    "w": _("left"),
    "ne": _("up and right"),
    "ns": _("up and down"),
    "nw": _("up and left"),
    "es": _("right and down"),
    "ew": _("left and right"),
    "sw": _("down and left"),
    "nes": _("up, right and down"),
    "new": _("up, right and left"),
    "nsw": _("up, down and left"),
    "esw": _("right, down and left"),
    "nesw": _("all four ways"),
}

Named = tuple[Words, Words]
"""A card's name as a heading, and as the object of a sentence, with its article."""
TUNNELS: Final[Mapping[str, Named]] = {
    "crossing": (_("crossing"), _("a crossing")),
    "junction": (_("junction"), _("a junction")),
    "tunnel": (_("tunnel"), _("a tunnel")),
    "curve": (_("curve"), _("a curve")),
    "dead-end": (_("dead end"), _("a dead end")),
    "bridge": (_("bridge"), _("a bridge")),
    "double-curve": (_("double curve"), _("a double curve")),
    "stub": (_("tunnel with a dead end"), _("a tunnel with a dead end")),
}

PATHS: Final[Mapping[str, Named]] = {
    "crossing": (_("crossing of paths"), _("a crossing of paths")),
    "junction": (_("fork in the path"), _("a fork in the path")),
    "tunnel": (_("straight path"), _("a straight path")),
    "curve": (_("bend in the path"), _("a bend in the path")),
}
"""The same above ground."""

START: Final[Mapping[str, Named]] = {"start": (_("start"), _("the start"))}


def shape(card: str) -> str:
    """Return the kind of tunnel of a face."""
    groups = [len(group) for group in card.split("+")[0].split(".")]
    if max(groups) == 1:
        return "dead-end"
    if len(groups) > 1:
        return _of_two(card.split("+")[0]) if min(groups) > 1 else "stub"
    if card.split("+")[0] in ("ns", "ew"):
        return "tunnel"
    return {2: "curve", 3: "junction", 4: "crossing"}[groups[0]]


def _of_two(face: str) -> str:
    """Return the kind of a face with two separate tunnels."""
    return "bridge" if face == "ns.ew" else "double-curve"


def openings(card: str) -> str:
    """Return the open sides of a face in the order of the notation; empty if it isn't a face."""
    try:
        read_face(card)
    except NotationError:
        return ""
    return "".join(side for side in "nesw" if side in card.split("+")[0])


@dataclass(frozen=True, slots=True, eq=False)
class CardNames:
    """The cards of one game in words. Tunnels are named by their faces and need no entry."""

    own: Mapping[str, Named]
    """Cards with a name of their own."""
    things: Mapping[tuple[str, str], Words] = field(default_factory=dict)
    """Things in tunnels by the kind and value of the feature; `%(side)s` is the place."""
    called: Mapping[tuple[str, str], Named] = field(default_factory=dict)
    """Cards named by what lies on them: `a ravine`, `the green ladder`. Without a heading of their
    own they have that of their shape."""
    shapes: Mapping[str, Named] = field(default_factory=lambda: TUNNELS)
    """The names of all others, by shape."""

    @cached_per_language
    def name(self, card: str) -> str:
        """Return the heading; of a tunnel with its open sides and contents."""
        if not self._is_tunnel(card):
            return capfirst(str(self.own.get(card, (card, card))[0]))
        parts = {"card": self.title(card), "sides": SIDES[openings(card)]}
        said = gettext("%(card)s, open %(sides)s") % parts
        things = joined(self.things_on(card))
        parts = {"card": said, "things": things}
        return gettext("%(card)s, with %(things)s") % parts if things else said

    def title(self, card: str) -> str:
        """Return the short heading."""
        return capfirst(str(self._named(card)[0]))

    def object(self, card: str | None) -> str:
        """Return the short name as the object of a sentence, with its article."""
        return gettext("a card") if card is None else str(self._named(card)[1])

    def objects(self, cards: Iterable[str]) -> str:
        """Return several cards as the object of a sentence."""
        return joined([self.object(card) for card in cards])

    def things_on(self, card: str) -> list[str]:
        """Return what lies on a face and where: gold, a door, a troll."""
        return [
            str(self.things[feature.kind, feature.value])
            % {"side": SIDES[side_letters(feature.side)] if feature.side else ""}
            for feature in read_face(card).features
            if (feature.kind, feature.value) in self.things
        ]

    def _named(self, card: str) -> Named:
        if not self._is_tunnel(card):
            return self.own.get(card, (card, card))
        marks = [(feature.kind, feature.value) for feature in read_face(card).features]
        plain = self.shapes[shape(card)]
        title, phrase = next((self.called[m] for m in marks if m in self.called), plain)
        return title or plain[0], phrase

    def _is_tunnel(self, card: str) -> bool:
        return card not in self.own and openings(card) != ""


def sides_words(sides: str) -> str:
    return str(SIDES[sides])


def cell_words(cell: Cell) -> str:
    """Return a cell like `3,−1`, counted from the start to the right and down."""
    return ",".join(map(number_words, cell))


def number_words(number: int) -> str:
    """Return a number with a true minus: `−1`."""
    return str(number).replace("-", "−")


def joint_words(cell: Cell, side: str) -> str:
    """Return the joint between a cell and the one to its right or below it."""
    x, y = cell
    there = (x + 1, y) if side == "e" else (x, y + 1)
    parts = {"first": cell_words(cell), "second": cell_words(there)}
    return gettext("between %(first)s and %(second)s") % parts


# --- help: a name and a line for everything a game shows ------------------------------------------

SCENERY: Final = frozenset(("lamplight", "back", "board", "field", "slot"))
"""Drawings without a meaning of their own."""


class Help(NamedTuple):
    """A name, and a line about what the thing does."""

    name: str
    line: str


@dataclass(frozen=True, slots=True, eq=False)
class CardHelp:
    """The help of one game by the names of its drawings; a card's drawing has the card's name."""

    cards: CardNames
    faces: Mapping[str, Words]
    """For path cards, by shape; `""` is any other."""
    features: Mapping[tuple[str, str], Words]
    """For path cards with a feature, by its kind and value."""
    actions: Mapping[str, Words]
    """For action cards."""
    things: Mapping[str, tuple[Words, Words]]
    """Name and line of all other things; they also apply to longer names with this prefix."""

    @cached_per_language
    def of(self, drawing: str) -> Help | None:
        """Return the help of a drawing; None for scenery."""
        if drawing in self.actions:
            return Help(self.cards.name(drawing), str(self.actions[drawing]))
        found = next(
            (self.things[name] for name in shorter_names(drawing) if name in self.things), None
        )
        if found is not None:
            return Help(str(found[0]), str(found[1]))
        return Help(self.cards.name(drawing), self._face(drawing)) if openings(drawing) else None

    def _face(self, card: str) -> str:
        marks = [(feature.kind, feature.value) for feature in read_face(card).features]
        lines = [self.features[mark] for mark in marks if mark in self.features]
        return str(lines[0] if lines else self.faces.get(shape(card), self.faces[""]))


def shorter_names(drawing: str) -> Iterator[str]:
    """Yield ever shorter names: `treasure-gems-5`, `treasure-gems`, `treasure`."""
    words = drawing.split("-")
    for length in range(len(words), 0, -1):
        yield "-".join(words[:length])


FACE_HELP: Final[Mapping[str, Words]] = {
    "": _("Lay it next to a card so that every opening meets an opening and every wall a wall."),
    "dead-end": _("Lay it like any tunnel; nothing leads through it."),
    "stub": _("Lay it like any tunnel; one of its openings leads nowhere."),
    "bridge": _("Lay it like any tunnel; the two ways cross and do not meet."),
    "double-curve": _("Lay it like any tunnel; the two ways do not meet."),
}
"""For path cards underground."""
ROCKFALL_HELP: Final = _("Removes a tunnel card from the mine.")
MAP_HELP: Final = _(
    "Look at a goal that lies face down. All see which one, only you see what it is."
)
BREAK_HELP: Final[Mapping[str, Words]] = {
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
REPAIR_HELP: Final[Mapping[str, Words]] = {
    "fix-pick": _("Repairs a broken pick."),
    "fix-lantern": _("Repairs a broken lantern."),
    "fix-cart": _("Repairs a broken cart."),
    "fix-pick-lantern": _("Repairs a broken pick or a broken lantern, not both."),
    "fix-pick-cart": _("Repairs a broken pick or a broken cart, not both."),
    "fix-lantern-cart": _("Repairs a broken lantern or a broken cart, not both."),
}
