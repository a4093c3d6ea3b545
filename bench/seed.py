"""A site full of tables, made by copying rows inside PostgreSQL: some complete, so that they can be
played, and very many that are only stored.

Everything happens in the caller's transaction, to be rolled back. `WORK` has every sweep, with a
way to give it something to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.db import connection
from django.db.models import Model

from accounts.models import User
from config.celery import app
from config.jobs.cleanup import cleanings
from games.moderation.models import Report, Sanction
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Card, Knowledge, LogEntry, Round, Seat, SeatValue, Table, Token
from games.tables.services.lobby import TablePlan
from games.tables.store import saving

PIECES: tuple[type[Model], ...] = (Card, Token, SeatValue, Knowledge)
BIG = (Table, Seat, Notice, Report)
USERS = 5000
REPORTS = 20_000
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class SeededSite:
    """The site that was made: `whole` tables can be played and have the highest keys."""

    tables: int
    whole: int
    at: datetime


def build(tables: int, whole: int, at: datetime) -> SeededSite:
    """Make tables, some of them complete; nothing is due."""
    run("SET LOCAL session_replication_role = replica")  # copies need no check of foreign keys
    users = [User.objects.create_user(f"Pattern-{n}", f"p{n}@example.org") for n in range(3)]
    plan = TablePlan("classic", 3, "Pattern")
    table = services.open_table(users[0], plan, "pattern", at)
    for user in users[1:]:
        services.join(user, table.code, at)
    _users(users[0])
    _tables_of(table, tables - whole, at, idle=True)
    _tables_of(table, whole, at, idle=False)
    _rounds(table)
    _notices(table, tables, at)
    _reports(users[0], at)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, counted_at=at)
    table.seats.update(on_turn=False, due_at=None, remind_at=None)
    counted: tuple[type[Model], ...] = (User, Table, Seat, Round, LogEntry, Notice, Report, *PIECES)
    for model in counted:
        run(f"ANALYZE {model._meta.db_table}")
    run("SET LOCAL session_replication_role = origin")
    return SeededSite(tables, whole, at)


@contextmanager
def same_cards(deal: int = 90) -> Iterator[None]:
    """Deal the same cards on every site meanwhile; there are 256 such deals."""
    with patch.object(saving, "random_bytes", bytes([deal]).__mul__):
        yield


def run(sql: str, parameters: dict[str, Any] | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)


def copy(model: type[Model], tail: str, values: Mapping[str, str], **parameters: Any) -> int:
    """Insert rows made from those that `tail` selects as s, with these expressions for columns."""
    names = [str(f.column) for f in model._meta.concrete_fields if not f.primary_key]
    chosen = ", ".join(values.get(name, f's."{name}"') for name in names)
    columns = ", ".join(f'"{name}"' for name in names)
    loaded = model._meta.db_table
    return run(
        f"INSERT INTO {loaded} ({columns}) SELECT {chosen} FROM {loaded} s {tail}", parameters
    )


def _users(pattern: User) -> None:
    name = "'Scale-' || n"
    values = {"name": name, "name_key": f"lower({name})", "email": "'s' || n || '@example.org'"}
    tail = "CROSS JOIN generate_series(1, %(count)s) n WHERE s.id = %(pk)s"
    copy(User, tail, values, count=USERS, pk=pattern.pk)


def _tables_of(pattern: Table, count: int, at: datetime, idle: bool) -> None:
    """Idle tables are in every state; six of ten are running."""
    mark = "i" if idle else "w"
    status = (
        "(ARRAY['running', 'running', 'running', 'running', 'running', 'running', 'finished', "
        "'finished', 'lobby', 'cancelled'])[mod(n, 10) + 1]"
    )
    values = _codes(mark)
    later = "%(at)s + interval '1 day' + n * interval '1 second'"
    before = "%(at)s - n * interval '1 second'"
    if idle:
        values |= {
            "status": status,
            "expires_at": f"CASE WHEN mod(n, 10) = 8 THEN {later} END",
            "remove_at": f"CASE WHEN mod(n, 10) = 9 THEN {later} END",
            "ended_at": f"CASE WHEN mod(n, 10) IN (6, 7, 9) THEN {before} END",
            "counted_at": f"CASE WHEN mod(n, 10) IN (6, 7) THEN {before} END",
            "created_at": before,
            "moved_at": before,
            "round_number": "CASE WHEN mod(n, 10) = 8 THEN 0 ELSE s.round_number END",
        }
    values |= {"abandon_at": later}
    tail = "CROSS JOIN generate_series(1, %(count)s) n WHERE s.id = %(pk)s"
    copy(Table, tail, values, count=count, pk=pattern.pk, at=at)
    _seats(pattern, mark, at, "s.on_turn" if idle else "true")


def _codes(mark: str) -> dict[str, str]:
    """Make codes as long as real ones, since pages have links with them."""
    signs = {"code": "c", "invite_code": "v", "token": "t"}
    return {name: f"'{mark}{sign}' || lpad(n::text, 10, '0')" for name, sign in signs.items()}


def past(user: User, count: int, at: datetime) -> None:
    """Add this many finished tables to a player's past; they won a third."""
    pattern = Table.objects.get(token="pattern")
    values = _codes("p")
    before = "%(at)s - n * interval '1 hour'"
    values |= {"status": "'finished'", "ended_at": before, "counted_at": before}
    tail = "CROSS JOIN generate_series(1, %(count)s) n WHERE s.id = %(pk)s"
    copy(Table, tail, values, count=count, pk=pattern.pk, at=at)
    seats = {
        "table_id": "g.id",
        "user_id": "CASE WHEN s.number = 0 THEN %(user)s ELSE s.user_id END",
        "won": "s.number = mod(g.id, 3)",
        "score": "s.number",
        "ended_at": "g.ended_at",
    }
    tail = "JOIN tables_table g ON g.code LIKE 'pc%%' WHERE s.table_id = %(pk)s"
    copy(Seat, tail, seats, pk=pattern.pk, user=user.pk)


