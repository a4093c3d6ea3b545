"""Why a mind would make a move: a sentence for each fact that speaks for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words

REASONS: Final[Mapping[str, Words]] = {
    # path cards
    "reaches-treasure": _("It reaches the treasure."),
    "reaches-goal": _("It reaches %(place)s, which may be the treasure."),
    "nearer-treasure": _(
        "It brings the tunnel nearer to the treasure at %(place)s. Cards still missing: %(amount)s."
    ),
    "nearer-goal": _("It brings the tunnel nearer to %(place)s. Cards still missing: %(amount)s."),
    "more-ways": _("It opens new ways to dig on. Their number: %(amount)s."),
    "leads-on": _("It leads the tunnel on."),
    "longer-way": _("It makes the way longer. Cards missing then: %(amount)s."),
    "wastes-turn": _("It does nothing for the diggers."),
    "looks-like-digging": _("Diggers do such things: it will not look suspicious."),
    "wastes-card": _("The diggers do not get to use %(card)s."),
    # tools
    "cannot-dig": _("%(who)s can lay no path card until it is repaired."),
    "more-to-repair": _("%(who)s needs one more repair to dig again."),
    "has-hindered": _("Times that %(who)s has hindered the dig in this round: %(amount)s."),
    "likeliest-saboteur": _(
        "By all that was played, nobody is more likely a saboteur than %(who)s."
    ),
    "you-dig-again": _("You can lay path cards again."),
    "one-tool-less": _("One of your broken tools is repaired."),
    "digs-again": _("%(who)s can lay path cards again."),
    "has-helped": _("Times that %(who)s has helped the dig in this round: %(amount)s."),
    "no-harm-so-far": _("%(who)s has done nothing against the dig in this round."),
    "seems-kind": _("It is a kindness to %(who)s that everybody sees."),
    # maps and rockfalls
    "unknown-goal": _("You do not know yet what lies at %(place)s."),
    "clears-way": _("It clears the way at %(place)s. Cards missing then: %(amount)s."),
    "cuts-tunnel": _("It cuts the tunnel at %(place)s. Cards missing then: %(amount)s."),
    # what is thrown away
    "dead-end": _("No tunnel leads through %(card)s."),
    "treasure-is-known": _("You know where the treasure lies: a map tells you nothing more."),
    "spare-card": _("You can spare %(card)s."),
    "nothing-leads-on": _("No card in your hand leads nearer to the treasure now."),
    "nobody-sees": _("Nobody sees what you throw away."),
    # gold
    "most-gold": _("It is worth most."),
}
