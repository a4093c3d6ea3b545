"""What workers do for moderation."""

from __future__ import annotations

from datetime import datetime

from config.sweeps import Steps, each, sweep
from games.moderation import on_call


@sweep("moderation.tell_on_call")
def tell_on_call(at: datetime) -> Steps:
    """Tell the moderators on call of reports that they do not know of."""
    return each(on_call.untold(), on_call.tell, at)
