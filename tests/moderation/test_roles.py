"""Which actions each role allows; giving and taking roles; lifting sanctions."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry, Sanction
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import player_records, sanctions
from tests.factories import UserFactory
from tests.moderation.staff import grounds, staff

pytestmark = [pytest.mark.django_db, pytest.mark.both]

LOOKING = {Action.SEE_PLAYER, Action.SEE_TABLE, Action.SEE_AUDIT, Action.FIGURES}
ADDRESSES = {Action.SEE_ADDRESS, Action.FIND_ADDRESS}
SENIORS_ONLY = {
    Action.BAN, Action.LIFT_BAN, Action.DEVICES, Action.TIE_DEVICES, Action.SECRETS, *ADDRESSES,
}  # fmt: skip
OPERATORS_ONLY = {Action.EXPORT_AUDIT, Action.ROLES, Action.STOP_CLOCKS, Action.START_CLOCKS}
ALLOWED = {
    permissions.MODERATOR: set(Action) - SENIORS_ONLY - OPERATORS_ONLY,
    permissions.SENIOR: set(Action) - OPERATORS_ONLY,
    permissions.OPERATOR: LOOKING | ADDRESSES | OPERATORS_ONLY,
}


def allowed(user: User) -> set[Action]:
    return {action for action in Action if permissions.may(user, action)}


def test_each_role_allows_its_actions() -> None:
    assert {role: allowed(staff(role)) for role in permissions.ROLES} == ALLOWED


def test_without_a_role_nothing_is_allowed() -> None:
    assert not allowed(UserFactory.create())
    assert not allowed(staff())


def test_a_role_without_staff_status_allows_nothing() -> None:
    user = staff(permissions.SENIOR)
    user.is_staff = False
    assert not allowed(user)


def test_the_groups_of_the_database_are_the_roles_of_the_code() -> None:
    for role, wanted in permissions.ROLES.items():
        held = Group.objects.get(name=role).permissions.select_related("content_type")
        assert {f"{p.content_type.app_label}.{p.codename}" for p in held} == set(wanted)


def test_every_permission_that_an_action_needs_exists() -> None:
    known = Permission.objects.values_list("content_type__app_label", "codename")
    needed = {action.permission for action in Action}
    assert needed <= {f"{app}.{name}" for app, name in known}


LIFTED = [Sanction.Kind.WARNING, Sanction.Kind.SUSPENSION, Sanction.Kind.BAN]


@pytest.mark.parametrize("kind", LIFTED)
def test_lifting_needs_the_permission_for_the_kind_of_sanction(kind: str) -> None:
    action = permissions.LIFT_ACTIONS[kind]
    for role, actions in ALLOWED.items():
        sanction = Sanction.objects.create(
            user=UserFactory.create(), kind=kind, reason="abuse", until=now() + timedelta(days=1)
        )
        if action in actions:
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


def test_sanctioning_staff_needs_a_separate_permission() -> None:
    colleague = staff(permissions.MODERATOR)
    with pytest.raises(NotAllowed, match="is-staff"):
        sanctions.suspend(
            staff(permissions.SENIOR), colleague, grounds(), now() + timedelta(days=1), now()
        )
    both = staff(permissions.SENIOR, permissions.OPERATOR)
    assert sanctions.warn(both, colleague, grounds(), now()).pk


def test_giving_and_taking_roles_leaves_entries() -> None:
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
