"""Rows ⇄ an engine's state: the only package that knows both worlds.

`loading` takes the rows of the round now played, `saving` writes only what differs. What a process
has loaded or saved last, it need not read again (`recent`).
"""

from games.tables.store.loaded import Game, LoadedTable, Rows
from games.tables.store.loading import MAX_READ_ATTEMPTS, TornRead, current, from_rows, load
from games.tables.store.saving import deal, put, save, save_game

__all__ = [
    "MAX_READ_ATTEMPTS",
    "Game",
    "LoadedTable",
    "Rows",
    "TornRead",
    "current",
    "deal",
    "from_rows",
    "load",
    "put",
    "save",
    "save_game",
]
