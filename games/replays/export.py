"""A table in notation, as far as one reader may know it."""

from __future__ import annotations

import json
from typing import Any

from games.engine import Event, print_cell, print_seat
from games.kinds import KINDS
from games.players.names import SeatNames
from games.replays import records
from games.tables.bot_players import dwarf_of
from games.tables.models import LogEntry, Round, Table
from games.tables.presenters import log
from games.tables.store import LoadedTable

Record = dict[str, Any]


def record(loaded: LoadedTable, names: SeatNames) -> Record:
    """Return all that this reader may know of how the table was played; for a finished game, all
    that it takes to replay and check it (games/replays/records.py)."""
    table = loaded.table
    over = table.status == Table.Status.FINISHED
    rows = list(table.log.filter(number__lte=table.length).order_by("number"))
    return {
        "format": records.FORMAT,
        "version": records.VERSION,
        "complete": over,
        "title": table.title,
        "game": table.kind,
        "rules_version": table.rules_version,
        "options": table.options,
        "seats": {print_seat(seat.number): names.plain(seat.number) for seat in loaded.seats},
        "bots": {print_seat(seat.number): seat.bot for seat in loaded.seats if seat.bot},
        "dwarfs": {
            print_seat(seat.number): dwarf_of(seat).key
            for seat in loaded.seats
            if seat.bot or seat.dwarf
        },
        "whole_game": _receipt(table, over),
        "rounds": [_round(row) for row in loaded.rounds if row.number <= table.round_number],
        "log": [_whole(row) for row in rows] if over else _open_log(loaded, rows, names),
        "result": _result(loaded) if over else None,
    }


def _receipt(deal: Table | Round, shown: bool) -> Record:
    """Return the commitment of a deal, with its seed and salt once they may be shown."""
    told = {"seed": deal.seed, "salt": deal.salt} if shown else {}
    return {"commitment": deal.commitment, **told}


def _round(row: Round) -> Record:
    return {"round": row.number, **_receipt(row, row.ended_at is not None)}


def _whole(row: LogEntry) -> Record:
    """Return an entry of a finished game, without events, since these follow from the move."""
    told = {
        "number": row.number,
        "kind": row.kind,
        "seat": None if row.seat is None else print_seat(row.seat),
        "move": row.move,
        "taken_by": row.taken_by,
        "act": row.act,
        "away_from": row.away_from and row.away_from.isoformat(),
        "away_to": row.away_to and row.away_to.isoformat(),
        "undone": row.undone,
        "state": row.state_hash,
    }
    return {name: value for name, value in told.items() if value not in (None, "")}


def _open_log(loaded: LoadedTable, rows: list[LogEntry], names: SeatNames) -> list[Record]:
    """Return the log as far as this reader may know it during the game."""
    told = log.entries(rows, loaded.rules, KINDS[loaded.table.kind].words, names)
    return [_entry(entry) for entry in told]


def _entry(entry: log.Entry) -> Record:
    return {
        "number": entry.number,
        "kind": entry.kind,
        "seat": None if entry.seat is None else print_seat(entry.seat),
        "move": entry.text,
        "events": [_event(event) for event in entry.events],
    }


def _event(event: Event) -> Record:
    """Return what the event says, without hidden and unused fields."""
    said = {name: value for name, value in event._asdict().items() if value is not None}
    return {name: _written(name, value) for name, value in said.items()}


def _written(name: str, value: Any) -> Any:
    if name == "cell":
        return print_cell(value)
    return print_seat(value) if name in ("seat", "to") else value


def _result(loaded: LoadedTable) -> Record:
    return {
        "scores": {print_seat(seat.number): seat.score for seat in loaded.seats},
        "winners": [print_seat(seat.number) for seat in loaded.seats if seat.won],
    }


def as_json(record: Record) -> str:
    return json.dumps(record, indent=1, ensure_ascii=False)


def as_text(record: Record) -> str:
    """Write a header about the whole table, and a line for each entry."""
    head = [f"{name}: {record[name]}" for name in ("title", "game", "rules_version")]
    head += [f"option {name}: {value}" for name, value in record["options"].items()]
    head += [f"{seat}: {name}" for seat, name in record["seats"].items()]
    deals = [{"game": "whole", **record["whole_game"]}, *record["rounds"]]
    head += [" ".join(f"{key} {value}" for key, value in deal.items()) for deal in deals]
    body = [_line(entry) for entry in record["log"]]
    return "\n".join([*head, "", *body, ""])


def _line(entry: Record) -> str:
    away = "/".join(entry[name] for name in ("away_from", "away_to") if name in entry)
    said = [entry.get(name) for name in ("move", "taken_by", "act", "undone")]
    text = next((str(word) for word in (away, *said) if word), "")
    words = [f"{entry['number']}.", entry.get("seat") or "-", entry["kind"], text]
    return " ".join(word for word in words if word)
