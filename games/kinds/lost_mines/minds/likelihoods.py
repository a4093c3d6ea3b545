"""How often what is done by whom, and where one goes who has seen what.

Written by `python -m bench.lost_mines_likelihoods --games 300`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LIKELY_DEEDS: Final[Mapping[str, Mapping[str, float]]] = {
    "builds-fellow": {"loyal": 0.1538, "selfish": 0.1311, "saboteur": 0.1317},
    "builds-other": {"loyal": 0.0882, "selfish": 0.0791, "saboteur": 0.0959},
    "builds-both": {"loyal": 0.0378, "selfish": 0.0321, "saboteur": 0.0346},
    "builds-self": {"loyal": 0.2144, "selfish": 0.2568, "saboteur": 0.2311},
    "blocks-fellow": {"loyal": 0.0083, "selfish": 0.0112, "saboteur": 0.0097},
    "blocks-other": {"loyal": 0.0131, "selfish": 0.0193, "saboteur": 0.0081},
    "blocks-both": {"loyal": 0.0076, "selfish": 0.0073, "saboteur": 0.0077},
    "blocks-self": {"loyal": 0.0228, "selfish": 0.0222, "saboteur": 0.0187},
    "clears-fellow": {"loyal": 0.0014, "selfish": 0.0024, "saboteur": 0.0013},
    "clears-other": {"loyal": 0.0024, "selfish": 0.0016, "saboteur": 0.0029},
    "clears-both": {"loyal": 0.0012, "selfish": 0.0013, "saboteur": 0.0019},
    "clears-self": {"loyal": 0.0024, "selfish": 0.0048, "saboteur": 0.0039},
    "bars-fellow": {"loyal": 0.0029, "selfish": 0.0045, "saboteur": 0.0042},
    "bars-other": {"loyal": 0.0042, "selfish": 0.0085, "saboteur": 0.006},
    "bars-both": {"loyal": 0.0032, "selfish": 0.0038, "saboteur": 0.0032},
    "bars-self": {"loyal": 0.005, "selfish": 0.0067, "saboteur": 0.0044},
    "traps-fellow": {"loyal": 0.0039, "selfish": 0.0073, "saboteur": 0.0074},
    "traps-other": {"loyal": 0.007, "selfish": 0.0147, "saboteur": 0.0042},
    "traps-both": {"loyal": 0.0029, "selfish": 0.0051, "saboteur": 0.0039},
    "traps-self": {"loyal": 0.0069, "selfish": 0.0094, "saboteur": 0.0064},
    "storms-fellow": {"loyal": 0.007, "selfish": 0.0043, "saboteur": 0.0058},
    "storms-other": {"loyal": 0.0105, "selfish": 0.0083, "saboteur": 0.0081},
    "storms-both": {"loyal": 0.0052, "selfish": 0.0043, "saboteur": 0.0042},
    "storms-self": {"loyal": 0.0172, "selfish": 0.0191, "saboteur": 0.0177},
    "discards": {"loyal": 0.2434, "selfish": 0.2244, "saboteur": 0.249},
    "looks-mine": {"loyal": 0.0704, "selfish": 0.0726, "saboteur": 0.0735},
    "looks-treasure": {"loyal": 0.0045, "selfish": 0.0368, "saboteur": 0.0056},
    "looks-fellow": {"loyal": 0.0216, "selfish": 0.0005, "saboteur": 0.0193},
    "looks-other": {"loyal": 0.0306, "selfish": 0.0005, "saboteur": 0.0297},
}
LIKELY_HEADINGS: Final[Mapping[str, Mapping[str, float]]] = {
    "seeks": {"gems": 0.5712, "gold": 0.5535, "silver": 0.5099, "dragon": 0.3361},
    "shuns": {"gems": 0.4288, "gold": 0.4465, "silver": 0.4901, "dragon": 0.6639},
}
