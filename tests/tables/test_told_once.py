"""An entry of the log is put into words once for each reader and language, and for nobody else."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils import translation

from games.kinds import KINDS
from games.kinds.common.words import Names
from games.tables.models import LogEntry
from games.tables.presenters.log import Entry, Written, entry

NAMES = {0: "Ann", 1: "Bob", 2: "Cem"}
CLASSIC = KINDS["classic"]


def row(pk: int | None = 7, card: str = "nes", state: str = "a1") -> LogEntry:
    events = [["discarded", 1, card], ["drew", 1, "rockfall"]]
    at = datetime(2026, 11, 17, tzinfo=UTC)
    move = f"discard {card}"
    return LogEntry(
        pk=pk, number=1, seat=1, kind="move", move=move, events=events, at=at, state_hash=state
    )


def told(written: LogEntry, me: int | None = 0, language: str = "en", **names: str) -> Entry:
    called = {**NAMES, **{int(seat[1:]): name for seat, name in names.items()}}
    with translation.override(language):
        called_so = Names(called, me)
        return entry(Written(written), CLASSIC.rules, CLASSIC.words, called_so, language)  # type: ignore[arg-type]


def test_the_same_reader_is_told_the_same() -> None:
    assert told(row()) is told(row())


def test_whose_card_it_was_is_told_what_others_are_not() -> None:
    own, other, watching = told(row(), 1), told(row(), 0), told(row(), None)
    assert "nes" in own.text
    assert "nes" not in other.text + watching.text
    assert own.events != other.events


def test_another_language_has_other_words() -> None:
    assert told(row()).lines[0].text != told(row(), language="de").lines[0].text


def test_a_new_name_is_told() -> None:
    assert "Zoe" in told(row(), s1="Zoe").lines[0].text
    assert "Zoe" not in told(row()).lines[0].text


def test_a_row_of_a_restored_database_is_another_one() -> None:
    told(row(), 1)
    assert "map" in told(row(card="map", state="b2"), 1).text


def test_what_is_not_stored_is_told_anew() -> None:
    told(row(None), 1)
    assert "map" in told(row(None, "map"), 1).text
