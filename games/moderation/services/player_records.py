"""What moderators know about a player: history and notes. And the roles that staff have."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Count

from accounts.models import User
from games.moderation import audit, own_cases, own_tables, roles, tell
from games.moderation.actions import Action
from games.moderation.models import Report, Sanction, StaffNote
from games.moderation.roles import NotAllowed
from games.tables.models import Seat

LATEST = 20
LONGEST_NOTE = 2000
AGAIN = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class History:
    """What is known about a player, the latest first."""

    sanctions: list[Sanction]
    reports_about: list[Report]
    reports_made: list[Report]
    notes: list[StaffNote]
    tables: dict[str, int]
    """How many tables they sit at, by status."""


def history(user: User, reader: User, own: Collection[int]) -> History:
    """What the reader may know: nothing of their own tables, and no report about themselves."""
    asked = Report.objects.exclude(kind=Report.Kind.APPEAL)
    reports = own_tables.without(asked, "table", reader, own)
    decided = own_tables.without(Sanction.objects.filter(user=user), "report__table", reader, own)
    if own:
        decided = decided.exclude(hidden__table__in=list(own)).exclude(table__in=list(own))
    notes = own_cases.without(StaffNote.objects.filter(user=user), reader)
    about, made = reports.filter(about=user), reports.filter(reporter=user)
    tables = Seat.objects.filter(user=user).values_list("table__status").annotate(Count("pk"))
    return History(
        list(decided.select_related("by").order_by("-at")[:LATEST]),
        list(about.select_related("reporter").order_by("-at")[:LATEST]),
        list(made.select_related("about").order_by("-at")[:LATEST]),
        list(notes.select_related("by").order_by("-at")[:LATEST]),
        dict(tables.order_by()),
    )


@transaction.atomic
def note(actor: User, user: User, text: str, at: datetime) -> StaffNote:
    """Write something down for colleagues. A double click makes one note."""
    roles.require_about(actor, Action.NOTE, user)
    text = text.strip()
    if not text:
        raise NotAllowed("no-reason")
    if len(text) > LONGEST_NOTE:
        raise NotAllowed("too-long")
    written = StaffNote.objects.filter(user=user, by=actor, text=text, at__gt=at - AGAIN).first()
    if written is not None:
        return written
    audit.write(actor, Action.NOTE, "a note for colleagues", at, target=user)
    return StaffNote.objects.create(user=user, by=actor, text=text, at=at)


@transaction.atomic
def set_roles(actor: User, user: User, wanted: Collection[str], reason: str, at: datetime) -> User:
    """Give them exactly these roles. With none they are a player like all others.

    They are told by mail, if that changes anything.
    """
    roles.require(actor, Action.ROLES)
    player = User.objects.select_for_update().get(pk=user.pk)
    if player.pk == actor.pk:
        raise NotAllowed("yourself")
    if player.deleted_at is not None:
        raise NotAllowed("gone")
    if not set(wanted) <= set(roles.ROLES):
        raise NotAllowed("unknown")
    before = {"roles": roles.of(player)}
    others = player.groups.exclude(name__in=roles.ROLES)
    player.groups.set([*others, *Group.objects.filter(name__in=wanted)])
    player.is_staff = bool(wanted) or player.is_superuser
    player.save(update_fields=["is_staff"])
    after = {"roles": roles.of(player)}
    entry = audit.write(
        actor, Action.ROLES, reason, at, target=player, before=before, after=after
    )  # fmt: skip
    if before != after:
        tell.roles_changed(player, entry, at)
    return player
