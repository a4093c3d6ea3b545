"""What a notice says: the same for mail, push and webhook."""

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
    """Something that a decision says beside its sentences: which table, which rule, until when."""

    label: str
    text: str
    url: str = ""
    quoted: bool = False
    """Are these somebody's own words?"""


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has won, as everybody at the table may know it."""

    name: str
    """Nothing: it is the reader's own."""
    amount: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class NoticeText:
    """One notice in the reader's words. Never a role, a hand, or gold that is not open to all."""

    title: str
    """The subject: which table, and what."""
    body: str
    """What happened, in a sentence or two."""
    url: str
    button: str
    """What following the link is for."""
    why: str
    tag: str
    """Names the thing spoken of: a later word about it takes the place of an earlier one."""
    due_at: datetime | None = None
    left: str = ""
    news: tuple[Line, ...] = ()
    """What happened since the reader's last turn, in order."""
    lines: tuple[str, ...] = ()
    """The body as paragraphs, where it has several."""
    facts: tuple[Fact, ...] = ()
    table: str = ""
    """What the table is called that it is about, if it is about one."""
    table_code: str = ""
    on_turn: bool = False
    """Does that table wait for the reader?"""
    scores: tuple[Score, ...] = ()
    """When a round or the game is over."""
    picture: Picture | None = None
    """The board, with what is new framed."""


# The sentences of notices. Never a role, a hand, a goal, or gold that is not open to all.
#
# Every sentence is looked up by kind, by what exactly happened, and by whether it happened to the
# reader's own seat: `seat:offered:mine`, then `seat:offered`, then `seat`.

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
    "chat": _("%(who)s speaks to you at %(table)s"),
    "moderation": _("Moderators decided about something that concerns you"),
    "reports": _("Reports wait"),
    "test": _("A test from %(site)s"),
}

BODIES: Final[Mapping[str, Words]] = {
    "turn": _("The table waits for your move."),
    "turn:first": _("All are seated and the cards are dealt. The table waits for your first move."),
    "reminder": _("You have not moved yet, and most of your time for this turn is gone."),
    "invited": _("%(who)s asks you to sit down for a game: %(game)s, %(seats)s seats, %(pace)s."),
    "started": _("All are seated and the cards are dealt. You are told when it is your turn."),
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
    "over:cancelled": _("All players agreed to end this game before its time."),
    "over:closed": _("The table never began: too few sat down in time, or its owner closed it."),
    "over:abandoned": _("For a long time nobody did anything there, so the table was closed."),
    "over": _("This table is closed."),
    "chat": _("Your name was written in the chat of this table. Read there what was said."),
    "moderation": _("The mail that we sent you says what, and why."),
    "reports": _("Look at the queue of reports."),
    "test": _("You see this, so notices reach you here. There is nothing to do."),
}

BUTTONS: Final[Mapping[str, Words]] = {
    "turn": _("Make your move"),
    "reminder": _("Make your move"),
    "invited": _("Look at the table"),
    "missed": _("Go to the table"),
    "seat:offered:mine": _("Keep my seat"),
    "seat:lost-bot:mine:back": _("Take my seat back"),
    "test": _("Choose what you are told"),
    "elsewhere": _("See your tables"),
    "": _("Go to the table"),
}


def pick_text(sentences: Mapping[str, Words], *parts: str) -> Words:
    """The most exact sentence there is."""
    for length in range(len(parts), 0, -1):
        key = ":".join(parts[:length])
        if key in sentences:
            return sentences[key]
    return sentences[""]


# --- Notices whose text another app writes ---


@dataclass(frozen=True, slots=True)
class AuthoredText:
    """The words of a notice, in the language that is active."""

    subject: str
    lines: tuple[str, ...]
    link: str = ""
    facts: tuple[Fact, ...] = ()
    appeal: bool = False
    """Does the link lead to an appeal, or to what it is about?"""


Author = Callable[[Sequence[Notice]], AuthoredText | None]
AUTHORS: ExtensionPoint[tuple[str, Author]] = ExtensionPoint()
"""Kinds of notices, with the functions that write their text."""


def has_own_author(notice: Notice) -> bool:
    return notice.kind in dict(AUTHORS)


def authored_text(notices: Sequence[Notice]) -> AuthoredText | None:
    """What their author has to say now of all of them together, the oldest first.

    They have one reader, kind and table. None if what they are about was deleted.
    """
    return dict(AUTHORS)[notices[0].kind](notices)
