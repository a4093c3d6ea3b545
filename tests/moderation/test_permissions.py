"""Every action, carried out by every role in every relation.

Which roles may do it follows from the action's permission. What the page of a player or a table
offers (`PLAYER_ACTIONS`, `TABLE_ACTIONS`) has a row by itself: its form is filled in and sent,
after what `PREPARED` says it needs first. Any other action needs a row in `BY_HAND`: what follows
from relations (one of the profiles, or one of your own), and a function that does it in a `Scene`.
Each cell is rolled back afterwards: all tests of a process share one world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django import forms
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation import collusion, conflicts, permissions
from games.moderation.models import AuditEntry, DeviceTrace, Report, Sanction
from games.moderation.pages.base import ActionForm
from games.moderation.pages.player_actions import PLAYER_ACTIONS, PlayerAction
from games.moderation.pages.table_actions import TABLE_ACTIONS, TableAction
from games.moderation.permissions import LIFT_ACTIONS, Action, NotAllowed
from games.moderation.services import (
    audit,
    ban_evasion,
    hiding,
    operations,
    player_records,
    reports,
    sanctions,
    table_actions,
    time_machine,
)
from games.tables import services
from games.tables.models import Message, Seat, Table
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, play, quiet_moves
from tests.moderation.staff import enter, grounds, staff, token
from tests.tables.play import new_table

pytestmark = pytest.mark.django_db  # permissions don't depend on the database: one leg is enough

YES = "yes"
NONE, SUPERUSER, LONE = "no role", "superuser", "lone superuser"
COLUMNS = (NONE, permissions.MODERATOR, permissions.SENIOR, permissions.OPERATOR, SUPERUSER, LONE)
"""A superuser with a colleague who could decide instead, and a superuser without."""


Profile = Mapping[str, str]
"""By relation: the result for an actor who has the permission."""

TIES = {
    "opponent": conflicts.Conflict.TABLE,
    "former opponent": conflicts.Conflict.TABLE,
    "reporter": conflicts.Conflict.REPORT,
    "appellant": conflicts.Conflict.APPEAL,
    "reported": conflicts.Conflict.OWN_REPORT,
}
RELATIONS = ("unrelated", *TIES, "self")
SOME = ("unrelated", "opponent", "self")
FREE: Profile = dict.fromkeys(RELATIONS, YES)
"""Actions that are about nobody."""
ABOUT_A_PLAYER: Profile = {
    "unrelated": YES, **dict.fromkeys(TIES, "too-close"), "self": "yourself",
}  # fmt: skip
ABOUT_A_REPORT: Profile = {**ABOUT_A_PLAYER, "self": "own-case"}
LETTING_GO: Profile = {**FREE, "self": "own-case"}
TWO_PLAYERS: Profile = {**FREE, "self": "yourself"}
AT_A_TABLE: Profile = {**FREE, "self": "own-table"}
"""The actor sits there; or somebody close to them does, which is no reason to refuse."""
AT_A_SEAT: Profile = {**ABOUT_A_PLAYER, "self": "own-table"}


@dataclass(frozen=True, slots=True)
class Scene:
    """An actor, a target, and a table where the target is on turn."""

    actor: User
    target: User
    loaded: LoadedTable
    number: int
    """The target's seat."""
    witness: User
    late: LoadedTable
    """A table of the target whose last move may be undone."""

    @property
    def code(self) -> str:
        return self.loaded.table.code

    @property
    def order(self) -> table_actions.ActionRequest:
        return order(self.actor, self.loaded)

    def report(self) -> int:
        """Return a report about the target, by somebody else."""
        complaint = reports.Complaint("abuse", self.target, "rude")
        return reports.file_report(self.witness, complaint, token(), now()).pk

    def sanction(self, kind: str) -> int:
        """Return a sanction of the target in force, by nobody on the current staff."""
        until, before = now() + timedelta(days=1), {"name": "Nugget-of-Old"}
        return Sanction.objects.create(
            user=self.target, kind=kind, reason="other", until=until, before=before
        ).pk

    def changed(self, **columns: Any) -> Scene:
        Table.objects.filter(pk=self.loaded.table.pk).update(**columns)
        return self

    def see(self, name: str, *arguments: Any) -> None:
        """Request a page of the admin."""
        client = Client()
        if self.actor.is_staff:
            enter(client, self.actor)
        else:
            client.force_login(self.actor)
        answer = client.get(reverse(f"admin:{name}", args=arguments))
        if answer.status_code == 403 and b"a colleague looks after it" in answer.content:
            raise NotAllowed("own-table")
        if answer.status_code != 200:
            raise NotAllowed


