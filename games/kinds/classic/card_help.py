"""What each card of the classic game does, in a line."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.classic.nouns import CARDS
from games.kinds.common.words import help as common

HELP: Final = common.CardHelp(
    CARDS,
    faces=common.FACES,
    features={},
    actions={
        **common.BREAKS,
        **common.REPAIRS,
        "rockfall": common.ROCKFALL,
        "map": common.MAP,
    },
    things={
        "start": (_("Start"), _("All tunnels begin here.")),
        "goal": (
            _("Goal, face down"),
            _("One of the three goals is the treasure. A tunnel that reaches one turns it over."),
        ),
        "treasure": (_("Treasure"), _("When a tunnel reaches it, the diggers win the round.")),
        "stone": (_("Stone"), _("No treasure here: it becomes a tunnel like any other.")),
        "nugget": (_("Nugget card"), _("Gold won at the end of a round. The most gold wins.")),
        "digger": (_("Digger"), _("Wins the round when a tunnel reaches the treasure.")),
        "saboteur": (_("Saboteur"), _("Wins the round when the cards run out before that.")),
    },
)
