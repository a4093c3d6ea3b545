"""How much each fact of a world speaks for the diggers. Data: do not edit.

    python -m bench.prospects --rounds 2000

plays rounds as the hard mind does in its head, and writes this file. `prospects.py` names the
facts.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    -0.6858,  # always
    -4.9633,  # way
    2.8087,  # way squared
    2.0607,  # turns
    -5.8377,  # way for each turn
    0.1209,  # at the door
    -3.4391,  # saboteurs
    2.1164,  # halted diggers
    -2.2415,  # tools
    0.1982,  # halted saboteurs
    0.2419,  # seen through
    -0.0140,  # know the treasure
    0.9031,  # path cards
)