class Row(NamedTuple):
    profile: Profile
    do: Callable[[Scene], object]


def paused(scene: Scene) -> Scene:
    return scene.changed(paused_at=now())


def release(scene: Scene) -> None:
    number = scene.report()
    claimed = {"state": Report.State.CLAIMED, "claimed_by": scene.actor, "claimed_at": now()}
    Report.objects.filter(pk=number).update(**claimed)
    reports.release(scene.actor, number, now())


def lifting(kind: str) -> Row:
    return Row(ABOUT_A_PLAYER, lambda s: sanctions.lift(s.actor, s.sanction(kind), "why", now()))


def stopped(scene: Scene) -> None:
    services.stop_clocks(now(), None, "")
    operations.start_all_clocks(scene.actor, "done", now())


def hide(scene: Scene) -> None:
    services.say(scene.target, scene.code, "rude", token(), now())
    hiding.hide_message(scene.actor, Message.objects.latest("pk"), grounds("chat"), now())


def hide_title(scene: Scene) -> None:
    scene.changed(owner=scene.target)
    hiding.hide_title(scene.actor, Table.objects.get(code=scene.code), grounds("title"), now())


def banned_with_a_device(scene: Scene) -> Scene:
    scene.sanction("ban")
    DeviceTrace.objects.create(user=scene.target, trace="a" * 32, last_day=now().date())
    return scene


def find_address(scene: Scene) -> None:
    """Look up an address; without permission it finds nobody."""
    if player_records.find_by_address(scene.actor, scene.target.email, "they wrote", now()) is None:
        raise NotAllowed("yourself" if scene.actor == scene.target else "too-close")


BY_HAND: dict[Action, Row] = {
    Action.SEE_REPORTS: Row(FREE, lambda s: s.see("queue")),
    Action.CLAIM: Row(ABOUT_A_REPORT, lambda s: reports.claim(s.actor, s.report(), now())),
    Action.RELEASE: Row(LETTING_GO, release),
    Action.RESOLVE: Row(
        ABOUT_A_REPORT,
        lambda s: reports.resolve(s.actor, s.report(), reports.Resolution("acted", "done"), now()),
    ),
    Action.SEE_PLAYER: Row(FREE, lambda s: s.see("player", s.target.pk)),
    **{action: lifting(kind) for kind, action in LIFT_ACTIONS.items()},
    Action.DEVICES: Row(
        ABOUT_A_PLAYER,
        lambda s: ban_evasion.players_sharing_devices(s.actor, s.target, "why", now()),
    ),
    Action.SEE_ADDRESS: Row(
        ABOUT_A_PLAYER,
        lambda s: player_records.see_address(s.actor, s.target, "they wrote", now()),
    ),
    Action.FIND_ADDRESS: Row(ABOUT_A_PLAYER, find_address),
    Action.SEE_PAIRS: Row(
        TWO_PLAYERS, lambda s: collusion.compare_accounts(s.actor, s.target, s.witness, [])
    ),
    Action.HIDE: Row(ABOUT_A_PLAYER, hide),
    Action.HIDE_TITLE: Row(ABOUT_A_PLAYER, hide_title),
    Action.SEE_TABLE: Row(AT_A_TABLE, lambda s: s.see("table", s.code)),
    Action.SECRETS: Row(
        AT_A_TABLE,
        lambda s: time_machine.open_secrets(s.actor, s.code, 0, 1, "why", now()),
    ),
    Action.SEE_AUDIT: Row(FREE, lambda s: s.see("moderation_auditentry_changelist")),
    Action.EXPORT_AUDIT: Row(
        FREE,
        lambda s: audit.export(s.actor, AuditEntry.objects.all(), "csv", "yearly", now()),
    ),
    Action.FIGURES: Row(FREE, lambda s: s.see("figures")),
    Action.STOP_CLOCKS: Row(
        FREE, lambda s: operations.stop_all_clocks(s.actor, None, "", "upgrade", now())
    ),
    Action.START_CLOCKS: Row(FREE, stopped),
}
PREPARED: Mapping[Action, Callable[[Scene], Scene]] = {
    Action.TIE_DEVICES: banned_with_a_device,
    Action.TABLE_RESUME: paused,
    Action.TABLE_UNDO: lambda s: replace(s, loaded=s.late),
}
"""What an action needs before it can be done."""


