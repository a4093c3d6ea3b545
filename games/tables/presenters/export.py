"""A table in notation, as one reader may know it."""

from __future__ import annotations

import json
from typing import Any

from games.kinds import KINDS
from games.mine import Event, print_cell, print_seat
from games.tables.models import Table
from games.tables.presenters import log
from games.tables.store import LoadedTable
from games.tables.words.names import SeatNames

Record = dict[str, Any]


def record(loaded: LoadedTable, names: SeatNames) -> Record:
    """Everything this reader may know of how the table was played."""
    table = loaded.table
    moves = table.log.filter(number__lte=table.length).order_by("number")
    entries = log.entries(moves, loaded.rules, KINDS[table.kind].words, names)
    return {
        "title": table.title,
        "game": table.kind,
        "rules_version": table.rules_version,
        "options": table.options,
        "seats": {print_seat(seat.number): names.plain(seat.number) for seat in loaded.seats},
        "rounds": [_round(row) for row in loaded.rounds if row.number <= table.round_number],
        "log": [_entry(entry) for entry in entries],
        "scores": _scores(loaded),
    }


def _round(row: Any) -> Record:
    """Seed and salt are shown when the round is over."""
    shown = {"seed": row.seed, "salt": row.salt} if row.ended_at else {}
    return {"round": row.number, "commitment": row.commitment, **shown}


def _entry(entry: log.Entry) -> Record:
    return {
        "number": entry.number,
        "kind": entry.kind,
        "seat": None if entry.seat is None else print_seat(entry.seat),
        "move": entry.text,
        "events": [_event(event) for event in entry.events],
    }


def _event(event: Event) -> Record:
    """Only what is said: a field that is hidden, or not used, is left out."""
    said = {name: value for name, value in event._asdict().items() if value is not None}
    return {name: _written(name, value) for name, value in said.items()}


def _written(name: str, value: Any) -> Any:
    if name == "cell":
        return print_cell(value)
    return print_seat(value) if name in ("seat", "to") else value


def _scores(loaded: LoadedTable) -> Record | None:
    if loaded.table.status != Table.Status.FINISHED:
        return None
    return {print_seat(seat.number): seat.score for seat in loaded.seats}


def as_json(record: Record) -> str:
    return json.dumps(record, indent=1, ensure_ascii=False)


def as_text(record: Record) -> str:
    """A line for each entry, headed by what is true of the whole table."""
    head = [f"{name}: {record[name]}" for name in ("title", "game", "rules_version")]
    head += [f"option {name}: {value}" for name, value in record["options"].items()]
    head += [f"{seat}: {name}" for seat, name in record["seats"].items()]
    head += [" ".join(f"{key} {value}" for key, value in row.items()) for row in record["rounds"]]
    body = [_line(entry) for entry in record["log"]]
    return "\n".join([*head, "", *body, ""])


def _line(entry: Record) -> str:
    words = [f"{entry['number']}.", entry["seat"] or "-", entry["kind"], entry["move"]]
    return " ".join(word for word in words if word)