def _seats(pattern: Table, mark: str, at: datetime, which: str) -> None:
    """Only players on turn at a running table have a clock; some seats are on offer."""
    later = "%(at)s + interval '1 hour' + g.id * interval '1 second'"
    runs = "g.status = 'running' AND s.on_turn"
    first = User.objects.filter(name__startswith="Scale-").order_by("pk").values_list("pk")[0][0]
    offered = f"CASE WHEN {runs} AND mod(g.id, 7) = 0 THEN {later} END"
    values = {
        "table_id": "g.id",
        "user_id": f"{first} + mod(g.id * 3 + s.number, {USERS})",
        "on_turn": f"({runs})",
        "due_at": f"CASE WHEN {runs} THEN {later} END",
        "remind_at": f"CASE WHEN {runs} THEN {later} END",
        "offered_until": offered,
        "ended_at": "g.ended_at",
    }
    tail = "JOIN tables_table g ON g.code LIKE %(codes)s WHERE s.table_id = %(pk)s AND " + which
    copy(Seat, tail, values, codes=f"{mark}c%", pk=pattern.pk, at=at)


def _rounds(pattern: Table) -> None:
    """Copy rounds, pieces and log of the complete tables."""
    tail = "JOIN tables_table g ON g.code LIKE 'wc%%' WHERE s.table_id = %(pk)s"
    copy(Round, tail, {"table_id": "g.id"}, pk=pattern.pk)
    copy(LogEntry, tail, {"table_id": "g.id"}, pk=pattern.pk)
    for model in PIECES:
        tail = (
            "JOIN tables_round o ON o.id = s.round_id AND o.table_id = %(pk)s "
            "JOIN tables_round r ON r.number = o.number AND r.table_id <> o.table_id WHERE true"
        )
        copy(model, tail, {"round_id": "r.id"}, pk=pattern.pk)


