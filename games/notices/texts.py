"""The sentences of notices, the same for mail, push and webhook; and texts that other apps write.

Never a role, a hand, a goal, or gold that is not open to all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext_lazy as _

from config.extensions import ExtensionPoint
from games.kinds.common.words.phrases import Line, Words
from games.notices.models import Notice
from games.replays.picture_files import Picture


@dataclass(frozen=True, slots=True)
class Fact:
    """A detail of a decision: which table, which rule, until when."""

    label: str
    text: str
    url: str = ""
    quoted: bool = False
    """Is `text` a quotation of somebody's own words?"""


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has won, as everybody at the table may know it."""

    name: str
    """Empty for the reader's own score."""
    amount: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class NoticeText:
    """A notice in the language of its reader."""

    title: str
    """The subject line: which table, and what."""
    body: str
    """What happened, in a sentence or two."""
    url: str
    button: str
    """The label of the link."""
    why: str
    tag: str
    """Names what it is about: a later notice with the same tag replaces an earlier one."""
    due_at: datetime | None = None
    left: str = ""
    news: tuple[Line, ...] = ()
    """Log lines since the reader's last turn, in order."""
    lines: tuple[str, ...] = ()
    """The body as paragraphs, if it has several."""
    facts: tuple[Fact, ...] = ()
    table: str = ""
    """The title of the table it is about, if any."""
    table_code: str = ""
    on_turn: bool = False
    """Is the reader on turn at that table?"""
    scores: tuple[Score, ...] = ()
    """Filled when a round or the game is over."""
    picture: Picture | None = None
    """The board, with what is new framed."""


# --- Sentences ---
#
# Looked up by kind, by what exactly happened, and by whether it was the reader's own seat:
# `seat:offered:mine`, then `seat:offered`, then `seat`.

TITLES: Final[Mapping[str, Words]] = {
    "turn": _("%(table)s: it is your turn"),
    "turn:first": _("%(table)s has begun: it is your turn"),
    "reminder": _("%(table)s: your time is nearly up"),
    "invited": _("%(who)s invites you to %(table)s"),
    "started": _("%(table)s has begun"),
    "missed": _("%(table)s: you missed a turn"),
    "seat:offered": _("%(table)s: a seat is on offer"),
    "seat:offered:mine": _("%(table)s: your seat is on offer"),
    "seat:bot": _("%(table)s: a bot takes over a seat"),
    "seat:lost-bot": _("%(table)s: a bot plays for you"),
    "seat:player": _("%(table)s: %(who)s takes over a seat"),
    "seat:lost-player": _("%(table)s: somebody has taken your seat"),
    "seat:returned": _("%(table)s: %(who)s is back"),
    "seat:removed": _("%(table)s: you were removed"),
    "round-over": _("%(table)s: round %(round)s is over"),
    "over:finished": _("%(table)s: the game is over"),
    "over:cancelled": _("%(table)s was cancelled"),
    "over:closed": _("%(table)s was closed"),
    "over:abandoned": _("%(table)s was abandoned"),
    "over": _("%(table)s is over"),
    "chat": _("%(who)s mentioned you at %(table)s"),
    "moderation": _("A moderation decision about you"),
    "reports": _("Reports are waiting"),
    "test": _("A test from %(site)s"),
}

BODIES: Final[Mapping[str, Words]] = {
    "turn": _("The table waits for your move."),
    "turn:first": _("All are seated and the cards are dealt. The table waits for your first move."),
    "reminder": _("Make your move: most of your time for this turn is gone."),
    "invited": _("%(who)s has invited you to a game: %(game)s, %(seats)s seats, %(pace)s."),
    "started": _(
        "All are seated and the cards are dealt. We will let you know when it is your turn."
    ),
    "missed:excused": _("Your time was up. This time it is excused: your clock has started again."),
    "missed": _(
        "Your time was up, so a move was made for you. If you miss your next turn too, your seat "
        "goes to somebody else."
    ),
    "seat:offered": _(
        "%(who)s is away. Until %(until)s somebody else may take that seat; after that a bot does."
    ),
    "seat:offered:mine": _(
        "You have been away, so until %(until)s somebody else may take your seat; after that a bot "
        "does. Make your move, or say that you are here, and the seat stays yours."
    ),
    "seat:bot": _("Nobody took the free seat, so %(who)s plays on there."),
    "seat:lost-bot": _("You were away and nobody took your seat, so a bot plays on there."),
    "seat:lost-bot:mine:back": _(
        "You were away and nobody took your seat, so a bot plays on there. For as long as the "
        "table runs you may take your seat back."
    ),
    "seat:player": _("%(who)s plays on in the seat that was on offer."),
    "seat:lost-player": _("You were away, and another player plays on in your place."),
    "seat:returned": _("%(who)s has come back and plays on."),
    "seat:removed": _("The player who opened the table has taken you from it before it began."),
    "round-over": _("%(how)s The next round has begun."),
    "over:finished": _("%(result)s See at the table what was hidden, and ask for a rematch."),
    "over:cancelled": _("All players agreed to end this game early."),
    "over:closed": _("The table never began: too few sat down in time, or its owner closed it."),
    "over:abandoned": _("Nobody had played there for a long time, so the table was closed."),
    "over": _("This table is closed."),
    "chat": _("Your name came up in the chat of this table. Open the table to read it."),
    "moderation": _("We have sent you an email that explains what was decided, and why."),
    "reports": _("Open the report queue."),
    "test": _("If you can read this, notifications reach you here. There is nothing to do."),
}

BUTTONS: Final[Mapping[str, Words]] = {
    "turn": _("Make your move"),
    "reminder": _("Make your move"),
    "invited": _("View the table"),
    "missed": _("Go to the table"),
    "seat:offered:mine": _("Keep my seat"),
    "seat:lost-bot:mine:back": _("Take my seat back"),
    "test": _("Manage notifications"),
    "elsewhere": _("See your tables"),
    "": _("Go to the table"),
}


# --- Notices whose text another app writes ---


@dataclass(frozen=True, slots=True)
class AuthoredText:
    """The text of a notice that another app wrote, in the active language."""

    subject: str
    lines: tuple[str, ...]
    link: str = ""
    facts: tuple[Fact, ...] = ()
    appeal: bool = False
    """Does the link lead to an appeal?"""


Author = Callable[[Sequence[Notice]], AuthoredText | None]
AUTHORS: ExtensionPoint[tuple[str, Author]] = ExtensionPoint()
"""Kinds that are `authored` (preferences.py), with the functions that write their text."""


def authored_text(notices: Sequence[Notice]) -> AuthoredText | None:
    """Return what their author has to say now about all of these notices together.

    They have one reader, kind and table, and are in order. None if their subject was deleted.
    """
    return dict(AUTHORS.provided)[notices[0].kind](notices)
