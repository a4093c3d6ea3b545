"""The sentences of moderation, each shown in the language of its reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import User
from games.moderation.models import Report

Words = str | Promise


class Reason(TextChoices):
    """The reason of a decision, as the player reads it."""

    ABUSE = "abuse", _("You insulted or harassed other players.")
    CHAT = "chat", _("Something you wrote in a chat breaks our rules of conduct.")
    NAME = "name", _("Your name breaks our rules of conduct.")
    LINE = "line", _("Your bio breaks our rules of conduct.")
    TITLE = "title", _("The title that you gave a table breaks our rules of conduct.")
    STALLING = "stalling", _("You kept others waiting on purpose.")
    COLLUSION = "collusion", _("You shared secret knowledge outside of the game.")
    ACCOUNTS = "accounts", _("You play with several accounts at one table.")
    SPAM = "spam", _("You used the site to advertise.")
    OTHER = "other", _("You broke our rules of conduct.")
    GOODWILL = "goodwill", _("We have gone over it with you and consider it settled.")


BREACH_REASONS: Final = tuple(reason for reason in Reason if reason != Reason.GOODWILL)
"""Reasons to warn, mute, rename, suspend or ban somebody."""

REPORTED_AS: Final[Mapping[str, tuple[Reason, ...]]] = {
    Report.Kind.MESSAGE: (Reason.CHAT, Reason.ABUSE, Reason.SPAM),
    Report.Kind.NAME: (Reason.NAME, Reason.LINE, Reason.ABUSE),
    Report.Kind.STALLING: (Reason.STALLING,),
    Report.Kind.COLLUSION: (Reason.COLLUSION, Reason.ACCOUNTS),
    Report.Kind.ABUSE: (Reason.ABUSE, Reason.CHAT),
}
"""The reasons that fit a report of this kind, the nearest first."""


class TableReason(TextChoices):
    """The reason of an action at a table, as all its players read it; it blames nobody."""

    LOOKING = "looking", _("We are looking into something that happened at this table.")
    SETTLED = "settled", _("The matter we were looking into is settled.")
    CHAT = "chat", _("What was written in the chat breaks our rules of conduct.")
    UNKIND = "unkind", _("The tone at this table broke our rules of conduct.")
    STALLING = "stalling", _("The game was held up on purpose.")
    SECRETS = "secrets", _("Secrets of this game were shared outside of it.")
    AWAY = "away", _("A player has been away for a long time.")
    MISTAKE = "mistake", _("Something was done by mistake.")
    FAULT = "fault", _("Something went wrong on our side.")


class Outcome(TextChoices):
    """The outcome of a report, with the usual answer to the reporter."""

    ACTED = "acted", _("Thank you. We looked into it and have done something about it.")
    WARNED = "warned", _("Thank you. We looked into it and have spoken with that player.")
    NO_BREACH = "no-breach", _("Thank you. We looked into it and found nothing against our rules.")
    UNCLEAR = "unclear", _("Thank you. We looked into it, but cannot tell what happened.")
    KNOWN = "known", _("Thank you. We knew of this already and have dealt with it.")


class AppealOutcome(TextChoices):
    """The outcome of an appeal, with the usual answer to the player."""

    UPHELD = "upheld", _("We looked at it again, and our decision stands.")
    LIFTED = "lifted", _("We looked at it again, and take our decision back.")


EFFECTS: Final[Mapping[str, Words]] = {
    "warning": _("This is a warning. Nothing else changes for you."),
    "mute": _("Until %(until)s you cannot write in any chat. You can play on."),
    "suspension": _("Until %(until)s you cannot play here."),
    "ban": _(
        "You can no longer play here. You can still download your data and delete your account."
    ),
    "rename": _("Your name was changed: you are now called %(name)s."),
    "reset": _("Your reliability has been reset and counts from today."),
    "hidden": _(
        "We have hidden what you wrote at %(table)s: %(quote)s. Nobody but moderators can read it "
        "any more; others see that something was hidden."
    ),
    "title": _(
        "We have taken away the title %(quote)s that you gave a table. It is now called %(table)s."
    ),
    "removal": _("We have removed you from this table. You cannot come back to it."),
    "line": _("We have removed the bio on your page. You may write another."),
    "lifted": _("We have withdrawn a decision about you."),
}
"""The effect of each kind of sanction, as the player reads it."""

SEAT_EFFECTS: Final[Mapping[bool, Words]] = {
    True: _(
        "Your seats at running tables are handed on now, and you leave the tables that have not "
        "begun. You do not get these seats back, even if our decision is taken back."
    ),
    False: _(
        "Your tables do not wait: when your time is up, they go on as each of them has agreed for "
        "absent players."
    ),
}
"""The effect on a banned or suspended player's seats, by whether others get them."""

