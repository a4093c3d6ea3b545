"""What a stream may be about."""

from __future__ import annotations

from typing import Literal, NamedTuple

MOST = 12
"""Topics of one stream: the tabs of one browser share it."""


class Topic(NamedTuple):
    """A table, by its number; the lists of a player, by theirs; open tables; those to watch."""

    kind: Literal["table", "home", "lobby", "running"]
    number: int = 0


LOBBY = Topic("lobby")
RUNNING = Topic("running")


def table(number: int) -> Topic:
    return Topic("table", number)


def home(user: int) -> Topic:
    return Topic("home", user)
