"""Names of players, places and cards, and sentences with gaps: what is filled in is escaped."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from types import MappingProxyType
from typing import Final, NamedTuple, ParamSpec, TypeVar

from django.utils.functional import Promise
from django.utils.html import escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Event, NotationError, read_face, side_letters
from games.kinds.common.dwarfs import Dwarf, dwarf_by

NOBODY: Final[Mapping[int, str]] = MappingProxyType({})


def bot_name(dwarf: Dwarf) -> str:
    """Return the name of a bot: its dwarf's, marked as a bot."""
    return gettext("%(name)s (bot)") % {"name": dwarf.name}


class Names:
    """The names at one table by seat, and which seat is the reader's.

    "You" is the seat: its past is the reader's too, even if they took it over. A seat without a
    name is called by its bot's name.
    """

    def __init__(
        self, names: Mapping[int, str], me: int | None, dwarfs: Mapping[int, str] = NOBODY
    ) -> None:
        self.me = me
        self._names = names
        self._dwarfs = dwarfs
        """The dwarfs' keys of current and former bots."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return NotImplemented
        same = self._names == other._names and self._dwarfs == other._dwarfs
        return self.me == other.me and same

    def __hash__(self) -> int:
        return hash((self.me, *self._names.values()))

    def but(self, others: Mapping[int, str]) -> Names:
        """Return names with some seats replaced."""
        return Names({**self._names, **others}, self.me, self._dwarfs)

    def plain(self, seat: int) -> str:
        return self._names.get(seat) or self.bot(seat)

    def bot(self, seat: int) -> str:
        """Return the name of the bot that plays, or played, in this seat."""
        return bot_name(dwarf_by(self._dwarfs.get(seat, ""), seat))

    def of(self, seat: int | None) -> SafeString | str:
        """Return the name in bold, as in the log."""
        return "" if seat is None else format_html("<b>{}</b>", self.plain(seat))

    def is_me(self, seat: int | None) -> bool:
        return seat is not None and seat == self.me


Words = str | Promise
P = ParamSpec("P")
R = TypeVar("R")


def cached_per_language(make: Callable[P, R]) -> Callable[P, R]:
    """Cache a function's texts by language and arguments."""

    @lru_cache(maxsize=5_000)
    def kept(_language: str | None, *args: P.args, **named: P.kwargs) -> R:
        return make(*args, **named)

    @wraps(make)
    def told(*args: P.args, **named: P.kwargs) -> R:
        return kept(get_language(), *args, **named)  # type: ignore[arg-type]

    return told


class Line(NamedTuple):
    """A line about an event for one reader."""

    text: SafeString
    tone: str = ""
    """`good` or `bad` for what was done to the reader, otherwise empty."""
    cells: tuple[Cell, ...] = ()
    """The cells on the board that it is about."""
    minor: bool = False
    """Shown in the log, but not among the news."""


def fill(sentence: Words, **parts: object) -> SafeString:
    """Fill the gaps of a sentence, escaping every part."""
    safe = {
        name: part if isinstance(part, SafeString) else escape(part) for name, part in parts.items()
    }
    return mark_safe(escape(str(sentence)) % safe)


def plain(text: str) -> str:
    """Return a text without markup, for mails and exports."""
    return html.unescape(strip_tags(text))


def joined(things: Sequence[Words]) -> str:
    """Join things like `a, b and c`."""
    said = [str(thing) for thing in things]
    if len(said) < 2:
        return "".join(said)
    return gettext("%(all)s and %(last)s") % {"all": ", ".join(said[:-1]), "last": said[-1]}


def cell_of(event: Event) -> Cell:
    """Return the cell of an event that must have one."""
    if event.cell is None:
        raise ValueError(f"an event without a cell: {event.kind}")
    return event.cell


def nuggets(number: int) -> str:
    return ngettext("%(number)d nugget", "%(number)d nuggets", number) % {"number": number}


def points(number: int) -> str:
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}


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
"""Names of paths above ground, like those of tunnels."""

START: Final[Mapping[str, Named]] = {"start": (_("start"), _("the start"))}


def shape(card: str) -> str:
    """Return the kind of tunnel of a face."""
    face = card.split("+")[0]
    groups = [len(group) for group in face.split(".")]
    if max(groups) == 1:
        return "dead-end"
    if len(groups) > 1 and min(groups) == 1:
        return "stub"
    if len(groups) > 1:
        return "bridge" if face == "ns.ew" else "double-curve"
    if face in ("ns", "ew"):
        return "tunnel"
    return {2: "curve", 3: "junction", 4: "crossing"}[groups[0]]


def openings(card: str) -> str:
    """Return the open sides of a face in the order of the notation; empty if it isn't a face."""
    try:
        read_face(card)
    except NotationError:
        return ""
    return "".join(side for side in "nesw" if side in card.split("+")[0])


@dataclass(frozen=True, slots=True, eq=False)
class CardNames:
    """The names of one game's cards. Tunnels are named by their faces and need no entry."""

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
        sides = "" if card in self.own else openings(card)
        if not sides:
            return self.title(card)
        parts = {"card": self.title(card), "sides": SIDES[sides]}
        said = gettext("%(card)s, open %(sides)s") % parts
        things = joined(self.things_on(card))
        parts = {"card": said, "things": things}
        return gettext("%(card)s, with %(things)s") % parts if things else said

    def title(self, card: str) -> str:
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
        if card in self.own or not openings(card):
            return self.own.get(card, (card, card))
        marks = [(feature.kind, feature.value) for feature in read_face(card).features]
        plain = self.shapes[shape(card)]
        title, phrase = next((self.called[m] for m in marks if m in self.called), plain)
        return title or plain[0], phrase


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
            return Help(capfirst(str(found[0])), str(found[1]))
        if not openings(drawing):
            return None
        marks = [(feature.kind, feature.value) for feature in read_face(drawing).features]
        usual = self.faces.get(shape(drawing), self.faces[""])
        line = next((self.features[mark] for mark in marks if mark in self.features), usual)
        return Help(self.cards.name(drawing), str(line))


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
