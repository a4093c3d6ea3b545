"""What each card of The Duel and the solo game does, in a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words import help as common
from games.kinds.common.words.phrases import Words
from games.kinds.duel.nouns import CARDS

OPEN_GOAL: Final = (
    _("Goal"),
    _("Face up it is part of the tunnels. Its gold goes to whoever reaches it first."),
)
MARKER: Final = _(
    "On gold: claimed until the round ends. On a troll: its owner pays it 1 gold then."
)
HELP: Final = common.CardHelp(
    CARDS,
    faces=common.FACES,
    features={
        ("gold", ""): _("Lay it like any tunnel. Whoever is joined to its gold first claims it."),
        ("door", "blue"): _("Lay it like any tunnel. Its door lets only the blue dwarf through."),
        ("door", "green"): _("Lay it like any tunnel. Its door lets only the green dwarf through."),
        ("troll", ""): _("Lay it like any tunnel. Nobody passes its troll until somebody pays it."),
        ("ladder", "blue"): _(
            "Joined to the blue start wherever it lies; never next to a goal or gold."
        ),
        ("ladder", "green"): _(
            "Joined to the green start wherever it lies; never next to a goal or gold."
        ),
    },
    actions={
        **common.BREAKS,
        **common.REPAIRS,
        "rockfall": _("Removes a tunnel card that has neither gold nor a troll."),
        "map": common.MAP,
        "key": _("Opens a door of the other colour to you until the round ends."),
    },
    things={
        "start-blue": (_("Blue start"), _("The tunnels of the blue dwarf begin here.")),
        "start-green": (_("Green start"), _("The tunnels of the green dwarf begin here.")),
        "goal": (
            _("Goal, face down"),
            _("A tunnel that reaches it turns it over. It may hold up to 3 gold."),
        ),
        **{f"goal-{gold}": OPEN_GOAL for gold in range(4)},
        "dwarf-blue": (_("Blue dwarf"), _("Blue doors are open to this player.")),
        "dwarf-green": (_("Green dwarf"), _("Green doors are open to this player.")),
        "nugget": (_("Gold"), _("What you have won. The most gold wins.")),
        "token-marker": (_("Marker"), MARKER),
        "token-key": (_("Key on a door"), _("This door is open to whoever spent the key.")),
    },
)
BY_ITSELF: Final[Mapping[str, Words]] = {
    "rockfall": _("Drawn, it removes at once the tunnel laid last without gold or a troll."),
    **dict.fromkeys(
        common.BREAKS, _("Drawn, it lies before you at once: no tunnels until it is repaired.")
    ),
}
"""Cards that nobody plays who plays alone."""
SOLO_HELP: Final = replace(
    HELP,
    actions={**HELP.actions, **BY_ITSELF},
    things={
        **HELP.things,
        "nugget": (_("Gold"), _("What you have won. The more, the better the verdict.")),
    },
)
