"""Load the state of a game from its rows, and save what differs."""

from games.tables.store.loading import (
    MAX_READ_ATTEMPTS,
    Game,
    LoadedTable,
    RecentCache,
    Rows,
    TornRead,
    current,
    from_rows,
    load,
)
from games.tables.store.saving import deal, put, save, save_game