APPEAL: Final = _(
    "If you think that this is wrong, you may appeal, once. Somebody else looks at it then, if "
    "there is somebody."
)

LIFTED_EFFECTS: Final[Mapping[str, Words]] = {
    "rename": _("You have your previous name back."),
    "line": _("It is back on your page, unless you have written another one since."),
    "removal": _("If nobody has taken your seat, it is yours again."),
}
"""The effect of lifting a decision, where it isn't obvious."""

SUBJECTS: Final[Mapping[str, Words]] = {
    "warning": _("A warning"),
    "mute": _("You cannot write in chats for a while"),
    "suspension": _("You are suspended"),
    "ban": _("Your account is closed for play"),
    "rename": _("You have a new name"),
    "reset": _("Your reliability was reset"),
    "hidden": _("Something you wrote was hidden"),
    "title": _("The title of your table was changed"),
    "removal": _("You were removed from a table"),
    "line": _("Your bio was removed"),
    "lifted": _("A decision was withdrawn"),
    "roles": _("Your roles on this site have changed"),
    "answer": _("The result of your report"),
    "appeal": _("The result of your appeal"),
}

ROLE_ALLOWS: Final[Mapping[str, Words]] = {
    "moderator": _(
        "You look after reports, tables, chats and players. You may warn, mute, rename and suspend."
    ),
    "senior": _(
        "You look after all that a moderator does. You may also ban, open the secrets of a table, "
        "and ask for shared devices and addresses."
    ),
    "operator": _(
        "You look after roles, clocks, mail and the audit trail. You judge no player's conduct."
    ),
}
"""The powers of each role."""
ROLE_GIVEN: Final = _("You have a new role: %(role)s. %(allows)s")
ROLE_KEPT: Final = _("You keep the role: %(role)s. %(allows)s")
ROLE_TAKEN: Final = _("You no longer have the role: %(role)s.")
SECOND_FACTOR: Final = _(
    "The pages of staff are in your menu. They ask for a second factor in each browser. If you "
    "have none yet, they help you to set it up."
)
NO_LONGER_STAFF: Final = _("The pages of staff are closed to you now. You can play on as before.")
ASK_ABOUT_ROLES: Final = _("If you did not expect this, or want to ask something: %(contact)s")

TABLE_SUBJECTS: Final[Mapping[str, Words]] = {
    "paused": _("%(table)s is paused"),
    "resumed": _("%(table)s has resumed"),
    "extended": _("%(table)s: more time for a turn"),
    "skipped": _("%(table)s: a turn was skipped"),
    "removed": _("%(table)s: a player was removed"),
    "lost": _("You were removed from %(table)s"),
    "cancelled": _("%(table)s was cancelled"),
    "chat-closed": _("%(table)s: the chat is closed"),
    "chat-opened": _("%(table)s: the chat is open again"),
    "undone": _("%(table)s: a move was undone"),
}
TABLE_EFFECTS: Final[Mapping[str, Words]] = {
    "paused": _("Moderators have paused this table."),
    "resumed": _("Moderators have resumed this table. Every clock continues where it stopped."),
    "extended": _("Moderators have given %(who)s more time for a turn."),
    "skipped": _("Moderators have skipped the turn of %(who)s, as if they were away."),
    "removed": _(
        "Moderators have removed a player from this table. The game goes on without them."
    ),
    "lost": _("Moderators have removed you from this table. You cannot come back to it."),
    "cancelled": _("Moderators have cancelled this table. It counts for nobody."),
    "chat-closed": _("Moderators have closed the chat of this table."),
    "chat-opened": _("Moderators have opened the chat of this table again."),
    "undone": _("Moderators have undone the last move; it was %(who)s’s turn again."),
}
"""Descriptions of moderators' actions, as the table's players read them."""

FOR_A_COLLEAGUE: Final = _(
    "A colleague has to decide this. There are many causes: a table that you shared, something "
    "that somebody reported, did or decided. We do not say which."
)
"""The same text for every cause, so that it does not reveal a report about the reader."""

