"""Querysets whose SQL is compiled once per process; the values are filled in later.

    SEATS = PreparedQuery(
        lambda: Seat.objects.select_related("user").filter(table=Placeholder("table"))
    )
    seats = SEATS.objects(table=table.pk)

Django compiles a queryset every time it is evaluated. For a few rows found by an index that takes
several times as long as the query itself: without this module a move takes a third more CPU
(docs/decisions/0080).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, IntegerField, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

M_co = TypeVar("M_co", bound=Model, covariant=True)


class Placeholder(Expression):
    """A value that is filled in when the query runs: a number, a text or a boolean.

    It is sent as it is. (A datetime would have to be adapted to the database.)
    """

    def __init__(self, name: str, output_field: Field[Any, Any] | None = None) -> None:
        super().__init__(output_field=output_field or IntegerField())
        self.name = name

    def as_sql(self, *_: Any, **__: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]


class _Shape(NamedTuple):
    """How to make an object from a row: the model, its columns, related objects, annotations."""

    model: Any
    columns: slice
    names: list[str]
    related: Any
    noted: list[tuple[str, int]]


class PreparedQuery(Generic[M_co]):
    """A queryset with placeholders."""

    def __init__(self, made: Callable[[], QuerySet[M_co, Any]]) -> None:
        self._made = made

    def rows(self, **values: Any) -> list[Any]:
        """Return the columns, in the order of `values_list`."""
        sql, parameters = self._sql
        line = connections[DEFAULT_DB_ALIAS]
        if self._compiler.query.select_for_update and line.get_autocommit():
            raise TransactionManagementError("a row can only be locked in a transaction")
        sent = [values[p.name] if isinstance(p, Placeholder) else p for p in parameters]
        with line.cursor() as cursor:
            cursor.execute(sql, sent)
            found = cursor.fetchall()
        return self._read(found, line) if self._converters else found

    def objects(self, **values: Any) -> list[M_co]:
        """Make objects of rows as Django's `ModelIterable` does."""
        rows, found = self.rows(**values), []
        shape = self._shape  # known once the SQL is compiled
        for row in rows:
            made = shape.model.from_db(DEFAULT_DB_ALIAS, shape.names, row[shape.columns])
            for populator in shape.related:
                populator.populate(row, made)
            for name, place in shape.noted:
                setattr(made, name, row[place])
            found.append(made)
        return found

    def first(self, **values: Any) -> M_co | None:
        """Return the object of a query that finds at most one row."""
        return next(iter(self.objects(**values)), None)

    @cached_property
    def _compiler(self) -> Any:
        return self._made().query.get_compiler(DEFAULT_DB_ALIAS)

    @cached_property
    def _sql(self) -> tuple[str, tuple[Any, ...]]:
        sql, parameters = self._compiler.as_sql()
        return sql, tuple(parameters)

    @cached_property
    def _converters(self) -> list[tuple[int, Any]]:
        """Return the converters of each column by its position, and its expression."""
        columns = [column[0] for column in self._compiler.select]
        return list(self._compiler.get_converters(columns).items())

    @cached_property
    def _shape(self) -> _Shape:
        known, selected = self._compiler.klass_info, self._compiler.select
        columns = slice(known["select_fields"][0], known["select_fields"][-1] + 1)
        names = [column[0].target.attname for column in selected[columns]]
        related = get_related_populators(known, selected, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        noted = list(self._compiler.annotation_col_map.items())
        return _Shape(known["model"], columns, names, related, noted)

    def _read(self, found: list[Any], line: BaseDatabaseWrapper) -> list[Any]:
        rows = [list(row) for row in found]
        for place, (steps, expression) in self._converters:
            for step in steps:
                for row in rows:
                    row[place] = step(row[place], expression, line)
        return rows


def prepared_update(
    model: type[Model], names: tuple[str, ...], rows: Iterable[tuple[int, Sequence[Any]]]
) -> None:
    """Set these columns of rows, each given by its key and values, with one statement.

    Django's `bulk_update` makes an expression of every value, and `update` compiles its SQL for
    each row: they cost a tenth more CPU per move.
    """
    fields, statement = _statement(model, names)
    values = [
        [
            *(f.get_db_prep_save(value, connection) for f, value in zip(fields, new, strict=True)),
            pk,
        ]
        for pk, new in rows
    ]
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(statement, values[0])
        elif values:
            cursor.executemany(statement, values)


@cache
def _statement(
    model: type[Model], names: tuple[str, ...]
) -> tuple[tuple[Field[Any, Any], ...], str]:
    quote = connection.ops.quote_name
    known = {field.name: field for field in model._meta.concrete_fields}
    fields = tuple(known[name] for name in names)
    setting = ", ".join(f"{quote(field.column or field.name)} = %s" for field in fields)
    return fields, f"UPDATE {quote(model._meta.db_table)} SET {setting} WHERE id = %s"
