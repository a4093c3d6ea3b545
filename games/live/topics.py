"""What a stream may be about."""

from __future__ import annotations

from typing import Literal, NamedTuple

MOST = 12
"""Topics of one stream: the tabs of one browser share it."""


class Topic(NamedTuple):
    """A table, by its number; the lists of a player, by theirs; the list of open tables."""

    kind: Literal["table", "home", "lobby"]
    number: int = 0


LOBBY = Topic("lobby")


def table(number: int) -> Topic:
    return Topic("table", number)


def home(user: int) -> Topic:
    return Topic("home", user)
