"""Users and tables for fuzzing: the four games in every state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from config.clock import now
from games.kinds import GAMES
from games.moderation.models import Report, Sanction
from games.moderation.pages import player_actions, table_actions
from games.moderation.services import table_actions as moderated
from games.moderation.services.table_actions import ActionRequest
from games.notices.channels import emails
from games.tables import services
from games.tables.models import Table
from tests import positions, real_tables
from tests.factories import UserFactory
from tests.moderation.staff import enter, staff
from tests.tables.play import load, play_on

NEARLY_OVER: dict[str, Callable[..., Table]] = {
    "classic": positions.last_round,
    "duel": positions.last_duel,
    "solo": positions.last_solo,
    "lost_mines": positions.in_the_woods,
}
SEATS = {"classic": 3, "duel": 2, "solo": 1, "lost_mines": 3}
FORM_KEY = "f" * 32  # sent as cookie and header, as a page's own form would


@dataclass(slots=True)
class World:
    """The clients (a cookie each), and values that exist, by argument."""

    cookies: dict[str, str] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    secrets: list[str] = field(default_factory=list)
    """Keys that are part of addresses: none of them may ever appear in a log."""


def build() -> World:
    seated, other, third = UserFactory.create_batch(3)
    moderator = staff(*Group.objects.values_list("name", flat=True))
    games = [table for kind in GAMES for table in _tables(kind, [seated, other, third], moderator)]
    report = Report.objects.create(about=other, reporter=seated, kind="name", due_at=now())
    sanction = Sanction.objects.create(
        user=third, kind="mute", reason="abuse", at=now(), until=now() + timedelta(days=2)
    )
    people = {"seated": seated, "player": UserFactory.create(), "moderator": moderator}
    world = World({"visitor": ""} | {name: _cookie(user) for name, user in people.items()})
    world.secrets = [emails.unsubscribe_link(seated, "turn").split("/")[-2], sanction.appeal_token]
    world.secrets += [table.invite_code for table in games]
    _fill(world, games, [seated, other, third, moderator], report, sanction)
    return world


def _fill(
    world: World, games: list[Table], people: list[User], report: Report, sanction: Sanction
) -> None:
    numbers = [str(row.pk) for row in (*people, report, sanction, *games)]
    world.values = {
        "code": [table.code for table in games],
        "invite_code": [table.invite_code for table in games],
        "name": [*(person.name or "" for person in people), *ACTS],
        "number": ["0", "1", "2", str(report.pk)],
        "pk": numbers,
        "object_id": numbers,
        "token": world.secrets[:2],
        "key": ["no-such-key", "set-password"],
        "uidb36": ["1", "a"],
        "app_label": ["games", "accounts"],
        "url": ["games", "admin"],
        "sanction": [str(sanction.pk)],
        "table": [table.code for table in games],
        "player": [person.name or "" for person in people],
        "version": [str(version) for version in range(4)],
    }


ACTS = [*player_actions.PLAYER_ACTIONS, *table_actions.TABLE_ACTIONS, "lift", "devices"]


def _cookie(user: User) -> str:
    client = Client()
    if user.is_staff:
        enter(client, user)
    else:
        client.force_login(user)
    client.get("/rules/")  # records the visit now, so that not every request does
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def _tables(kind: str, people: list[User], moderator: User) -> list[Table]:
    """Make tables that wait, run, are paused by a moderator, cancelled and finished."""
    players = people[: SEATS[kind]]
    running, paused, cancelled = (real_tables.running(*players, kind=kind) for _ in range(3))
    moderated.pause_table(ActionRequest(moderator, paused.code, paused.changes, "to look", now()))
    moderated.cancel_table(
        ActionRequest(moderator, cancelled.code, cancelled.changes, "to look", now())
    )
    over = play_on(load(NEARLY_OVER[kind](*players)), 300).table
    assert over.status == Table.Status.FINISHED
    return [*_lobbies(kind, people, len(players)), running, paused, cancelled, over]


def _lobbies(kind: str, people: list[User], size: int) -> list[Table]:
    """A table for one begins at once; the others wait, one of them closed."""
    if size == 1:
        return []
    waiting, expired = (real_tables.lobby(people[0], size, kind=kind) for _ in range(2))
    services.expire_lobby(expired.code, now() + timedelta(days=400))
    return [waiting, expired]
