"""Reports and appeals: players file them, moderators resolve them, and reporters get an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.models import User
from config.jobs import sweeps
from games.moderation import conflicts, permissions, texts
from games.moderation.models import Report, ReportQuerySet, Sanction
from games.moderation.permissions import Action, NotAllowed, refuse_if
from games.moderation.services import audit, emails, sanction_records, sanctions
from games.players.names import is_empty, seat_name
from games.tables.models import Message, Seat, Table
from games.tables.refusals import require

CONTEXT_MESSAGES = 10
"""The number of messages that a report keeps before and after the reported one."""
CLAIM_EXPIRES = timedelta(days=1)
"""The time after which a colleague may take over a claim."""
NO_WORDS_NEEDED = (Report.Kind.MESSAGE, Report.Kind.NAME)
LONGEST = 1000
MAX_ADDITIONS = 30
"""The maximum of additions to a report; the daily limit is lower (views.py)."""


class Complaint(NamedTuple):
    """A player's complaint."""

    kind: str
    about: User
    words: str = ""
    table: Table | None = None
    message: Message | None = None


def file_report(reporter: User, complaint: Complaint, token: str, at: datetime) -> Report:
    """Ask the moderators to look. A form that is sent twice makes one report.

    Reporting the same again before it is resolved adds to the first report.
    """
    said = check_complaint(reporter, complaint)
    try:
        with transaction.atomic():
            lock_reporter(reporter)
            same = _open_duplicate(reporter, complaint)
            found = _add(same, said, token, at) if same else None
            context = snapshot(complaint.about, complaint.table, complaint.message)
            return found or _create(
                at, **_subject(reporter, complaint), words=said, context=context, token=token
            )
    except IntegrityError:
        return Report.objects.get(reporter=reporter, token=token)


def check_complaint(reporter: User, complaint: Complaint) -> str:
    """Return the text to store; raise Refused if this cannot be reported."""
    said = complaint.words.strip()
    require(complaint.about.pk != reporter.pk, "yourself")
    # Guests are easily made: each can only report players they really met.
    require(not reporter.is_guest or _sit_together(reporter, complaint), "guest-reports")
    require(said or complaint.kind in NO_WORDS_NEEDED, "empty")
    require(len(said) <= LONGEST, "too-long")
    return said


def _sit_together(guest: User, complaint: Complaint) -> bool:
    table = complaint.table
    return bool(table and table.seats.filter(user__in=[guest, complaint.about]).count() == 2)


def was_sent(reporter: User, complaint: Complaint, token: str) -> bool:
    """Return whether this form was sent before, as a report or an addition. In a transaction."""
    if Report.objects.filter(reporter=reporter, token=token).exists():
        return True
    same = _open_duplicate(reporter, complaint)
    return same is not None and token in _tokens(same)


def lock_reporter(reporter: User) -> None:
    """Make concurrent requests of one player wait until the transaction ends."""
    User.objects.select_for_update(no_key=True).get(pk=reporter.pk)


def _open_duplicate(reporter: User, complaint: Complaint) -> Report | None:
    """Return the equal report by the same player that is still open."""
    same = Report.objects.filter(**_subject(reporter, complaint)).waiting()
    return same.select_for_update(of=("self",)).order_by("pk").first()


def _subject(reporter: User, complaint: Complaint) -> dict[str, Any]:
    """Return the columns in which equal reports agree."""
    columns = complaint._asdict() | {"reporter": reporter}
    del columns["words"]
    return columns


def _add(found: Report, said: str, token: str, at: datetime) -> Report | None:
    """Add to a report, once per form. Return None if it is full and a new report is needed."""
    added = found.added or []
    if token in _tokens(found):
        return found
    if len(added) >= MAX_ADDITIONS:
        return None
    row = {"at": at.isoformat(timespec="seconds"), "words": said, "token": token}
    found.added, found.times = [*added, row], found.times + 1
    found.save(update_fields=["added", "times"])
    return found


def _tokens(found: Report) -> set[str]:
    """Return the tokens of the forms that it came from."""
    return {found.token, *(row["token"] for row in found.added or [])}


def _create(at: datetime, **columns: Any) -> Report:
    """Store a report, and let moderators on call know (report_alerts.py)."""
    transaction.on_commit(partial(sweeps.wake_worker, "moderation.tell_on_call"))
    return Report.objects.create(at=at, due_at=at + settings.REPORTS_DUE, **columns)