def filled(form: ActionForm, **known: object) -> ActionForm:
    """Return the form with every required field filled in."""
    data = QueryDict(mutable=True)
    for name, field in form.fields.items():
        if name in known:
            data[name] = str(known[name])
        elif isinstance(field, forms.ChoiceField):
            choices: Any = field.choices
            data[name] = str(next(value for value, _ in choices if value != ""))
        elif field.required:
            data[name] = "7"
    form.data, form.is_bound = data, True
    assert form.is_valid(), form.errors
    return form


def about_a_player(act: PlayerAction) -> Row:
    def do(scene: Scene) -> object:
        form = act.form()
        form.about(scene.target)
        return act.do(scene.actor, scene.target, filled(form))

    return Row(ABOUT_A_PLAYER, do)


def at_a_table(act: TableAction) -> Row:
    def do(scene: Scene) -> object:
        return act.do(scene.order, filled(act.ask(scene.loaded, None), seat=scene.number))

    return Row(AT_A_SEAT if act.seats or act.people else AT_A_TABLE, do)


def after(prepare: Callable[[Scene], Scene], row: Row) -> Row:
    return Row(row.profile, lambda scene: row.do(prepare(scene)))


OFFERED = {
    **{act.action: about_a_player(act) for act in PLAYER_ACTIONS.values()},
    **{act.action: at_a_table(act) for act in reversed([*TABLE_ACTIONS.values()])},
}
ROWS = BY_HAND | OFFERED
ROWS |= {action: after(prepare, ROWS[action]) for action, prepare in PREPARED.items()}


UNRECORDED = {
    Action.SEE_REPORTS, Action.SEE_PLAYER, Action.SEE_TABLE, Action.SEE_PAIRS, Action.SEE_AUDIT,
    Action.FIGURES,
}  # fmt: skip
"""Actions that leave no entry in the audit trail."""


def may(column: str, action: Action) -> bool:
    held = permissions.ROLES.get(column, ())
    return column in (SUPERUSER, LONE) or action.permission in held


def expected(action: Action, relation: str, column: str) -> str:
    """Return the expected result. In a conflict a lone superuser may decide; the entry says so."""
    if not may(column, action):
        return "no-permission"
    result = ROWS[action].profile[relation]
    return f"in spite of: {TIES[relation]}" if (column, result) == (LONE, "too-close") else result


