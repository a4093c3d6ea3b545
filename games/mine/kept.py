"""What is worked out about a mine once, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from games.mine.tunnels import Mine

T = TypeVar("T")


def once_per_mine(work: Callable[[Mine], T]) -> Callable[[Mine], T]:
    """Answer from the mine itself when it was asked before.

    Most moves leave the mine as it is, and all worlds of a view share it. A mine never changes, so
    nothing has to be forgotten; nor may anybody change an answer.
    """

    def ask(mine: Mine) -> T:
        try:
            answer: T = mine.kept[work]
        except KeyError:
            answer = mine.kept[work] = work(mine)
        return answer

    return ask
