"""The refusals of The Duel and the solo game."""

from __future__ import annotations

from typing import Final

from games.mine import refusals

OWN: Final = (
    "not-connected",
    "tool-broken",
    "already-broken",
    "own-tool",
    "only-own",
    "nothing-to-repair",
    "wrong-tool",
    "no-door",
    "own-door",
    "already-open",
    "no-key-left",
    "not-reached",
    "already-bribed",
    "next-to-goal",
    "next-to-gold",
    "no-token-left",
)
"""The codes that not every game has, in the order of the notation."""
REFUSALS: Final = (*refusals.SHARED, *OWN)


class Refusal(refusals.Refusal):
    """The rules of this game do not allow this move; nothing has changed."""

    codes = REFUSALS
