"""A table in notation, as one reader may know it."""

from __future__ import annotations

import json
from typing import Any

from games.engine import Event, print_cell, print_seat
from games.models import Game
from games.show import log
from games.store import Table
from games.wording import WORDS, Names

Record = dict[str, Any]


def record(table: Table, names: Names) -> Record:
    """Everything this reader may know of how the table was played."""
    game = table.game
    moves = game.moves.filter(number__lte=game.length).order_by("number")
    entries = log.entries(moves, table.rules, WORDS[game.kind], names)
    return {
        "title": game.title,
        "game": game.kind,
        "rules_version": game.rules_version,
        "options": game.options,
        "seats": {print_seat(seat.number): names.plain(seat.number) for seat in table.seats},
        "rounds": [_round(row) for row in table.rounds if row.number <= game.round_number],
        "log": [_entry(entry) for entry in entries],
        "scores": _scores(table),
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


def _scores(table: Table) -> Record | None:
    if table.game.status != Game.Status.FINISHED:
        return None
    return {print_seat(seat.number): seat.score for seat in table.seats}


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
