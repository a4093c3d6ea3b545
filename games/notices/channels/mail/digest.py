"""The daily mail: grouped by table, with those first that wait for the reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import ngettext

from accounts import dates
from games.notices.text import NoticeText, Score

LATE: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TableNews:
    """All that is told of one table."""

    entries: tuple[NoticeText, ...]

    @property
    def title(self) -> str:
        return self.entries[0].table or self.entries[0].title

    @property
    def bodies(self) -> list[str]:
        return list(dict.fromkeys(text.body for text in self.entries))

    @property
    def on_turn(self) -> bool:
        return any(text.on_turn for text in self.entries)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The latest that is told."""
        return next((text.scores for text in reversed(self.entries) if text.scores), ())

    @property
    def link(self) -> NoticeText:
        """What there is to do: of all entries the one that waits for the reader."""
        return next((text for text in self.entries if text.on_turn), self.entries[-1])

    @property
    def due_at(self) -> datetime | None:
        return min((text.due_at for text in self.entries if text.due_at), default=None)

    @property
    def due(self) -> str:
        return dates.bare(self.due_at) if self.due_at else ""

    @property
    def left(self) -> str:
        found = [text.left for text in self.entries if text.due_at == self.due_at]
        return found[0] if self.due_at else ""


def by_table(entries: Sequence[NoticeText]) -> list[TableNews]:
    """Where it is the reader's turn first, by the time that is left."""
    groups: dict[str, list[NoticeText]] = {}
    for text in entries:
        groups.setdefault(text.table_code or text.tag, []).append(text)
    found = [TableNews(tuple(group)) for group in groups.values()]
    return sorted(found, key=lambda news: (not news.on_turn, news.due_at or LATE))


def subject(entries: Sequence[NoticeText]) -> str:
    if len(entries) == 1:
        return entries[0].title
    turns = sum(news.on_turn for news in by_table(entries))
    if turns:
        said = ngettext(
            "It is your turn at %(count)s table", "It is your turn at %(count)s tables", turns
        )
        return said % {"count": turns}
    said = ngettext(
        "%(count)s thing happened at your tables",
        "%(count)s things happened at your tables",
        len(entries),
    )
    return said % {"count": len(entries)}
