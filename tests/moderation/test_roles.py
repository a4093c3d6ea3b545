"""Who may do what: every action, every role."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry, DeviceTrace, Sanction
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import audit, ban_evasion, player_records, reports, sanctions
from tests.factories import UserFactory
from tests.moderation.staff import grounds, staff, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]

MODERATOR, SENIOR, OPERATOR = (True, True, False), (False, True, False), (False, False, True)
ALL_STAFF = (True, True, True)

# action: may a moderator, a senior, an operator?
TABLE: dict[str, tuple[bool, bool, bool]] = {
    "see-queue": MODERATOR,
    "claim": MODERATOR,
    "release": MODERATOR,
    "resolve": MODERATOR,
    "see-player": ALL_STAFF,
    "note": MODERATOR,
    "warn": MODERATOR,
    "mute": MODERATOR,
    "rename": MODERATOR,
    "reset": MODERATOR,
    "line": MODERATOR,
    "lift-line": MODERATOR,
    "lift-warning": MODERATOR,
    "lift-mute": MODERATOR,
    "lift-rename": MODERATOR,
    "lift-reset": MODERATOR,
    "hide": MODERATOR,
    "hide-title": MODERATOR,
    "lift-hiding": MODERATOR,
    "lift-title": MODERATOR,
    "suspend": MODERATOR,
    "lift-suspension": MODERATOR,
    "ban": SENIOR,
    "lift-ban": SENIOR,
    "lift-removal": MODERATOR,
    "devices": SENIOR,
    "tie-devices": SENIOR,
    "see-address": (False, True, True),
    "find-address": (False, True, True),
    "see-pairs": MODERATOR,
    "see-table": ALL_STAFF,
    "table-pause": MODERATOR,
    "table-resume": MODERATOR,
    "table-extend": MODERATOR,
    "table-skip": MODERATOR,
    "table-remove": MODERATOR,
    "table-cancel": MODERATOR,
    "table-chat": MODERATOR,
    "table-undo": MODERATOR,
    "table-note": MODERATOR,
    "secrets": SENIOR,
    "see-audit": ALL_STAFF,
    "export-audit": OPERATOR,
    "roles": OPERATOR,
    "stop-clocks": OPERATOR,
    "start-clocks": OPERATOR,
    "figures": ALL_STAFF,
}
KINDS = (permissions.MODERATOR, permissions.SENIOR, permissions.OPERATOR)


def test_every_action_has_a_row() -> None:
    assert set(TABLE) == set(Action) == set(permissions.PERMISSIONS)


@pytest.mark.parametrize("action", sorted(TABLE))
def test_a_role_may_what_the_table_says_and_a_player_nothing(action: str) -> None:
    assert tuple(permissions.may(staff(kind), Action(action)) for kind in KINDS) == TABLE[action]
    assert not permissions.may(UserFactory.create(), Action(action))
    assert not permissions.may(staff(), Action(action))


def test_a_player_with_a_forgotten_role_may_nothing() -> None:
    user = staff(permissions.SENIOR)
    user.is_staff = False
    assert not any(permissions.may(user, action) for action in Action)


def test_the_groups_of_the_database_are_the_roles_of_the_code() -> None:
    for role, wanted in permissions.ROLES.items():
        held = Group.objects.get(name=role).permissions.select_related("content_type")
        assert {f"{p.content_type.app_label}.{p.codename}" for p in held} == set(wanted)


def test_every_permission_that_an_action_needs_exists() -> None:
    known = Permission.objects.values_list("content_type__app_label", "codename")
    assert set(permissions.PERMISSIONS.values()) <= {f"{app}.{name}" for app, name in known}


def _reported(about: User) -> int:
    complaint = reports.Complaint("abuse", about, "rude")
    return reports.file_report(UserFactory.create(), complaint, token(), now()).pk


def _known_device(user: User) -> list[int]:
    """Of somebody who is banned."""
    Sanction.objects.create(user=user, kind=Sanction.Kind.BAN, reason="abuse")
    ban_evasion.save_trace(user, ban_evasion.device_hash("203.0.113.7", "Browser"), now())
    return list(DeviceTrace.objects.filter(user=user).values_list("pk", flat=True))


def _with_line(user: User) -> User:
    """Who says something of themselves."""
    User.objects.filter(pk=user.pk).update(line="Digs on Tuesdays.")
    return user


DO: dict[str, Callable[[User, User], Any]] = {
    "warn": lambda by, user: sanctions.warn(by, user, grounds(), now()),
    "mute": lambda by, user: sanctions.mute_chat(
        by, user, grounds(), now() + timedelta(days=1), now()
    ),
    "suspend": lambda by, user: sanctions.suspend(
        by, user, grounds(), now() + timedelta(days=1), now()
    ),
    "ban": lambda by, user: sanctions.ban(by, user, grounds(), now()),
    "rename": lambda by, user: sanctions.rename(by, user, grounds("name"), now()),
    "reset": lambda by, user: sanctions.reset_reliability(by, user, grounds("goodwill"), now()),
    "line": lambda by, user: sanctions.remove_bio(by, _with_line(user), grounds("line"), now()),
    "note": lambda by, user: player_records.add_player_note(by, user, "a note", now()),
    "tie-devices": lambda by, user: ban_evasion.tie_devices(
        by, user, _known_device(user), "again", now()
    ),
    "devices": lambda by, user: ban_evasion.players_sharing_devices(by, user, "looks alike", now()),
    "see-address": lambda by, user: player_records.see_address(by, user, "they wrote to us", now()),
    "find-address": lambda by, user: player_records.find_by_address(
        by, user.email, "they wrote to us", now()
    ),
    "claim": lambda by, user: reports.claim(by, _reported(user), now()),
    "resolve": lambda by, user: reports.resolve(by, _reported(user), "acted", "", "done", now()),
    "roles": lambda by, user: player_records.set_roles(by, user, ["moderator"], "helps", now()),
    "export-audit": lambda by, user: audit.export(
        by, AuditEntry.objects.all(), "csv", "yearly", now()
    ),
}


@pytest.mark.parametrize("action", sorted(DO))
def test_a_service_does_it_for_who_may_and_leaves_a_trace(action: str) -> None:
    for kind, may in zip(KINDS, TABLE[action], strict=True):
        actor, user = staff(kind), UserFactory.create()
        before = AuditEntry.objects.count()
        if may:
            DO[action](actor, user)
            assert AuditEntry.objects.filter(actor=actor, action=action).count() == 1
        else:
            with pytest.raises(NotAllowed):
                DO[action](actor, user)
            assert AuditEntry.objects.count() == before


@pytest.mark.parametrize("action", sorted(DO))
def test_a_player_is_refused_every_service(action: str) -> None:
    with pytest.raises(NotAllowed):
        DO[action](UserFactory.create(), UserFactory.create())
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    "kind", ["warning", "mute", "suspension", "ban", "rename", "reset", "line"]
)
def test_lifting_asks_for_the_permission_of_what_is_lifted(kind: str) -> None:
    action = {"warning": "warn", "suspension": "suspend"}.get(kind, kind)
    boss = UserFactory.create(is_staff=True, is_superuser=True)
    for role, may in zip(KINDS, TABLE[f"lift-{kind}"], strict=True):
        sanction = DO[action](boss, UserFactory.create())
        if may:
            assert sanctions.lift(staff(role), sanction.pk, "a mistake", now()).lifted_at
        else:
            with pytest.raises(NotAllowed):
                sanctions.lift(staff(role), sanction.pk, "a mistake", now())


def test_nobody_decides_about_themselves() -> None:
    actor = staff(permissions.SENIOR)
    with pytest.raises(NotAllowed, match="yourself"):
        sanctions.warn(actor, actor, grounds(), now())
    boss = staff(permissions.OPERATOR)
    with pytest.raises(NotAllowed, match="yourself"):
        player_records.set_roles(boss, boss, ["senior"], "I want to", now())


def test_staff_are_sanctioned_by_who_may_sanction_staff() -> None:
    colleague = staff(permissions.MODERATOR)
    with pytest.raises(NotAllowed, match="is-staff"):
        sanctions.suspend(
            staff(permissions.SENIOR), colleague, grounds(), now() + timedelta(days=1), now()
        )
    both = staff(permissions.SENIOR, permissions.OPERATOR)
    assert sanctions.warn(both, colleague, grounds(), now()).pk


def test_roles_are_given_and_taken_with_a_trace() -> None:
    boss, user = staff(permissions.OPERATOR), UserFactory.create()
    player_records.set_roles(boss, user, ["moderator"], "joins the team", now())
    user.refresh_from_db()
    assert (user.is_staff, permissions.roles_of(user)) == (True, ["moderator"])
    player_records.set_roles(boss, user, [], "leaves the team", now())
    user.refresh_from_db()
    assert (user.is_staff, permissions.roles_of(user)) == (False, [])
    entries = AuditEntry.objects.filter(action="roles").order_by("pk")
    assert [entry.after for entry in entries] == [{"roles": ["moderator"]}, {"roles": []}]
    with pytest.raises(NotAllowed, match="unknown"):
        player_records.set_roles(boss, user, ["emperor"], "why not", now())
