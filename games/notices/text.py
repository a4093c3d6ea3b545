"""What a notice says: the same for mail, push and webhook."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.kinds.common.words import Line


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a decision says beside its sentences: which table, which rule, until when."""

    label: str
    text: str
    url: str = ""
    quoted: bool = False
    """Are these somebody's own words?"""


@dataclass(frozen=True, slots=True)
class NoticeText:
    """One notice in the reader's words. Never a role, a hand, a goal or gold."""

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
    """What happened since the reader's last turn, what was done to them first."""
    lines: tuple[str, ...] = ()
    """The body as paragraphs, where it has several."""
    facts: tuple[Fact, ...] = ()
