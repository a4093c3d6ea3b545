"""How likely diggers and saboteurs do what kind of thing, in which case. Data: do not edit.

    python -m bench.likelihoods --games 3 --laps 5

plays games between bots, counts, and writes this file; several times, since what bots believe
changes what they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COUNTED: Final[Mapping[str, Mapping[str, tuple[float, float]]]] = {
    "far-off": {
        "nearer": (43.48, 4.26),
        "level": (20.36, 9.34),
        "stub": (0.00, 1.83),
        "away": (1.24, 8.24),
        "cleared": (1.80, 0.05),
        "shook": (0.28, 0.71),
        "cut": (0.00, 4.13),
        "broke-trusted": (1.19, 15.29),
        "broke-unclear": (0.98, 8.55),
        "broke-suspect": (7.21, 2.93),
        "mended-trusted": (2.26, 0.05),
        "mended-unclear": (0.94, 0.02),
        "mended-suspect": (0.78, 0.95),
        "looked": (8.20, 12.33),
        "passed": (7.61, 21.57),
        "passed-again": (3.69, 9.78),
    },
    "close": {
        "nearer": (23.16, 1.31),
        "level": (15.88, 6.34),
        "stub": (0.00, 4.86),
        "away": (1.81, 21.81),
        "cleared": (0.68, 0.02),
        "shook": (0.98, 0.81),
        "cut": (0.00, 4.85),
        "broke-trusted": (2.74, 10.10),
        "broke-unclear": (1.12, 1.87),
        "broke-suspect": (10.22, 0.96),
        "mended-trusted": (4.18, 0.06),
        "mended-unclear": (1.39, 0.00),
        "mended-suspect": (2.18, 2.60),
        "looked": (7.17, 6.31),
        "passed": (16.15, 20.55),
        "passed-again": (12.33, 17.56),
    },
    "broken": {
        "cleared": (1.98, 0.05),
        "shook": (0.72, 0.75),
        "cut": (0.00, 4.52),
        "broke-trusted": (1.87, 8.21),
        "broke-unclear": (2.10, 2.41),
        "broke-suspect": (11.91, 0.45),
        "mended-trusted": (3.69, 0.07),
        "mended-unclear": (1.28, 0.02),
        "mended-suspect": (1.06, 1.00),
        "mended-own": (16.31, 14.40),
        "looked": (10.79, 7.99),
        "passed": (20.61, 23.54),
        "passed-again": (27.67, 36.59),
    },
    "knowing": {
        "nearer": (79.24, 0.96),
        "level": (18.03, 12.79),
        "stub": (0.00, 5.42),
        "away": (2.74, 80.83),
    },
}
"""By case and kind: of a hundred things that diggers do in this case, and that saboteurs do."""
