"""The queue of reports: how many wait, which come first, and which are about the same thing.

Reports about the same player at the same table are a group: one row of the queue. An appeal is
always a group of its own, because each is decided separately. The number of queries is fixed, and
an index finds waiting reports, however many were resolved before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Case, Count, F, IntegerField, Max, Min, Q, QuerySet, Sum, Value, When
from django.utils.text import Truncator

from accounts.models import User
from games.moderation import permissions
from games.moderation.models import Report, ReportQuerySet
from games.moderation.permissions import Action, NotAllowed, refuse_if
from games.moderation.services import emails, reports
from games.moderation.services.reports import Resolution

Kind, State = Report.Kind, Report.State
SEVERE, NORMAL, MINOR = 1, 2, 3
SEVERITY: Final[Mapping[str, int]] = {
    Kind.ABUSE: SEVERE,
    Kind.COLLUSION: SEVERE,
    Kind.APPEAL: SEVERE,  # somebody cannot play, perhaps by our mistake
    Kind.NAME: MINOR,
}
"""The urgency of a report. Other kinds are plain, as they may turn out to be anything."""
RESOLVED_LATELY = timedelta(days=30)
"""The period for which the queue shows resolved reports; the list of all has the rest."""
EXCERPT = 160
GROUP_KEY_FACTOR = 10**12  # more reports than there will ever be

MINE, NOBODY = "mine", "nobody"
OVERDUE, OLDEST_FIRST = "overdue", "age"


def severity(kind: str) -> int:
    return SEVERITY.get(kind, NORMAL)


def filter_reports(actor: User, wanted: Mapping[str, str], at: datetime) -> ReportQuerySet:
    """Filter by `kind`, `state` (or `OVERDUE`) and `who` has claimed it: `MINE`, `NOBODY` or the
    number of a colleague. Empty filters are ignored: without any, all waiting reports are left."""
    rows = _in_state(reports.visible_to(actor), wanted.get("state", ""), at)
    if kind := wanted.get("kind"):
        rows = rows.filter(kind=kind)
    who = wanted.get("who")
    if who == NOBODY:
        return rows.filter(claimed_by=None)
    if who:
        return rows.filter(claimed_by=actor.pk if who == MINE else int(who))
    return rows


def _in_state(rows: ReportQuerySet, state: str, at: datetime) -> ReportQuerySet:
    if state == State.RESOLVED:
        return rows.resolved().filter(resolved_at__gt=at - RESOLVED_LATELY)
    rows = rows.waiting()
    if state == OVERDUE:
        return rows.filter(due_at__lte=at)
    return rows.filter(state=state) if state else rows


def count_waiting(actor: User, at: datetime) -> dict[str, Any]:
    """Count waiting reports that they may see: in all, and of each kind, the gravest first.

    It takes one query, and leaves out kinds without waiting reports.
    """
    rows = reports.visible_to(actor).waiting().order_by().values("kind").annotate(
        waiting=Count("pk"),
        open=Count("pk", filter=Q(state=State.OPEN)),
        mine=Count("pk", filter=Q(claimed_by=actor)),
        overdue=Count("pk", filter=Q(due_at__lte=at)),
    )  # fmt: skip
    found = sorted(rows, key=lambda row: (severity(row["kind"]), row["kind"]))
    counts = {
        name: sum(row[name] for row in found) for name in ("waiting", "open", "mine", "overdue")
    }
    return counts | {"kinds": {Kind(row["kind"]): row["waiting"] for row in found}}


def colleagues(actor: User) -> list[User]:
    """Return colleagues who have claimed waiting reports."""
    held = reports.visible_to(actor).filter(state=State.CLAIMED).exclude(claimed_by=actor)
    return list(User.objects.filter(pk__in=held.values("claimed_by")).order_by("name_key"))


def report_groups(actor: User, wanted: Mapping[str, str], at: datetime) -> QuerySet[Any, Any]:
    """Return a row for each matching group; `load_groups` completes a page of them.

    The most severe comes first; in the `order` `OLDEST_FIRST` due time alone decides.
    """
    cases = [When(kind=kind, then=Value(level)) for kind, level in SEVERITY.items()]
    worst = Case(*cases, default=Value(NORMAL), output_field=IntegerField())
    rows = filter_reports(actor, wanted, at).order_by().annotate(severity=worst)
    found = rows.values("about", "table", "sanction").annotate(
        reports=Count("pk"),
        players=Count("reporter", distinct=True),
        sent=Sum("times"),  # including repetitions by the same players
        oldest=Min("at"),
        due=Min("due_at"),
        worst=Min("severity"),
        first=Min(F("severity") * GROUP_KEY_FACTOR + F("pk")),
        kinds=Count("kind", distinct=True),
        holders=Count("claimed_by", distinct=True),
        mine=Count("pk", filter=Q(claimed_by=actor)),
    )
    if wanted.get("state") == State.RESOLVED:
        return found.annotate(ended=Max("resolved_at")).order_by("-ended", "first")
    by_due_time = wanted.get("order") == OLDEST_FIRST
    return found.order_by(*(("due", "first") if by_due_time else ("worst", "due", "first")))


def load_groups(rows: Sequence[Mapping[str, Any]], at: datetime) -> list[dict[str, Any]]:
    """Return these rows with their first report: the most severe, then the oldest. One query."""
    numbers = [row["first"] % GROUP_KEY_FACTOR for row in rows]
    related = Report.objects.select_related("about", "claimed_by", "table", "message__user")
    found = related.defer("table__seed", "table__salt").in_bulk(numbers)
    return [
        {**row, "first": first, "overdue": first.state != State.RESOLVED and row["due"] <= at}
        for number, row in zip(numbers, rows, strict=True)
        if (first := found.get(number))
    ]


def reports_in_group(found: Report, actor: User) -> QuerySet[Report]:
    """Return waiting reports about the same player and table; for an appeal only itself."""
    waiting = reports.visible_to(actor).waiting()
    if found.kind == Kind.APPEAL:
        return waiting.filter(pk=found.pk)
    same = waiting.filter(about=found.about_id, table=found.table_id).exclude(kind=Kind.APPEAL)
    return same.order_by("pk")


def is_free(actor: User, at: datetime) -> Q:
    """Match reports that this moderator could decide: not their own, nor a colleague's claim."""
    free = Q(claimed_by=None) | Q(claimed_by=actor) | Q(claimed_at__lte=at - reports.CLAIM_EXPIRES)
    return free & (Q(reporter=None) | ~Q(reporter=actor))


