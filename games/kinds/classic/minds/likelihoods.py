"""How likely diggers and saboteurs do what kind of thing, in which case. Data: do not edit.

    python -m bench.likelihoods --games 6 --laps 5

plays games between bots, counts, and writes this file; several times, since what bots believe
changes what they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COUNTED: Final[Mapping[str, Mapping[str, tuple[float, float]]]] = {
    "far-off": {
        "nearer": (41.17, 5.37),
        "level": (18.13, 12.34),
        "stub": (0.00, 2.37),
        "away": (1.13, 8.89),
        "cleared": (1.75, 0.03),
        "shook": (0.43, 0.79),
        "cut": (0.00, 5.77),
        "broke-trusted": (1.45, 12.61),
        "broke-unclear": (1.49, 9.15),
        "broke-suspect": (7.39, 2.57),
        "mended-trusted": (2.70, 0.15),
        "mended-unclear": (1.33, 0.06),
        "mended-suspect": (0.86, 0.90),
        "looked": (8.73, 11.09),
        "passed": (8.50, 18.33),
        "passed-again": (4.95, 9.60),
    },
    "close": {
        "nearer": (24.32, 1.76),
        "level": (15.21, 9.55),
        "stub": (0.00, 7.30),
        "away": (2.52, 21.43),
        "cleared": (0.71, 0.00),
        "shook": (1.07, 0.09),
        "cut": (0.00, 4.94),
        "broke-trusted": (2.31, 9.18),
        "broke-unclear": (1.20, 2.16),
        "broke-suspect": (9.65, 0.91),
        "mended-trusted": (4.32, 0.04),
        "mended-unclear": (1.91, 0.00),
        "mended-suspect": (1.81, 1.97),
        "looked": (6.79, 4.65),
        "passed": (17.70, 18.75),
        "passed-again": (10.49, 17.27),
    },
    "broken": {
        "cleared": (1.60, 0.01),
        "shook": (1.14, 0.32),
        "cut": (0.00, 4.58),
        "broke-trusted": (2.16, 8.43),
        "broke-unclear": (2.75, 3.05),
        "broke-suspect": (10.57, 0.37),
        "mended-trusted": (3.17, 0.12),
        "mended-unclear": (1.68, 0.06),
        "mended-suspect": (1.04, 1.04),
        "mended-own": (15.87, 14.60),
        "looked": (9.92, 8.78),
        "passed": (20.73, 24.43),
        "passed-again": (29.36, 34.22),
    },
    "knowing": {
        "nearer": (75.04, 3.54),
        "level": (19.49, 21.31),
        "stub": (0.00, 7.11),
        "away": (5.48, 68.03),
    },
}
"""By case and kind: of a hundred things that diggers do in this case, and that saboteurs do."""