def _notices(pattern: Table, count: int, at: datetime) -> None:
    """Add as many notices as tables: sent some days ago, and a few that wait until tomorrow."""
    Notice.objects.filter(table=pattern).delete()
    recipient = pattern.owner
    assert recipient is not None
    row = Notice.objects.create(recipient=recipient, kind="started", table=pattern)
    values = {
        "table_id": "NULL",
        "recipient_id": f"{recipient.pk} + 3 + mod(n, {USERS})",
        "cause_number": "n",
        "state": "CASE WHEN mod(n, 20) = 0 THEN 'waiting' ELSE 'sent' END",
        "ended_at": "CASE WHEN mod(n, 20) > 0 THEN %(at)s - n * interval '1 second' END",
        "due_at": "%(at)s + interval '1 day'",
    }
    tail = "CROSS JOIN generate_series(1, %(count)s) n WHERE s.id = %(pk)s"
    copy(Notice, tail, values, count=count, pk=row.pk, at=at)
    row.delete()


def _reports(pattern: User, at: datetime) -> None:
    """Add reports, most resolved some days ago; moderators were notified of all."""
    row = Report.objects.create(about=pattern, kind="abuse", at=at, due_at=at, told=True)
    values = {
        "about_id": f"{pattern.pk} + 3 + mod(n, {USERS})",
        "token": "'r' || n",
        "state": "CASE WHEN mod(n, 20) = 0 THEN 'open' ELSE 'resolved' END",
        "resolved_at": "CASE WHEN mod(n, 20) > 0 THEN %(at)s - n * interval '1 second' END",
    }
    tail = "CROSS JOIN generate_series(1, %(count)s) n WHERE s.id = %(pk)s"
    copy(Report, tail, values, count=REPORTS, pk=row.pk, at=at)
    row.delete()


# --- something to do ------------------------------------------------------------------------------

Keys = list[int]


def _change(loaded: str, changes: str, which: str, count: int, **parameters: Any) -> Keys:
    """Change the first `count` of these rows and return their keys."""
    sql = (
        f"UPDATE {loaded} SET {changes} WHERE id IN "
        f"(SELECT id FROM {loaded} WHERE {which} ORDER BY id LIMIT %(count)s) RETURNING id"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, {"count": count, **parameters})
        return sorted(row[0] for row in cursor.fetchall())


def _on_turn(changes: str, count: int, at: datetime) -> Keys:
    """Return this many seats on turn at complete tables."""
    whole = "on_turn AND table_id IN (SELECT id FROM tables_table WHERE code LIKE 'wc%%')"
    return _change("tables_seat", changes, whole, count, past=at - HOUR, later=at + HOUR)


def overdue(count: int, at: datetime) -> Keys:
    return _on_turn("due_at = %(past)s, remind_at = NULL", count, at)


def to_remind(count: int, at: datetime) -> Keys:
    return _on_turn("remind_at = %(past)s, due_at = %(later)s", count, at)


def on_offer(count: int, at: datetime) -> Keys:
    """Offer seats whose players missed too many turns; no clock runs."""
    nobody = "due_at = NULL, remind_at = NULL, absences = 2"
    return _on_turn(f"{nobody}, offered_until = %(past)s", count, at)


def bots(count: int, at: datetime) -> Keys:
    nobody = "due_at = NULL, remind_at = NULL, user_id = NULL"
    return _on_turn(f"{nobody}, bot = 'easy', act_at = %(past)s", count, at)


def abandoned(count: int, at: datetime) -> Keys:
    """Make abandoned tables, where no clock runs."""
    tables = _tables("abandon_at = %(past)s", "code LIKE 'wc%%'", count, at)
    stopped = "due_at = NULL, remind_at = NULL, offered_until = NULL, act_at = NULL"
    _change("tables_seat", stopped, "table_id = ANY(%(tables)s)", 10 * count, tables=tables)
    return tables


