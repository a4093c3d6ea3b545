"""Count a finished table for its players: careers, meetings, ratings.

Each table is counted once, in the transaction that marks its row. If a crash interrupts it, the
table stays uncounted and the next sweep finds it. (decision 120)
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import combinations

from django.db import transaction

from accounts.models import User
from games.kinds import KINDS
from games.players import ratings
from games.replays.finished_tables import FinishedTable, finished_table
from games.tables.models import Career, Meeting, Seat, Table, Tally
from games.tables.models.results import REMEMBERED
from games.tables.services.unit_of_work import lock


def count_results(pk: int, at: datetime) -> bool:
    """Count this table, unless it is counted already or one of its players is locked elsewhere."""
    code = Table.objects.values_list("code", flat=True).filter(pk=pk).first()
    with transaction.atomic(), suppress(Table.DoesNotExist):
        table = lock(code or "")
        past = finished_table(table) if _is_due(table) else None
        if past is None or not _lock_players(past):
            return False
        count_careers(past)
        ratings.update_ratings(past)
        Table.objects.filter(pk=pk).update(counted_at=at)
        return True
    return False


def _is_due(table: Table) -> bool:
    """Check whether it must be counted now; newer rules are left to the release that has them."""
    known = table.kind in KINDS and table.rules_version in KINDS[table.kind].versions
    return known and table.status == Table.Status.FINISHED and table.counted_at is None


def _lock_players(past: FinishedTable) -> bool:
    """Lock the players, so nobody else counts for them and none deletes their account meanwhile.

    Deleting an account locks its row and waits for tables, so this must not wait.
    """
    people = {user.pk for user in past.everybody}
    held = User.objects.filter(pk__in=people).select_for_update(skip_locked=True, no_key=True)
    return len(held.order_by("pk").values_list("pk", flat=True)) == len(people)


# --- What a player played and won: by game, role, number of players and opponent ---

WON, LOST = "w", "l"


def count_careers(past: FinishedTable) -> None:
    """Count careers with at most six queries, plus a few for new rows."""
    _update_careers(past)
    _count_tallies(past)
    _count_meetings(past)


def _update_careers(past: FinishedTable) -> None:
    key = {"kind": past.table.kind, "with_bots": past.with_bots}
    users = [user for _, user in past.players]
    known = {row.user_id: row for row in Career.objects.filter(user__in=users, **key)}
    rows = []
    for seat, user in past.players:
        rows.append(known.get(user.pk) or Career(user=user, **key))
        _add(rows[-1], seat, alone=len(past.seats) == 1)
    ratings.save_rows(rows, ("played", "won", "streak", "longest", "best", "form"))


def _add(career: Career, seat: Seat, alone: bool) -> None:
    career.played += 1
    career.won += seat.won
    career.streak = career.streak + 1 if seat.won else 0
    career.longest = max(career.longest, career.streak)
    career.form = (career.form + (WON if seat.won else LOST))[-REMEMBERED:]
    if alone and seat.won and seat.score is not None:
        career.best = seat.score if career.best is None else max(career.best, seat.score)


def _count_tallies(past: FinishedTable) -> None:
    key = {"kind": past.table.kind, "with_bots": past.with_bots}
    users = [user for _, user in past.players]
    found = Tally.objects.filter(user__in=users, **key)
    rows = {(row.user_id, row.by, row.what): row for row in found}
    for user, by, what, won in _parts(past):
        row = rows.setdefault((user, by, what), Tally(user_id=user, by=by, what=what, **key))
        row.played += 1
        row.won += won
    ratings.save_rows(list(rows.values()), ("played", "won"))


def _parts(past: FinishedTable) -> list[tuple[int, str, str, bool]]:
    """Return what to count for whom: the number of players and, by role, the decisions made while
    they sat there. Players who left are not counted."""
    size = str(len(past.seats))
    stayed = {user.pk for _, user in past.players}
    sizes = [(user.pk, Tally.By.SIZE, size, seat.won) for seat, user in past.players]
    roles = [
        (user.pk, Tally.By.ROLE, part.role, part.won)
        for decided in past.decided
        for number, part in enumerate(decided.parts)
        if (user := past.holder(number, decided.at)) is not None and user.pk in stayed
    ]
    return [*sizes, *roles]


def _count_meetings(past: FinishedTable) -> None:
    by_key = sorted(past.players, key=lambda pair: pair[1].pk)
    ids, kind = [user.pk for _, user in by_key], past.table.kind
    found = Meeting.objects.filter(one__in=ids, other__in=ids, kind=kind)
    known = {(row.one_id, row.other_id): row for row in found}
    rows = []
    for (seat, one), (with_seat, other) in combinations(by_key, 2):
        row = known.get((one.pk, other.pk)) or Meeting(one=one, other=other, kind=kind)
        _meet(row, _result(seat), _result(with_seat))
        rows.append(row)
    ratings.save_rows(rows, ("played", "ahead", "behind"))


def _meet(row: Meeting, mine: tuple[bool, int], theirs: tuple[bool, int]) -> None:
    row.played += 1
    row.ahead += mine > theirs
    row.behind += mine < theirs


def _result(seat: Seat) -> tuple[bool, int]:
    """Return the sort key of a result: winners are ahead of the others, then the higher score."""
    return seat.won, seat.score or 0
