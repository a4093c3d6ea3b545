"""How much each fact of a world speaks for the diggers. Data: do not edit.

    python -m bench.prospects --rounds 1200

plays rounds as the hard mind does in its head, and writes this file. `prospects.py` names the
facts.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    -2.3420,  # always
    -6.0396,  # way
    3.5382,  # way squared
    2.6340,  # turns
    -4.2077,  # way for each turn
    0.1908,  # at the door
    -1.5339,  # saboteurs
    1.7476,  # halted diggers
    -2.1538,  # tools
    0.3647,  # halted saboteurs
    0.3578,  # seen through
    -0.2544,  # know the treasure
    0.6635,  # path cards
)
