"""What people can do at a table. Each service is one unit of work (`unit_of_work.py`).

Views, tasks and the admin call these and nothing below them. A `Refused` says in a code why
nothing was done; `words/refusals.py` has the sentence.
"""

from games.tables.services.absence import (
    abandon,
    end_offer,
    lifeless,
    miss_turn,
    overdue,
    remind,
    stale_offers,
    to_remind,
)
from games.tables.services.bots import bots_due, let_bot_move
from games.tables.services.chairs import set_chair
from games.tables.services.companies import invite_company
from games.tables.services.handover import come_back, forget_former, take_back, take_seat
from games.tables.services.lobby import (
    decline,
    expire_lobby,
    expired_lobbies,
    invite,
    invite_email,
    join,
    leave,
    open_table,
    remember_strength,
    remove,
    start,
)
from games.tables.services.play import agree_to_cancel, play_move, resign
from games.tables.services.refusals import Refused, TableMovedOn
from games.tables.services.rematch import rematch
from games.tables.services.scenes import see_hoods, see_role, see_scene
from games.tables.services.standstill import (
    clocks_run,
    let_clocks_run,
    note_sweep,
    stop_clocks,
)
from games.tables.services.talk import say, write_note

__all__ = [
    "Refused",
    "TableMovedOn",
    "abandon",
    "agree_to_cancel",
    "bots_due",
    "clocks_run",
    "come_back",
    "decline",
    "end_offer",
    "expire_lobby",
    "expired_lobbies",
    "forget_former",
    "invite",
    "invite_company",
    "invite_email",
    "join",
    "leave",
    "let_bot_move",
    "let_clocks_run",
    "lifeless",
    "miss_turn",
    "note_sweep",
    "open_table",
    "overdue",
    "play_move",
    "rematch",
    "remember_strength",
    "remind",
    "remove",
    "resign",
    "say",
    "see_hoods",
    "see_role",
    "see_scene",
    "set_chair",
    "stale_offers",
    "start",
    "stop_clocks",
    "take_back",
    "take_seat",
    "to_remind",
    "write_note",
]
