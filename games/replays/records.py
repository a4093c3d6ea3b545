"""Records: finished tables as files that can be replayed and checked anywhere. (docs/notation.md)

A record may be forged, so everything in it is checked, nothing is trusted, and nothing is stored:
events follow from seeds and moves, by our own rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.utils.translation import gettext_lazy as _

from games import engine
from games.kinds import KINDS, rules_of
from games.kinds.common.words.phrases import Words
from games.kinds.kind import GameKind, UnknownRules
from games.replays.log_check import DealCheck, LogReplay, Verdict
from games.replays.moments import Moments, moments_of
from games.tables.models import LogEntry

FORMAT: Final = "undermine-record"
VERSION: Final = 1
MAX_BYTES: Final = 300_000
"""Maximum length in characters; our longest games take half of that."""
MAX_DEPTH: Final = 8
MAX_ENTRIES: Final = 2_000
MAX_NAME_LENGTH: Final = 40
MAX_MOVE_LENGTH: Final = 120

HEX: Final = re.compile(r"[0-9a-f]*")

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
"""Why a file can't be replayed, and what to do instead."""


class BadRecord(ValueError):  # noqa: N818  (the file is at fault, not the program)
    """A file that is not a valid record; for a wrong move, with the number of its entry."""

    def __init__(self, code: str, number: int | None = None, what: str = "") -> None:
        super().__init__(f"{code} {number} {what}" if number else code)
        self.code = code
        self.sentence = str(REASONS[code]) % {"number": number or 1}


@dataclass(frozen=True, slots=True)
class Receipt:
    """The commitment to a deal, and the seed it committed to."""

    round: int | None
    """The round; None for what outlasts a round."""
    commitment: str
    seed: engine.Seed

    @property
    def is_fair(self) -> bool:
        return self.seed.commitment == self.commitment


@dataclass(frozen=True, slots=True)
class Record:
    """A finished table from a file. Its moves are parsed like ours, but not yet played."""

    title: str
    kind: GameKind[Any, Any]
    rules_version: int
    options: Mapping[str, engine.Value]
    names: tuple[str, ...]
    bots: frozenset[int]
    """Seats that had bots at the end."""
    dwarfs: Mapping[int, str]
    """Dwarfs of current or former bots by seat; empty in files from before bots were dwarfs."""
    receipts: tuple[Receipt, ...]
    """First that of the whole game, then one for each round."""
    entries: tuple[LogEntry, ...]
    scores: tuple[int, ...]

    @property
    def rules(self) -> engine.Rules[Any, Any, Any]:
        return rules_of(self.kind.name, self.rules_version)

    @property
    def seeds(self) -> engine.Seeds:
        """The seeds; a round that was never dealt has none in a record, and needs none."""
        whole, *rounds = [receipt.seed for receipt in self.receipts]
        missing = self.rules.rounds - len(rounds)
        return engine.Seeds(whole, (*rounds, *[engine.Seed(b"")] * missing))

    def deal(self) -> Any:
        """Return the table as it was dealt."""
        try:
            return self.rules.setup(self.options, len(self.names), self.seeds)
        except engine.OptionError:
            raise BadRecord("no-such-options") from None


def read(text: str) -> Record:
    """Parse the record in this text, or raise BadRecord with the reason."""
    if len(text) > MAX_BYTES:
        raise BadRecord("too-large")
    told = _parsed(text)
    if told.get("format") != FORMAT:
        raise BadRecord("no-record")
    if told.get("version") != VERSION:
        raise BadRecord("newer-record")
    if told.get("complete") is not True:
        raise BadRecord("unfinished")
    kind, version = _game(told)
    names = _names(told.get("seats"), kind.versions[version].players)
    return Record(
        title=_line(told.get("title")) or str(kind.title),
        kind=kind,
        rules_version=version,
        options=_options(told.get("options")),
        names=names,
        bots=frozenset(_by_seat(told.get("bots"), len(names))),
        dwarfs=_by_seat(told.get("dwarfs"), len(names)),
        receipts=_receipts(told, kind.versions[version].rounds),
        entries=_entries(told.get("log"), len(names)),
        scores=_scores(told.get("result"), len(names)),
    )


