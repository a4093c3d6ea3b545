"""The refusals of the classic game."""

from __future__ import annotations

from typing import Final

from games.mine import refusals

OWN: Final = (
    "not-connected",
    "tool-broken",
    "already-broken",
    "own-tool",
    "nothing-to-repair",
    "wrong-tool",
)
"""The codes that not every game has, in the order of the notation."""
REFUSALS: Final = (*refusals.SHARED, *OWN)


class Refusal(refusals.Refusal):
    """The rules of this game do not allow this move; nothing has changed."""

    codes = REFUSALS
