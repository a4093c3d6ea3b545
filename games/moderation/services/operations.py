"""Figures of the site. The number of queries is fixed; each uses an index or a sample."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import TruncDate

from accounts import dates
from accounts.models import OutgoingMail, User
from config.jobs.sweeps import last_heartbeat
from games.moderation import conflicts, permissions
from games.moderation.models import Report
from games.moderation.permissions import Action
from games.moderation.services import audit
from games.notices.models import Notice
from games.tables import services
from games.tables.models import LogEntry, Seat, Table

FIGURE_DAYS = 30
SAMPLE = 5000


ByDay = dict[date, int]


def site_figures(at: datetime, reader: User | None = None) -> dict[str, Any]:
    """Return the figures as this reader may know them: without reports about themselves."""
    since = at - timedelta(days=FIGURE_DAYS)
    ended = _ended(since)
    waits = Report.objects.waiting()
    waits = conflicts.without_own_cases(waits, reader) if reader else waits
    reports = waits.aggregate(all=Count("pk"), late=Count("pk", filter=Q(due_at__lte=at)))
    mail = Notice.objects.filter(ended_at__gte=since)
    sent = mail.filter(channel=Notice.Channel.MAIL, state=Notice.State.SENT)
    failed = mail.filter(state=Notice.State.FAILED)
    beat = last_heartbeat()
    return {
        "started": _series(_by_day(Table.objects.filter(started_at__gte=since), "started_at"), at),
        "finished": _series(ended[Table.Status.FINISHED], at),
        "abandoned": _series(ended[Table.Status.ABANDONED], at),
        "mails_sent": _series(_by_day(sent, "ended_at"), at),
        "running": Table.objects.running().count(),
        "turn": _median_turn(),
        "overdue": Seat.objects.overdue(at).filter(on_turn=True).count(),
        "mails_failed": failed.count()
        + OutgoingMail.objects.filter(given_up_at__gte=since).count(),
        "reports_open": reports["all"],
        "reports_overdue": reports["late"],
        "heartbeat": at - beat if beat else None,
        "lag": _lag(at),
    }


def _by_day(rows: QuerySet[Any], column: str) -> ByDay:
    days = rows.annotate(day=TruncDate(column)).values_list("day")
    return dict(days.annotate(n=Count("pk")).order_by())


def _ended(since: datetime) -> dict[str, ByDay]:
    """Count the tables that ended, by state and day, in one query."""
    found: dict[str, ByDay] = {status: {} for status in Table.Status.values}
    rows = Table.objects.filter(ended_at__gte=since).annotate(day=TruncDate("ended_at"))
    for status, day, n in rows.values_list("status", "day").annotate(n=Count("pk")).order_by():
        found[status][day] = n
    return found


def _series(found: ByDay, at: datetime) -> ByDay:
    """Fill in a number for every day, the latest last."""
    days = ((at - timedelta(days=n)).date() for n in reversed(range(FIGURE_DAYS)))
    return {day: found.get(day, 0) for day in days}


def _median_turn() -> timedelta | None:
    """Return the median time from an entry to the move after it, over the latest entries."""
    latest = LogEntry.objects.order_by("-pk").values_list("table", "number", "kind", "at")[:SAMPLE]
    entries = {(table, number): (kind, at) for table, number, kind, at in latest}
    took = [
        (at - entries[table, number - 1][1]).total_seconds()
        for (table, number), (kind, at) in entries.items()
        if kind == LogEntry.Kind.MOVE and (table, number - 1) in entries
    ]
    return timedelta(seconds=median(took)) if took else None


def _lag(at: datetime) -> timedelta:
    """Return how late the oldest waiting notice is."""
    waiting = Notice.objects.filter(state=Notice.State.WAITING, due_at__lte=at)
    oldest = waiting.aggregate(oldest=Min("due_at"))["oldest"]
    return at - oldest if oldest else timedelta()


class Bar(NamedTuple):
    """One day of a chart, in the units of its drawing."""

    x: int
    y: int
    height: int
    title: str


HIGH, STEP = 60, 10


def chart_bars(series: ByDay) -> Iterator[Bar]:
    """Yield a bar for each day, the highest as high as the chart. The CSP forbids inline styles."""
    most = max(series.values()) or 1
    for n, (day, value) in enumerate(series.items()):
        height = round(value / most * (HIGH - 2))
        yield Bar(n * STEP, HIGH - height, height, f"{dates.day(day)}: {value}")


@transaction.atomic
def stop_all_clocks(
    actor: User, until: datetime | None, message: str, reason: str, at: datetime
) -> None:
    """Suspend all deadlines, which every page announces. Repeating it changes the message."""
    permissions.require(actor, Action.STOP_CLOCKS)
    clock = services.stop_clocks(at, until, message)
    after = {"since": audit.iso(clock.stopped_at), "until": audit.iso(until), "message": message}
    audit.write(actor, Action.STOP_CLOCKS, reason, at, after=after)


@transaction.atomic
def start_all_clocks(actor: User, reason: str, at: datetime) -> None:
    """If clocks are stopped, start them and move every deadline by the length of the stop."""
    permissions.require(actor, Action.START_CLOCKS)
    moved = services.let_clocks_run(at)
    if moved is not None:
        after = {"seconds": int(moved.total_seconds())}
        audit.write(actor, Action.START_CLOCKS, reason, at, after=after)
