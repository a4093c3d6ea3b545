"""How each game looks on a page: what differs between their views, asked for by one set of names.

A look is a module with `card`, `goal`, `tokens`, `role`, `badge`, `gold`, `promised`, `supply`,
`offer`, `waiting_goals`, `round_end` and `GAINS`. A new game adds a module here and a word to this
line.
"""

from __future__ import annotations

from types import MappingProxyType

from games.show.looks import classic, duel

LOOKS = MappingProxyType({"classic": classic, "duel": duel, "solo": duel})

__all__ = ["LOOKS"]
