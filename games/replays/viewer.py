"""Records that were opened here lately: a step of one need not play all of it again.

They are kept in the memory of this process, a few of them, by a hash of their text. Nothing of them
is ever written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words
from games.replays import records
from games.replays.recent_cache import RecentCache
from games.replays.records import BadRecord
from games.replays.story import Story, story_of_record

MAX_RECORDS: Final = 16


@dataclass(frozen=True, slots=True)
class OpenedRecord:
    """A record that can be replayed, and the text that a page sends along to look further."""

    text: str
    story: Story


_recent_records: RecentCache[bytes, OpenedRecord] = RecentCache(MAX_RECORDS)


def open_record(text: str, may: Callable[[], bool]) -> OpenedRecord:
    """The record in this text; `may` is asked before one is played that is not known here.

    BadRecord says why not.
    """
    key = _key(text)
    found = _recent_records.get(key)
    if found is None:
        if len(text) > records.MAX_BYTES:  # before anything is counted
            raise BadRecord("too-large")
        if not may():
            raise BadRecord("too-often")
        record = records.read(text)
        found = OpenedRecord(records.compact(text), story_of_record(record, records.play(record)))
    _recent_records.keep(key, found)
    return _recent_records.keep(_key(found.text), found)


def _key(text: str) -> bytes:
    return sha256(text.encode(errors="replace")).digest()


# --- Why a file cannot be replayed, and what to do instead ---

REASONS: Final[Mapping[str, Words]] = {
    "too-large": _("This file is larger than any record of ours. Pick the file that you saved."),
    "no-json": _("This is no record: it cannot be read as JSON. Save the record again."),
    "too-deep": _("This is no record: it is nested too deeply. Save the record again."),
    "no-record": _("This is no record of Undermine. Save one from a table that is over."),
    "newer-record": _("This record has a version that we do not know. A newer site may open it."),
    "unfinished": _(
        "This table was still being played when the record was saved. Save it again when the game "
        "is over."
    ),
    "unknown-game": _("We do not know the game of this record."),
    "newer-rules": _("We do not know the rules of this record. A newer site may open it."),
    "no-such-options": _("The options of this record do not fit its game."),
    "wrong-seats": _("The seats of this record do not fit its game."),
    "wrong-seeds": _("The deals of this record are missing or cannot be read."),
    "too-many-moves": _("This record has more moves than any game can have."),
    "wrong-log": _("The log of this record cannot be read, from entry %(number)s on."),
    "wrong-move": _("The rules do not allow what this record says in entry %(number)s."),
    "too-often": _("Many records were opened from your network. Wait ten minutes, then try again."),
}


def why_unreadable(bad: BadRecord) -> str:
    return str(REASONS[bad.code]) % {"number": bad.number or 1}
