"""Why a mind would make a move in The Duel or the solo game: a sentence for each of its codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words

REASONS: Final[Mapping[str, Words]] = {
    # gold and goals
    "claims-gold": _("It claims %(amount)s gold at once."),
    "turns-goal": _("It turns over the goal at %(place)s."),
    "turns-seen-goal": _("It turns over the goal at %(place)s, where you saw %(amount)s gold."),
    "nearer": _("It brings your tunnels nearer to the goal at %(place)s, by %(amount)s."),
    "nearer-to-seen-gold": _(
        "It brings your tunnels nearer to the gold you saw at %(place)s, by %(amount)s."
    ),
    "nearer-to-gold": _("It brings your tunnels nearer to the gold at %(place)s, by %(amount)s."),
    "then-last-card": _("You hold %(card)s, which can then reach %(place)s."),
    "goal-unknown": _("You do not know the goal at %(place)s yet."),
    # doors and trolls
    "own-door": _("Its door lets you pass; %(who)s would need a key."),
    "door-opened": _("It opens the door at %(place)s to you."),
    "troll-paid": _("For one gold the troll at %(place)s lets you pass."),
    # the other
    "one-card-away": _("%(who)s needs only one card to the goal at %(place)s."),
    "hinders": _("It takes %(who)s farther from the goal at %(place)s."),
    "cannot-dig": _("%(who)s cannot dig until it is repaired."),
    "leaves-last-card": _(
        "Whoever digs on now may leave %(who)s the last card to the goal at %(place)s."
    ),
    # tools and cards
    "dig-again": _("Then you can dig again."),
    "one-broken-less": _("Broken tools keep you from digging; this mends one of them."),
    "tools-broken": _("You cannot dig while a tool is broken."),
    "least-useful": _("Of your cards, %(card)s helps you least."),
    "no-card-helps": _("No card that you could lay brings you nearer to gold."),
}
