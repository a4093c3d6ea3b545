"""How games look: the base class of a game's look, and the plain values that pages show."""

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


class Badge(NamedTuple):
    """A public mark of a player: drawing and text."""

    drawing: str
    words: str


class BrokenTool(NamedTuple):
    """A player's broken tool: icon and text."""

    icon: str
    words: str


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


# --- the look of a game ---------------------------------------------------------------------------


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
    MOVERS: ClassVar[Mapping[str, Mover]]
    """The motion of each kind of event that moves something on the table."""
    STILL: ClassVar[frozenset[str]]
    """All other kinds of events."""
    BACK: ClassVar[str] = "goal"
    """The drawing of a face-down goal."""
    GROUND: Backdrop | None = None
    """The backdrop, if it is more than rock."""
    HOODED: ClassVar[bool] = False
    """Whether roles are secret until the round ends."""

    # --- the board ---

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
        return view.mine.hidden if view.phase in IDLE_PHASES else ()

    def field(self, view: V) -> Iterable[Cell]:
        """Return the cells that are always shown."""
        return (*view.mine.starts, *self.goals(view))

    def tokens(self, view: V, cell: Cell, tile: Tile, names: Names) -> Iterable[PlacedToken]:
        """Return the tokens on a card."""
        return ()

    def joints(self, view: V, names: Names) -> Iterable[PlacedToken]:
        """Return the tokens between cards, in units of the board."""
        return ()

    def figures(self, view: V, names: Names) -> Iterable[Figure]:
        """Return the dwarfs on the board, in units of the board."""
        return ()

    def counting(self) -> str:
        """Return the explanation of how cells are counted."""
        return gettext(
            "Cells are counted from the start card: 3,−1 is three to the right and one up."
        )

    def supply(self, view: V) -> list[str]:
        """Return what is left for everybody to take."""
        return []

    def treasures(self, view: V, names: Names) -> Sequence[Treasure]:
        """Return the treasures laid out next to the board."""
        return ()

    # --- what happened ---

    def motion(self, view: V, event: Event) -> Motion | None:
        """Return the motion that shows an event; None if there is none."""
        if event.kind in self.STILL:
            return None
        motion = self.MOVERS[event.kind](event)
        if motion.how in ("turn", "orient"):
            motion = motion._replace(draws=self.goal(motion.draws))
        is_goal = motion.how in ("turn", "look") and motion.at
        return motion._replace(before=self.BACK) if is_goal else motion

    def homes(self, view: V) -> Mapping[int, Cell]:
        """Return where each player's dwarf stands when a round begins."""
        return {}

    # --- people ---

    def role(self, view: V, number: int) -> str | None:
        """Return a player's role, as far as the reader knows."""
        return None

    def badge(self, view: V, number: int) -> Badge | None:
        """Return a player's public colour or clan."""
        return None

    def belongings(self, view: V, number: int) -> Iterable[PlacedToken]:
        """Return what a player has taken, as far as it is public."""
        return ()

    def broken(self, view: V, number: int) -> tuple[BrokenTool, ...]:
        """Return a player's broken tools."""
        return ()

    def is_scouted(self, view: V, number: int) -> bool:
        """Tell whether the reader alone has looked at this player's role."""
        return False

    def is_out(self, view: V, number: int) -> bool:
        """Tell whether a player is out of the round."""
        return False

    @abstractmethod
    def gold(self, view: V, number: int) -> int | None:
        """Return what a player has won so far, as far as the reader may know."""

    def promised(self, view: V, number: int) -> tuple[int, int]:
        """Return the gold a player will gain and pay when this round ends."""
        return 0, 0

    def amount(self, number: int) -> str:
        """Return an amount of what this game counts, in words."""
        return nuggets(number)

    # --- moves and rounds ---

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
        return view.phase in IDLE_PHASES

    def round_end(self, view: V, events: Sequence[Event], names: Names) -> tuple[RoundReveal, ...]:
        """Return what the end of a round shows of every player, in order."""
        return ()

    def sides(self, view: V, events: Sequence[Event]) -> tuple[SideGain, ...]:
        """Return what each group found together."""
        return ()

    def by_round(self) -> str:
        """Return the heading of the table of gains by round."""
        return gettext("Gold by round")