def snapshot(about: User, table: Table | None, message: Message | None) -> dict[str, Any]:
    """Return names, seats and chat as they are now: only what is public at the table."""
    found: dict[str, Any] = {"about": about.display_name}
    if about.line:
        found["line"] = about.line
    if table is not None:
        seats = table.seats.select_related("user").order_by("number")
        found |= {
            "table": table.code,
            "title": table.title,
            "state": table.status,
            "round": table.round_number,
            "seats": [_seat(seat) for seat in seats],
            "chat": _chat(table, message),
        }
    return found


def _seat(seat: Seat) -> dict[str, Any]:
    name = "" if is_empty(seat) else seat_name(seat)
    return {"seat": seat.number + 1, "user": seat.user_id, "name": name, "bot": seat.bot}


def _chat(table: Table, message: Message | None) -> list[dict[str, Any]]:
    said = table.messages.select_related("user")
    if message is None:
        rows = list(said.order_by("-id")[: 2 * CONTEXT_MESSAGES])[::-1]
    else:
        before = list(said.filter(id__lte=message.pk).order_by("-id")[: CONTEXT_MESSAGES + 1])[::-1]
        rows = before + list(said.filter(id__gt=message.pk).order_by("id")[:CONTEXT_MESSAGES])
    return [_said(row, message) for row in rows]


def _said(row: Message, reported: Message | None) -> dict[str, Any]:
    return {
        "message": row.pk,
        "user": row.user_id,
        "name": row.user.display_name,
        "text": row.text,
        "at": row.at.isoformat(timespec="seconds"),
        "watching": row.seat is None,
        "reported": reported is not None and row.pk == reported.pk,
    }


def visible_to(actor: User) -> ReportQuerySet:
    """Return the reports that this member of staff may see: none from tables where they play.

    Every list, count and mail about reports begins here.
    """
    return conflicts.without_own_tables(Report.objects.all(), "table", actor)


@transaction.atomic
def claim(actor: User, number: int, at: datetime) -> Report:
    """Claim a report for the actor. Claiming it again changes nothing."""
    permissions.require(actor, Action.CLAIM)
    found = _lock(actor, number)
    if found.claimed_by_id == actor.pk:
        return found
    refuse_if(found.claimed_at is not None and at < found.claimed_at + CLAIM_EXPIRES, "claimed")
    return _set_holder(actor, Action.CLAIM, "to look at it", found, actor, at)


@transaction.atomic
def release(actor: User, number: int, at: datetime) -> Report:
    """Release a report that the actor had claimed."""
    permissions.require(actor, Action.RELEASE)
    found = _lock(actor, number)
    refuse_if(found.claimed_by_id != actor.pk, "claimed")
    return _set_holder(actor, Action.RELEASE, "for somebody else", found, None, at)


def _set_holder(
    actor: User, action: Action, reason: str, found: Report, holder: User | None, at: datetime
) -> Report:
    before = {"state": found.state, "claimed_by": found.claimed_by_id}
    found.state = Report.State.CLAIMED if holder else Report.State.OPEN
    found.claimed_by, found.claimed_at = holder, at if holder else None
    found.save(update_fields=["state", "claimed_by", "claimed_at"])
    _audit(actor, action, reason, found, before, at)
    return found


@dataclass(frozen=True, slots=True)
class Resolution:
    """The outcome of a report. Without an answer the reporter gets the usual one, translated."""

    outcome: str
    reason: str
    answer: str = ""


@transaction.atomic
def resolve(
    actor: User, number: int, ending: Resolution, at: datetime, seen: int | None = None
) -> Report:
    """Close a report and answer the reporter. Resolving a report claims it first.

    `seen` says how often it had been sent when the moderator read it.
    """
    found = close_report(actor, number, ending, at, seen)
    emails.notify_reporter(found, at)
    return found


