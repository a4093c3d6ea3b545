"""Tunnels, sides and cells in words, the same for every game; how a game names its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words, joined
from games.mine import Cell, NotationError, letters, read_face

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
"""What a card is called as a heading, and as the object of a sentence, with its article."""
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

START: Final[Mapping[str, Named]] = {"start": (_("start"), _("the start"))}


def shape(card: str) -> str:
    """What kind of tunnel a face is."""
    groups = [len(group) for group in card.split("+")[0].split(".")]
    if max(groups) == 1:
        return "dead-end"
    if len(groups) > 1:
        return _of_two(card.split("+")[0]) if min(groups) > 1 else "stub"
    if card.split("+")[0] in ("ns", "ew"):
        return "tunnel"
    return {2: "curve", 3: "junction", 4: "crossing"}[groups[0]]


def _of_two(face: str) -> str:
    """Two tunnels that do not meet."""
    return "bridge" if face == "ns.ew" else "double-curve"


def openings(card: str) -> str:
    """The open sides of a face, in the order of the notation; nothing if it is no face."""
    try:
        read_face(card)
    except NotationError:
        return ""
    return "".join(side for side in "nesw" if side in card.split("+")[0])


@dataclass(frozen=True, slots=True)
class CardNames:
    """The cards of one game in words. A tunnel is named by its face, and needs no row."""

    own: Mapping[str, Named]
    """Cards with a name of their own."""
    things: Mapping[tuple[str, str], Words] = field(default_factory=dict)
    """What lies in tunnels, by the kind and value of a feature; `%(side)s` is where."""

    def name(self, card: str) -> str:
        """As a heading; a tunnel with the sides it opens to, and what lies in it."""
        if not self._is_tunnel(card):
            return capfirst(str(self.own.get(card, (card, card))[0]))
        parts = {"card": tunnel_name(card), "sides": SIDES[openings(card)]}
        said = gettext("%(card)s, open %(sides)s") % parts
        things = self._things(card)
        parts = {"card": said, "things": things}
        return gettext("%(card)s, with %(things)s") % parts if things else said

    def object(self, card: str | None) -> str:
        """As the object of a sentence, with its article; a tunnel only by its kind."""
        if card is None:
            return gettext("a card")
        if self._is_tunnel(card):
            return str(TUNNELS[shape(card)][1])
        return str(self.own.get(card, (card, card))[1])

    def objects(self, cards: Iterable[str]) -> str:
        """Several cards as the object of a sentence."""
        return joined([self.object(card) for card in cards])

    def _is_tunnel(self, card: str) -> bool:
        return card not in self.own and openings(card) != ""

    def _things(self, card: str) -> str:
        """What lies on a face: gold, a door, a troll, an obstacle; nothing, mostly."""
        return joined(
            [
                str(self.things[feature.kind, feature.value])
                % {"side": SIDES[letters(feature.side)] if feature.side else ""}
                for feature in read_face(card).features
                if (feature.kind, feature.value) in self.things
            ]
        )


def tunnel_name(card: str) -> str:
    """A tunnel as a heading, only by its kind."""
    return str(capfirst(str(TUNNELS[shape(card)][0])))


def sides_words(sides: str) -> str:
    return str(SIDES[sides])


def cell_words(cell: Cell) -> str:
    """`3,−1`: counted from the start, to the right and downwards."""
    return ",".join(map(number_words, cell))


def number_words(number: int) -> str:
    """With a true minus: `−1`."""
    return str(number).replace("-", "−")


def joint_words(cell: Cell, side: str) -> str:
    """Where two cells meet, seen from the upper or left one."""
    x, y = cell
    there = (x + 1, y) if side == "e" else (x, y + 1)
    parts = {"first": cell_words(cell), "second": cell_words(there)}
    return gettext("between %(first)s and %(second)s") % parts
