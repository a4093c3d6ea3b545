"""A composed notice, the same for mail, push and webhook; and texts that other apps write."""

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
"""Kinds that are `authored` (notice_types.py), with the functions that write their text."""


def authored_text(notices: Sequence[Notice]) -> AuthoredText | None:
    """Return what their author has to say now about all of these notices together.

    They have one reader, kind and table, and are in order. None if their subject was deleted.
    """
    return dict(AUTHORS.provided)[notices[0].kind](notices)
