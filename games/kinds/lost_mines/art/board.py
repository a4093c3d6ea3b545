"""Draws dwarf cards, treasures, starts and mines of The Lost Mines, and their board."""

from __future__ import annotations

from typing import Final

from games.engine.notation import read_face
from games.kinds.common.art import dwarfs
from games.kinds.common.art.features import CROSSING, DECK_BACK, QUESTION, nuggets
from games.kinds.common.art.svg import again, disc, glow, moved, shape, stroke
from games.kinds.lost_mines.art.forest import paths, wood
from games.kinds.lost_mines.rules import cards


def back(colour: str) -> str:
    """Draw the public side: the clan, and nothing of the character."""
    ask = stroke("M-5-3Q-5-9 0-9T5-3Q5 0 0 3V5M0 11v.1", dwarfs.INK[colour], 4.4)
    return (
        shape("M0 0H80V120H0z", "wood-dark")
        + stroke("M28 4V116M52 4V116", "edge", 2, fade=0.7)
        + stroke("M3 3H77V117H3z", dwarfs.PAINT[colour], 4)
        + moved(dwarfs.plate(colour), "translate(40 74)scale(1.7)")
        + dwarfs.hat(colour, "translate(40 42)scale(1.5)")
        + moved(ask, "translate(40 80)")
    )


def loyal(colour: str) -> str:
    """Draw an open face, and the shield of the clan held up."""
    shield = moved(
        dwarfs.plate(colour) + dwarfs.emblem(colour, "scale(1.1)"), "translate(58 98)scale(1.05)"
    )
    return dwarfs.ground(colour) + dwarfs.portrait(colour, dwarfs.OPEN) + shield


def selfish(colour: str) -> str:
    """Draw eyes that look aside, over a sack of gold."""
    eyes = stroke("M25 60H37M43 60H55", "edge", 3) + stroke("M28 64.5h.1M46 64.5h.1", "edge", 5)
    sack = (
        shape("M12 119Q8 100 26 95L24 89H48L46 95Q64 100 60 119z", "wood-light", "edge", 3)
        + stroke("M26 95H46", "brick", 3.4)
        + nuggets(((36, 108, 0.75), (30, 88, 0.5), (41, 87, 0.55)))
    )
    return dwarfs.ground(colour) + dwarfs.portrait(colour, eyes) + sack


def saboteur(colour: str) -> str:
    """Draw a saboteur in the colour of the clan."""
    face = (
        shape("M21 78Q18 46 40 40 62 46 59 78 50 86 40 86T21 78z", "edge")
        + dwarfs.emblem(colour, "translate(40 28)scale(1.5)")
        + shape("M27 56L37 62Q34 68 28 65zM53 56L43 62Q46 68 52 65z", "deep-ink")
        + shape("M27 72Q40 68 53 72L50 90 45 84 40 98 35 84 30 90z", "wood-dark", "edge", 2)
    )
    frame = stroke("M3 3H77V117H3z", dwarfs.PAINT[colour], 4)
    return dwarfs.ambush(dwarfs.PAINT[colour], dwarfs.PAINT[colour], face) + frame


DWARF_CARDS: Final = {"": back, "-loyal": loyal, "-selfish": selfish, "-saboteur": saboteur}
BOARD: Final = f"-12 -12 {80 * cards.COLUMNS + 24} {120 * cards.ROWS + 24}"
DIGITS: Final = {
    1: "M-5-9L2-14V14M-6 14H9",
    2: "M-8-7Q-8-14 0-14T8-7Q8-1-8 14H9",
    3: "M-8-10Q-5-14 0-14 8-14 8-7T-1-1Q9-1 9 7T0 14Q-6 14-9 9",
    4: "M4 14V-14L-9 6H9",
    5: "M8-14H-6L-7-2Q-4-4 0-4 9-4 9 5T0 14Q-6 14-9 10",
}


