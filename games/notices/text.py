"""What a notice says: the same for mail, push and webhook."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.kinds.common.words import Line
from games.tables.presenters.pictures.picture import Picture


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