def banned(count: int, at: datetime) -> Keys:
    """Ban players with one seat each at a complete table."""
    seats = _on_turn("bot = ''", count, at)
    for pk in seats:
        user = User.objects.create_user(f"Banned-{pk}")
        Seat.objects.filter(pk=pk).update(user=user)
        Sanction.objects.create(user=user, kind="ban", hands_on=True, seats_due=at - HOUR)
    return seats


def lobbies(count: int, at: datetime) -> Keys:
    return _tables("expires_at = %(past)s", "status = 'lobby'", count, at)


def to_remove(count: int, at: datetime) -> Keys:
    closed = "status = 'abandoned', remove_at = %(past)s"
    return _tables(closed, "code LIKE 'wc%%'", count, at)


def finished(count: int, at: datetime) -> Keys:
    over = "status = 'finished', ended_at = %(past)s"
    return _tables(over, "code LIKE 'wc%%'", count, at)


def _tables(changes: str, which: str, count: int, at: datetime) -> Keys:
    return _change("tables_table", changes, which, count, past=at - HOUR)


def waiting_notices(count: int, at: datetime) -> Keys:
    """Add notices of a removed table: each is claimed, checked, and dropped as no longer true."""
    return _change(
        "notices_notice", "due_at = %(past)s", "state = 'waiting'", count, past=at - HOUR
    )


def waiting_requests(count: int, at: datetime) -> Keys:
    """Do the same by webhook, which sends one at a time for each reader."""
    changes = "due_at = %(past)s, channel = 'webhook'"
    return _change("notices_notice", changes, "state = 'waiting'", count, past=at - HOUR)


def untold_reports(count: int, at: datetime) -> Keys:
    return _change("moderation_report", "told = false", "state = 'open'", count)


def old_notices(count: int, at: datetime) -> Keys:
    past = at - settings.KEEP_NOTICES - HOUR
    return _change("notices_notice", "ended_at = %(past)s", "state = 'sent'", count, past=past)


@dataclass(frozen=True, slots=True)
class Work:
    """A sweep, the rows that become due for it, how, and the index that finds them."""

    task: str
    model: type[Model]
    make_due: Callable[[int, datetime], Keys]
    index: str
    or_index: str = ""
    """Another index that works too: the planner may use either."""

    def run(self, at: datetime) -> int:
        """Run the sweep once; return how many it did."""
        if self.task.startswith("cleanup."):
            return cleanings()[self.task.removeprefix("cleanup.")].run(at).done
        app.loader.import_default_modules()  # as a worker does: nothing here imports the tasks
        return int(app.tasks[self.task]())


WORK = (
    Work("tables.miss_turns", Seat, overdue, "seats_by_due_time"),
    Work("tables.remind", Seat, to_remind, "seats_to_remind"),
    Work("tables.end_offers", Seat, on_offer, "seats_on_offer"),
    Work("tables.abandon_tables", Table, abandoned, "tables_by_abandon_time"),
    Work("tables.move_bots", Seat, bots, "bots_by_act_time"),
    Work("tables.expire_lobbies", Table, lobbies, "lobbies_by_expiry"),
    Work("tables.count_results", Table, finished, "tables_to_count"),
    Work("moderation.hand_on_seats", Seat, banned, "seats_by_end", "tables_seat_user_id_809388ff"),
    Work("notices.mail_notices", Notice, waiting_notices, "notices_by_due_time"),
    Work("notices.send_notices", Notice, waiting_requests, "notices_by_due_time"),
    Work("moderation.tell_on_call", Report, untold_reports, "reports_to_tell"),
    Work("cleanup.tables", Table, to_remove, "tables_by_removal_time"),
    Work("cleanup.notices", Notice, old_notices, "notices_by_age"),
)