def compact(text: str) -> str:
    """Return the record without data for checks only: a page sends it along with every step."""
    told = _parsed(text)
    told["log"] = [{k: v for k, v in entry.items() if k != "state"} for entry in told["log"]]
    return json.dumps(told, separators=(",", ":"))


def play(record: Record) -> Moments:
    """Replay it by our own rules. Raise BadRecord at the first move that they refuse."""
    deal = record.deal()
    record.entries[0].events = [list(event) for event in record.rules.opening_events(deal)]
    found, what = moments_of(LogReplay(record.rules, [deal]), record.entries)
    if what:
        raise BadRecord("wrong-move", found[-1].number + 1, what)
    return found


def check(record: Record, name: str) -> Verdict:
    """Replay it, and compare the states and the result with what it says."""
    course, entries = LogReplay(record.rules, [record.deal()]), record.entries
    for entry in entries:
        what = course.follow(entry) if entry.state_hash else course.step(entry)
        if what:
            return Verdict(name, len(entries), entry.number, what)
    outcome = record.rules.outcome(course.states[-1])
    if outcome is not None and outcome.scores != record.scores:
        return Verdict(name, len(entries), len(entries), "the result is another one")
    return Verdict(name, len(entries))


def deal_checks(record: Record) -> Iterator[DealCheck]:
    """Check for every deal whether its seed is the committed one."""
    for receipt in record.receipts:
        if receipt.round is None:
            yield DealCheck("whole game", receipt.commitment, receipt.is_fair)
            continue
        dealt = record.rules.dealt(record.options, len(record.names), receipt.seed)
        title = f"round {receipt.round}"
        yield DealCheck(title, receipt.commitment, receipt.is_fair, dealt)


