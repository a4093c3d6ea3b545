"""How often what is done by whom, and where one goes who has seen what.

Written by `python -m bench.lost_mines_likelihoods --games 40`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LIKELY_DEEDS: Final[Mapping[str, Mapping[str, float]]] = {
    "builds-fellow": {"loyal": 0.1514, "selfish": 0.1023, "saboteur": 0.1255},
    "builds-other": {"loyal": 0.0744, "selfish": 0.071, "saboteur": 0.0984},
    "builds-both": {"loyal": 0.0276, "selfish": 0.0388, "saboteur": 0.0271},
    "builds-self": {"loyal": 0.2014, "selfish": 0.2547, "saboteur": 0.2239},
    "blocks-fellow": {"loyal": 0.0135, "selfish": 0.0095, "saboteur": 0.0131},
    "blocks-other": {"loyal": 0.0269, "selfish": 0.0265, "saboteur": 0.0171},
    "blocks-both": {"loyal": 0.0096, "selfish": 0.0142, "saboteur": 0.006},
    "blocks-self": {"loyal": 0.0237, "selfish": 0.018, "saboteur": 0.0191},
    "clears-fellow": {"loyal": 0.0038, "selfish": 0.0028, "saboteur": 0.005},
    "clears-other": {"loyal": 0.0032, "selfish": 0.0038, "saboteur": 0.005},
    "clears-both": {"loyal": 0.0019, "selfish": 0.0047, "saboteur": 0.003},
    "clears-self": {"loyal": 0.0051, "selfish": 0.0038, "saboteur": 0.004},
    "bars-fellow": {"loyal": 0.0051, "selfish": 0.0066, "saboteur": 0.0131},
    "bars-other": {"loyal": 0.0135, "selfish": 0.0142, "saboteur": 0.004},
    "bars-both": {"loyal": 0.0058, "selfish": 0.0076, "saboteur": 0.007},
    "bars-self": {"loyal": 0.0077, "selfish": 0.0066, "saboteur": 0.006},
    "traps-fellow": {"loyal": 0.0064, "selfish": 0.0114, "saboteur": 0.009},
    "traps-other": {"loyal": 0.0115, "selfish": 0.0161, "saboteur": 0.0131},
    "traps-both": {"loyal": 0.0032, "selfish": 0.0057, "saboteur": 0.004},
    "traps-self": {"loyal": 0.009, "selfish": 0.0123, "saboteur": 0.009},
    "storms-fellow": {"loyal": 0.0083, "selfish": 0.0076, "saboteur": 0.008},
    "storms-other": {"loyal": 0.0083, "selfish": 0.0142, "saboteur": 0.01},
    "storms-both": {"loyal": 0.0058, "selfish": 0.0066, "saboteur": 0.004},
    "storms-self": {"loyal": 0.0225, "selfish": 0.0303, "saboteur": 0.0231},
    "discards": {"loyal": 0.2303, "selfish": 0.2017, "saboteur": 0.2169},
    "looks-mine": {"loyal": 0.0603, "selfish": 0.0663, "saboteur": 0.0693},
    "looks-treasure": {"loyal": 0.0051, "selfish": 0.0369, "saboteur": 0.005},
    "looks-fellow": {"loyal": 0.0231, "selfish": 0.0028, "saboteur": 0.0291},
    "looks-other": {"loyal": 0.0314, "selfish": 0.0028, "saboteur": 0.0221},
}
LIKELY_HEADINGS: Final[Mapping[str, Mapping[str, float]]] = {
    "seeks": {"gems": 0.607, "gold": 0.5157, "silver": 0.5492, "dragon": 0.2374},
    "shuns": {"gems": 0.393, "gold": 0.4843, "silver": 0.4508, "dragon": 0.7626},
}
