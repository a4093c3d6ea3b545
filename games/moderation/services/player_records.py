"""Moderators' records of players (history, notes, searches), and the roles of staff."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts import earlier_names, names
from accounts.mail import addresses
from accounts.models import User
from games.kinds import KINDS
from games.moderation import conflicts, permissions
from games.moderation.models import Report, Sanction, StaffNote
from games.moderation.permissions import Action, NotAllowed, refuse_if
from games.moderation.services import audit, emails
from games.players import reliability
from games.players.profile import games_played
from games.tables.models import Message, Seat, Table

LATEST_RECORDS = 20


def player_history(user: User, reader: User, own: Collection[int]) -> dict[str, Any]:
    """Return what the reader may know of a player, the latest first.

    It leaves out the reader's own tables, and reports about the reader.
    """
    asked = Report.objects.exclude(kind=Report.Kind.APPEAL)
    reports = conflicts.without_own_tables(asked, "table", reader, own)
    decided = conflicts.without_own_tables(
        Sanction.objects.filter(user=user), "report__table", reader, own
    )
    if own:
        decided = decided.exclude(hidden__table__in=list(own)).exclude(table__in=list(own))
    notes = conflicts.without_own_cases(StaffNote.objects.filter(user=user), reader)
    about, made = reports.filter(about=user), reports.filter(reporter=user)
    tables = Seat.objects.filter(user=user).values_list("table__status").annotate(Count("pk"))
    return {
        "sanctions": list(decided.select_related("by").order_by("-at")[:LATEST_RECORDS]),
        "reports_about": list(about.select_related("reporter").order_by("-at")[:LATEST_RECORDS]),
        "reports_made": list(made.select_related("about").order_by("-at")[:LATEST_RECORDS]),
        "notes": list(notes.select_related("by").order_by("-at")[:LATEST_RECORDS]),
        "tables": {Table.Status(status).label: count for status, count in tables.order_by()},
    }


@transaction.atomic
def add_player_note(actor: User, user: User, text: str, at: datetime) -> StaffNote:
    permissions.require_about(actor, Action.NOTE, user)
    return audit.write_note(actor, Action.NOTE, user.staff_notes, text, at, target=user)


@transaction.atomic
def set_roles(actor: User, user: User, wanted: Collection[str], reason: str, at: datetime) -> User:
    """Give a user exactly these roles; without any they are an ordinary player.

    They get an email if that changes anything.
    """
    permissions.require(actor, Action.ROLES)
    player = User.objects.select_for_update().get(pk=user.pk)
    permissions.require_not_self(actor, player)
    refuse_if(player.deleted_at is not None, "gone")
    refuse_if(not set(wanted) <= set(permissions.ROLES), "unknown")
    before = {"roles": permissions.roles_of(player)}
    others = player.groups.exclude(name__in=permissions.ROLES)
    player.groups.set([*others, *Group.objects.filter(name__in=wanted)])
    player.is_staff = bool(wanted) or player.is_superuser
    player.save(update_fields=["is_staff"])
    after = {"roles": permissions.roles_of(player)}
    entry = audit.write(actor, Action.ROLES, reason, at, target=player, before=before, after=after)
    if before != after:
        emails.notify_roles_changed(player, entry, at)
    return player


TABLES_SHOWN = 40
MESSAGES_SHOWN = 30


def player_profile(player: User, own: Collection[int]) -> dict[str, Any]:
    """Return what the reader may know, without their own tables (`own`). Six queries."""
    seats = Seat.objects.filter(user=player).exclude(table__in=list(own)).select_related("table")
    latest = seats.order_by("-pk")[:TABLES_SHOWN]
    sits = [(seat, KINDS[seat.table.kind].title) for seat in latest]
    said = Message.objects.filter(user=player).exclude(table__in=list(own))
    return {
        "reliability": reliability.reliability_of(player),
        "played": games_played(player),
        "open": [(seat, game) for seat, game in sits if seat.table.status in Table.OPEN],
        "over": [(seat, game) for seat, game in sits if seat.table.status not in Table.OPEN],
        "said": list(said.select_related("table").order_by("-pk")[:MESSAGES_SHOWN]),
    }


# One search for staff: players by name, tables by title and code, messages by their words.
#
# Names and codes are found by an index. Only the latest titles and messages are searched,
# so that a search costs the same on a large site. Nobody finds themselves, nor their own tables.

RESULTS_SHOWN = 20
ROWS_SCANNED = 50_000
"""The number of latest titles, and of latest messages, that are searched."""
SHORTEST_QUERY = 3


def staff_search(actor: User, words: str, *, players: bool, tables: bool) -> dict[str, list[Any]]:
    """Return what this member of staff can find; with `tables` also messages there."""
    own = list(conflicts.own_tables_of(actor)) if tables else []
    return {
        "players": _players(actor, words) if players else [],
        "tables": _tables(words, own) if tables else [],
        "messages": _messages(actor, words, own) if tables else [],
    }


def _players(actor: User, words: str) -> list[User]:
    """Find players by their present and earlier names."""
    if not (key := names.key(words)):
        return []
    earlier = earlier_names.begins_with(words).values("user")
    found: set[User] = set()
    for matching in (Q(name_key__startswith=key), Q(pk__in=earlier)):
        people = User.objects.filter(matching).exclude(pk=actor.pk)
        found.update(people.order_by("name_key", "pk")[:RESULTS_SHOWN])
    return sorted(found, key=str)[:RESULTS_SHOWN]


def _tables(words: str, own: Collection[int]) -> list[Table]:
    wanted = Q(code=words.lower())
    if len(words) >= SHORTEST_QUERY:
        wanted |= Q(title__icontains=words, pk__gt=_oldest_scanned(Table.objects.all()))
    rows = Table.objects.filter(wanted).exclude(pk__in=own).defer("seed", "salt")
    return list(rows.order_by("-pk")[:RESULTS_SHOWN])


def _messages(actor: User, words: str, own: Collection[int]) -> list[Message]:
    if len(words) < SHORTEST_QUERY:
        return []
    latest = Message.objects.filter(pk__gt=_oldest_scanned(Message.objects.all()))
    rows = latest.filter(text__icontains=words).exclude(user=actor).exclude(table__in=own)
    return list(rows.select_related("user", "table").order_by("-pk")[:RESULTS_SHOWN])


def _oldest_scanned(rows: QuerySet[Table] | QuerySet[Message]) -> int:
    """Return the key of the oldest row to search, with one lookup by primary key."""
    newest = rows.order_by("-pk").values_list("pk", flat=True).first()
    return int(newest or 0) - ROWS_SCANNED


# Email addresses: staff see one only where it is needed, for a recorded reason.
#
# No list, search or other page has them. The audit entry says whose address was viewed, but not the
# address. Only staff with the permission can find out whether an address is known at all.


@transaction.atomic
def see_address(actor: User, user: User, reason: str, at: datetime) -> str:
    """Return the address of a player, after recording the access."""
    permissions.require_on(actor, Action.SEE_ADDRESS, user)
    audit.write(actor, Action.SEE_ADDRESS, addresses.mask_addresses(reason), at, target=user)
    return user.email


@transaction.atomic
def find_by_address(actor: User, wanted: str, reason: str, at: datetime) -> User | None:
    """Find the player who has exactly this address.

    Return None if nobody has it, and also if this member of staff may not look its owner up:
    the answer must not differ. Each search leaves an entry, successful or not.
    """
    permissions.require(actor, Action.FIND_ADDRESS)
    found = _address_owner(wanted.strip().lower())
    try:
        if found is not None:
            permissions.require_on(actor, Action.FIND_ADDRESS, found)
            conflicts.require_no_conflict(actor, Action.FIND_ADDRESS, [found], at)
    except NotAllowed:
        found = None
    reason, after = addresses.mask_addresses(reason), {"found": found is not None}
    audit.write(actor, Action.FIND_ADDRESS, reason, at, target=found, after=after)
    return found


def _address_owner(wanted: str) -> User | None:
    """Find a user by the address of the account, or by another that they have confirmed."""
    if not wanted:
        return None
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True, email=wanted)
    return User.objects.filter(Q(email=wanted) | Exists(confirmed)).order_by("pk").first()
