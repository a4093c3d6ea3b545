"""What workers do for moderators (config/sweeps.py)."""

from __future__ import annotations

from datetime import datetime

from config.sweeps import Steps, each, sweep
from games.moderation import handing_on, on_call
from games.moderation.sanctions import HAND_ON_SEATS


@sweep(HAND_ON_SEATS)
def hand_on_seats(at: datetime) -> Steps:
    """Hand on the seats of players who were banned or suspended, where the decision says so."""
    return handing_on.steps(at)


@sweep("moderation.tell_on_call")
def tell_on_call(at: datetime) -> Steps:
    """Tell the moderators on call of reports that they do not know of."""
    return each(on_call.untold(), on_call.tell, at)
