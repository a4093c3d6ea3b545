"""What the rules answer to a move that is not allowed."""

from __future__ import annotations

from typing import Final

REFUSALS: Final = (
    "not-your-turn",
    "wrong-phase",
    "game-over",
    "unknown-card",
    "not-in-hand",
    "off-board",
    "occupied",
    "no-neighbour",
    "does-not-fit",
    "not-connected",
    "extends-nothing",
    "tool-broken",
    "already-broken",
    "own-tool",
    "only-own",
    "nothing-to-repair",
    "wrong-tool",
    "nothing-there",
    "cannot-remove",
    "already-face-up",
    "no-door",
    "own-door",
    "already-open",
    "no-key-left",
    "no-troll",
    "not-reached",
    "already-bribed",
    "next-to-goal",
    "next-to-gold",
    "no-obstacle",
    "already-overcome",
    "no-token-left",
    "wrong-choice",
    "joint-taken",
    "no-path",
    "dwarf-there",
    "blocked",
    "too-far",
    "not-adjacent",
    "wrong-count",
)
"""The closed list of codes; the web has a sentence for each."""


class Refusal(Exception):  # noqa: N818  (a referee refuses; nothing went wrong)
    """The rules do not allow this move; nothing has changed. The code is from a closed list."""

    def __init__(self, code: str) -> None:
        if code not in REFUSALS:
            raise ValueError(f"not a refusal: {code}")
        super().__init__(code)
        self.code = code
