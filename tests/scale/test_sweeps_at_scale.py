"""On a site of many tables, a sweep finds those that are due and touches no others.

The explained queries are the real ones: they are recorded while the sweeps run.
"""

from __future__ import annotations

import re

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from bench import seed
from bench.seed import SeededSite, Work
from config.jobs.sweeps import SWEEPS
from games.moderation.models import Report
from games.notices.models import Notice
from games.tables.models import Seat, Table
from tests.scale.conftest import DUE
from tests.scale.plans import plan

# One process for all of them: the site is built once.
pytestmark = [pytest.mark.both, pytest.mark.django_db, pytest.mark.xdist_group("scale")]

BIG = [model._meta.db_table for model in seed.BIG]
"""Tables of which no query of a sweep may read all."""
FEWER = {"tables.move_bots": 20, "tables.end_offers": 40, "tables.abandon_tables": 40,
         "cleanup.tables": 80, "tables.remind": 150, "tables.expire_lobbies": 150,
         "moderation.hand_on_seats": 20, "notices.mail_notices": 150,
         "notices.send_notices": 50, "tables.count_results": 40}  # fmt: skip
"""Not all 500, so that the tests take seconds: it is enough to try all with missed turns."""

every_sweep = pytest.mark.parametrize("work", seed.WORK, ids=lambda work: work.task)


def test_every_scheduled_sweep_is_measured() -> None:
    weighed = {work.task for work in seed.WORK}
    elsewhere = {"accounts.send_waiting_mail", "config.clean_up"}  # test_outbox; cleanup.* here
    assert set(SWEEPS) <= weighed | elsewhere


# --- plans ----------------------------------------------------------------------------------------


@every_sweep
def test_it_finds_due_rows_by_index_without_scanning_a_table(
    seeded: SeededSite, work: Work
) -> None:
    due = work.make_due(5, seeded.at)
    before = sequential_scans()
    with CaptureQueriesContext(connection) as queries:
        assert work.run(seeded.at) == len(due) == 5
    assert sequential_scans() == before
    asked = [q["sql"] for q in queries if re.match("SELECT|UPDATE|DELETE", q["sql"])]
    finds = next(sql for sql in asked if work.model._meta.db_table in sql)
    assert {work.index, work.or_index} & {node.get("Index Name") for node in plan(finds)}
    for sql in asked:
        scanned = {n["Relation Name"] for n in plan(sql) if n["Node Type"] == "Seq Scan"}
        assert not scanned & set(BIG), sql


def sequential_scans() -> list[tuple[str, int]]:
    """Return PostgreSQL's own count of sequential scans, in this transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, seq_scan FROM pg_stat_xact_user_tables "
            "WHERE relname = ANY(%s) ORDER BY relname",
            [BIG],
        )
        return [(str(name), int(scans)) for name, scans in cursor.fetchall()]


# --- rows -----------------------------------------------------------------------------------------


@every_sweep
def test_it_touches_only_due_rows(seeded: SeededSite, work: Work) -> None:
    due = set(work.make_due(FEWER.get(work.task, DUE), seeded.at))
    games = set(
        work.model._default_manager.filter(pk__in=due).values_list(GAME[work.model], flat=True)
    )
    counts, marker = numbers(), newest_transaction()
    with transaction.atomic():  # what is written from here on belongs to a newer transaction
        done = 0
        while did := work.run(seeded.at):
            done += did
    assert done == len(due)
    gone = {model for model, number in counts.items() if numbers()[model] < number}
    if gone:
        assert numbers()[work.model] == counts[work.model] - len(due)
        assert not work.model._default_manager.filter(pk__in=due).exists()
    else:
        assert due <= touched(work.model, "id", marker)
    assert touched(Table, "id", marker) <= games
    assert touched(Seat, "table_id", marker) <= games
    assert touched(Notice, "table_id", marker) <= games
    assert touched(work.model, "id", marker) <= (due if work.model is not Seat else seats_of(games))


GAME: dict[type[Model], str] = {
    Table: "pk",
    Seat: "table_id",
    Notice: "table_id",
    Report: "table_id",
}


def seats_of(games: set[int]) -> set[int]:
    return set(Seat.objects.filter(table__in=games).values_list("pk", flat=True))


def numbers() -> dict[type[Model], int]:
    return {model: model._default_manager.count() for model in GAME}


def newest_transaction() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT max(n) FROM (SELECT max(xmin::text::bigint) n FROM tables_table UNION "
            "SELECT max(xmin::text::bigint) FROM tables_seat UNION "
            "SELECT max(xmin::text::bigint) FROM moderation_report UNION "
            "SELECT max(xmin::text::bigint) FROM notices_notice) of_all"
        )
        (found,) = cursor.fetchone() or (0,)
    return int(found)


def touched(model: type[Model], column: str, since: int) -> set[int]:
    """Return what was written by newer transactions."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {column} FROM {model._meta.db_table} WHERE xmin::text::bigint > %s", [since]
        )
        return {row[0] for row in cursor.fetchall()}