@dataclass(frozen=True, slots=True)
class World:
    actors: Mapping[str, int]
    target: int
    witness: int
    shared: LoadedTable
    """A table where both actor and target sit, if any."""
    loaded: LoadedTable
    late: LoadedTable
    mover: int
    """Who made the last move at the late table."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield made_world()
        transaction.set_rollback(True)


def made_world() -> World:
    kinds = (permissions.MODERATOR, permissions.SENIOR, permissions.OPERATOR)
    actors = {kind: staff(kind).pk for kind in kinds}
    actors |= {name: staff(is_superuser=True).pk for name in (SUPERUSER, LONE)}
    staff(is_superuser=True)  # the colleague
    late = late_table()
    (mover,) = late.rules.waiting_for(late.state)
    late = play(late, quiet_moves(late)[0])
    return World(
        actors | {NONE: UserFactory.create().pk}, UserFactory.create(line="Digs.").pk,
        UserFactory.create().pk, new_table(3), new_table(3), late, mover,
    )  # fmt: skip


def scene(world: World, relation: str, column: str) -> Scene:
    actor = User.objects.get(pk=world.actors[column])
    target = actor if relation == "self" else User.objects.get(pk=world.target)
    relate(world, relation, actor, target)
    if column == LONE:
        User.objects.filter(is_staff=True).exclude(pk=actor.pk).update(is_staff=False)
    (number,) = world.loaded.rules.waiting_for(world.loaded.state)
    sit(target, world.loaded, number)
    sit(target, world.late, world.mover)
    witness = User.objects.get(pk=world.witness)
    return Scene(actor, target, world.loaded, number, witness, world.late)


def sit(user: User, loaded: LoadedTable, number: int) -> None:
    Seat.objects.filter(table=loaded.table, number=number).update(user=user)


def relate(world: World, relation: str, actor: User, target: User) -> None:
    if relation in ("opponent", "former opponent"):
        sit(actor, world.shared, 0)
        sit(target, world.shared, 1)
    if relation == "former opponent":
        ended = {"status": Table.Status.FINISHED, "ended_at": now() - timedelta(days=13)}
        Table.objects.filter(pk=world.shared.table.pk).update(**ended)
    if relation == "reporter":
        reports.file_report(target, reports.Complaint("abuse", actor, "rude"), token(), now())
    if relation == "reported":
        reports.file_report(actor, reports.Complaint("abuse", target, "rude"), token(), now())
    if relation == "appellant":
        found = Sanction.objects.create(user=target, kind="warning", reason="other", by=actor)
        reports.file_appeal(found.appeal_token, "not me", now())


def outcome(action: Action, found: Scene) -> str:
    latest = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    entries = AuditEntry.objects.filter(pk__gt=latest, actor=found.actor)
    try:
        ROWS[action].do(found)
    except NotAllowed as refused:
        return "recorded" if refused.code == "no-permission" and entries else refused.code
    recorded = [entry.action for entry in entries].count(action)
    assert recorded == (0 if action in UNRECORDED else 1)
    marks = {entry.after.get(conflicts.CONFLICT_KEY) for entry in entries} - {None}
    return f"in spite of: {marks.pop()}" if marks else YES


def test_every_action_has_a_row_and_every_row_all_relations() -> None:
    assert set(ROWS) == set(Action)
    assert not set(BY_HAND) & set(OFFERED)
    for action, row in ROWS.items():
        assert (action, set(row.profile)) == (action, set(RELATIONS))


def cells() -> Iterator[Any]:
    """Return some cells of every row and all relations for two rows; all cells in long runs."""
    for action in sorted(ROWS):
        for relation in RELATIONS:
            usual = relation in SOME or action in (Action.WARN, Action.RESOLVE)
            yield pytest.param(action, relation, marks=() if usual else pytest.mark.soak)


@pytest.mark.parametrize(("action", "relation"), list(cells()))
def test_an_action_is_done_or_refused_by_role_and_relation(
    action: Action, relation: str, world: World
) -> None:
    found = {}
    for column in COLUMNS:
        with transaction.atomic():
            found[column] = outcome(action, scene(world, relation, column))
            transaction.set_rollback(True)
    assert found == {column: expected(action, relation, column) for column in COLUMNS}
