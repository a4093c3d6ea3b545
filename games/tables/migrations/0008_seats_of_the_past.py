"""Seats of tables that are over say so.

What the last release ends after this still does not: `games/tables/presenters/lists.py` asks the
table where a seat says nothing.
"""

from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Subquery


def fill(apps: Any, editor: Any) -> None:
    tables = apps.get_model("tables", "Table").objects.filter(pk=OuterRef("table"))
    seats = apps.get_model("tables", "Seat").objects.filter(ended_at__isnull=True)
    alone = seats.filter(table__status="finished", table__size=1, won=True)
    alone.update(score_alone=F("score"))
    over = seats.filter(table__ended_at__isnull=False)
    over.update(ended_at=Subquery(tables.values("ended_at")))


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_when_a_seat_ended")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
