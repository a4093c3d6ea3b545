"""What somebody played and won: of a game, in a role, with so many players, and against whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import TypeVar

from django.db.models import Model

from games.tables.models import Career, Meeting, Seat, Tally
from games.tables.models.results import REMEMBERED
from games.tables.past import Past

WON, LOST = "w", "l"
M = TypeVar("M", bound=Model)


def count(past: Past) -> None:
    """Six queries at most, or a few more where a row is new."""
    _count_careers(past)
    _count_tallies(past)
    _count_meetings(past)


def _count_careers(past: Past) -> None:
    key = {"kind": past.table.kind, "with_bots": past.with_bots}
    users = [user for _, user in past.players]
    known = {row.user_id: row for row in Career.objects.filter(user__in=users, **key)}
    rows = []
    for seat, user in past.players:
        rows.append(known.get(user.pk) or Career(user=user, **key))
        _add(rows[-1], seat, alone=len(past.seats) == 1)
    _save(rows, ("played", "won", "streak", "longest", "best", "form"))


def _add(career: Career, seat: Seat, alone: bool) -> None:
    career.played += 1
    career.won += seat.won
    career.streak = career.streak + 1 if seat.won else 0
    career.longest = max(career.longest, career.streak)
    career.form = (career.form + (WON if seat.won else LOST))[-REMEMBERED:]
    if alone and seat.won and seat.score is not None:
        career.best = seat.score if career.best is None else max(career.best, seat.score)


def _count_tallies(past: Past) -> None:
    key = {"kind": past.table.kind, "with_bots": past.with_bots}
    users = [user for _, user in past.players]
    found = Tally.objects.filter(user__in=users, **key)
    rows = {(row.user_id, row.by, row.what): row for row in found}
    for user, by, what, won in _parts(past):
        row = rows.setdefault((user, by, what), Tally(user_id=user, by=by, what=what, **key))
        row.played += 1
        row.won += won
    _save(list(rows.values()), ("played", "won"))


def _parts(past: Past) -> list[tuple[int, str, str, bool]]:
    """Whom to count a part for: the number of players; and by role, whatever was decided while
    they sat there. Who left counts nothing here."""
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


def _count_meetings(past: Past) -> None:
    by_key = sorted(past.players, key=lambda pair: pair[1].pk)
    ids, kind = [user.pk for _, user in by_key], past.table.kind
    found = Meeting.objects.filter(one__in=ids, other__in=ids, kind=kind)
    known = {(row.one_id, row.other_id): row for row in found}
    rows = []
    for (seat, one), (with_seat, other) in combinations(by_key, 2):
        row = known.get((one.pk, other.pk)) or Meeting(one=one, other=other, kind=kind)
        _meet(row, _result(seat), _result(with_seat))
        rows.append(row)
    _save(rows, ("played", "ahead", "behind"))


def _meet(row: Meeting, mine: tuple[bool, int], theirs: tuple[bool, int]) -> None:
    row.played += 1
    row.ahead += mine > theirs
    row.behind += mine < theirs


def _result(seat: Seat) -> tuple[bool, int]:
    """Who won is ahead of who did not; then who has more."""
    return seat.won, seat.score or 0


def _save(rows: Sequence[M], columns: Collection[str]) -> None:
    """New ones and known ones; whoever calls holds the players."""
    if not rows:
        return
    manager = type(rows[0])._default_manager
    manager.bulk_create([row for row in rows if row.pk is None])
    manager.bulk_update([row for row in rows if row.pk is not None], list(columns))
