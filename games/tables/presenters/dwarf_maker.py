"""Making a dwarf of one's own: each part with its choices, as pictures."""

from __future__ import annotations

from dataclasses import dataclass

from games.kinds.common.own_dwarfs import PARTS, Part, Words, chosen, code_of


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a part, with a picture: the dwarf with it, or the colour itself."""

    value: str
    name: Words
    is_chosen: bool
    code: str
    """Of the dwarf as it would be."""


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    name: Words
    is_colour: bool
    options: tuple[Option, ...]


def groups(code: str) -> list[Group]:
    """All parts, with what this dwarf has chosen."""
    now = chosen(code)
    return [Group(part.key, part.name, part.is_colour, _options(part, now)) for part in PARTS]


def _options(part: Part, now: dict[str, str]) -> tuple[Option, ...]:
    return tuple(
        Option(
            choice.key,
            choice.name,
            is_chosen=choice.key == now[part.key],
            code=code_of(now | {part.key: choice.key}),
        )
        for choice in part.choices
    )


def said(code: str) -> str:
    """The dwarf in words, for who does not see it."""
    return "; ".join(
        f"{group.name}: {option.name}"
        for group in groups(code)
        for option in group.options
        if option.is_chosen
    )
