"""Conflicts of interest: no member of staff acts against or about a player they are too close to.

They are too close to players with whom they share a running table, or one that ended in the last
fortnight; to players who have reported them, or appealed against their decision; and to players
whom they have reported, until that is resolved. A colleague decides instead. If no colleague can,
a superuser may, and the audit trail says so.

`audit.write` checks this for every entry that names somebody. So no action can forget it: each
writes its entry in its own transaction, which is rolled back if the entry is refused. All
refusals have the same text, so that they don't reveal a report about the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.contrib.auth.models import Permission
from django.db.models import Model, Q, QuerySet, TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation import permissions
from games.moderation.models import AuditEntry, Report, Sanction, StaffNote
from games.moderation.permissions import Action, NotAllowed
from games.notices.models import Notice
from games.tables.models import Departure, Seat, Table

CONFLICT_AFTER_GAME: Final = timedelta(days=14)
ALLOWED_IN_CONFLICT: Final = frozenset({Action.RELEASE})
"""Actions that help a colleague to decide instead."""
CONFLICT_KEY: Final = "conflict"
"""The key in an audit entry for a conflict that was overridden."""

Pair = tuple[int, int]
"""A member of staff, and a player."""
RowsT = TypeVar("RowsT", bound=QuerySet[Any])


class Conflict(TextChoices):
    TABLE = "table", _("they share a table, or did so lately")
    REPORT = "report", _("the player has reported them")
    APPEAL = "appeal", _("the player has appealed against their decision")
    OWN_REPORT = "own-report", _("they have reported the player")


def find_conflicts(
    staff: Collection[int], players: Collection[int], at: datetime
) -> dict[Pair, Conflict]:
    """Return all conflicts between these staff and these players: at most three queries."""
    found = _reporting_conflicts(staff, players) | _table_conflicts(staff, players, at)
    return {(one, other): tie for (one, other), tie in found.items() if one != other}


def _table_conflicts(
    staff: Collection[int], players: Collection[int], at: datetime
) -> dict[Pair, Conflict]:
    """Find who shares or shared a table, until a fortnight after it is over."""
    tables: dict[int, set[int]] = {}
    for table, user in tables_played(staff, _played_lately(at)):
        tables.setdefault(table, set()).add(user)
    met = tables_played(players, Q(table__in=list(tables))) if tables else []
    return {(one, other): Conflict.TABLE for table, other in met for one in tables[table]}


def _played_lately(at: datetime) -> Q:
    lately = Q(table__status__in=Table.OVER, table__ended_at__gt=at - CONFLICT_AFTER_GAME)
    return Q(table__status=Table.Status.RUNNING) | (lately & Q(table__started_at__isnull=False))


def tables_played(users: Collection[int], where: Q | None = None) -> QuerySet[Any, Pair]:
    """Return pairs of a table and a user who sits there, sat there before a bot did, or left."""
    where = where or Q()
    sits = Seat.objects.filter(where, user__in=users).values_list("table", "user")
    sat = Seat.objects.filter(where, former__in=users).values_list("table", "former")
    left = Departure.objects.filter(where, user__in=users).values_list("table", "user")
    return sits.order_by().union(sat.order_by(), left.order_by())


def _reporting_conflicts(staff: Collection[int], players: Collection[int]) -> dict[Pair, Conflict]:
    """Return the conflicts from reports and appeals: against staff as long as they are kept, by
    staff until they are resolved."""
    rows = Report.objects.filter(Q(reporter__in=players) | Q(about__in=players))
    against = Q(about__in=staff) | Q(kind=Report.Kind.APPEAL, sanction__by__in=staff)
    by_staff = Q(reporter__in=staff) & ~Q(state=Report.State.RESOLVED)
    found: dict[Pair, Conflict] = {}
    for row in rows.filter(against | by_staff).select_related("sanction"):
        found |= _conflict_in_report(row, staff, players)
    return found


def _conflict_in_report(
    row: Report, staff: Collection[int], players: Collection[int]
) -> dict[Pair, Conflict]:
    """Return the conflicts from this report; an appeal is one with the author of the decision."""
    reporter, against, tie = row.reporter_id, row.about_id, Conflict.REPORT
    if row.sanction is not None:
        reporter, against, tie = row.reporter_id, row.sanction.by_id or 0, Conflict.APPEAL
    if against in staff and reporter in players:
        return {(against, reporter or 0): tie}
    if reporter in staff and row.about_id in players:
        return {(reporter or 0, row.about_id): Conflict.OWN_REPORT}
    return {}


def require_no_conflict(
    actor: User, action: Action, people: Iterable[User], at: datetime
) -> Conflict | None:
    """Refuse an action in a conflict; return the conflict if a superuser may act in spite of it."""
    others = {person.pk: person for person in people if person.pk != actor.pk}
    if not others or action in ALLOWED_IN_CONFLICT:
        return None
    found = find_conflicts([actor.pk], list(others), at)
    for tie in found.values():
        if not actor.is_superuser or _colleagues(actor, [action], list(others.values()), at):
            raise NotAllowed("too-close")
        return tie
    return None


def offered_actions(
    actor: User, actions: Collection[Action], people: Iterable[User], at: datetime
) -> set[Action]:
    """Return the actions that a page may offer: allowed by role, and without a conflict."""
    others = {person.pk: person for person in people}
    allowed = {action for action in actions if permissions.may(actor, action)}
    if actor.pk in others or not allowed:
        return set()
    if not find_conflicts([actor.pk], list(others), at):
        return allowed
    if not actor.is_superuser:
        return allowed & ALLOWED_IN_CONFLICT
    return allowed - _colleagues(actor, allowed, list(others.values()), at)


def players_in_conflict(
    actor: User, action: Action, people: Iterable[User], at: datetime
) -> set[int]:
    """Return the people here to whom they may not do this."""
    others = {person.pk: person for person in people}
    near = {player for _, player in find_conflicts([actor.pk], list(others), at)}
    if not actor.is_superuser:
        return near
    return {pk for pk in near if _colleagues(actor, [action], [others[pk]], at)}


def _colleagues(
    actor: User, actions: Iterable[Action], people: Collection[User], at: datetime
) -> set[Action]:
    """Return the actions that a colleague without a conflict could take."""
    of_staff = any(person.is_staff for person in people)
    held = _permissions(actor, [person.pk for person in people], at)
    near = {one for one, _ in find_conflicts(list(held), [person.pk for person in people], at)}
    free = [names for one, names in held.items() if one not in near]
    able = [names for names in free if not of_staff or "moderation.sanction_staff" in names]
    return {action for action in actions if any(action.permission in n for n in able)}


def _permissions(actor: User, but: Collection[int], at: datetime) -> dict[int, set[str]]:
    """Return the permissions of every other active member of staff: three queries."""
    free = Q(suspended_until=None) | Q(suspended_until__lte=at)
    others = User.objects.not_deleted().filter(free, is_staff=True, is_active=True)
    found = others.exclude(pk__in=[actor.pk, *but]).values_list("pk", "is_superuser")
    every = {*(action.permission for action in Action), permissions.SANCTION_STAFF}
    held = {pk: set(every) if is_superuser else set() for pk, is_superuser in found}
    for path in ("group__user", "user"):
        rows = Permission.objects.filter(**{f"{path}__in": list(held)})
        for pk, app, name in rows.values_list(path, "content_type__app_label", "codename"):
            if pk in held:
                held[pk].add(f"{app}.{name}")
    return held


def conflict_text(after: Mapping[str, Any]) -> str:
    """Return the conflict that an entry's actor overrode, in words; usually nothing."""
    tie = after.get(CONFLICT_KEY)
    if tie not in Conflict.values:
        return ""
    line = gettext("decided in spite of a conflict of interest, as nobody else could: %(why)s")
    return line % {"why": Conflict(tie).label}