def gem(transform: str) -> str:
    """Draw a cut stone."""
    return moved(
        shape("M-9-8H9L15 0 0 16-15 0z", "deep-ink", "edge", 2.4)
        + shape("M-9-8H9L15 0 0 16-15 0z", "blue", fade=0.2)
        + shape("M-15 0H15L0 16z", "blue", fade=0.45)
        + stroke("M-15 0H15M-9-8L-6 0 0 16 6 0 9-8", "edge", 1.6),
        transform,
    )


def ingot(transform: str) -> str:
    return moved(
        shape("M-11-6H7L12 7H-14z", "deep-soft", "edge", 2.2)
        + shape("M7-6L13-9 18 4 12 7z", "rubble", "edge", 2)
        + shape("M-11-6L-5-9H13L7-6z", "deep-ink", "edge", 2),
        transform,
    )


def treasure_back(kind: str) -> str:
    """Draw the public side: the kind."""
    return (
        shape("M0 0H80V120H0z", "wood-dark")
        + stroke("M3 3H77V117H3z", "wood", 4)
        + glow((40, 40), 30, 0.2)
        + again(kind, "translate(40 40)scale(1.35)")
        + again("chest", "translate(40 90)scale(1.05)")
    )


def treasure(kind: str, value: int) -> str:
    """Draw the front: the value."""
    digit = stroke(DIGITS[value], "deep-ink", 6, edge=11)
    return (
        shape("M0 0H80V120H0z", "deep")
        + glow((40, 40), 34, 0.14)
        + stroke("M4 4H76V116H4z", "gold-edge", 3)
        + again(kind, "translate(40 38)scale(1.3)")
        + moved(digit, "translate(40 89)scale(1.15)")
    )


def start(colour: str) -> str:
    """Draw the camp of a clan: a hut under its hat, where all paths meet."""
    hut = (
        shape("M-15 4H15V24H-15z", "wood", "edge", 2.6)
        + shape("M-5 24V12Q-5 8 0 8T5 12V24z", "edge")
        + dwarfs.hat(colour, "translate(0-3)scale(1.35)", 2)
    )
    camp = shape(disc((40, 60), 28), "edge", fade=0.22) + shape(disc((40, 60), 25), "floor")
    return (
        wood(f"start {colour}", CROSSING) + paths(CROSSING) + camp + moved(hut, "translate(40 56)")
    )


def mine(kind: str) -> str:
    """Draw a face-up mine: a clearing with what was found."""
    face = read_face(cards.MINES[kind])
    find = glow((40, 60), 27, 0.2) + again(kind, "translate(40 60)")
    return wood(f"mine {kind}", face, "brick") + paths(face) + CLEARING + find


CLEARING: Final = shape(disc((40, 60), 26.5), "edge") + shape(disc((40, 60), 23.5), "deep")


def mine_back() -> str:
    """Draw a mine that nobody has entered yet."""
    trees = again("tree", "translate(11 106)scale(.9)") + again("tree", "translate(69 107)")
    sky = shape("M0 0H80V120H0z", "brick") + shape("M0 0H80V22L58 10 34 26 0 14z", "brick-dark")
    frame = stroke("M3 3H77V117H3z", "floor-2", 2, fade=0.7)
    return sky + again("entrance") + QUESTION + trees + frame


def board() -> str:
    """Draw all fields in a frame of timber, with the outlines of fixed cards."""
    row = "".join(again("field", f"translate({80 * x} 0)") for x in range(cards.COLUMNS))
    cells = "".join(moved(row, f"translate(0 {120 * y})") for y in range(cards.ROWS))
    frame = f"M-6-6H{80 * cards.COLUMNS + 6}V{120 * cards.ROWS + 6}H-6z"
    mines = "".join(moved(again("entrance"), _to(cell)) for cell in cards.MINE_CELLS)
    camps = "".join(
        moved(dwarfs.hat(colour, "translate(40 60)scale(1.5)"), _to(cell))
        for colour, cell in cards.STARTS.items()
    )
    faint = f'<g opacity=".4">{mines}{camps}</g>'
    return cells + faint + stroke(frame, "wood", 8, edge=12)


