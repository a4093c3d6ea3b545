"""What came of many simulated rounds, in a sentence for whoever opens a table.

The figures of a game are in its `odds.toml`, which `python -m bench.balance odds` writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.formats import number_format

from games.kinds.common.words.phrases import fill

FILE: Final = "odds.toml"


class Odds(NamedTuple):
    """What rounds, or games, with one number of players came to."""

    of: int
    """How many there were."""
    won: Mapping[str, float]
    """How often each role won, as parts of 1."""
    points: Mapping[str, float]
    """Mean points, or gold, by role."""


def read(folder: Path) -> dict[int, Odds]:
    """By the number of players; nothing where nothing was simulated."""
    file = folder / FILE
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {int(players): Odds(**figures) for players, figures in found.items()}


@dataclass(frozen=True, slots=True)
class GameOdds:
    """The figures of a game, and how they are said."""

    known: Mapping[int, Odds]
    say: Callable[[int, Odds], str]

    def sentence(self, players: int) -> str:
        """For so many players; empty where there are no figures."""
        return self.say(players, self.known[players]) if players in self.known else ""


def counted(number: int) -> str:
    """`5,000`."""
    return number_format(number, force_grouping=True)


def percent(part: float) -> str:
    """Without the sign, which is a word of the sentence."""
    return number_format(100 * part, decimal_pos=0)


def about(number: float) -> str:
    return number_format(number, decimal_pos=1)


def told(sentence: str, odds: Odds, **parts: object) -> str:
    """The sentence, with how many there were."""
    return fill(sentence, count=counted(odds.of), **parts)
