"""How much each fact of a world speaks for the diggers. Data: do not edit.

    python -m bench.prospects --rounds 2000

plays rounds as the hard mind does in its head, and writes this file. `prospects.py` names the
facts.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    -0.8498,  # always
    -5.9325,  # way
    3.3817,  # way squared
    2.2000,  # turns
    -5.7705,  # way for each turn
    0.1776,  # at the door
    -2.9469,  # saboteurs
    2.2672,  # halted diggers
    -2.1303,  # tools
    0.2274,  # halted saboteurs
    0.2232,  # seen through
    0.2411,  # know the treasure
    0.9807,  # path cards
)