def entry_label(entry: AuditEntry) -> str:
    """Return an entry's action and any overridden conflict; an unknown code is shown as it is."""
    done = str(dict(Action.choices).get(entry.action, entry.action))
    spite = conflict_text(entry.after)
    return f"{done} ({spite})" if spite else done


# Tables at which a moderator plays or played: hidden from them in the admin until the end.
#
# No list or page shows spectators' chat or reports from there, or anything colleagues wrote or did
# there. The moderator asks a colleague instead. `without_own_tables` also leaves out reports about
# themselves.


def own_tables_of(user: User) -> dict[int, str]:
    """Return the primary key and the code of each table."""
    seats = Seat.objects.at_open_tables().filter(Q(user=user) | Q(former=user))
    left = Departure.objects.filter(user=user, table__status__in=Table.OPEN)
    fields = ("table_id", "table__code")
    return dict(seats.order_by().values_list(*fields).union(left.values_list(*fields)))


def without_own_tables(
    rows: RowsT, path: str, user: User, own: Collection[int] | None = None
) -> RowsT:
    """Leave out rows of own tables. `path` leads from a row to its table.

    A caller who has called `own_tables_of` already passes its result as `own`.
    """
    own, rows = own_tables_of(user) if own is None else own, without_own_cases(rows, user)
    return rows.exclude(**{f"{path}__in": list(own)}) if own else rows


def visible_entries(entries: QuerySet[AuditEntry], user: User) -> QuerySet[AuditEntry]:
    """Leave out entries about own tables: by code, because entries outlive tables."""
    own, entries = own_tables_of(user), without_own_cases(entries, user)
    return entries.exclude(table_code__in=list(own.values())) if own else entries


# Reports about a member of staff: hidden from them, including that one exists.
#
# The form promises reporters that the reported player does not learn who they are. That includes
# reported staff and superusers. So lists, counts, searches, exports and pages go through
# `without_own_cases`. It leaves out reports about the reader, and everything that could
# reveal one: decisions, notes and audit entries about the reader, such a report's results,
# and its reporter's answer.


def without_own_cases(rows: RowsT, reader: User) -> RowsT:
    """Leave out rows that reveal a report about the reader."""
    hidden = HIDDEN_ROWS.get(rows.model)
    for theirs in hidden(reader) if hidden else ():
        rows = rows.exclude(theirs)
    return rows


def _reports_about(reader: User) -> QuerySet[Any]:
    return Report.objects.filter(about=reader).values("pk")


HIDDEN_ROWS: Mapping[type[Model], Callable[[User], tuple[Q, ...]]] = {
    Report: lambda reader: (Q(about=reader),),
    Sanction: lambda reader: (Q(user=reader), Q(report__in=_reports_about(reader))),
    StaffNote: lambda reader: (Q(user=reader),),
    AuditEntry: lambda reader: (Q(target=reader), Q(report_number__in=_reports_about(reader))),
    # An answer reveals the reporter.
    Notice: lambda reader: (Q(cause="report", cause_number__in=_reports_about(reader)),),
}
