"""The cards of The Duel and the solo game: starts of both colours, the two dwarfs, the key."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.actions import framed
from games.kinds.common.art.clans import hat
from games.kinds.common.art.dwarfs import plain
from games.kinds.common.art.shared_cards import (
    CROSSING,
    daylight,
    deck_back,
    goal_back,
    gold_card,
)
from games.kinds.common.art.svg import again, shape
from games.kinds.common.art.tools import LINE
from games.kinds.common.art.tunnels import path_card
from games.kinds.duel.art.goals import goal, goal_name
from games.kinds.duel.rules.cards import GOALS


def start(colour: str) -> str:
    """A crossing under the shaft of a colour: its ladder wears the hat."""
    shaft = daylight() + again("ladder") + hat(colour, "translate(40 30)")
    return path_card(f"start {colour}", CROSSING) + shaft


def door_key() -> str:
    """A key before the keyhole of a door of either colour."""
    return framed(
        "wood",
        shape("M14 108V44Q14 16 40 16T66 44V108z", "wood", "edge", LINE)
        + shape("M27 22V107M53 22V107", "none", "wood-dark", 2.4)
        + shape("M12 84H68V94H12z", "rubble", "edge", 2)
        + shape("M20 89h.1M60 89h.1M34 89h.1M46 89h.1", "none", "edge", 3)
        + again("key", "translate(40 57)rotate(28)scale(1.9)"),
    )


CARDS: Final = {
    "start-blue": start("blue"),
    "start-green": start("green"),
    **{goal_name(face): goal(gold, face) for face, gold in GOALS.items()},
    "dwarf-blue": plain("blue"),
    "dwarf-green": plain("green"),
    "goal": goal_back(),
    "back": deck_back(),
    **{f"nugget-{value}": gold_card(value) for value in (1, 2, 3)},
}
KEY: Final = {"key": door_key()}
