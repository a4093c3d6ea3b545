"""What a look is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from django.utils.translation import gettext

from games.engine import IDLE_PHASES, Cell, Event, Mine, Tile
from games.kinds.common.motions import Motion, Mover
from games.kinds.common.words.phrases import Names, nuggets


class PlacedToken(NamedTuple):
    """A token: its drawing, its middle on the card or board, its size, and what it says."""

    name: str
    x: float
    y: float
    size: float
    words: str
    value: str = ""
    """What stands beside it in figures, where the reader knows it."""
    at: str = ""
    """The joint it lies on, in notation."""


class Backdrop(NamedTuple):
    """What lies below the cards: its drawing, and its place and size on the board."""

    drawing: str
    x: int
    y: int
    width: int
    height: int


class Figure(NamedTuple):
    """A dwarf on the board: whose, on which cell, and where its middle is."""

    clan: str
    letters: str
    words: str
    cell: Cell
    x: float
    y: float
    size: float
    me: bool
    seat: int


class Badge(NamedTuple):
    """What marks a player for all to see: its drawing, and what it says."""

    drawing: str
    words: str


class BrokenTool(NamedTuple):
    """A broken tool before a player: the icon, and its name."""

    icon: str
    words: str


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure nobody has taken yet, with what the reader knows of it."""

    number: int
    drawing: str
    words: str
    known: bool = False
    """The reader alone has looked at it."""


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """Somebody asks all others, and waits for these."""

    words: str
    waits: str


@dataclass(frozen=True, slots=True)
class RoundReveal:
    """What the end of a round shows of somebody: a card that is turned over, and their gain."""

    seat: int | None
    """None: a card that nobody had."""
    name: str
    back: str
    """The drawing of the card before it is turned over; none where all knew it before."""
    drawing: str
    tone: str
    words: str
    """What they were."""
    how: str = ""
    """What their gain is made of: found, paid, shared."""
    gain: str = ""
    """What the round brought them, as far as the reader may know it."""


class SideGain(NamedTuple):
    """Those who worked together, and what they found."""

    title: str
    found: str


@dataclass(frozen=True, slots=True)
class DealtRole:
    """What a player was dealt for a round: the card, what they are, and what that means here."""

    back: str
    drawing: str
    name: str
    means: str


# What pages ask a look for. Each answer here is that of a game without such a thing.


