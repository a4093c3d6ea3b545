"""Why something is decided about a player, and the row in which it is written down."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import User
from games.moderation import audit, facts, hidden, own_cases, words
from games.moderation.models import Report, Sanction, new_token
from games.moderation.roles import NotAllowed
from games.tables.models import Message, Table


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why: a code and words for the player, the full reason for the audit trail."""

    code: str
    reason: str
    words: str = ""
    report: Report | None = None
    message: Message | None = None
    """What they said, if it is about that and nobody reported it."""
    token: str = field(default_factory=new_token)
    """From the form: a form that is sent twice decides once."""


def write_down(
    actor: User,
    player: User,
    kind: Sanction.Kind,
    grounds: Grounds,
    at: datetime,
    until: datetime | None = None,
    before: dict[str, Any] | None = None,
    hand_on: bool = False,
    table: Table | None = None,
) -> Sanction:
    """The row of a decision, and nothing else: its effect, its trace and its mail follow.

    A report about who decides is left out, as though there were none.
    """
    _check(kind, grounds)
    report = None if own_cases.is_about(grounds.report, actor) else grounds.report
    return Sanction.objects.create(
        user=player,
        kind=kind,
        reason=grounds.code,
        words=grounds.words.strip(),
        by=actor,
        report=report,
        at=at,
        until=until,
        table=table,
        before=before or {},
        about={} if kind in hidden.KINDS else facts.subject(player, report, grounds.message, table),
        hands_on=hand_on,
        seats_due=at if hand_on else None,
        token=grounds.token,
    )


def _check(kind: str, grounds: Grounds) -> None:
    """A reason that fits: goodwill is none to warn somebody, nor for anything else that binds."""
    fitting = words.Reason.values if kind == Sanction.Kind.RESET else words.BREACHES
    if grounds.code not in fitting:
        raise NotAllowed("unknown")
    if len(grounds.words) > audit.LONGEST_REASON:
        raise NotAllowed("too-long")
