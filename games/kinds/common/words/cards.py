"""Cards, sides and cells in words; the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
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

TUNNELS: Final[Mapping[str, tuple[Words, Words]]] = {  # a heading, and the object of a sentence
    "crossing": (_("crossing"), _("a crossing")),
    "junction": (_("junction"), _("a junction")),
    "tunnel": (_("tunnel"), _("a tunnel")),
    "curve": (_("curve"), _("a curve")),
    "dead-end": (_("dead end"), _("a dead end")),
    "bridge": (_("bridge"), _("a bridge")),
    "double-curve": (_("double curve"), _("a double curve")),
    "stub": (_("tunnel with a dead end"), _("a tunnel with a dead end")),
}

NAMES: Final[Mapping[str, tuple[Words, Words]]] = {
    "broken-pick": (_("broken pick"), _("a broken pick")),
    "broken-lantern": (_("broken lantern"), _("a broken lantern")),
    "broken-cart": (_("broken cart"), _("a broken cart")),
    "fix-pick": (_("repair: pick"), _("a repair card for picks")),
    "fix-lantern": (_("repair: lantern"), _("a repair card for lanterns")),
    "fix-cart": (_("repair: cart"), _("a repair card for carts")),
    "fix-pick-lantern": (
        _("repair: pick or lantern"),
        _("a repair card for picks or lanterns"),
    ),
    "fix-pick-cart": (_("repair: pick or cart"), _("a repair card for picks or carts")),
    "fix-lantern-cart": (
        _("repair: lantern or cart"),
        _("a repair card for lanterns or carts"),
    ),
    "rockfall": (_("rockfall"), _("a rockfall")),
    "map": (_("map"), _("a map")),
    "key": (_("key"), _("a key")),
    "axe": (_("axe"), _("an axe")),
    "boat": (_("boat"), _("a boat")),
    "rope": (_("rope"), _("a rope")),
    "scout-mine-treasure": (
        _("scout: mine or treasure"),
        _("a scout for mines or treasures"),
    ),
    "scout-mine-dwarf": (_("scout: mine or dwarf"), _("a scout for mines or dwarfs")),
    "scout-treasure-dwarf": (
        _("scout: treasure or dwarf"),
        _("a scout for treasures or dwarfs"),
    ),
    "trap": (_("trap"), _("a trap")),
    "troll": (_("troll"), _("a troll")),
    "storm": (_("storm"), _("a storm")),
    "gems": (_("mine with gems"), _("a mine with gems")),
    "gold": (_("mine with gold"), _("a mine with gold")),
    "silver": (_("mine with silver"), _("a mine with silver")),
    "dragon": (_("mine with the dragon"), _("the mine with the dragon")),
    "treasure": (_("treasure"), _("the treasure")),
    "stone-ne": (_("stone"), _("a stone")),
    "stone-nw": (_("stone"), _("a stone")),
    "start": (_("start"), _("the start")),
}


LYING: Final[Mapping[tuple[str, str], Words]] = {  # what lies in a tunnel, and where
    ("gold", ""): _("gold %(side)s"),
    ("door", "blue"): _("a blue door %(side)s"),
    ("door", "green"): _("a green door %(side)s"),
    ("troll", ""): _("a troll %(side)s"),
    ("ladder", "blue"): _("a blue ladder"),
    ("ladder", "green"): _("a green ladder"),
    ("logs", ""): _("logs across it"),
    ("lake", ""): _("a lake across it"),
    ("ravine", ""): _("a ravine across it"),
    ("plateau", ""): _("a rock plateau for one dwarf"),
    ("campfire", ""): _("a campfire"),
}


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


def card_name(card: str) -> str:
    """As a heading; a tunnel with the sides it opens to."""
    sides = openings(card) if card not in NAMES else ""
    if not sides:
        return capfirst(str(NAMES.get(card, (card, card))[0]))
    said = gettext("%(card)s, open %(sides)s") % {"card": tunnel_name(card), "sides": SIDES[sides]}
    things = lying(card)
    return (
        gettext("%(card)s, with %(things)s") % {"card": said, "things": things} if things else said
    )


def lying(card: str) -> str:
    """What lies on a face: gold, a door, a troll, a ladder, an obstacle; nothing, mostly."""
    return joined(
        [
            str(LYING[feature.kind, feature.value])
            % {"side": SIDES[letters(feature.side)] if feature.side else ""}
            for feature in read_face(card).features
            if (feature.kind, feature.value) in LYING
        ]
    )


def tunnel_name(card: str) -> str:
    """A tunnel as a heading, only by its kind."""
    return str(capfirst(str(TUNNELS[shape(card)][0])))


def card_object(card: str | None) -> str:
    """As the object of a sentence, with its article; a tunnel only by its kind."""
    if card is None:
        return gettext("a card")
    if card in NAMES or not openings(card):
        return str(NAMES.get(card, (card, card))[1])
    return str(TUNNELS[shape(card)][1])


def sides_words(sides: str) -> str:
    return str(SIDES[sides])


def cell_words(cell: Cell) -> str:
    """`3,−1`: counted from the start, to the right and downwards."""
    return ",".join(str(number).replace("-", "−") for number in cell)


def joint_words(cell: Cell, side: str) -> str:
    """Where two cells meet, seen from the upper or left one."""
    x, y = cell
    there = (x + 1, y) if side == "e" else (x, y + 1)
    parts = {"first": cell_words(cell), "second": cell_words(there)}
    return gettext("between %(first)s and %(second)s") % parts
