"""The rules of conduct, as everybody can read them and as decisions quote them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.moderation.texts import Reason, TableReason, Words
from games.notices.texts import Fact


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, with its place on the page. Mails link there: an anchor never changes."""

    number: int
    anchor: str
    title: Words
    text: Words
    reasons: tuple[Reason, ...]
    """Reasons of decisions that say this rule was broken. No rule has goodwill."""
    table_reasons: tuple[TableReason, ...] = ()
    """The same for actions at a table; most of these are nobody's fault."""

    def as_fact(self) -> Fact:
        """Return the broken rule as the player reads it in a decision."""
        cited = gettext("Rule %(number)d: %(title)s") % {"number": self.number, "title": self.title}
        url = f"{settings.SITE_URL}{reverse('conduct')}#{self.anchor}"
        return Fact(gettext("What it breaks"), cited, url)


RULES: Final = (
    Rule(
        1, "be-kind", _("Be kind"),
        _(
            "No insults, no threats, no hate, and no following somebody from table to table. "
            "Tease the saboteur, not the person."
        ),
        (Reason.ABUSE,), (TableReason.UNKIND,),
    ),
    Rule(
        2, "fit-for-all", _("Write what everybody can read"),
        _(
            "Chats and titles of tables are read by people of every age. Nothing obscene, nothing "
            "against the law, and nothing private about anybody else."
        ),
        (Reason.CHAT, Reason.LINE, Reason.TITLE), (TableReason.CHAT,),
    ),
    Rule(
        3, "names", _("Choose a name that you would say aloud"),
        _("A name insults nobody, advertises nothing, and does not pretend to be somebody else."),
        (Reason.NAME,),
    ),
    Rule(
        4, "in-time", _("Don't keep others waiting on purpose"),
        _(
            "Everybody is late at times, and the clock is for that. Stalling to spoil a game "
            "is not."
        ),
        (Reason.STALLING,), (TableReason.STALLING,),
    ),
    Rule(
        5, "secrets", _("Keep secrets at the table"),
        _(
            "Bluff as much as you like, in the chat of the table. Do not share hands, roles or "
            "goals behind its back, and do not arrange beforehand who wins."
        ),
        (Reason.COLLUSION,), (TableReason.SECRETS,),
    ),
    Rule(
        6, "one-account", _("One person, one account"),
        _(
            "Nobody sits at a table twice, plays for somebody else, or comes back with a new "
            "account while a decision of ours holds."
        ),
        (Reason.ACCOUNTS,),
    ),
    Rule(
        7, "no-adverts", _("No adverts"),
        _("No advertising, no begging and no chain letters: not in chats, titles, names or notes."),
        (Reason.SPAM,),
    ),
    Rule(
        8, "good-faith", _("Leave the place as you found it"),
        _(
            "No list is complete. Do nothing just to spoil the game for others: no attack on the "
            "site, no machine that plays for you, no report of what did not happen."
        ),
        (Reason.OTHER,),
    ),
)  # fmt: skip
RULE_BY_REASON: Final[Mapping[str, Rule]] = {
    reason: rule for rule in RULES for reason in rule.reasons
}
RULE_BY_TABLE_REASON: Final[Mapping[str, Rule]] = {
    reason: rule for rule in RULES for reason in rule.table_reasons
}
