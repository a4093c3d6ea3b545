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
        "nearer": (45.96, 12.09),
        "level": (20.58, 14.90),
        "stub": (0.00, 0.84),
        "away": (1.24, 5.23),
        "cleared": (1.85, 0.18),
        "shook": (0.30, 0.94),
        "cut": (0.00, 2.98),
        "broke-trusted": (0.76, 10.42),
        "broke-unclear": (1.66, 8.19),
        "broke-suspect": (6.09, 5.03),
        "mended-trusted": (1.37, 0.00),
        "mended-unclear": (1.04, 0.09),
        "mended-suspect": (0.06, 0.85),
        "looked": (9.00, 13.61),
        "passed": (7.25, 17.73),
        "passed-again": (2.85, 6.92),
    },
    "close": {
        "nearer": (22.24, 2.04),
        "level": (16.82, 8.33),
        "stub": (0.00, 3.78),
        "away": (2.03, 17.43),
        "cleared": (0.50, 0.00),
        "shook": (0.83, 1.36),
        "cut": (0.00, 4.50),
        "broke-trusted": (2.55, 10.46),
        "broke-unclear": (1.79, 3.29),
        "broke-suspect": (9.88, 2.00),
        "mended-trusted": (3.14, 0.06),
        "mended-unclear": (2.08, 0.04),
        "mended-suspect": (0.26, 1.60),
        "looked": (7.43, 7.55),
        "passed": (16.39, 20.39),
        "passed-again": (14.03, 17.18),
    },
    "broken": {
        "cleared": (1.92, 0.06),
        "shook": (0.67, 0.84),
        "cut": (0.00, 4.71),
        "broke-trusted": (2.69, 7.27),
        "broke-unclear": (1.83, 2.93),
        "broke-suspect": (9.49, 0.47),
        "mended-trusted": (2.90, 0.14),
        "mended-unclear": (1.65, 0.27),
        "mended-suspect": (0.18, 1.62),
        "mended-own": (15.64, 13.97),
        "looked": (9.61, 7.62),
        "passed": (20.24, 22.62),
        "passed-again": (33.16, 37.48),
    },
    "knowing": {
        "nearer": (78.79, 2.15),
        "level": (20.05, 18.83),
        "stub": (0.00, 2.37),
        "away": (1.16, 76.66),
    },
}
"""By case and kind: of a hundred things that diggers do in this case, and that saboteurs do."""
