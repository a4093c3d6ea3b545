"""How often each character acts which way, and where players go after looking at a mine.

Written by `python -m bench.lost_mines_likelihoods --games 300`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LIKELY_ACTIONS: Final[Mapping[str, Mapping[str, float]]] = {
    "builds-fellow": {"loyal": 0.152, "selfish": 0.1315, "saboteur": 0.1274},
    "builds-other": {"loyal": 0.0793, "selfish": 0.0775, "saboteur": 0.0889},
    "builds-both": {"loyal": 0.0381, "selfish": 0.027, "saboteur": 0.0335},
    "builds-self": {"loyal": 0.2231, "selfish": 0.2603, "saboteur": 0.2396},
    "blocks-fellow": {"loyal": 0.0112, "selfish": 0.0126, "saboteur": 0.0099},
    "blocks-other": {"loyal": 0.0154, "selfish": 0.0203, "saboteur": 0.0116},
    "blocks-both": {"loyal": 0.0093, "selfish": 0.0059, "saboteur": 0.0074},
    "blocks-self": {"loyal": 0.0219, "selfish": 0.0222, "saboteur": 0.0186},
    "clears-fellow": {"loyal": 0.0013, "selfish": 0.0017, "saboteur": 0.0019},
    "clears-other": {"loyal": 0.0023, "selfish": 0.003, "saboteur": 0.003},
    "clears-both": {"loyal": 0.0014, "selfish": 0.0017, "saboteur": 0.0014},
    "clears-self": {"loyal": 0.0029, "selfish": 0.0055, "saboteur": 0.0042},
    "bars-fellow": {"loyal": 0.004, "selfish": 0.0048, "saboteur": 0.0061},
    "bars-other": {"loyal": 0.0055, "selfish": 0.0089, "saboteur": 0.0049},
    "bars-both": {"loyal": 0.0036, "selfish": 0.0039, "saboteur": 0.0039},
    "bars-self": {"loyal": 0.0047, "selfish": 0.0061, "saboteur": 0.0039},
    "traps-fellow": {"loyal": 0.0037, "selfish": 0.0073, "saboteur": 0.0063},
    "traps-other": {"loyal": 0.0084, "selfish": 0.0141, "saboteur": 0.0058},
    "traps-both": {"loyal": 0.0028, "selfish": 0.0048, "saboteur": 0.0041},
    "traps-self": {"loyal": 0.0077, "selfish": 0.0098, "saboteur": 0.0055},
    "storms-fellow": {"loyal": 0.0046, "selfish": 0.0055, "saboteur": 0.0055},
    "storms-other": {"loyal": 0.0102, "selfish": 0.0078, "saboteur": 0.0081},
    "storms-both": {"loyal": 0.0048, "selfish": 0.0045, "saboteur": 0.0045},
    "storms-self": {"loyal": 0.0182, "selfish": 0.0181, "saboteur": 0.0186},
    "discards": {"loyal": 0.2399, "selfish": 0.2261, "saboteur": 0.2437},
    "looks-mine": {"loyal": 0.0718, "selfish": 0.0717, "saboteur": 0.0769},
    "looks-treasure": {"loyal": 0.003, "selfish": 0.0364, "saboteur": 0.005},
    "looks-fellow": {"loyal": 0.02, "selfish": 0.0005, "saboteur": 0.0174},
    "looks-other": {"loyal": 0.0291, "selfish": 0.0005, "saboteur": 0.0323},
}
LIKELY_HEADINGS: Final[Mapping[str, Mapping[str, float]]] = {
    "seeks": {"gems": 0.5396, "gold": 0.5482, "silver": 0.483, "dragon": 0.3082},
    "shuns": {"gems": 0.4604, "gold": 0.4518, "silver": 0.517, "dragon": 0.6918},
}
