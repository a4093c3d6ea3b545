"""The sentences of moderation: chosen from a list, shown in the reader's language, editable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import User

Words = str | Promise

REASONS: Final[Mapping[str, Words]] = {
    "abuse": _("You insulted or harassed other players."),
    "chat": _("What you wrote in a chat breaks our rules of conduct."),
    "name": _("Your name breaks our rules of conduct."),
    "stalling": _("You let others wait on purpose."),
    "collusion": _("You shared secret knowledge outside of the game."),
    "accounts": _("You play with several accounts at one table."),
    "spam": _("You used the site to advertise."),
    "other": _("You broke our rules of conduct."),
    "goodwill": _("We looked at it with you, and let bygones be bygones."),
}
"""Why something was decided, as the player reads it."""

OUTCOMES: Final[Mapping[str, Words]] = {
    "acted": _("Thank you. We looked into it and have done something about it."),
    "warned": _("Thank you. We looked into it and have spoken with that player."),
    "no-breach": _("Thank you. We looked into it and found nothing against our rules."),
    "unclear": _("Thank you. We looked into it, but cannot tell what happened."),
    "known": _("Thank you. We knew of this already and have dealt with it."),
}
"""How a report ends, and what its reporter reads unless a moderator changes the words."""

APPEALS: Final[Mapping[str, Words]] = {
    "upheld": _("We looked at it again, and our decision stands."),
    "lifted": _("We looked at it again, and take our decision back."),
}
"""How an appeal ends."""

NEWS: Final[Mapping[str, Words]] = {
    "warning": _("This is a warning. Nothing else changes for you."),
    "mute": _("Until %(until)s you cannot write in any chat. You can play on."),
    "suspension": _(
        "Until %(until)s you cannot play here. Your tables do not wait: when your time is up, "
        "they go on as each of them has agreed for absent players."
    ),
    "ban": _(
        "You can no longer play here. You can still download your data and delete your account."
    ),
    "rename": _("Your name was changed: you are now called %(name)s."),
    "reset": _("Your reliability is counted anew from today."),
    "lifted": _("Something we had decided about you no longer holds."),
}
"""What has changed for the player."""

SUBJECTS: Final[Mapping[str, Words]] = {
    "warning": _("A warning"),
    "mute": _("You cannot write in chats for a while"),
    "suspension": _("You are suspended"),
    "ban": _("Your account is closed for play"),
    "rename": _("You have a new name"),
    "reset": _("Your reliability is counted anew"),
    "lifted": _("A decision was taken back"),
    "answer": _("What became of your report"),
    "appeal": _("What became of your appeal"),
}

TABLE_SUBJECTS: Final[Mapping[str, Words]] = {
    "paused": _("%(table)s is paused"),
    "resumed": _("%(table)s goes on"),
    "extended": _("%(table)s: more time for %(who)s"),
    "skipped": _("%(table)s: a turn was passed"),
    "removed": _("%(table)s: a player has left"),
    "lost": _("You no longer sit at %(table)s"),
    "cancelled": _("%(table)s was cancelled"),
    "chat-closed": _("%(table)s: the chat is closed"),
    "chat-opened": _("%(table)s: the chat is open again"),
    "undone": _("%(table)s: a move was taken back"),
}
TABLE_NEWS: Final[Mapping[str, Words]] = {
    "paused": _(
        "Moderators have paused this table. No clock runs and nobody can move until it goes on."
    ),
    "resumed": _("Moderators let this table go on. Every clock has what was left of it."),
    "extended": _("Moderators have given %(who)s more time for this turn."),
    "skipped": _("Moderators have let the turn of %(who)s pass, as if they were away."),
    "removed": _("Moderators have taken a player from this table. The game goes on without them."),
    "lost": _("Moderators have taken you from this table. You cannot come back to it."),
    "cancelled": _("Moderators have cancelled this table. It counts for nobody."),
    "chat-closed": _("Moderators have closed the chat of this table. You can play on."),
    "chat-opened": _("Moderators have opened the chat of this table again."),
    "undone": _("Moderators have taken back the last move. It is the turn of %(who)s again."),
}
"""What those who sit at a table are told was done there."""

REFUSED: Final[Mapping[str, Words]] = {
    "no-permission": _("Your role does not allow this."),
    "yourself": _("Nobody decides about himself. Ask a colleague."),
    "is-staff": _("This player works here: an operator decides about him."),
    "gone": _("This player has left for good."),
    "own-case": _("This is about something you reported, did or decided. Ask a colleague."),
    "claimed": _("A colleague is looking at it."),
    "resolved": _("It has been resolved already."),
    "no-reason": _("Write down a reason first."),
    "too-long": _("That is too long. Say it in fewer words."),
    "past": _("That time has passed. Name a later one."),
    "far": _("That is too long a time. A year is the longest; a senior moderator may ban."),
    "lifted": _("It has been lifted already."),
    "name-taken": _("Somebody else has that name by now, so it cannot be given back."),
    "unknown": _("That is not on the list."),
    "own-table": _("You play, or played, at this table. Ask a colleague."),
    "not-running": _("This table is over."),
    "moved-on": _("The table has moved on since this page was made. Look at it again."),
    "paused-already": _("This table is paused already."),
    "not-paused": _("This table is not paused."),
    "no-clock": _("No clock runs at this seat: nobody there is on turn."),
    "not-on-turn": _("That seat is not on turn."),
    "nobody-there": _("Nobody sits there who could be removed."),
    "no-seat": _("This table has no such seat."),
    "no-entry": _("The log of this table has no such entry."),
    "no-move": _("There is no move that could be taken back."),
    "not-the-last": _("That is not the last move that stands. Look at the table again."),
    "secret-shown": _("Somebody has learned a secret by that move, so it cannot be taken back."),
    "unsound": _("The log of this table does not replay: an operator has to look at it first."),
    "chat-so-already": _("The chat is so already."),
    "not-dealt": _("This table has not been dealt: there are no secrets."),
}
"""Why a moderator's action was not done."""

ACTIONS: Final[Mapping[str, Words]] = {
    "claim": _("claimed a report"),
    "release": _("let go of a report"),
    "resolve": _("resolved a report"),
    "note": _("wrote a note"),
    "warn": _("warned"),
    "mute": _("muted in chat"),
    "rename": _("renamed"),
    "reset": _("counts reliability anew"),
    "suspend": _("suspended"),
    "ban": _("banned"),
    "lift-warning": _("took a warning back"),
    "lift-mute": _("lifted a mute"),
    "lift-rename": _("gave a name back"),
    "lift-reset": _("counts earlier reliability again"),
    "lift-suspension": _("lifted a suspension"),
    "lift-ban": _("lifted a ban"),
    "devices": _("looked at hints of shared devices"),
    "export-audit": _("exported the audit trail"),
    "roles": _("changed roles"),
    "table-pause": _("paused a table"),
    "table-resume": _("let a table go on"),
    "table-extend": _("gave more time"),
    "table-skip": _("let a turn pass"),
    "table-remove": _("removed a player from a table"),
    "table-cancel": _("cancelled a table"),
    "table-chat": _("closed or opened a chat"),
    "table-undo": _("took a move back"),
    "table-note": _("wrote a note about a table"),
    "secrets": _("opened the secrets of a table"),
}
"""What an entry of the trail says was done; one that is not here shows its code."""


def for_reader(reader: User, words: Words) -> str:
    """In his language, for a moderator to edit before it is sent."""
    with override(reader.language):
        return str(words)
