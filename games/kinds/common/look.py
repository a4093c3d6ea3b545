"""How games look: the base class of a game's look, and the plain values that pages show.

A motion holds only what its event says, and the event has gone through the view before: a card
that the reader may not know is a card's back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from django.utils.translation import gettext_lazy as _

from games.engine import IDLE_PHASES, Cell, Event, Mine, Tile
from games.engine.notation import Seat, print_cell
from games.kinds.common.words.phrases import Names, Words, nuggets


class PlacedToken(NamedTuple):
    """A token: its drawing, its middle on the card or board, its size, and its text."""

    name: str
    x: float
    y: float
    size: float
    words: str
    value: str = ""
    """The figure next to it, where the reader knows it."""
    at: str = ""
    """The joint it lies on, in notation."""


class Backdrop(NamedTuple):
    """A drawing below the cards, with its place and size on the board."""

    drawing: str
    x: int
    y: int
    width: int
    height: int


class Figure(NamedTuple):
    """A dwarf on the board."""

    clan: str
    letters: str
    words: str
    cell: Cell
    x: float
    y: float
    size: float
    me: bool
    seat: int


class Things(NamedTuple):
    """Everything that lies or stands on the board, and what anyone can still take."""

    tokens: Mapping[Cell, Sequence[PlacedToken]] = {}
    """On cards, in units of a card."""
    joints: tuple[PlacedToken, ...] = ()
    """Between cards, in units of the board."""
    figures: tuple[Figure, ...] = ()
    supply: tuple[str, ...] = ()


class Badge(NamedTuple):
    """A public mark of a player: drawing and text."""

    drawing: str
    words: str


class BrokenTool(NamedTuple):
    """A player's broken tool: icon and text."""

    icon: str
    words: str


class PlayerLook(NamedTuple):
    """The part of a player's state that the reader may know."""

    gold: int | None
    """What they have won so far."""
    role: str | None = None
    badge: Badge | None = None
    """Their public colour or clan."""
    broken: tuple[BrokenTool, ...] = ()
    belongings: tuple[PlacedToken, ...] = ()
    """What they have taken."""
    promised: int = 0
    """Gold that they gain when this round ends."""
    debt: int = 0
    """Gold that they then pay."""
    scouted: bool = False
    """Whether their role is known to the reader alone."""
    out: bool = False
    """Whether they are out of the round."""


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure still to be taken, as far as the reader knows it."""

    number: int
    drawing: str
    words: str
    known: bool = False
    """Whether the reader has looked at it."""


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal to all players, and those still to answer."""

    words: str
    waits: str


@dataclass(frozen=True, slots=True)
class RoundReveal:
    """What the end of a round shows of a player: a card that is turned over, and their gain."""

    seat: int | None
    """None for a card that was set aside."""
    name: str
    back: str
    """The drawing of the card's back; empty if the card was public."""
    drawing: str
    tone: str
    words: str
    """The player's role."""
    how: str = ""
    """How the gain came about: found, paid, shared."""
    gain: str = ""
    """What they gained in the round, as far as the reader may know."""


class SideGain(NamedTuple):
    """A group of players who worked together, and what they found."""

    title: str
    found: str


@dataclass(frozen=True, slots=True)
class DealtRole:
    """A player's role card for a round, and its meaning."""

    back: str
    drawing: str
    name: str
    means: str


CARD_BACK: Final = "back"
MOTION_KINDS: Final = (
    "lay", "turn", "orient", "fall", "token", "lift", "hit", "repair", "look", "drop", "lose",
    "gain", "walk",
)  # fmt: skip
"""Every kind of motion that static/js/film.js can show."""


class Motion(NamedTuple):
    """The animation of an event; `how` is one of MOTION_KINDS."""

    how: str
    draws: str = ""
    """The drawing that moves, appears or disappears."""
    at: str = ""
    """The cell or joint where it starts or ends: `3,-1`, `7,2/e`."""
    turned: bool = False
    before: str = ""
    """The drawing of what lay there before."""
    card: str = ""
    """The card that caused it, if it is another one."""
    to: Seat | None = None
    """The player affected."""
    tool: str = ""
    """Which of their tools is broken or repaired."""
    of: int | None = None
    """The number of a treasure."""
    way: tuple[Cell, ...] = ()
    """The cells of a walk."""


Mover = Callable[[Event], Motion]
"""Makes the motion of one kind of event."""


def moving_card(how: str) -> Mover:
    """Move the card of an event, face down for readers who don't know it."""
    return lambda event: Motion(how, event.card or CARD_BACK, where(event), bool(event.turned))


def moving_goal(how: str) -> Mover:
    """Turn or lay a goal. The look replaces its name by the drawing and adds that of the back."""
    return lambda event: Motion(how, event.what or "", where(event), bool(event.turned))


def removed(event: Event) -> Motion:
    """Let a card break and disappear."""
    card = event.card or CARD_BACK
    return Motion("fall", event.what or CARD_BACK, where(event), bool(event.turned), card=card)