def close_report(
    actor: User, number: int, ending: Resolution, at: datetime, seen: int | None = None
) -> Report:
    """Close a report, in the caller's transaction. The caller answers the reporter."""
    permissions.require(actor, Action.RESOLVE)
    found = claim(actor, number, at)
    outcomes = texts.outcomes_of(found.kind)
    refuse_if(ending.outcome not in outcomes.values, "unknown")
    refuse_if(len(ending.answer) > LONGEST, "too-long")
    refuse_if(seen is not None and seen != found.times, "added")
    before = {"state": found.state}
    found.state, found.resolved_at = Report.State.RESOLVED, at
    found.outcome = ending.outcome
    usual = outcomes(ending.outcome).label
    if found.reporter:
        usual = texts.in_language_of(found.reporter, usual)
    found.answer = ending.answer.strip() or str(usual)
    found.save(update_fields=["state", "resolved_at", "outcome", "answer"])
    if found.kind == Report.Kind.APPEAL:
        _settle_appeal(actor, found, ending.reason, at)
    _audit(actor, Action.RESOLVE, ending.reason, found, before, at)
    return found


def _settle_appeal(actor: User, found: Report, reason: str, at: datetime) -> None:
    if found.sanction is None:
        return
    found.sanction.appeal = found.outcome
    found.sanction.save(update_fields=["appeal"])
    if found.outcome == Sanction.Appeal.LIFTED and found.sanction.lifted_at is None:
        sanctions.lift(actor, found.sanction.pk, reason, at)


def _lock(actor: User, number: int) -> Report:
    """Lock a waiting report that is not the actor's own."""
    rows = Report.objects.select_for_update(of=("self",))
    found = rows.select_related("reporter", "about", "sanction").get(pk=number)
    refuse_if(found.state == Report.State.RESOLVED, "resolved")
    _require_not_own(actor, found)
    return found


def _require_not_own(actor: User, found: Report) -> None:
    """Refuse a report by or about the actor, and an appeal against their decision."""
    involved = {found.reporter_id, found.about_id}
    if found.sanction is not None and not actor.is_superuser:
        involved.add(found.sanction.by_id)
    if actor.pk in involved:
        raise NotAllowed("own-case")


def why_not_handled(actor: User, found: Report, at: datetime) -> str:
    """Return why they may not handle this report, as a code; empty if they may."""
    try:
        _require_not_own(actor, found)
        conflicts.require_no_conflict(actor, Action.CLAIM, _people(found), at)
    except NotAllowed as refused:
        return refused.code
    return ""


def _people(found: Report) -> list[User]:
    return [found.about, found.reporter] if found.reporter else [found.about]


def _audit(
    actor: User, action: Action, reason: str, found: Report, before: dict[str, Any], at: datetime
) -> None:
    after = {"state": found.state, "claimed_by": found.claimed_by_id}
    if found.outcome:
        after |= {"outcome": found.outcome, "answer": found.answer}
    code = found.context.get("table", "")
    audit.write(
        actor, action, reason, at, target=found.about, others=_people(found), table_code=code,
        report_number=found.pk, before=before, after=after,
    )  # fmt: skip


@transaction.atomic
def file_appeal(token: str, said: str, at: datetime) -> Report:
    """Appeal, once, with the link in the mail. Raises Sanction.DoesNotExist."""
    owner = Sanction.objects.values_list("user", flat=True).get(appeal_token=token)
    User.objects.select_for_update(no_key=True).get(pk=owner)  # before the sanction, as `lift` does
    rows = Sanction.objects.select_for_update(of=("self",)).select_related("user")
    sanction = rows.get(appeal_token=token)
    require(may_appeal(sanction), "no-appeal")
    require(said.strip(), "empty")
    require(len(said) <= LONGEST, "too-long")
    sanction.appeal, sanction.appeal_words = Sanction.Appeal.OPEN, said.strip()
    sanction.appealed_at = at
    sanction.save(update_fields=["appeal", "appeal_words", "appealed_at"])
    table = sanction_records.hidden_at_table(sanction)
    where = {"table": table.code, "title": table.title} if table else {}
    return _create(
        at,
        reporter=sanction.user,
        about=sanction.user,
        kind=Report.Kind.APPEAL,
        table=table,
        sanction=sanction,
        words=sanction.appeal_words,
        context={"about": sanction.user.display_name, **where},
    )


def may_appeal(sanction: Sanction) -> bool:
    """Return whether they may appeal: once, and only while the decision holds."""
    over = sanction.lifted_at is not None or sanction.user.deleted_at is not None
    return sanction.appeal == Sanction.Appeal.NONE and not over
