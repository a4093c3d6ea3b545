"""Notices whose words another app writes. `settings.NOTICE_AUTHORS` names its function, by kind.

So notices need not know what moderation, which stands on them, has to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from games.notices.models import Notice


@dataclass(frozen=True, slots=True)
class News:
    """The words of a notice, in the language that is active."""

    subject: str
    lines: tuple[str, ...]
    link: str = ""
    appeal: bool = False
    """Does the link lead to an appeal, or to what it is about?"""


def has_author(notice: Notice) -> bool:
    return notice.kind in settings.NOTICE_AUTHORS


def news(notice: Notice) -> News | None:
    """What its author has to say now; None if what it is about was deleted."""
    author: Callable[[Notice], News | None] = import_string(settings.NOTICE_AUTHORS[notice.kind])
    return author(notice)
