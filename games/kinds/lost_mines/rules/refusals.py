"""The refusals of The Lost Mines."""

from __future__ import annotations

from typing import Final

from games.mine import refusals

OWN: Final = (
    "off-board",
    "extends-nothing",
    "no-obstacle",
    "already-overcome",
    "no-token-left",
    "joint-taken",
    "no-path",
    "dwarf-there",
    "blocked",
    "too-far",
    "not-adjacent",
)
"""The codes that not every game has, in the order of the notation."""
REFUSALS: Final = (*refusals.SHARED, *OWN)


class Refusal(refusals.Refusal):
    """The rules of this game do not allow this move; nothing has changed."""

    codes = REFUSALS
