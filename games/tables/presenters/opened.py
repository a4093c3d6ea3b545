"""Records that were opened here lately: a step of one need not play all of it again.

They are kept in the memory of this process, a few of them, by a hash of their text. Nothing of them
is ever written down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from games.tables import records
from games.tables.presenters.replay import Story, of_record
from games.tables.recently import Recently
from games.tables.records import BadRecord

AT_MOST: Final = 16


@dataclass(frozen=True, slots=True)
class Opened:
    """A record that can be replayed, and the text that a page sends along to look further."""

    text: str
    story: Story


_lately: Recently[bytes, Opened] = Recently(AT_MOST)


def opened(text: str, may: Callable[[], bool]) -> Opened:
    """The record in this text; `may` is asked before one is played that is not known here.

    BadRecord says why not.
    """
    key = _key(text)
    found = _lately.get(key)
    if found is None:
        if len(text) > records.LARGEST:  # before anything is counted
            raise BadRecord("too-large")
        if not may():
            raise BadRecord("too-often")
        record = records.read(text)
        found = Opened(records.compact(text), of_record(record, records.play(record)))
    _lately.keep(key, found)
    return _lately.keep(_key(found.text), found)


def _key(text: str) -> bytes:
    return sha256(text.encode(errors="replace")).digest()
