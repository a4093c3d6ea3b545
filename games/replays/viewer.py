"""Why a file cannot be replayed, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words
from games.tables.records import BadRecord

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


def why_not(bad: BadRecord) -> str:
    return str(REASONS[bad.code]) % {"number": bad.number or 1}