def _to(cell: tuple[int, int]) -> str:
    return f"translate({80 * cell[0]} {120 * cell[1]})"


CARDS: Final = {
    **{f"start-{clan}": start(clan) for clan in cards.STARTS},
    **{f"mine-{kind}": mine(kind) for kind in cards.MINES},
    "mine": mine_back(),
    **{f"treasure-{kind}": treasure_back(kind) for kind in cards.TREASURES},
    **{
        f"treasure-{kind}-{v}": treasure(kind, v)
        for kind, vs in cards.TREASURES.items()
        for v in vs
    },
    # An empty place for a treasure that was taken or never laid out.
    "slot": (
        shape("M4 4H76V116H4z", "deep", "wood", 3)
        + f'<g opacity=".35">{again("chest", "translate(40 62)scale(1.2)")}</g>'
    ),
    **{
        f"dwarf-{clan}{side}": draw(clan)
        for clan in cards.CLANS
        for side, draw in DWARF_CARDS.items()
    },
    "back": DECK_BACK,
    "field": again("field"),
    "board": board(),
}

PARTS: Final = {
    "gems": (
        gem("translate(-10 7)scale(.72)")
        + gem("translate(11 8)scale(.72)")
        + gem("translate(0-6)scale(.9)")
    ),
    "gold": nuggets(((-9, 8, 0.72), (10, 7, 0.72), (0, -6, 0.9))),
    # Bars, stacked.
    "silver": (
        ingot("translate(-13 10)scale(.8)")
        + ingot("translate(8 10)scale(.8)")
        + ingot("translate(-3-5)scale(.8)")
    ),
    # A dragon's head with its flame, around 0,0 and about 40 wide.
    "dragon": (
        shape("M-2-7L-4-21 5-12 13-20 13-7z", "card", "edge", 2)
        + shape(
            "M-16 2L-10-5Q-4-13 7-12 19-9 20 5L18 19H2Q6 12 2 9L-12 10-18 7z", "green", "edge", 2.6
        )
        + shape("M19 8L25 3 20-2 24-8 16-8", "wood-dark", "edge", 2)
        + shape("M-13 9l2-4 3 4 2-4 3 4", "deep-ink", "edge", 1.2)
        + shape("M0-5L7-4 5 0Q0 0 0-5z", "lamp", "edge", 1.4)
        + stroke("M-13-1h.1", "edge", 3)
        + shape("M-9 13Q-16 12-20 18-15 17-14 22-9 19-4 21-8 17-4 14z", "lamp", "brick", 1.8)
    ),
    # An empty field of the board: forest floor, darker than any card.
    "field": (
        shape("M.5 .5H79.5V119.5H.5z", "deep", "edge", 1)
        + shape("M1 1H79V119H1z", "green", fade=0.16)
        + stroke(
            "M18 30l-2-6m2 6l2-6m-2 6v-7M60 88l-2-6m2 6l2-6m-2 6v-7M50 22h.1M26 96h.1M66 48h.1",
            "green",
            2,
            fade=0.55,
        )
    ),
    # The lit mouth of a mine in its mountain; 80 wide and 100 high from 0,0.
    "entrance": (
        shape("M2 108L22 52 30 60 46 16 78 108z", "rock", "edge", 2.4)
        + shape("M46 16L78 108H52L50 60z", "edge", fade=0.3)
        + shape("M46 16L56 45 48 41 43 50 36 44z", "deep-ink", "edge", 1.6)
        + glow((40, 84), 28, 0.2)
        + shape("M22 108V86Q22 68 40 68T58 86V108z", "edge", "wood-light", 4.6)
    ),
    # A closed chest around 0,0, 48 wide.
    "chest": (
        shape("M-24-4Q-24-22-8-22H8Q24-22 24-4V18H-24z", "wood", "edge", 3)
        + stroke("M-24-3H24", "edge", 3)
        + stroke("M-17-18V17M17-18V17", "rubble", 4)
        + shape("M-7-8H7V6H-7z", "rubble", "edge", 2.4)
        + stroke("M0-3V2", "edge", 3.4)
    ),
}
