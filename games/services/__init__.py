"""What people can do at a table. Each service is one transaction that locks the table first.

Views, tasks and the admin call these and nothing below them. A `Refused` says in a code why
nothing was done; `wording.py` has the sentence.
"""

from games.services.desk import Refused, TableMovedOn
from games.services.lobby import (
    decline,
    expire_lobbies,
    invite,
    invite_email,
    join,
    leave,
    open_table,
    remove,
    start,
)
from games.services.play import agree_to_cancel, let_bot_move, play_move, rematch, resign
from games.services.talk import say, write_note

__all__ = [
    "Refused",
    "TableMovedOn",
    "agree_to_cancel",
    "decline",
    "expire_lobbies",
    "invite",
    "invite_email",
    "join",
    "leave",
    "let_bot_move",
    "open_table",
    "play_move",
    "rematch",
    "remove",
    "resign",
    "say",
    "start",
    "write_note",
]
