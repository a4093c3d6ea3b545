"""Reasons why a service did nothing: the codes, and the sentences that explain them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import NotationError, Refusal
from games.kinds import KINDS, rule_link
from games.kinds.common.words.phrases import Words


class Refused(Exception):  # noqa: N818  (not an error: it may not be done)
    """A service did nothing, for the reason in the code."""

    def __init__(self, code: str) -> None:
        if code not in REASON_WORDS:
            raise ValueError(f"not a reason: {code}")
        super().__init__(code)
        self.code = code


def require(condition: object, code: str) -> None:
    """Refuse with this code unless the condition holds."""
    if not condition:
        raise Refused(code)


REFUSAL_WORDS: Final[Mapping[str, Words]] = {
    code: sentence for kind in KINDS.values() for code, sentence in kind.words.refusals.items()
}
"""Refusals of the rules of all games; a code means the same in each."""

REASON_WORDS: Final[Mapping[str, Words]] = {
    "not-seated": _("You do not sit at this table. You can watch it."),
    "already-seated": _("That player sits at this table already."),
    "table-full": _("All seats are taken. Look for another open table."),
    "table-closed": _("This table can no longer be joined. Look for another open table."),
    "not-owner": _("Only the player who opened this table may do that."),
    "started-already": _("The game has begun already."),
    "not-running": _("This game is no longer being played."),
    "too-few-seats": _("Too few players sit here for this game. Invite somebody, or add a bot."),
    "no-such-player": _("Nobody here has that name. Check how it is spelt."),
    "already-invited": _("That player has been invited already."),
    "yourself": _("That is you. Name another player."),
    "not-over": _("This game is not over yet."),
    "moved-on": _("The table has moved on since this page was made. Here is how it stands now."),
    "empty": _("Write a few words first."),
    "too-long": _("That is too long. Say it in fewer words."),
    "not-together": _("You cannot sit down at this table. Look for another open table."),
    "muted": _("You can’t write in chats for now. The email we sent you says until when."),
    "paused": _(
        "Moderators have paused this table. We’ll let you know when it goes on; you lose no time."
    ),
    "chat-closed": _("Moderators have closed the chat of this table. You can play on."),
    "too-many-tables": _("You have opened many tables. Wait an hour, then open the next one."),
    "too-often": _(
        "You have left this table and come back many times today. Wait a day, then come back."
    ),
    "has-looked": _(
        "You have looked into the secrets of this table. You can play or talk here when it is over."
    ),
    "no-advice": _(
        "The foreman says nothing where people play each other. Ask at a table of bots and you."
    ),
    "asked-often": _("The foreman has other work too. Think for yourself, and ask again later."),
    "guest-opens": _(
        "As a guest you play with bots: give them all other seats. With an address (Keep my "
        "tables) you open tables for people, too."
    ),
    "guest-joins": _(
        "As a guest you sit down only where a friend sent you the link. With an address (Keep my "
        "tables) every open table is yours to join."
    ),
    "guest-tables": _(
        "As a guest you play three tables at a time. Finish one, or give an address (Keep my "
        "tables) and open more."
    ),
    "guest-speaks": _(
        "Guests can’t write where others read. Add an email address (Keep my tables) to join in."
    ),
    "guest-reports": _(
        "As a guest you can report players with whom you sit at a table, from that table."
    ),
    "no-more-guests": _(
        "Many guests are here just now. Make an account, and you can play at once."
    ),
    "no-such-chair": _("There is no such chair, or no such bot. Look at the table again."),
    "chair-taken": _("Somebody has sat down on that chair. Look at the table again."),
    "no-such-company": _("There is nobody from that table you could invite."),
    "all-invited": _("All of them have been asked already, or sit here."),
    "invited-many": _("You have invited many people already. Send them the link instead."),
    "no-appeal": _("There is nothing to appeal against, or you have done so already."),
    "cannot-resign": _(
        "Nobody may resign from this game. You can leave, and somebody else takes your seat."
    ),
    "alone": _("You play alone here: nobody could take your seat. You can give up."),
    "seat-not-offered": _("That seat is not on offer: its player is back. You can watch."),
    "seat-taken": _("Somebody was quicker: the seat is taken. Look for another one."),
    "left-here": _("You have left this table: you can play again when its game is over."),
    "unreliable": _(
        "This table asks for players who take more of their turns in time. "
        "Look for one that does not, and take your turns there."
    ),
    "not-yours": _("That was never your seat. Look for a seat that is on offer."),
    "not-given-back": _("At this table a bot that took over a seat keeps it."),
    "vacation-order": _("A vacation ends after it begins. Look at the two days again."),
    "vacation-past": _("That day is over. Begin your vacation today or later."),
    "vacation-too-far": _("That is too far away. Announce it in the year before."),
    "vacation-too-long": _(
        "You do not have that many days of vacation left this year. Take fewer."
    ),
    "vacation-twice": _("You have announced a vacation already. End that one first."),
    "no-vacation": _("You have no vacation that could be ended."),
    "changed-often": _("You have changed your mind often enough for now. Try again later."),
}


def reason_sentence(code: str) -> str:
    return str(REASON_WORDS[code])


def explain(error: Refusal | NotationError | Refused, game: str = "") -> str:
    """Return the sentence for what a service raised, with a link to the rule if there is one."""
    if isinstance(error, Refusal):
        said = str(REFUSAL_WORDS[error.code])
        rule = KINDS[game].rulebook.of_refusal(error.code) if game else ""
        return format_html("{} {}", said, rule_link(rule)) if rule else said
    if isinstance(error, NotationError):
        return gettext("That is not a move. Pick one from the list.")
    return reason_sentence(error.code)
