"""What people can do at a table. Each service is one unit of work (`unit_of_work.py`).

Views, tasks and the admin call these and nothing below them. A `Refused` says in a code why
nothing was done; `refusals.py` has the sentence.
"""

from games.tables.refusals import Refused
from games.tables.services.absence import abandon_table, end_offer, miss_turn, remind
from games.tables.services.bot_moves import let_bot_move
from games.tables.services.chat import say, write_note
from games.tables.services.groups import invite_group
from games.tables.services.handover import come_back, forget_former, take_back, take_seat
from games.tables.services.lobby import (
    decline,
    expire_lobby,
    invite,
    invite_email,
    join,
    leave,
    open_table,
    rematch,
    remember_strength,
    remove,
    set_seat,
    start,
)
from games.tables.services.play import agree_to_cancel, mark_seen, play_move, resign
from games.tables.site_clock import clocks_run, let_clocks_run, note_sweep, stop_clocks