REFUSED: Final[Mapping[str, Words]] = {
    "no-permission": _("Your role does not allow this."),
    "yourself": _("You cannot decide about yourself. Ask a colleague."),
    "same-player": _("These two are the same player."),
    "is-staff": _("This player is staff: an operator has to decide about them."),
    "gone": _("This player has deleted their account."),
    "too-close": FOR_A_COLLEAGUE,
    "own-case": FOR_A_COLLEAGUE,
    "claimed": _("A colleague is looking at it."),
    "resolved": _("It has already been resolved."),
    "added": _(
        "The reporter has added something since this page was loaded. Read it, then decide."
    ),
    "changed": _(
        "Nothing was done: one of these reports was resolved, claimed by a colleague, or added to "
        "since this page was made. Look at them again."
    ),
    "none-chosen": _("Choose at least one report first."),
    "no-reason": _("Enter a reason first."),
    "too-long": _("That is too long. Shorten it."),
    "past": _("That time has passed. Choose a later one."),
    "far": _("That is too long a time. A year is the longest; a senior moderator may ban."),
    "lifted": _("It has already been lifted."),
    "holds-nothing": _("This player is neither banned nor suspended."),
    "no-device": _("This device is not known for this player. Traces are kept for a month."),
    "name-taken": _("Somebody else has that name now, so it cannot be restored."),
    "unknown": _("That is not on the list."),
    "own-table": _("You play, or played, at this table. Ask a colleague."),
    "not-running": _("This table is over."),
    "moved-on": _("The table has moved on since this page was loaded. Check it again."),
    "paused-already": _("This table is already paused."),
    "not-paused": _("This table is not paused."),
    "no-clock": _("No clock runs at this seat: nobody there is on turn."),
    "not-on-turn": _("That seat is not on turn."),
    "nobody-there": _("Nobody is sitting there."),
    "no-seat": _("This table has no such seat."),
    "no-entry": _("The log of this table has no such entry."),
    "no-move": _("There is no move to undo."),
    "not-the-last": _("That is not the last move. Check the table again."),
    "secret-shown": _("That move revealed a secret to somebody, so it cannot be undone."),
    "unsound": _("The log of this table does not replay: an operator has to look at it first."),
    "chat-so-already": _("The chat already has this setting."),
    "nothing-to-hide": _("There is nothing to hide here, or it is hidden already."),
    "not-dealt": _("This table has not been dealt: there are no secrets."),
}
"""Reasons why a moderator's action was refused."""


def reason_text(code: str) -> Words:
    """Return the sentence for this code; an unknown code is shown as it is."""
    return Reason(code).label if code in Reason.values else code


REASON_LABELS: Final[Mapping[str, Words]] = {
    Reason.ABUSE: _("insults or harassment"),
    Reason.CHAT: _("words in a chat"),
    Reason.NAME: _("a name"),
    Reason.LINE: _("a bio"),
    Reason.STALLING: _("stalling"),
    Reason.COLLUSION: _("playing together in secret"),
    Reason.ACCOUNTS: _("several accounts"),
    Reason.SPAM: _("advertising"),
    Reason.OTHER: _("something else"),
    Reason.GOODWILL: _("goodwill"),
}
"""Reasons, as moderators call them among themselves."""
OUTCOME_LABELS: Final[Mapping[str, Words]] = {
    Outcome.ACTED: _("acted on"),
    Outcome.WARNED: _("spoken with"),
    Outcome.NO_BREACH: _("nothing against our rules"),
    Outcome.UNCLEAR: _("unclear"),
    Outcome.KNOWN: _("known already"),
    AppealOutcome.UPHELD: _("upheld after appeal"),
    AppealOutcome.LIFTED: _("lifted after appeal"),
}


def reason_label(code: str) -> Words:
    """Return the label for lists of staff; an unknown code is shown as it is."""
    return REASON_LABELS.get(code, code)


def outcome_label(code: str) -> Words:
    return OUTCOME_LABELS.get(code, code)


def table_reason_text(code: str) -> Words:
    """Return the reason of an action at a table; nothing if none was given."""
    return TableReason(code).label if code in TableReason.values else ""


def outcomes_of(kind: str) -> type[Outcome] | type[AppealOutcome]:
    """Return the possible outcomes of a report of this kind."""
    return AppealOutcome if kind == Report.Kind.APPEAL else Outcome


def in_language_of(reader: User, words: Words) -> str:
    """Translate for the reader; a moderator can edit it before it is sent."""
    with override(reader.language):
        return str(words)
