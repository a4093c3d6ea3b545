"""How much each fact of a world speaks for the diggers. Data: do not edit.

    python -m bench.prospects --rounds 2000

plays rounds as the hard bot does in its head, and writes this file. `prospects.py` names the
facts.
"""

from __future__ import annotations

from typing import Final

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
