"""Reads and writes faces, cards, cells, joints and seats, as docs/notation.md says.

Printing and parsing are inverse. Unreadable text raises `NotationError`, which is never a refusal:
a refusal is the rules' answer to a readable move.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from games.engine import tunnels

Seat = int
"""A seat at the table, counted from 0 in the order of play; written p1, p2, …"""

NUMBER = r"(?:0|-?[1-9]\d{0,3})"
CELL = re.compile(rf"({NUMBER}),({NUMBER})")
JOINT = re.compile(rf"({NUMBER}),({NUMBER})/([es])")
SEAT = re.compile(r"p([1-9]\d?)")
CARD = re.compile(r"[a-z]+(?:[-.+:@][a-z]+)*")
FEATURE = re.compile(r"([a-z]+)(?::([a-z]+))?(?:@([nesw]))?")
GROUPS = {tunnels.side_letters(sides): sides for sides in range(1, tunnels.ALL_SIDES + 1)}
"""Every set of sides by its notation."""
VALUED = ("door", "ladder")
SIDED = ("gold", "door", "troll")
PLAIN = ("campfire", "lake", "logs", "plateau", "ravine")


class NotationError(ValueError):
    """The text is not valid notation."""


class Joint(NamedTuple):
    """The border between two cells, named from the upper or left one."""

    cell: tunnels.Cell
    side: tunnels.Sides


def _matched(pattern: re.Pattern[str], what: str, text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if not found:
        raise NotationError(f"not a {what}: {text!r}")
    return found


def read_cell(text: str) -> tunnels.Cell:
    found = _matched(CELL, "cell", text)
    return int(found[1]), int(found[2])


@lru_cache(maxsize=4096)
def print_cell(cell: tunnels.Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def read_joint(text: str) -> Joint:
    found = _matched(JOINT, "joint", text)
    return Joint((int(found[1]), int(found[2])), tunnels.EAST if found[3] == "e" else tunnels.SOUTH)


def print_joint(joint: Joint) -> str:
    return f"{print_cell(joint.cell)}/{tunnels.LETTER_OF[joint.side]}"


def read_seat(text: str) -> Seat:
    return int(_matched(SEAT, "seat", text)[1]) - 1


def print_seat(seat: Seat) -> str:
    return f"p{seat + 1}"


def read_card(text: str) -> str:
    """Read the name of a card; whether a game has it is decided by the game's rules."""
    return _matched(CARD, "card", text)[0]


def read_number(text: str) -> int:
    """Read a whole number from 0 to 999 without leading zeros."""
    if not text.isascii() or not text.isdigit() or len(text) > 3 or str(int(text)) != text:
        raise NotationError(f"not a number: {text!r}")
    return int(text)


def expect(words: list[str], *expected: str) -> None:
    """Check that the words are exactly these."""
    if words != list(expected):
        raise NotationError(f"expected {' '.join(expected) or 'nothing more'}")


@lru_cache(maxsize=1024)
def read_face(text: str) -> tunnels.Face:
    """Read a face like `ns.ew+gold@n`; only the canonical order is accepted."""
    shape, *features = text.split("+")
    groups = [GROUPS.get(group, 0) for group in shape.split(".")]
    if not all(groups):
        raise NotationError(f"not a face: {text!r}")
    if sum(group.bit_count() for group in groups) != sum(set(groups)).bit_count():
        raise NotationError(f"a side twice: {text!r}")
    face = tunnels.Face.of(groups, [_read_feature(feature, text) for feature in features])
    if list(face.groups) != groups or any(f.side & ~face.openings for f in face.features):
        raise NotationError(f"not a face: {text!r}")
    return face


def _read_feature(feature: str, text: str) -> tunnels.Feature:
    found = FEATURE.fullmatch(feature)
    if not found:
        raise NotationError(f"not a face: {text!r}")
    kind, value, side = found[1], found[2] or "", tunnels.SIDE_OF.get(found[3] or "", 0)
    known = kind in PLAIN or kind in VALUED or kind in SIDED
    if not known or bool(value) != (kind in VALUED) or bool(side) != (kind in SIDED):
        raise NotationError(f"not a face: {text!r}")
    return tunnels.Feature(kind, value, side)


def print_face(face: tunnels.Face) -> str:
    shape = ".".join(tunnels.side_letters(group) for group in face.groups)
    return "+".join([shape, *(_print_feature(feature) for feature in face.features)])


def _print_feature(feature: tunnels.Feature) -> str:
    value = f":{feature.value}" if feature.value else ""
    side = f"@{tunnels.LETTER_OF[feature.side]}" if feature.side else ""
    return f"{feature.kind}{value}{side}"


@lru_cache(maxsize=1024)
def looks_the_same_turned(card: str) -> bool:
    """Tell whether a half turn leaves this card the same; False if it isn't a face."""
    try:
        return read_face(card).same_both_ways
    except NotationError:
        return False