def _parsed(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except RecursionError:
        raise BadRecord("too-deep") from None
    except ValueError:
        raise BadRecord("no-json") from None
    if _is_deeper(told, MAX_DEPTH):
        raise BadRecord("too-deep")
    if not isinstance(told, dict):
        raise BadRecord("no-record")
    return told


def _is_deeper(value: object, most: int) -> bool:
    """Check the depth level by level, so that no nesting causes a recursion error."""
    layer = [value] if isinstance(value, dict | list) else []
    for _layer in range(most):
        inside = [found.values() if isinstance(found, dict) else found for found in layer]
        layer = [value for found in inside for value in found if isinstance(value, dict | list)]
        if not layer:
            return False
    return True


def _game(told: Mapping[str, Any]) -> tuple[GameKind[Any, Any], int]:
    game, version = told.get("game"), told.get("rules_version")
    if not isinstance(game, str) or game not in KINDS:
        raise BadRecord("unknown-game")
    if type(version) is not int:
        raise BadRecord("no-record")
    try:
        rules_of(game, version)
    except UnknownRules:
        raise BadRecord("newer-rules") from None
    return KINDS[game], version


def _options(told: object) -> dict[str, engine.Value]:
    """Read the options; the rules check which ones exist when they deal."""
    if not isinstance(told, dict) or not all(type(v) in (str, int) for v in told.values()):
        raise BadRecord("no-such-options")
    return told


def _names(told: object, players: range) -> tuple[str, ...]:
    if not isinstance(told, dict) or len(told) not in players:
        raise BadRecord("wrong-seats")
    if list(told) != [engine.print_seat(number) for number in range(len(told))]:
        raise BadRecord("wrong-seats")
    return tuple(_line(name) or seat for seat, name in told.items())


def _by_seat(told: object, seats: int) -> dict[int, str]:
    """Read a word for some of the seats; empty if the file has none."""
    if told is None:
        return {}
    known = {engine.print_seat(number): number for number in range(seats)}
    if not isinstance(told, dict) or not told.keys() <= known.keys():
        raise BadRecord("wrong-seats")
    return {known[seat]: _line(word) for seat, word in told.items()}


def _line(told: object) -> str:
    """Read one line of text; unprintable characters are removed."""
    text = told if isinstance(told, str) else ""
    return "".join(sign for sign in text[: 4 * MAX_NAME_LENGTH] if sign.isprintable())[
        :MAX_NAME_LENGTH
    ]


def _receipts(told: Mapping[str, Any], most: int) -> tuple[Receipt, ...]:
    rounds = told.get("rounds")
    if not isinstance(rounds, list) or not 1 <= len(rounds) <= most:
        raise BadRecord("wrong-seeds")
    return (_receipt(told.get("whole_game"), None), *map(_receipt, rounds, range(1, most + 1)))


def _receipt(told: object, number: int | None) -> Receipt:
    if not isinstance(told, dict) or told.get("round") != number:
        raise BadRecord("wrong-seeds")
    seed, salt, commitment = (
        _hex(told.get(name), size)
        for name, size in (("seed", 64), ("salt", 32), ("commitment", 64))
    )
    return Receipt(number, commitment, engine.Seed.from_hex(seed, salt))


def _hex(told: object, size: int) -> str:
    if not isinstance(told, str) or len(told) != size or not HEX.fullmatch(told):
        raise BadRecord("wrong-seeds")
    return told


def _scores(told: object, seats: int) -> tuple[int, ...]:
    scores = told.get("scores") if isinstance(told, dict) else None
    if not isinstance(scores, dict) or len(scores) != seats:
        raise BadRecord("wrong-seats")
    if not all(type(score) is int and abs(score) < 1000 for score in scores.values()):
        raise BadRecord("wrong-seats")
    return tuple(scores.values())


def _entries(told: object, seats: int) -> tuple[LogEntry, ...]:
    if not isinstance(told, list) or not told:
        raise BadRecord("wrong-log")
    if len(told) > MAX_ENTRIES:
        raise BadRecord("too-many-moves")
    return tuple(_entry(found, number, seats) for number, found in enumerate(told, 1))


def _entry(told: object, number: int, seats: int) -> LogEntry:
    """Read an entry. Records don't contain a move's events: they follow from playing it."""
    if isinstance(told, dict) and told.get("number") == number:
        with suppress(engine.NotationError, ValueError):
            return _log_entry(told, number, seats)
    raise BadRecord("wrong-log", number)


def _log_entry(told: Mapping[str, Any], number: int, seats: int) -> LogEntry:
    """Read an entry of the log; raise ValueError or NotationError if it is impossible."""
    kind = _among(told.get("kind"), LogEntry.Kind.values)
    if not kind or (number == 1) != (kind == LogEntry.Kind.DEAL):
        raise ValueError(kind)
    return LogEntry(
        number=number,
        kind=kind,
        seat=_seat(told.get("seat"), seats),
        move=_text(told.get("move")),
        taken_by=_among(told.get("taken_by"), LogEntry.TakenBy.values),
        act=_among(told.get("act"), LogEntry.Act.values),
        away_from=_day(told.get("away_from")),
        away_to=_day(told.get("away_to")),
        undone=_number(told.get("undone"), number),
        state_hash=_text(told.get("state")),
        events=None if kind in LogEntry.PLAYED else [],
    )


def _seat(told: object, seats: int) -> int | None:
    if told is None:
        return None
    seat = engine.read_seat(_text(told))
    if seat not in range(seats):
        raise ValueError(seat)
    return seat


def _day(told: object) -> date | None:
    return None if told is None else date.fromisoformat(_text(told))


def _text(told: object) -> str:
    if told is None:
        return ""
    if not isinstance(told, str) or len(told) > MAX_MOVE_LENGTH:
        raise ValueError("no text")
    return told


def _among(told: object, known: Sequence[str]) -> str:
    if told is not None and told not in known:
        raise ValueError("unknown")
    return str(told or "")


def _number(told: object, number: int) -> int | None:
    if told is None or (type(told) is int and 0 < told < number):
        return told
    raise ValueError("no earlier entry")


def read_file(name: str) -> Record:
    """Read the record in a file given to a command, and check that its options are possible."""
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            record = read(file.read(MAX_BYTES + 1))
        record.deal()
    except BadRecord as bad:
        raise CommandError(f"{name} is no record that can be replayed: {bad}") from None
    return record
