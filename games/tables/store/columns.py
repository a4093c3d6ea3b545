"""Which columns say what a piece is, and plain statements that write them.

Django's `bulk_update` makes an expression of every value: for a few rows that costs more than all
the rest of a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from games.tables.models import Knowledge, SeatValue, Token

CARD_FIELDS = ("zone", "owner", "order", "x", "y", "turned", "face_up")
"""What changes when a card moves."""
ROUND_FIELDS = ("extra", "began_at", "ended_at")
Plain = type[Token | SeatValue | Knowledge]
PLAIN_FIELDS: Mapping[Plain, tuple[str, ...]] = {
    Token: ("kind", "x", "y", "side", "owner"),
    SeatValue: ("seat", "name", "value"),
    Knowledge: ("seat", "thing", "value"),
}
"""What has no order: such a row is what it says, and is never changed."""


def update(
    model: type[Model], names: tuple[str, ...], rows: Iterable[tuple[int, Sequence[Any]]]
) -> None:
    """Set these columns of each of these rows, given by its key and its values: one statement."""
    fields, statement = _statement(model, names)
    values = [[*_prepared(fields, new), pk] for pk, new in rows]
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(statement, values[0])
        elif values:
            cursor.executemany(statement, values)


def _prepared(fields: tuple[Field[Any, Any], ...], values: Sequence[Any]) -> list[Any]:
    pairs = zip(fields, values, strict=True)
    return [field.get_db_prep_save(value, connection) for field, value in pairs]


@cache
def _statement(
    model: type[Model], names: tuple[str, ...]
) -> tuple[tuple[Field[Any, Any], ...], str]:
    quote = connection.ops.quote_name
    known = {field.name: field for field in model._meta.concrete_fields}
    fields = tuple(known[name] for name in names)
    setting = ", ".join(f"{quote(field.column or field.name)} = %s" for field in fields)
    return fields, f"UPDATE {quote(model._meta.db_table)} SET {setting} WHERE id = %s"