def looked(event: Event) -> Motion:
    """Show an eye on a goal, a treasure or a player, not what it saw."""
    return Motion("look", event.card or CARD_BACK, where(event), to=event.to, of=event.amount)


def where(event: Event) -> str:
    return "" if event.cell is None else print_cell(event.cell)


class TableView(Protocol):
    """What the views of all games have in common."""

    @property
    def seats(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def mine(self) -> Mine: ...
    @property
    def hand(self) -> tuple[str, ...]: ...
    @property
    def hand_sizes(self) -> tuple[int, ...]: ...
    @property
    def stock(self) -> int: ...


V = TypeVar("V", bound=TableView)


class Look(ABC, Generic[V]):
    """How a game looks. Each default is right for a game without the thing in question."""

    GAINS: ClassVar[Mapping[str, int]] = {}
    """The events that bring gold or points (1), or cost them (-1)."""
    MOVERS: ClassVar[Mapping[str, Mover]] = {
        "laid": moving_card("lay"),
        "removed": removed,
        "looked": looked,
        "discarded": moving_card("drop"),
        "turned-over": moving_goal("turn"),
    }
    """The motion of each kind of event that moves something on the table."""
    STILL: ClassVar[frozenset[str]]
    """All other kinds of events."""
    COUNTING: ClassVar[Words] = _(
        "Cells are counted from the start card: 3,−1 is three to the right and one up."
    )
    """How cells are counted."""
    BY_ROUND: ClassVar[Words] = _("Gold by round")
    """The heading of the table of gains by round."""
    ROUND_OVER: ClassVar[tuple[str, ...]] = IDLE_PHASES
    """The phases in which the round has ended: all roles are public then."""
    BACK: ClassVar[str] = "goal"
    """The drawing of a face-down goal."""
    GROUND: Backdrop | None = None
    """The backdrop, if it is more than rock."""
    FIELD: ClassVar[tuple[Cell, ...]] = ()
    """Cells that are shown even if no card lies there."""
    HOODED: ClassVar[bool] = False
    """Whether roles are secret until the round ends."""

    def card(self, view: V, cell: Cell, tile: Tile) -> str:
        """Return the drawing of a face-up card."""
        return tile.name

    @abstractmethod
    def goals(self, view: V) -> Mapping[Cell, str | None]:
        """Return every goal with what the reader knows of it."""

    def goal(self, known: str) -> str:
        """Return the drawing of a goal that the reader knows."""
        return known

    def open_goals(self, view: V) -> Iterable[Cell]:
        """Return goals that are public although not laid yet, or because the game is over."""
        return view.mine.hidden if self.is_shown(view) else ()

    def things(self, view: V, names: Names) -> Things:
        """Return what lies or stands on the board."""
        return Things()

    def treasures(self, view: V, names: Names) -> Sequence[Treasure]:
        """Return the treasures laid out next to the board."""
        return ()

    def motion(self, view: V, event: Event) -> Motion | None:
        """Return the motion that shows an event; None if there is none."""
        if event.kind in self.STILL:
            return None
        motion = self.MOVERS[event.kind](event)
        if motion.how in ("turn", "orient"):
            motion = motion._replace(draws=self.goal(motion.draws))
        is_goal = motion.how in ("turn", "look") and motion.at
        return motion._replace(before=self.BACK) if is_goal else motion

    def home(self, view: V, number: int) -> Cell | None:
        """Return where a player's dwarf stands when a round begins."""
        return None

    @abstractmethod
    def player(self, view: V, number: int) -> PlayerLook:
        """Return what a page shows of a player."""

    amount: Callable[[int], str] = staticmethod(nuggets)
    """Returns an amount of what this game counts, in words."""

    def hindered(self, view: V) -> str:
        """Return what restricts the reader's moves; usually empty."""
        return ""

    @abstractmethod
    def why_not(self, view: V, card: str) -> str:
        """Return the code of why the reader, on turn, can only discard this card.

        It is called for cards without another move; the game's words have the sentence.
        """

    def offer(self, view: V) -> Sequence[int]:
        """Return the nugget cards that the reader may pick from."""
        return ()

    def asked(self, view: V, names: Names) -> OpenProposal | None:
        """Return a proposal that waits for answers."""
        return None

    def rounds(self, view: V, most: int) -> int:
        """Return the number of rounds at this table."""
        return most

    def dealt(self, view: V, number: int) -> DealtRole | None:
        """Return the role card that this round dealt to the reader."""
        return None

    def is_shown(self, view: V) -> bool:
        """Tell whether the round has ended and all roles are public."""
        return view.phase in self.ROUND_OVER

    def round_end(self, view: V, events: Sequence[Event], names: Names) -> tuple[RoundReveal, ...]:
        """Return what the end of a round shows of every player, in order."""
        return ()

    def sides(self, view: V, events: Sequence[Event]) -> tuple[SideGain, ...]:
        """Return what each group found together."""
        return ()
