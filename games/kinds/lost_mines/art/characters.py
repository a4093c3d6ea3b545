"""Characters of The Lost Mines: loyal, selfish and saboteur, of both clans, and their backs."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.clans import INK, PAINT, emblem, hat, plate
from games.kinds.common.art.dwarfs import OPEN, ground, portrait
from games.kinds.common.art.features import nuggets
from games.kinds.common.art.svg import glow, moved, shape
from games.kinds.lost_mines.rules.cards import CLANS


def back(colour: str) -> str:
    """What everybody sees: the clan, and nothing of the character."""
    ask = shape("M-5-3Q-5-9 0-9T5-3Q5 0 0 3V5M0 11v.1", "none", INK[colour], 4.4)
    return (
        shape("M0 0H80V120H0z", "wood-dark")
        + shape("M28 4V116M52 4V116", "none", "edge", 2, fade=0.7)
        + shape("M3 3H77V117H3z", "none", PAINT[colour], 4)
        + moved(plate(colour), "translate(40 74)scale(1.7)")
        + hat(colour, "translate(40 42)scale(1.5)")
        + moved(ask, "translate(40 80)")
    )


def loyal(colour: str) -> str:
    """An open face, and the shield of the clan held up."""
    shield = moved(plate(colour) + emblem(colour, "scale(1.1)"), "translate(58 98)scale(1.05)")
    return ground(colour) + portrait(colour, OPEN) + shield


def selfish(colour: str) -> str:
    """Eyes that look aside, over a sack of gold."""
    eyes = shape("M25 60H37M43 60H55", "none", "edge", 3) + shape(
        "M28 64.5h.1M46 64.5h.1", "none", "edge", 5
    )
    sack = (
        shape("M12 119Q8 100 26 95L24 89H48L46 95Q64 100 60 119z", "wood-light", "edge", 3)
        + shape("M26 95H46", "none", "brick", 3.4)
        + nuggets(((36, 108, 0.75), (30, 88, 0.5), (41, 87, 0.55)))
    )
    return ground(colour) + portrait(colour, eyes) + sack


def saboteur(colour: str) -> str:
    """Under a hood in the clan's colour two eyes, and a lit fuse."""
    return (
        shape("M0 0H80V120H0z", "brick-dark")
        + shape("M0 0H80V30L40 12 0 44z", "edge", fade=0.35)
        + glow((62, 84), 30, 0.25)
        + shape("M4 120Q6 82 40 82T76 120z", PAINT[colour], "edge", 3)
        + shape("M13 84Q8 24 40 12 72 24 67 84 54 96 40 96T13 84z", PAINT[colour], "edge", 3)
        + shape("M21 78Q18 46 40 40 62 46 59 78 50 86 40 86T21 78z", "edge")
        + emblem(colour, "translate(40 28)scale(1.5)")
        + shape("M27 56L37 62Q34 68 28 65zM53 56L43 62Q46 68 52 65z", "deep-ink")
        + shape("M27 72Q40 68 53 72L50 90 45 84 40 98 35 84 30 90z", "wood-dark", "edge", 2)
        + shape("M56 94L66 90 74 112 64 116z", "brick", "edge", 3)
        + shape("M61 92Q56 82 64 78", "none", "card", 2.6)
        + shape("M64 67l2 7 7-2-4 6 5 5-8-1-2 7-3-7-7 1 5-5-4-6 7 2z", "lamp", "brick", 1.6)
        + shape("M3 3H77V117H3z", "none", PAINT[colour], 4)
    )


CHARACTERS: Final = {
    name: drawing
    for colour in CLANS
    for name, drawing in (
        (f"dwarf-{colour}", back(colour)),
        (f"dwarf-{colour}-loyal", loyal(colour)),
        (f"dwarf-{colour}-selfish", selfish(colour)),
        (f"dwarf-{colour}-saboteur", saboteur(colour)),
    )
}