def excerpt(found: Report) -> str:
    """Return the start of the reported message, or else of the reporter's text."""
    chat = found.context.get("chat") or []
    said = next((row["text"] for row in chat if row.get("reported")), "")
    text = said or found.words or next((row["words"] for row in found.added or []), "")
    return Truncator(" ".join(text.split())).chars(EXCERPT)


MAX_AT_ONCE = 200
"""The maximum for one click; another click handles the rest."""


@dataclass(frozen=True, slots=True)
class SeenGroup:
    """The part of a group that a moderator could decide when their page was made."""

    count: int
    last: int
    """The newest report in it."""
    times: int
    """The number of times they had been sent in all."""
    waiting: int = 0
    """The number of waiting reports, including those claimed by colleagues."""

    def __str__(self) -> str:
        return f"{self.count}-{self.last}-{self.times}"

    @classmethod
    def read(cls, text: str) -> SeenGroup:
        """Parse a form field; treat an invalid one as a page that is out of date."""
        parts = text.split("-")
        if len(parts) != 3 or not all(p.isascii() and p.isdigit() and len(p) < 16 for p in parts):
            raise NotAllowed("changed")
        return cls(*map(int, parts))


def seen_group(found: Report, actor: User, at: datetime) -> SeenGroup:
    """Return the part of this report's group that the moderator could decide; one query."""
    free = is_free(actor, at)
    counted = reports_in_group(found, actor).order_by().aggregate(
        count=Count("pk", filter=free),
        last=Max("pk", filter=free),
        times=Sum("times", filter=free),
        waiting=Count("pk"),
    )  # fmt: skip
    return SeenGroup(**{name: value or 0 for name, value in counted.items()})


def numbers_in_group(found: Report, actor: User, read: SeenGroup, at: datetime) -> dict[int, int]:
    """Return the reports of the group as it was seen, with how often each was sent.

    At most `MAX_AT_ONCE`: this one first, then the oldest. Later reports are left out.
    """
    rows = reports_in_group(found, actor).filter(is_free(actor, at), pk__lte=read.last)
    numbers = dict(rows.order_by("pk").values_list("pk", "times"))
    refuse_if((len(numbers), sum(numbers.values())) != (read.count, read.times), "changed")
    first = sorted(numbers, key=lambda number: (number != found.pk, number))
    return {number: numbers[number] for number in first[:MAX_AT_ONCE]}


@transaction.atomic
def claim_group(actor: User, numbers: Mapping[int, int], at: datetime) -> list[Report]:
    """Claim all of them, or none if a colleague has claimed one meanwhile."""
    permissions.require(actor, Action.CLAIM)
    _check_group(numbers)
    with _all_or_none():
        return [reports.claim(actor, number, at) for number in sorted(numbers)]


@transaction.atomic
def resolve_group(
    actor: User, numbers: Mapping[int, int], ending: Resolution, at: datetime
) -> list[Report]:
    """Resolve a whole group with one outcome. Each reporter is answered once.

    Each report has its entries in the audit trail. `numbers` says how often each had been sent when
    it was read.
    """
    permissions.require(actor, Action.RESOLVE)
    _check_group(numbers)
    with _all_or_none():
        closed = [
            reports.close_report(actor, number, ending, at, numbers[number])
            for number in sorted(numbers)
        ]
    for found in {row.reporter_id: row for row in reversed(closed)}.values():
        emails.notify_reporter(found, at)
    return closed


def _check_group(numbers: Mapping[int, int]) -> None:
    refuse_if(not numbers, "none-chosen")
    rows = Report.objects.filter(pk__in=list(numbers))
    refuse_if(len(numbers) > MAX_AT_ONCE or rows.count() != len(numbers), "changed")
    if rows.order_by().values("about", "table", "sanction").distinct().count() > 1:
        raise NotAllowed("unknown")


@contextmanager
def _all_or_none() -> Iterator[None]:
    """Report a change since the page was made as one of the whole group."""
    try:
        yield
    except NotAllowed as refused:
        late = refused.code in ("resolved", "claimed", "added")
        raise NotAllowed("changed") if late else refused from None
