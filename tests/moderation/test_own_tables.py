"""A moderator who plays at a table sees nothing of it in the admin; staff without a role nothing.

All addresses of the admin are walked, as in tests/web/test_admin_secrets.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games import models, services
from games.models import Departure, Game, Notice
from games.moderation import reports, roles, sanctions, tables
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import load, new_table, on_turn, play_on, token
from tests.moderation.at_tables import order
from tests.moderation.staff import enter, grounds, office, staff
from tests.web.test_admin_secrets import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.both]

MARKS = {
    "title": "zzz-title", "chat": "zzz-chat", "gallery": "zzz-gallery", "report": "zzz-report",
    "note": "zzz-note", "trail": "zzz-reason", "decision": "zzz-words",
}  # fmt: skip
EVERYTHING = (roles.SENIOR, roles.OPERATOR)


def marked_table() -> Table:
    """A table with something of everything, each marked."""
    table = play_on(new_table(4), 6)
    Game.objects.filter(pk=table.game.pk).update(title=MARKS["title"])
    user, boss, code = on_turn(table), staff(roles.SENIOR), table.game.code
    services.say(user, code, MARKS["chat"], token(), now())
    services.say(UserFactory.create(), code, MARKS["gallery"], token(), now())
    said = table.game.messages.latest("pk")
    complaint = reports.Complaint(
        "message", said.user, MARKS["report"], load(table.game).game, said
    )
    found = reports.report(UserFactory.create(), complaint, token(), now())
    sanctions.warn(boss, said.user, grounds(words=MARKS["decision"], report=found), now())
    tables.pause(order(boss, table, reason=MARKS["trail"]))
    tables.resume(order(boss, table, reason=MARKS["trail"]))
    tables.annotate(boss, code, MARKS["note"], now())
    return load(table.game)


def seen(client: Client, table: Table) -> dict[str, set[str]]:
    """Which marks are shown, each with where."""
    shown: dict[str, set[str]] = {name: set() for name in MARKS}
    paths = [*addresses(table), *(f"/admin/player/{seat.user_id}/" for seat in table.seats)]
    about = models.Report.objects.latest("pk").about_id
    for path in [*paths, f"/admin/player/{about}/", *searches()]:
        answer = client.get(path)
        text = (b"".join(answer) if answer.streaming else answer.content).decode()
        for name, mark in MARKS.items():
            if mark in text:
                shown[name].add(path)
    export = client.post("/admin/audit/export/", {"form": "json", "reason": "why"})
    if MARKS["trail"] in export.content.decode():
        shown["trail"].add("export")
    return shown


def searches() -> list[str]:
    """What a reader could type into the address; never a whole mark, which a page may repeat."""
    return [
        "/admin/games/message/?text__startswith=zzz",
        "/admin/games/game/?title__startswith=zzz",
        "/admin/games/report/?words__startswith=zzz",
        "/admin/games/auditentry/?reason__startswith=zzz",
    ]


def sits(user: User, table: Table) -> None:
    table.game.seats.filter(number=0).update(user=user)


def sat(user: User, table: Table) -> None:
    table.game.seats.filter(number=0).update(former=user)


def left(user: User, table: Table) -> None:
    Departure.objects.create(game=table.game, user=user, seat=1)


@pytest.mark.parametrize(("plays", "is_superuser"), [(sits, True), (sat, False), (left, False)])
def test_whoever_plays_there_sees_no_row_of_it(plays: Any, is_superuser: bool) -> None:
    table = marked_table()
    user = staff(*EVERYTHING, is_superuser=is_superuser)
    plays(user, table)
    assert seen(enter(Client(), user), table) == {name: set() for name in MARKS}


def test_the_walk_finds_all_of_it_for_a_colleague() -> None:
    table = marked_table()
    shown = seen(office(*EVERYTHING), table)
    assert [name for name, paths in shown.items() if not paths] == []
    assert "export" in shown["trail"]


def test_when_the_table_is_over_they_may_look() -> None:
    table, user = marked_table(), staff(*EVERYTHING)
    sits(user, table)
    Game.objects.filter(pk=table.game.pk).update(status=Game.Status.FINISHED)
    assert MARKS["gallery"] in enter(Client(), user).get(room(table)).content.decode()


def room(table: Table, *more: str) -> str:
    return reverse("admin:table", args=[table.game.code]) + "".join(f"{part}/" for part in more)


def test_their_own_table_is_refused_by_every_way_in() -> None:
    table, user = marked_table(), staff(*EVERYTHING)
    sits(user, table)
    client, report = enter(Client(), user), models.Report.objects.latest("pk")
    paths = [
        room(table),
        room(table, "pause"),
        room(table, "secrets"),
        f"/admin/queue/{report.pk}/",
    ]
    assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 403)
    form = {"reason": "why", "step": "preview", "seat": "0", "number": "1"}
    for path in paths[1:]:
        assert (path, client.post(path, form).status_code) == (path, 403)


def test_notices_of_others_at_their_table_are_hidden_too() -> None:
    table, user = marked_table(), staff(*EVERYTHING)
    assert Notice.objects.filter(game=table.game).exists()
    sits(user, table)
    rows = enter(Client(), user).get("/admin/games/notice/").context["cl"].queryset
    assert not rows.filter(game=table.game).exists()


# --- staff without a role -------------------------------------------------------------------------


def test_staff_without_a_role_sees_nothing_of_anything() -> None:
    table = marked_table()
    client = office()
    assert seen(client, table) == {name: set() for name in MARKS}
    sanction = models.Sanction.objects.latest("pk")
    lift = reverse("admin:player-act", args=[sanction.user_id, "lift"])
    for answer in (
        client.get(f"{lift}?sanction={sanction.pk}"),
        client.post(lift, {"sanction": sanction.pk, "reason": "why", "step": "preview"}),
        client.post(lift, {"sanction": sanction.pk, "reason": "why", "step": "do"}),
    ):
        assert answer.status_code == 403
    sanction.refresh_from_db()
    assert sanction.lifted_at is None


def test_a_page_tells_them_not_even_whether_there_is_such_a_row() -> None:
    client, user = office(), UserFactory.create()
    for name in ("warn", "lift", "devices", "roles"):
        there = client.get(reverse("admin:player-act", args=[user.pk, name]))
        nobody = client.get(reverse("admin:player-act", args=[999_999, name]))
        assert (there.status_code, nobody.status_code) == (403, 403)
    for model in admin.site._registry:
        assert client.get(listing(model)).status_code == 403


def listing(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
