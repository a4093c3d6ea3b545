"""How PostgreSQL executes a query."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection


def plan(sql: str, run: bool = False) -> list[dict[str, Any]]:
    """Return all nodes of this query's plan; if it is run, with the rows that each really read."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN ({'ANALYZE, ' if run else ''}FORMAT JSON) {sql}")
        (found,) = cursor.fetchone() or ("[]",)
    read = json.loads(found) if isinstance(found, str) else found
    return list(nodes(read[0]["Plan"]))


def nodes(top: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield top
    for child in top.get("Plans", ()):
        yield from nodes(child)


def rows_read(sql: str) -> int:
    """Return the number of rows that a query read from tables, including those it filtered out."""
    return sum(
        (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
        for node in plan(sql, run=True)
        if "Relation Name" in node
    )
