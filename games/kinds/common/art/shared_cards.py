"""Cards that several games have: backs, gold, the light of a start, lamplight."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.features import nuggets
from games.kinds.common.art.svg import again, disc, glow, shape
from games.mine.notation import read_face

CROSSING: Final = read_face("nesw")
QUESTION: Final = shape("M34 84Q34 77 40 77T46 83Q46 87 40 90V94M40 101v.1", "none", "lamp", 4)


def daylight() -> str:
    return shape(disc((40, 60), 24), "day", fade=0.3) + shape(disc((40, 60), 17), "day", fade=0.45)


def goal_back() -> str:
    """The mountain, and in it a lit way in: who knows to what."""
    return (
        shape("M0 0H80V120H0z", "brick")
        + shape("M0 0H80V22L58 10 34 26 0 14z", "brick-dark", fade=0.4)
        + shape("M5 110L40 18 75 110z", "brick-dark", "edge", 2)
        + shape("M40 18L75 110H52L46 52z", "edge", fade=0.3)
        + shape("M40 18L52 50 44 46 38 57 28 50z", "floor-2", "edge", 1.6)
        + glow((40, 84), 30, 0.18)
        + shape("M24 108V84Q24 68 40 68T56 84V108z", "edge", "wood-light", 4)
        + QUESTION
        + shape("M3 3H77V117H3z", "none", "floor-2", 2, fade=0.7)
    )


def deck_back() -> str:
    """Crossed picks on timber."""
    boards = "".join(f"M{x} 4V116" for x in (22, 40, 58))
    return (
        shape("M0 0H80V120H0z", "wood-dark")
        + shape(boards, "none", "edge", 2, fade=0.7)
        + shape("M0 10H80V22H0zM0 98H80V110H0z", "wood", "edge", 2)
        + shape("M10 16h.1M70 16h.1M10 104h.1M70 104h.1", "none", "edge", 4)
        + shape(disc((40, 60), 27), "wood", "edge", 2.4)
        + again("pick", "translate(17 27)scale(.55)")
        + again("pick", "matrix(-.55 0 0 .55 63 27)")
        + shape("M3 3H77V117H3z", "none", "edge", 3)
    )


def gold_card(value: int) -> str:
    places = {
        1: ((40, 60, 1.6),),
        2: ((36, 38, 1.3), (44, 82, 1.3)),
        3: ((40, 30, 1.15), (31, 62, 1.15), (49, 92, 1.15)),
    }
    return (
        shape("M0 0H80V120H0z", "deep")
        + glow((40, 60), 38, 0.14)
        + shape("M4 4H76V116H4z", "none", "gold-edge", 3)
        + nuggets(places[value])
    )


def lamplight() -> str:
    """Not a card: light to lay over or under a part of the board, dying away at its edge."""
    return "".join(shape(disc((40, 60), radius), "lamp", fade=0.04) for radius in range(40, 4, -5))


LIGHT: Final = {"lamplight": lamplight()}
