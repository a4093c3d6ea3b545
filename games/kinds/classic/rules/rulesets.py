"""What differs between the versions of these rules, named once. A table keeps its version.

Its options carry the ruleset into every state, so the rules ask it and never a number of a version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The answers of one version to every question that versions answer differently."""

    version: int
    hands_out_alike: bool
    """Picked by hand: where all nugget cards left are alike, are they handed out at once? (C23)"""


VERSION_1: Final = Ruleset(1, hands_out_alike=True)
NEWEST: Final = Ruleset(2, hands_out_alike=False)
OLDER: Final[Mapping[int, Ruleset]] = {1: VERSION_1}
