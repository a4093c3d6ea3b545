"""What pages ask a look for. Each answer here is that of a game without such a thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from django.utils.translation import gettext

from games.kinds.common.look_parts import (
    Asked,
    Badge,
    Figure,
    Ground,
    Lying,
    Shown,
    Side,
    Treasure,
    nuggets,
)
from games.kinds.common.words import Names
from games.mine import Cell, Event, Tile


class Look:
    """How a game looks, by what its view tells."""

    GAINS: ClassVar[Mapping[str, int]] = {}
    """Which events of all bring gold or points (1), or cost them (-1)."""
    GROUND: Ground | None = None
    """What lies below the cards, where that is more than rock."""

    # --- the board ---

    def card(self, view: Any, cell: Cell, tile: Tile) -> str:
        """The drawing of a card that lies face up."""
        return tile.name

    def goals(self, view: Any) -> Mapping[Cell, str | None]:
        """Every goal, with what the reader knows of it."""
        return dict(view.goals)

    def goal(self, known: str) -> str:
        """The drawing of a goal that the reader knows."""
        return known

    def back(self) -> str:
        """The drawing of a goal that lies face down."""
        return "goal"

    def open_goals(self, view: Any) -> Iterable[Cell]:
        """Goals that all may see although they are not laid: they wait for that, or it is over."""
        return view.mine.hidden if view.phase == "over" else ()

    def field(self, view: Any) -> Iterable[Cell]:
        """Cells that are always in the picture, whatever lies there."""
        return (*view.mine.starts, *self.goals(view))

    def tokens(self, view: Any, cell: Cell, tile: Tile, names: Names) -> Iterable[Lying]:
        """What lies on a card."""
        return ()

    def joints(self, view: Any, names: Names) -> Iterable[Lying]:
        """What lies between cards, in units of the whole board."""
        return ()

    def figures(self, view: Any, names: Names) -> Iterable[Figure]:
        """Who stands on the board, in units of the whole board."""
        return ()

    def counting(self) -> str:
        """How cells are counted."""
        return gettext(
            "Cells are counted from the start card: 3,−1 is three to the right and one up."
        )

    def supply(self, view: Any) -> list[str]:
        """What everybody may still take."""
        return []

    def treasures(self, view: Any, names: Names) -> Sequence[Treasure]:
        """What is laid out beside the board for who comes first."""
        return ()

    # --- people ---

    def role(self, view: Any, number: int) -> str | None:
        """What this player is, as far as the reader knows."""
        return None

    def badge(self, view: Any, number: int) -> Badge | None:
        """What is his on the board, or whose side all see him on."""
        return None

    def belongings(self, view: Any, number: int) -> Iterable[Lying]:
        """What he has taken, for all to see."""
        return ()

    def is_out(self, view: Any, number: int) -> bool:
        """Is he out of the round?"""
        return False

    def gold(self, view: Any, number: int) -> int | None:
        return view.gold[number] if number < len(view.gold) else None

    def promised(self, view: Any, number: int) -> tuple[int, int]:
        """Gold that comes, and gold that goes, when this round ends."""
        return 0, 0

    def amount(self, number: int) -> str:
        """What is counted in this game, in words."""
        return nuggets(number)

    # --- moves and rounds ---

    def offer(self, view: Any) -> Sequence[int]:
        """Nugget cards that the reader may pick from."""
        return ()

    def asked(self, view: Any, names: Names) -> Asked | None:
        """What somebody has asked all others."""
        return None

    def rounds(self, view: Any, most: int) -> int:
        """How many rounds this table plays."""
        return most

    def round_end(
        self, view: Any, events: Sequence[Event], words: ModuleType, names: Names
    ) -> tuple[Shown, ...]:
        """What the end of a round shows of everybody."""
        return ()

    def sides(self, view: Any, events: Sequence[Event], names: Names) -> tuple[Side, ...]:
        """Who worked for whom, and how that was counted."""
        return ()

    def by_round(self) -> str:
        """Above what every round brought to everybody."""
        return gettext("Gold by round")
