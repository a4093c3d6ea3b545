"""Notices whose words another app writes. `settings.NOTICE_AUTHORS` names its function, by kind.

So notices need not know what moderation, which stands on them, has to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from games.notices.models import Notice
from games.notices.text import Fact


@dataclass(frozen=True, slots=True)
class News:
    """The words of a notice, in the language that is active."""

    subject: str
    lines: tuple[str, ...]
    link: str = ""
    facts: tuple[Fact, ...] = ()
    appeal: bool = False
    """Does the link lead to an appeal, or to what it is about?"""


def has_author(notice: Notice) -> bool:
    return notice.kind in settings.NOTICE_AUTHORS


def news(notices: Sequence[Notice]) -> News | None:
    """What their author has to say now of all of them together, the oldest first.

    They have one reader, kind and table. None if what they are about was deleted.
    """
    path = settings.NOTICE_AUTHORS[notices[0].kind]
    author: Callable[[Sequence[Notice]], News | None] = import_string(path)
    return author(notices)