class TableView(Protocol):
    """What the views of all games have: a table as one seat, or a spectator, may know it."""

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
    """How a game looks, by what its view tells."""

    GAINS: ClassVar[Mapping[str, int]] = {}
    """Which events of all bring gold or points (1), or cost them (-1)."""
    MOVERS: ClassVar[Mapping[str, Mover]]
    """How each kind of event shows that moves something on the table."""
    STILL: ClassVar[frozenset[str]]
    """All other kinds of events: only words tell them."""
    BACK: ClassVar[str] = "goal"
    """The drawing of a goal that lies face down."""
    GROUND: Backdrop | None = None
    """What lies below the cards, where that is more than rock."""
    HOODED: ClassVar[bool] = False
    """Is what a player is their secret until the round ends?"""

    # --- the board ---

    def card(self, view: V, cell: Cell, tile: Tile) -> str:
        """The drawing of a card that lies face up."""
        return tile.name

    @abstractmethod
    def goals(self, view: V) -> Mapping[Cell, str | None]:
        """Every goal, with what the reader knows of it."""

    def goal(self, known: str) -> str:
        """The drawing of a goal that the reader knows."""
        return known

    def open_goals(self, view: V) -> Iterable[Cell]:
        """Goals that all may see although they are not laid: they wait for that, or it is over."""
        return view.mine.hidden if view.phase in IDLE_PHASES else ()

    def field(self, view: V) -> Iterable[Cell]:
        """Cells that are always in the picture, whatever lies there."""
        return (*view.mine.starts, *self.goals(view))

    def tokens(self, view: V, cell: Cell, tile: Tile, names: Names) -> Iterable[PlacedToken]:
        """What lies on a card."""
        return ()

    def joints(self, view: V, names: Names) -> Iterable[PlacedToken]:
        """What lies between cards, in units of the whole board."""
        return ()

    def figures(self, view: V, names: Names) -> Iterable[Figure]:
        """Who stands on the board, in units of the whole board."""
        return ()

    def counting(self) -> str:
        """How cells are counted."""
        return gettext(
            "Cells are counted from the start card: 3,−1 is three to the right and one up."
        )

    def supply(self, view: V) -> list[str]:
        """What everybody may still take."""
        return []

    def treasures(self, view: V, names: Names) -> Sequence[Treasure]:
        """What is laid out beside the board for whoever comes first."""
        return ()

    # --- what happened ---

    def motion(self, view: V, event: Event) -> Motion | None:
        """What the page moves to show an event; nothing for what only words tell."""
        if event.kind in self.STILL:
            return None
        motion = self.MOVERS[event.kind](event)
        if motion.how in ("turn", "orient"):
            motion = motion._replace(draws=self.goal(motion.draws))
        is_goal = motion.how in ("turn", "look") and motion.at
        return motion._replace(before=self.BACK) if is_goal else motion

    def homes(self, view: V) -> Mapping[int, Cell]:
        """Where the figure of each player stands when a round begins."""
        return {}

    # --- people ---

    def role(self, view: V, number: int) -> str | None:
        """What this player is, as far as the reader knows."""
        return None

    def badge(self, view: V, number: int) -> Badge | None:
        """What is theirs on the board, or whose side all see them on."""
        return None

    def belongings(self, view: V, number: int) -> Iterable[PlacedToken]:
        """What they have taken, for all to see."""
        return ()

    def broken(self, view: V, number: int) -> tuple[BrokenTool, ...]:
        """Their broken tools."""
        return ()

    def is_scouted(self, view: V, number: int) -> bool:
        """Is what this player is known to the reader alone?"""
        return False

    def is_out(self, view: V, number: int) -> bool:
        """Are they out of the round?"""
        return False

    @abstractmethod
    def gold(self, view: V, number: int) -> int | None:
        """What a player has won so far, as far as the reader may know it."""

    def promised(self, view: V, number: int) -> tuple[int, int]:
        """Gold that comes, and gold that goes, when this round ends."""
        return 0, 0

    def amount(self, number: int) -> str:
        """What is counted in this game, in words."""
        return nuggets(number)

    # --- moves and rounds ---

    def hindered(self, view: V) -> str:
        """What keeps the reader from doing all they could; nothing, mostly."""
        return ""

    @abstractmethod
    def why_not(self, view: V, card: str) -> str:
        """The code that says why a card of the reader, on turn, can only be thrown away.

        It is asked for cards that have no other move; the words of the game have its sentence.
        """

    def offer(self, view: V) -> Sequence[int]:
        """Nugget cards that the reader may pick from."""
        return ()

    def asked(self, view: V, names: Names) -> OpenProposal | None:
        """What somebody has asked all others."""
        return None

    def rounds(self, view: V, most: int) -> int:
        """How many rounds this table plays."""
        return most

    def dealt(self, view: V, number: int) -> DealtRole | None:
        """What this round dealt to a player, who reads it: the card that they turn over."""
        return None

    def is_shown(self, view: V) -> bool:
        """Has the round ended, so that all see what everybody was?"""
        return view.phase in IDLE_PHASES

    def round_end(self, view: V, events: Sequence[Event], names: Names) -> tuple[RoundReveal, ...]:
        """What the end of a round shows of everybody, in the order in which it is shown."""
        return ()

    def sides(self, view: V, events: Sequence[Event]) -> tuple[SideGain, ...]:
        """Who found how much together."""
        return ()

    def by_round(self) -> str:
        """Above what every round brought to everybody."""
        return gettext("Gold by round")
