"""How often what is done by whom, and where one goes who has seen what.

Written by `python -m bench.lost_mines_likelihoods --games 40`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LIKELY_DEEDS: Final[Mapping[str, Mapping[str, float]]] = {
    "builds-fellow": {"loyal": 0.1904, "selfish": 0.1416, "saboteur": 0.1634},
    "builds-other": {"loyal": 0.0888, "selfish": 0.0779, "saboteur": 0.0952},
    "builds-both": {"loyal": 0.0289, "selfish": 0.0344, "saboteur": 0.0303},
    "builds-self": {"loyal": 0.1783, "selfish": 0.2154, "saboteur": 0.1894},
    "blocks-fellow": {"loyal": 0.0128, "selfish": 0.0172, "saboteur": 0.013},
    "blocks-other": {"loyal": 0.0215, "selfish": 0.0222, "saboteur": 0.0119},
    "blocks-both": {"loyal": 0.0128, "selfish": 0.0101, "saboteur": 0.0065},
    "blocks-self": {"loyal": 0.0229, "selfish": 0.0162, "saboteur": 0.0206},
    "clears-fellow": {"loyal": 0.0034, "selfish": 0.0051, "saboteur": 0.0032},
    "clears-other": {"loyal": 0.0034, "selfish": 0.0051, "saboteur": 0.0065},
    "clears-both": {"loyal": 0.002, "selfish": 0.0051, "saboteur": 0.0043},
    "clears-self": {"loyal": 0.0034, "selfish": 0.0081, "saboteur": 0.0076},
    "bars-fellow": {"loyal": 0.0054, "selfish": 0.0081, "saboteur": 0.0065},
    "bars-other": {"loyal": 0.0108, "selfish": 0.0081, "saboteur": 0.0065},
    "bars-both": {"loyal": 0.0047, "selfish": 0.0061, "saboteur": 0.0054},
    "bars-self": {"loyal": 0.0094, "selfish": 0.0051, "saboteur": 0.0108},
    "traps-fellow": {"loyal": 0.0054, "selfish": 0.0111, "saboteur": 0.013},
    "traps-other": {"loyal": 0.0128, "selfish": 0.0192, "saboteur": 0.0054},
    "traps-both": {"loyal": 0.0047, "selfish": 0.0051, "saboteur": 0.0065},
    "traps-self": {"loyal": 0.0094, "selfish": 0.0081, "saboteur": 0.0065},
    "storms-fellow": {"loyal": 0.0074, "selfish": 0.0091, "saboteur": 0.0097},
    "storms-other": {"loyal": 0.0094, "selfish": 0.0121, "saboteur": 0.0043},
    "storms-both": {"loyal": 0.0067, "selfish": 0.004, "saboteur": 0.0108},
    "storms-self": {"loyal": 0.0188, "selfish": 0.0253, "saboteur": 0.0184},
    "discards": {"loyal": 0.2086, "selfish": 0.1951, "saboteur": 0.2251},
    "looks-mine": {"loyal": 0.0626, "selfish": 0.0718, "saboteur": 0.0649},
    "looks-treasure": {"loyal": 0.0094, "selfish": 0.0475, "saboteur": 0.0054},
    "looks-fellow": {"loyal": 0.0202, "selfish": 0.003, "saboteur": 0.0195},
    "looks-other": {"loyal": 0.0256, "selfish": 0.003, "saboteur": 0.0292},
}
LIKELY_HEADINGS: Final[Mapping[str, Mapping[str, float]]] = {
    "seeks": {"gems": 0.5562, "gold": 0.4966, "silver": 0.415, "dragon": 0.3095},
    "shuns": {"gems": 0.4438, "gold": 0.5034, "silver": 0.585, "dragon": 0.6905},
}
