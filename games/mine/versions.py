"""Rules of several versions beside each other: a table keeps the version it was opened with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Final, TypeVar, cast

from games.mine.moves import Move
from games.mine.rules import Rules

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M", bound=Move)
R = TypeVar("R")

BEGINNINGS: Final = ("setup", "dealt", "from_pieces", "position")
"""What makes something of a table's options: in a game with older versions each takes a `ruleset`
too, the newest unless told. A state carries it from there on, so all else is the same function."""


def by_version(
    newest: Rules[S, M, V], older: Mapping[int, R] | None = None
) -> Mapping[int, Rules[S, M, V]]:
    """Every version of a game: its rules as they are now, and with each older ruleset."""
    pinned = {number: _pinned(newest, number, ruleset) for number, ruleset in (older or {}).items()}
    return MappingProxyType({**pinned, newest.RULES_VERSION: newest})


def _pinned(newest: Rules[S, M, V], version: int, ruleset: R) -> Rules[S, M, V]:
    """The same rules, where whatever begins, begins with this ruleset."""
    begun = {name: partial(getattr(newest, name), ruleset=ruleset) for name in BEGINNINGS}
    rules = SimpleNamespace(**{**vars(newest), **begun, "RULES_VERSION": version})
    return cast("Rules[S, M, V]", rules)
