"""Letters as lines, for a picture that has no font: they tell dwarfs apart, and number cells.

Capitals and digits, four units wide and six high. An accent is left out; of any other script
nothing is drawn: the dwarf stands there without a letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from games.kinds.common.art.clans import INK
from games.kinds.common.art.svg import num

ROUND: Final = "M2 0Q0 0 0 3T2 6Q4 6 4 3T2 0z"
BOW: Final = "M0 6V0H2.2Q4 0 4 1.7T2.2 3.4H0"
LINES: Final[Mapping[str, str]] = {
    "A": "M0 6L2 0L4 6M.8 4H3.2",
    "B": "M0 2.8H2.2Q4 2.8 4 4.4T2.2 6H0V0H2Q3.6 0 3.6 1.4T2 2.8",
    "C": "M3.8 1.2Q3.2 0 2.1 0Q0 0 0 3T2.1 6Q3.2 6 3.8 4.8",
    "D": "M0 0V6H1.8Q4 6 4 3T1.8 0z",
    "E": "M3.6 0H0V6H3.6M0 3H3",
    "F": "M3.6 0H0V6M0 3H3",
    "G": "M3.8 1.2Q3.2 0 2.1 0Q0 0 0 3T2.1 6Q3.9 6 3.9 3.3H2.4",
    "H": "M0 0V6M4 0V6M0 3H4",
    "I": "M2 0V6",
    "J": "M3 0V4.2Q3 6 1.6 6Q.4 6 .2 4.8",
    "K": "M0 0V6M3.8 0L0 3.6M1.3 2.6L4 6",
    "L": "M0 0V6H3.6",
    "M": "M0 6V0L2 3.4L4 0V6",
    "N": "M0 6V0L4 6V0",
    "O": ROUND,
    "P": BOW,
    "Q": f"{ROUND}M2.6 4.4L4.2 6.4",
    "R": f"{BOW}M2 3.4L4 6",
    "S": "M3.7 1Q3.2 0 2 0Q.2 0 .2 1.5Q.2 2.8 2 3Q3.9 3.3 3.9 4.6Q3.9 6 2 6Q.6 6 .1 4.9",
    "T": "M0 0H4M2 0V6",
    "U": "M0 0V3.8Q0 6 2 6T4 3.8V0",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 2L3 6L4 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3V6",
    "Z": "M0 0H4L0 6H4",
    "−": "M.4 3H3.6",
    "0": ROUND,
    "1": "M.6 1.2L2.2 0V6",
    "2": "M.2 1.5Q.2 0 2 0T3.8 1.6Q3.8 2.8 .1 6H4",
    "3": "M.2 0H3.7L1.8 2.4Q4 2.6 4 4.2T2 6Q.6 6 .1 4.9",
    "4": "M3 6V0L0 4.2H4",
    "5": "M3.6 0H.5L.3 2.7Q1 2.2 2 2.2Q4 2.2 4 4.1T2 6Q.6 6 .1 5",
    "6": "M3.5 .3Q.1 1 .1 4.1Q.1 6 2 6T3.9 4.1Q3.9 2.3 2 2.3T.1 4.1",
    "7": "M0 0H4L1.4 6",
    "8": "M2 2.8Q.3 2.6 .3 1.4T2 0Q3.7 0 3.7 1.4T2 2.8Q0 3 0 4.4T2 6Q4 6 4 4.4T2 2.8",
    "9": "M.5 5.7Q3.9 5 3.9 1.9Q3.9 0 2 0T.1 1.9Q.1 3.7 2 3.7T3.9 1.9",
}
STEP: Final = 5.4
"""From one letter to the next."""


def on_tunic(text: str, x: float, y: float, size: float, clan: str) -> str:
    """These letters on the tunic of a dwarf whose middle is at x, y."""
    scale = size * (1.9 if len(text) == 1 else 1.4)
    return centred(text, x, y + 10.5 * size, scale, INK[clan])


def centred(text: str, x: float, y: float, scale: float, ink: str) -> str:
    """A text with its middle at x, y; `ink` is the name of a colour of the palette."""
    known = [letter for letter in unicodedata.normalize("NFD", text.upper()) if letter in LINES]
    if not known:
        return ""
    left, top = x - scale * (STEP * (len(known) - 1) + 4) / 2, y - 3 * scale
    lines = "".join(
        f'<path d="{LINES[letter]}" transform="translate({num(place * STEP)})"/>'
        for place, letter in enumerate(known)
    )
    return (
        f'<g transform="translate({num(left)} {num(top)}) scale({scale:.3g})" fill="none"'
        f' stroke="var(--{ink})" stroke-width="1.1" stroke-linecap="round"'
        f' stroke-linejoin="round">{lines}</g>'
    )
