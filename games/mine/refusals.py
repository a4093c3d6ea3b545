"""What the rules answer to a move that is not allowed.

The codes are a closed list (docs/notation.md). Here are those that every game may give; each game
declares its own in its `rules/refusals.py`.
"""

from __future__ import annotations

from typing import ClassVar, Final

SHARED: Final = (
    "not-your-turn",
    "wrong-phase",
    "game-over",
    "unknown-card",
    "not-in-hand",
    "occupied",
    "no-neighbour",
    "does-not-fit",
    "nothing-there",
    "cannot-remove",
    "already-face-up",
    "no-troll",
    "wrong-choice",
    "wrong-count",
)
"""The codes of every game, in the order of the notation."""


class Refusal(Exception):  # noqa: N818  (a referee refuses; nothing went wrong)
    """The rules do not allow this move; nothing has changed.

    Each game has a subclass with its own codes. A code that is not declared is a mistake in the
    rules, and fails at once.
    """

    codes: ClassVar[tuple[str, ...]] = SHARED

    def __init__(self, code: str) -> None:
        if code not in self.codes:
            raise ValueError(f"not a refusal: {code}")
        super().__init__(code)
        self.code = code
