"""Actions sorted into the public kinds from which beliefs are formed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.progress import Event
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.rules.cards import PATHS, TILES

LEADS_THROUGH: Final[Mapping[str, bool]] = {
    card: any(group & group - 1 for group in TILES[card, False].face.groups) for card in PATHS
}
"""Whether a tunnel leads through the card; the others are dead ends."""
MIN_EVIDENCE: Final = 0.4
"""The log evidence needed before a player is suspected."""
CLOSE_RANGE: Final = 3
"""Within this distance of a goal, an action may decide the round."""

# The situation in which a player acted.
FAR_OFF, CLOSE, TOOLS_BROKEN, KNOWS_TREASURE = CASES = ("far-off", "close", "broken", "knowing")

# What they did with a path card,
NEARER, SAME_DISTANCE, DEAD_END, FARTHER = PATH_CARDS = ("nearer", "level", "stub", "away")
# with a rockfall
CLEARED_WAY, NO_EFFECT, CUT_TUNNEL = ROCKFALLS = ("cleared", "shook", "cut")
# with a tool, and how its owner was regarded,
TRUSTED, UNCLEAR, SUSPECT = SUSPICION_LEVELS = ("trusted", "unclear", "suspect")
BREAKS: Final = tuple(f"broke-{standing}" for standing in SUSPICION_LEVELS)
REPAIRS: Final = tuple(f"repaired-{standing}" for standing in SUSPICION_LEVELS)
REPAIRED_OWN: Final = "repaired-own"
# or otherwise.
LOOKED, PASSED, PASSED_AGAIN = "looked", "passed", "passed-again"
ACTION_KINDS: Final = (
    *PATH_CARDS, *ROCKFALLS, *BREAKS, *REPAIRS, REPAIRED_OWN, LOOKED, PASSED, PASSED_AGAIN,
)  # fmt: skip


class ObservedAction(NamedTuple):
    seat: Seat
    case: str
    kind: str


def case_of(tools: Sequence[str], survey: Distances) -> str:
    """Return the situation of a player: tools broken, close to a goal or far off."""
    if tools:
        return TOOLS_BROKEN
    return CLOSE if survey.nearest <= CLOSE_RANGE else FAR_OFF


def classify_path_card(before: int, after: int, card: str) -> str:
    """Classify a path card by what it does to the distance from the nearest goal."""
    if after < before:
        return NEARER
    if after > before:
        return FARTHER
    return SAME_DISTANCE if LEADS_THROUGH[card] else DEAD_END


def classify_rockfall(before: int, after: int) -> str:
    if after < before:
        return CLEARED_WAY
    return CUT_TUNNEL if after > before else NO_EFFECT


def suspicion_level(chance: float, usual: float, against: float) -> str:
    """Return how a player is regarded: trusted, unclear or suspect.

    `chance` is how likely they are a saboteur, `usual` how likely anybody is. Nobody becomes a
    suspect by the actions of others: the evidence `against` must come from their own.
    """
    if chance < usual * 0.75:
        return TRUSTED
    return SUSPECT if chance > usual * 1.3 and against > MIN_EVIDENCE else UNCLEAR


def classify_break(standing: str) -> str:
    return f"broke-{standing}"


def classify_repair(standing: str) -> str:
    return f"repaired-{standing}"


def common_nearest(before: Distances, after: Distances) -> tuple[int, int]:
    """Return the distance of the nearest goal before and after; 0 if a goal was reached."""
    if len(after.goals) < len(before.goals):
        return 1, 0
    return before.nearest, after.nearest


def classify(
    event: Event,
    before: Distances,
    after: Distances,
    standing: Callable[[Seat], str],
    passed_before: bool,
) -> str:
    """Return the kind of an action as a spectator sees it.

    `standing` says how a player is regarded, `passed_before` whether this one discarded last time.
    """
    match event.kind:
        case "laid":
            return classify_path_card(*common_nearest(before, after), event.card or "")
        case "removed":
            return classify_rockfall(before.nearest, after.nearest)
        case "broke":
            return classify_break(standing(event.to or 0))
        case "repaired":
            own = event.to == event.seat
            return REPAIRED_OWN if own else classify_repair(standing(event.to or 0))
        case "looked":
            return LOOKED
    return PASSED_AGAIN if passed_before else PASSED
