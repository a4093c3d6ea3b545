"""A composed notice, the same for email, push and webhook; and texts written by other apps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from config.extensions import ExtensionPoint
from games.kinds.common.words.phrases import Line
from games.notices.models import Notice
from games.replays.picture_files import Picture


@dataclass(frozen=True, slots=True)
class Fact:
    """A detail of a decision, such as the table, the rule or the end date."""

    label: str
    text: str
    url: str = ""
    quoted: bool = False
    """Whether `text` quotes somebody."""


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score, as far as it is public."""

    name: str
    """Empty for the reader's own score."""
    amount: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class NoticeText:
    """A notice in the language of its reader."""

    title: str
    """The subject line, with the table."""
    body: str
    """What happened, in a sentence or two."""
    url: str
    button: str
    """The label of the link."""
    why: str
    tag: str
    """Identifies the subject: a later notice with the same tag replaces an earlier one."""
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
    """Whether it is the reader's turn at that table."""
    scores: tuple[Score, ...] = ()
    """Filled when a round or the game is over."""
    picture: Picture | None = None
    """The board, with changes framed."""


@dataclass(frozen=True, slots=True)
class AuthoredText:
    """The text of a notice that another app wrote, in the active language."""

    subject: str
    lines: tuple[str, ...]
    link: str = ""
    facts: tuple[Fact, ...] = ()
    appeal: bool = False
    """Whether the link leads to an appeal."""


Author = Callable[[Sequence[Notice]], AuthoredText | None]
AUTHORS: ExtensionPoint[tuple[str, Author]] = ExtensionPoint()
"""Kinds that are `authored` (notice_types.py), with the functions that write their text."""


def authored_text(notices: Sequence[Notice]) -> AuthoredText | None:
    """Return one text for all these notices; None if their subject was deleted.

    They have the same reader, kind and table, and are in order.
    """
    return dict(AUTHORS.provided)[notices[0].kind](notices)
