"""The queue of reports: how many wait, which come first, and which are about the same thing.

Reports about the same player at the same table are a group: one row of the queue. An appeal is
always a group of its own, because each is decided for itself. The number of queries is fixed; what
waits is found by an index, however much was resolved before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Case, Count, F, IntegerField, Max, Min, Q, QuerySet, Sum, Value, When
from django.utils.text import Truncator

from accounts.models import User
from games.moderation import reports
from games.moderation.models import Report

Kind, State = Report.Kind, Report.State
GRAVE, PLAIN, LIGHT = 1, 2, 3
SEVERITY: Final[Mapping[str, int]] = {
    Kind.ABUSE: GRAVE,
    Kind.COLLUSION: GRAVE,
    Kind.APPEAL: GRAVE,  # somebody cannot play, perhaps by our mistake
    Kind.NAME: LIGHT,
}
"""How soon to look at it. All other kinds are plain: who knows what they turn out to be."""
RESOLVED_LATELY = timedelta(days=30)
"""The queue shows what was resolved since then; the list of all reports has the rest."""
EXCERPT = 160
MANY = 10**12  # more reports than there will ever be

MINE, NOBODY = "mine", "nobody"
OVERDUE = "overdue"


def severity(kind: str) -> int:
    return SEVERITY.get(kind, PLAIN)


def _severity() -> Case:
    cases = [When(kind=kind, then=Value(level)) for kind, level in SEVERITY.items()]
    return Case(*cases, default=Value(PLAIN), output_field=IntegerField())


# --- what a moderator wants to see ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters of the queue. Empty ones do not filter: then it shows all that wait."""

    kind: str = ""
    state: str = ""
    """A state of reports, or `OVERDUE`."""
    who: str = ""
    """`MINE`, `NOBODY`, or the number of the colleague who has claimed it."""
    oldest_first: bool = False
    """By due time alone. Otherwise the most severe comes first."""


def matching(actor: User, wanted: Wanted, at: datetime) -> QuerySet[Report]:
    rows = _in_state(reports.visible_to(actor), wanted.state, at)
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.who == NOBODY:
        return rows.filter(claimed_by=None)
    if wanted.who:
        return rows.filter(claimed_by=actor.pk if wanted.who == MINE else int(wanted.who))
    return rows


def _in_state(rows: QuerySet[Report], state: str, at: datetime) -> QuerySet[Report]:
    if state == State.RESOLVED:
        return rows.filter(state=State.RESOLVED, resolved_at__gt=at - RESOLVED_LATELY)
    rows = rows.exclude(state=State.RESOLVED)
    if state == OVERDUE:
        return rows.filter(due_at__lte=at)
    return rows.filter(state=state) if state else rows


@dataclass(frozen=True, slots=True)
class Counts:
    """What waits, as far as this moderator may know."""

    waiting: int
    open: int
    """Claimed by nobody."""
    mine: int
    overdue: int
    kinds: Mapping[str, int]
    """How many wait of each kind; the gravest first, and none that nobody waits for."""


def counts(actor: User, at: datetime) -> Counts:
    """One query."""
    waiting = reports.visible_to(actor).exclude(state=State.RESOLVED).order_by()
    found = list(
        waiting.values_list("kind").annotate(
            n=Count("pk"),
            open=Count("pk", filter=Q(state=State.OPEN)),
            mine=Count("pk", filter=Q(claimed_by=actor)),
            late=Count("pk", filter=Q(due_at__lte=at)),
        )
    )
    found.sort(key=lambda row: (severity(row[0]), row[0]))
    waits, free, mine, late = (sum(row[n] for row in found) for n in range(1, 5))
    return Counts(waits, free, mine, late, {row[0]: row[1] for row in found})


def colleagues(actor: User) -> list[User]:
    """Who else has claimed something that waits."""
    held = reports.visible_to(actor).filter(state=State.CLAIMED).exclude(claimed_by=actor)
    return list(User.objects.filter(pk__in=held.values("claimed_by")).order_by("name_key"))


# --- groups ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """One row of the queue."""

    first: Report
    """Its most severe report; of these the oldest."""
    reports: int
    players: int
    """How many have reported it."""
    times: int
    """How often it was reported, with what the same players sent again."""
    oldest: datetime
    due_at: datetime
    overdue: bool
    kinds: int
    holders: int
    """How many moderators have claimed something of it."""
    mine: bool


def groups(actor: User, wanted: Wanted, at: datetime) -> QuerySet[Any, Any]:
    """A row for each group that fits, in order. `shown` makes groups of a page of them."""
    rows = matching(actor, wanted, at).order_by().annotate(severity=_severity())
    found = rows.values("about", "table", "sanction").annotate(
        reports=Count("pk"),
        players=Count("reporter", distinct=True),
        sent=Sum("times"),
        oldest=Min("at"),
        due=Min("due_at"),
        worst=Min("severity"),
        first=Min(F("severity") * MANY + F("pk")),
        kinds=Count("kind", distinct=True),
        holders=Count("claimed_by", distinct=True),
        own=Count("pk", filter=Q(claimed_by=actor)),
    )
    if wanted.state == State.RESOLVED:
        return found.annotate(ended=Max("resolved_at")).order_by("-ended", "first")
    return found.order_by(*(("due", "first") if wanted.oldest_first else ("worst", "due", "first")))


def shown(rows: Sequence[Mapping[str, Any]], at: datetime) -> list[Group]:
    """These rows as groups, each with its first report: one query."""
    numbers = [row["first"] % MANY for row in rows]
    related = Report.objects.select_related("about", "claimed_by", "table", "message__user")
    found = related.defer("table__seed", "table__salt").in_bulk(numbers)
    return [
        Group(
            first=found[row["first"] % MANY],
            reports=row["reports"],
            players=row["players"],
            times=row["sent"],
            oldest=row["oldest"],
            due_at=row["due"],
            overdue=found[row["first"] % MANY].state != State.RESOLVED and row["due"] <= at,
            kinds=row["kinds"],
            holders=row["holders"],
            mine=bool(row["own"]),
        )
        for row in rows
        if row["first"] % MANY in found
    ]


def like(found: Report, actor: User) -> QuerySet[Report]:
    """What waits about the same player at the same table, with this one; of an appeal only it."""
    waiting = reports.visible_to(actor).exclude(state=State.RESOLVED)
    if found.kind == Kind.APPEAL:
        return waiting.filter(pk=found.pk)
    same = waiting.filter(about=found.about_id, table=found.table_id).exclude(kind=Kind.APPEAL)
    return same.order_by("pk")


def is_free(actor: User, at: datetime) -> Q:
    """What this moderator could decide: not their own case, and no colleague looks at it."""
    free = Q(claimed_by=None) | Q(claimed_by=actor) | Q(claimed_at__lte=at - reports.STALE)
    return free & (Q(reporter=None) | ~Q(reporter=actor))


def takeable(rows: QuerySet[Report], actor: User, at: datetime) -> QuerySet[Report]:
    return rows.filter(is_free(actor, at))


# --- what was said --------------------------------------------------------------------------------


def excerpt(found: Report) -> str:
    """The reported message, or else the reporter's words; cut."""
    chat = found.context.get("chat") or []
    said = next((row["text"] for row in chat if row.get("reported")), "")
    text = said or found.words or next((row["words"] for row in found.added or []), "")
    return Truncator(" ".join(text.split())).chars(EXCERPT)


def place(found: Report) -> str:
    """The title of its table as it was, or nothing."""
    return str(found.context.get("title", ""))
