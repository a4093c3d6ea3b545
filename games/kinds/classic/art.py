"""The drawings of the classic game: its start, goals and roles; the rest is shared."""

from __future__ import annotations

from typing import Final

from games.engine.notation import read_face
from games.kinds.classic.rules.cards import PATHS
from games.kinds.common.art import actions, features
from games.kinds.common.art.dwarfs import ambush
from games.kinds.common.art.sprite import SHARED, Art
from games.kinds.common.art.svg import again, disc, glow, shape, stones, stroke
from games.kinds.common.art.tunnels import path_card


def treasure() -> str:
    heap = features.nuggets(((28, 63, 0.85), (53, 65, 0.8), (40, 52, 1), (41, 72, 0.85)))
    return path_card("treasure", features.CROSSING, "brick") + glow((40, 60), 36, 0.22) + heap


def barren(name: str, face: str, x: int) -> str:
    """Draw a goal without gold: a tunnel, and a heap of worthless stone next to it."""
    heap = ((x - 13, 96, 9), (x + 13, 97, 9), (x, 101, 11), (x - 5, 85, 10), (x + 9, 86, 7))
    return path_card(name, read_face(face), "brick") + stones(heap, name, 2.2)


EYES_IN_THE_DARK: Final = (
    shape("M21 78Q18 38 40 30 62 38 59 78 50 86 40 86T21 78z", "edge")
    + shape("M27 54L37 60Q34 66 28 63zM53 54L43 60Q46 66 52 63z", "lamp")
    + shape("M27 70Q40 66 53 70L50 88 45 82 40 96 35 82 30 88z", "wood-dark", "edge", 2)
)
CARDS: Final = {
    # A crossing under the shaft: daylight from above, and the ladder.
    "start": path_card("start", features.CROSSING) + features.DAYLIGHT + again("ladder"),
    "treasure": treasure(),
    "stone-ne": barren("stone-ne", "ne", 25),
    "stone-nw": barren("stone-nw", "nw", 55),
    **features.BACKS_AND_GOLD,
    # An honest face under a lit helmet, a pick over the shoulder.
    "digger": (
        shape("M0 0H80V120H0z", "card")
        + glow((40, 38), 38, 0.4)
        + again("pick", "matrix(-.6 0 0 .6 52 6)")
        + shape("M6 120Q8 84 40 84T74 120z", "blue", "edge", 3)
        + shape("M18 58C14 92 28 108 40 108S66 92 62 58z", "wood", "edge", 3)
        + shape("M22 52H58V68Q54 76 40 76T22 68z", "floor", "edge", 2)
        + shape("M40 76Q32 70 24 79 33 86 40 80 47 86 56 79 48 70 40 76z", "wood-dark", "edge", 2)
        + stroke("M31 62h.1M49 62h.1", "edge", 6)
        + shape(disc((40, 69), 5), "floor-2", "edge", 1.8)
        + shape("M16 52C14 24 28 18 40 18S66 24 64 52z", "wood-light", "edge", 3)
        + shape("M11 49H69V57H11z", "wood", "edge", 3)
        + shape(disc((40, 36), 9), "lamp", "edge", 3)
        + shape(disc((38, 34), 3), "deep-ink")
        + stroke("M3 3H77V117H3z", "green", 3)
    ),
    "saboteur": (ambush("rock-2", "rock", EYES_IN_THE_DARK) + stroke("M3 3H77V117H3z", "brick", 3)),
}
ART: Final = Art(
    file="cards",
    faces=tuple(PATHS),
    own={**CARDS, **actions.CARDS, **features.LIGHT},
    path=features.underground,
    parts=SHARED,
)
