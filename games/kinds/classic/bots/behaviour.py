"""What somebody did, sorted by what all can see of it: the classes that beliefs are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.rules.cards import PATHS, TILES

LEADS_THROUGH: Final[Mapping[str, bool]] = {
    card: any(group & group - 1 for group in TILES[card, False].face.groups) for card in PATHS
}
"""Does a tunnel lead through this card? The others are dead ends."""
LEAST_SAID: Final = 0.4
"""So much has to speak against somebody before they are suspect, as a logarithm."""
NEAR: Final = 3
"""So many cards before a goal it is late: what is done now may decide the round."""

# the case in which somebody acted
FAR_OFF, CLOSE, BROKEN, KNOWING = CASES = ("far-off", "close", "broken", "knowing")

# what they did with a path card
NEARER, LEVEL, STUB, AWAY = LAID = ("nearer", "level", "stub", "away")
# with a rockfall
CLEARED, SHOOK, CUT = FELL = ("cleared", "shook", "cut")
# with a tool, and what all thought of its owner
TRUSTED, UNCLEAR, SUSPECT = SUSPICION_LEVELS = ("trusted", "unclear", "suspect")
BROKE: Final = tuple(f"broke-{standing}" for standing in SUSPICION_LEVELS)
REPAIRED: Final = tuple(f"mended-{standing}" for standing in SUSPICION_LEVELS)
REPAIRED_OWN: Final = "mended-own"
# or else
LOOKED, PASSED, PASSED_AGAIN = "looked", "passed", "passed-again"
ACTION_KINDS: Final = (
    *LAID, *FELL, *BROKE, *REPAIRED, REPAIRED_OWN, LOOKED, PASSED, PASSED_AGAIN,
)  # fmt: skip


class ObservedAction(NamedTuple):
    """Who did what kind of thing, in which case."""

    seat: Seat
    case: str
    kind: str


def case_of(tools: Sequence[str], survey: Distances) -> str:
    """With a broken tool nobody lays a card; near a goal other things are done than far off."""
    if tools:
        return BROKEN
    return CLOSE if survey.nearest <= NEAR else FAR_OFF


def classify_path_card(before: int, after: int, card: str) -> str:
    """A card that brings the tunnels nearer, keeps them, ends in rock or leads them away."""
    if after < before:
        return NEARER
    if after > before:
        return AWAY
    return LEVEL if LEADS_THROUGH[card] else STUB


def classify_rockfall(before: int, after: int) -> str:
    """A rockfall that opens the way, changes nothing or cuts the tunnels off."""
    if after < before:
        return CLEARED
    return CUT if after > before else SHOOK


def suspicion_level(chance: float, usual: float, against: float) -> str:
    """What is thought of somebody: how likely they are a saboteur, and anybody would be.

    Nobody is suspect by what others did: some deed of their own has to speak against them.
    """
    if chance < usual * 0.75:
        return TRUSTED
    return SUSPECT if chance > usual * 1.3 and against > LEAST_SAID else UNCLEAR


def classify_break(standing: str) -> str:
    return f"broke-{standing}"


def classify_repair(standing: str) -> str:
    return f"mended-{standing}"


def classify_discard(before_that: str | None) -> str:
    """A card thrown away; once, or again and again."""
    return PASSED_AGAIN if before_that in (PASSED, PASSED_AGAIN) else PASSED
