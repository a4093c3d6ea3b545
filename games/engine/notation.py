"""Reading and writing faces, cards, cells, joints and seats, as docs/notation.md says.

Printing and parsing are inverse. What cannot be read is a `NotationError`, which is never a
refusal: a refusal is the answer of the rules to a move that could be read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from games.engine.tunnels import (
    ALL_SIDES,
    EAST,
    LETTER_OF,
    SIDE_OF,
    SOUTH,
    Cell,
    Face,
    Feature,
    Sides,
    side_letters,
)

Seat = int
"""A place at the table, counted from 0 in the order of play; written p1, p2, …"""

NUMBER = r"(?:0|-?[1-9]\d{0,3})"
CELL = re.compile(rf"({NUMBER}),({NUMBER})")
JOINT = re.compile(rf"({NUMBER}),({NUMBER})/([es])")
SEAT = re.compile(r"p([1-9]\d?)")
CARD = re.compile(r"[a-z]+(?:[-.+:@][a-z]+)*")
FEATURE = re.compile(r"([a-z]+)(?::([a-z]+))?(?:@([nesw]))?")
GROUPS = {side_letters(sides): sides for sides in range(1, ALL_SIDES + 1)}
"""Every set of sides, as written."""
VALUED = ("door", "ladder")
SIDED = ("gold", "door", "troll")
PLAIN = ("campfire", "lake", "logs", "plateau", "ravine")


class NotationError(ValueError):
    """This text is not written as the notation says."""


class Joint(NamedTuple):
    """Where two cells meet, seen from the upper or left one."""

    cell: Cell
    side: Sides


def read_cell(text: str) -> Cell:
    found = CELL.fullmatch(text)
    if not found:
        raise NotationError(f"not a cell: {text!r}")
    return int(found[1]), int(found[2])


@lru_cache(maxsize=4096)
def print_cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def read_joint(text: str) -> Joint:
    found = JOINT.fullmatch(text)
    if not found:
        raise NotationError(f"not a joint: {text!r}")
    return Joint((int(found[1]), int(found[2])), EAST if found[3] == "e" else SOUTH)


def print_joint(joint: Joint) -> str:
    return f"{print_cell(joint.cell)}/{LETTER_OF[joint.side]}"


def read_seat(text: str) -> Seat:
    found = SEAT.fullmatch(text)
    if not found:
        raise NotationError(f"not a seat: {text!r}")
    return int(found[1]) - 1


def print_seat(seat: Seat) -> str:
    return f"p{seat + 1}"


def read_card(text: str) -> str:
    """A card by its name; whether the game has such a card is for its rules to say."""
    if not CARD.fullmatch(text):
        raise NotationError(f"not a card: {text!r}")
    return text


def read_number(text: str) -> int:
    """A whole number from 0 to 999, written without a zero before it."""
    if not text.isascii() or not text.isdigit() or len(text) > 3 or str(int(text)) != text:
        raise NotationError(f"not a number: {text!r}")
    return int(text)


def expect(words: list[str], *expected: str) -> None:
    """These words must be there, and no others."""
    if words != list(expected):
        raise NotationError(f"expected {' '.join(expected) or 'nothing more'}")


@lru_cache(maxsize=1024)
def read_face(text: str) -> Face:
    """`ns.ew+gold@n` as a face; only the one written order is accepted."""
    shape, *features = text.split("+")
    groups = [GROUPS.get(group, 0) for group in shape.split(".")]
    if not all(groups):
        raise NotationError(f"not a face: {text!r}")
    if sum(group.bit_count() for group in groups) != sum(set(groups)).bit_count():
        raise NotationError(f"a side twice: {text!r}")
    face = Face.of(groups, [_read_feature(feature, text) for feature in features])
    if list(face.groups) != groups or any(f.side & ~face.openings for f in face.features):
        raise NotationError(f"not a face: {text!r}")
    return face


def _read_feature(feature: str, text: str) -> Feature:
    found = FEATURE.fullmatch(feature)
    if not found:
        raise NotationError(f"not a face: {text!r}")
    kind, value, side = found[1], found[2] or "", SIDE_OF.get(found[3] or "", 0)
    known = kind in PLAIN or kind in VALUED or kind in SIDED
    if not known or bool(value) != (kind in VALUED) or bool(side) != (kind in SIDED):
        raise NotationError(f"not a face: {text!r}")
    return Feature(kind, value, side)


def print_face(face: Face) -> str:
    shape = ".".join(side_letters(group) for group in face.groups)
    return "+".join([shape, *(_print_feature(feature) for feature in face.features)])


def _print_feature(feature: Feature) -> str:
    value = f":{feature.value}" if feature.value else ""
    side = f"@{LETTER_OF[feature.side]}" if feature.side else ""
    return f"{feature.kind}{value}{side}"


@lru_cache(maxsize=1024)
def looks_the_same_turned(card: str) -> bool:
    """Whether a half turn of this card changes nothing; no for what is not a face."""
    try:
        return read_face(card).same_both_ways
    except NotationError:
        return False
