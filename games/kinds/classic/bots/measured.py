"""Figures that were measured in games between bots. Data: do not edit.

What diggers and saboteurs do, counted several times over, since what bots believe changes it:

    python -m bench.likelihoods --games 6 --laps 5

How much each fact of a world speaks for the diggers; `search.py` names the facts:

    python -m bench.prospects --rounds 2000
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COUNTED: Final[Mapping[str, Mapping[str, tuple[float, float]]]] = {
    "far-off": {
        "nearer": (43.16, 4.81),
        "level": (16.67, 11.57),
        "stub": (0.00, 3.79),
        "away": (0.89, 13.88),
        "cleared": (2.07, 0.06),
        "shook": (0.52, 0.77),
        "cut": (0.00, 5.69),
        "broke-trusted": (1.17, 12.32),
        "broke-unclear": (1.55, 8.49),
        "broke-suspect": (7.30, 1.12),
        "repaired-trusted": (2.40, 0.08),
        "repaired-unclear": (1.26, 0.05),
        "repaired-suspect": (0.71, 2.65),
        "looked": (8.68, 10.30),
        "passed": (8.46, 16.29),
        "passed-again": (5.16, 8.13),
    },
    "close": {
        "nearer": (24.47, 1.89),
        "level": (12.81, 10.66),
        "stub": (0.00, 7.35),
        "away": (2.23, 21.22),
        "cleared": (0.56, 0.00),
        "shook": (1.37, 0.15),
        "cut": (0.00, 4.38),
        "broke-trusted": (2.20, 8.02),
        "broke-unclear": (2.40, 2.61),
        "broke-suspect": (8.71, 0.16),
        "repaired-trusted": (3.89, 0.20),
        "repaired-unclear": (2.02, 0.33),
        "repaired-suspect": (1.77, 3.35),
        "looked": (6.96, 4.83),
        "passed": (17.18, 18.73),
        "passed-again": (13.42, 16.10),
    },
    "broken": {
        "cleared": (1.79, 0.00),
        "shook": (1.47, 0.36),
        "cut": (0.00, 4.52),
        "broke-trusted": (1.90, 10.15),
        "broke-unclear": (3.43, 3.43),
        "broke-suspect": (10.61, 0.18),
        "repaired-trusted": (3.45, 0.18),
        "repaired-unclear": (1.52, 0.44),
        "repaired-suspect": (0.95, 3.82),
        "repaired-own": (15.99, 12.80),
        "looked": (10.25, 8.80),
        "passed": (21.12, 23.71),
        "passed-again": (27.52, 31.63),
    },
    "knowing": {
        "nearer": (84.81, 2.82),
        "level": (11.79, 24.42),
        "stub": (0.00, 8.59),
        "away": (3.40, 64.17),
    },
}
"""By case and kind: of a hundred things that diggers do in this case, and that saboteurs do."""

WEIGHTS: Final = (
    -1.4851,  # always
    -6.1730,  # way
    3.4856,  # way squared
    2.3787,  # turns
    -4.7456,  # way for each turn
    0.2468,  # at the door
    -2.5511,  # saboteurs
    2.6416,  # halted diggers
    -2.6285,  # tools
    0.4316,  # halted saboteurs
    0.2372,  # seen through
    0.3222,  # know the treasure
    0.7439,  # path cards
)
