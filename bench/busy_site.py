"""Fill a PostgreSQL database as a busy site would, by SQL: 100,000 tables, 1,000,000 moves.

    DATABASE_URL=postgres://… python -m bench.busy_site --tables 100000

Columns not given take their model's default, so a new field needs no change here.
Only for a database made for it: existing rows stay, but the new ones look the same.
"""

from __future__ import annotations

import argparse
from typing import Any

import django
from django.db import connection, models, transaction

MOVES_A_TABLE, SEATS_A_TABLE = 10, 4


def fill(model: type[models.Model], count: int, **columns: str) -> None:
    """Insert this many rows; a column is an SQL expression over `n`, which counts from 1."""
    names, values, parameters = [], [], []
    for field in model._meta.concrete_fields:
        if field.primary_key:
            continue
        names.append(connection.ops.quote_name(str(field.column)))
        if field.name in columns:
            values.append(columns[field.name])
        else:
            values.append("%s")
            parameters.append(_default(field))
    loaded = connection.ops.quote_name(model._meta.db_table)
    statement = (
        f"INSERT INTO {loaded} ({', '.join(names)}) "
        f"SELECT {', '.join(values)} FROM generate_series(1, %s) AS n"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*parameters, count])


def _default(field: models.Field[Any, Any]) -> Any:
    return field.get_db_prep_save(field.get_default(), connection)


def first(model: type[models.Model]) -> int:
    """Return the smallest key; rows were written in order, so the others follow from it."""
    return int(model._default_manager.order_by("pk").values_list("pk", flat=True)[0])


@transaction.atomic
def seed(tables: int, players: int = 20_000) -> None:
    """Fill a site of that size."""
    from accounts.models import User
    from games.moderation.models import AuditEntry, Report, Sanction
    from games.notices.models import Notice
    from games.tables.models import LogEntry, Message, Seat, Table

    fill(User, players, name="'Seed-' || n", name_key="'seed' || n",
         email="'seed' || n || '@example.org'", password="'!'")  # fmt: skip
    user = f"{first_seeded(User)} + (n * 7919) %% {players}"
    fill(Table, tables, code="lpad(to_hex(n), 12, 'g')", invite_code="lpad(to_hex(n), 12, 'h')",
         title="'Table ' || n", kind="'classic'", rules_version="1", size=str(SEATS_A_TABLE),
         token="'seed' || n", owner=user, round_number="1", length=str(MOVES_A_TABLE),
         seed="'00'", salt="'00'",
         status="(ARRAY['lobby','running','finished','finished','finished','abandoned'])"
                "[1 + n %% 6]",
         started_at="now() - (n %% 90) * interval '1 day'",
         moved_at="now() - (n %% 60) * interval '1 day'",
         ended_at="CASE WHEN n %% 6 > 1 THEN now() - (n %% 60) * interval '1 day' END",
         )  # fmt: skip
    table = first(Table)
    fill(Seat, tables * SEATS_A_TABLE, table=f"{table} + (n - 1) / {SEATS_A_TABLE}",
         number=f"(n - 1) %% {SEATS_A_TABLE}",
         user=f"{first_seeded(User)} + ((n - 1) / {SEATS_A_TABLE} * 31 + (n - 1) "
              f"%% {SEATS_A_TABLE}) %% {players}",
         on_turn=f"(n - 1) %% {SEATS_A_TABLE} = 0",
         due_at=f"CASE WHEN (n - 1) %% {SEATS_A_TABLE} = 0 THEN "
                "now() + (n %% 7 - 1) * interval '1 day' END")  # fmt: skip
    fill(LogEntry, tables * MOVES_A_TABLE, table=f"{table} + (n - 1) / {MOVES_A_TABLE}",
         number=f"1 + (n - 1) %% {MOVES_A_TABLE}", round_number="1", seat="n %% 4",
         state_hash="'0'", token="''", kind="'move'", events="'[]'::jsonb",
         at="now() - (n %% 90) * interval '1 day'")  # fmt: skip
    fill(Message, tables * 2, table=f"{table} + (n - 1) / 2", user=user, round_number="1",
         text="'Hello ' || n", token="'seed' || n", seat="1",
         at="now() - (n %% 90) * interval '1 day'")  # fmt: skip
    fill(Notice, tables * 2, recipient=user, kind="'turn'", cause_number="n", state="'sent'",
         table=f"{table} + (n - 1) / 2",
         ended_at="now() - (n %% 80) * interval '1 day'")  # fmt: skip
    fill(Report, tables // 20, reporter=user, about=f"{user} - 1 + n %% 2", kind="'abuse'",
         words="'rude'", token="'seed' || n",
         state="CASE WHEN n %% 100 = 0 THEN 'open' ELSE 'resolved' END",
         due_at="now() - (n %% 90) * interval '1 day'",
         resolved_at="CASE WHEN n %% 100 > 0 THEN now() END")  # fmt: skip
    fill(Sanction, tables // 20, user=user, kind="'warning'", reason="'abuse'",
         token="'seed' || n", appeal_token="'seed' || n")  # fmt: skip
    fill(AuditEntry, tables, actor=user, action="'warn'", target=f"{user} - 1 + n %% 2",
         reason="'rude'", at="now() - (n %% 900) * interval '1 day'")  # fmt: skip


def first_seeded(model: type[models.Model]) -> int:
    seeded = model._default_manager.filter(name__startswith="Seed-")
    return int(seeded.order_by("pk").values_list("pk", flat=True)[0])


def analyze() -> None:
    """Update the planner's statistics, as autovacuum would after a while."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=20_000)
    chosen = parser.parse_args(arguments)
    seed(chosen.tables, chosen.players)
    analyze()
    print(f"seed: {chosen.tables:,} tables, {chosen.tables * MOVES_A_TABLE:,} moves")


if __name__ == "__main__":
    django.setup()
    main()
