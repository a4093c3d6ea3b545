"""A moderator who plays at a table sees nothing of it in the admin; staff without a role nothing.

All addresses of the admin are visited, as in tests/moderation/pages/test_admin_secrecy.py.
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
from games.moderation import permissions
from games.moderation.models import Report, Sanction
from games.moderation.services import reports, sanctions, table_actions
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Departure, Table
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.pages.test_admin_secrecy import addresses
from tests.moderation.staff import enter, grounds, staff, staff_client
from tests.tables.play import load, moves_on, new_table, on_turn, token

pytestmark = pytest.mark.django_db  # pages don't depend on the database: one leg is enough

MARKS = {
    "title": "zzz-title", "chat": "zzz-chat", "gallery": "zzz-gallery", "report": "zzz-report",
    "note": "zzz-note", "trail": "zzz-reason", "decision": "zzz-words",
}  # fmt: skip
EVERYTHING = (permissions.SENIOR, permissions.OPERATOR)


def marked_table() -> LoadedTable:
    """Make a table with some of everything, each marked."""
    loaded = moves_on(new_table(4), 6)
    Table.objects.filter(pk=loaded.table.pk).update(title=MARKS["title"])
    user, boss, code = on_turn(loaded), staff(permissions.SENIOR), loaded.table.code
    services.say(user, code, MARKS["chat"], token(), now())
    services.say(UserFactory.create(), code, MARKS["gallery"], token(), now())
    said = loaded.table.messages.latest("pk")
    complaint = reports.Complaint(
        "message", said.user, MARKS["report"], load(loaded.table).table, said
    )
    found = reports.file_report(UserFactory.create(), complaint, token(), now())
    sanctions.warn(boss, said.user, grounds(words=MARKS["decision"], report=found), now())
    table_actions.pause_table(order(boss, loaded, reason=MARKS["trail"]))
    table_actions.resume_table(order(boss, loaded, reason=MARKS["trail"]))
    table_actions.add_table_note(boss, code, MARKS["note"], now())
    return load(loaded.table)


def seen(client: Client, loaded: LoadedTable) -> dict[str, set[str]]:
    """Return where each mark is shown."""
    shown: dict[str, set[str]] = {name: set() for name in MARKS}
    paths = [*addresses(loaded), *(f"/admin/player/{seat.user_id}/" for seat in loaded.seats)]
    about = Report.objects.latest("pk").about_id
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
    """Return queries that a reader could type; never a whole mark, which a page may repeat."""
    return [
        "/admin/tables/message/?text__startswith=zzz",
        "/admin/tables/table/?title__startswith=zzz",
        "/admin/moderation/report/?words__startswith=zzz",
        "/admin/moderation/auditentry/?reason__startswith=zzz",
    ]


def sits(user: User, loaded: LoadedTable) -> None:
    loaded.table.seats.filter(number=0).update(user=user)


def sat(user: User, loaded: LoadedTable) -> None:
    loaded.table.seats.filter(number=0).update(former=user)


def left(user: User, loaded: LoadedTable) -> None:
    Departure.objects.create(table=loaded.table, user=user, seat=1)


@pytest.mark.parametrize(
    ("plays", "is_superuser"),
    [(sits, True), (left, False), pytest.param(sat, False, marks=pytest.mark.soak)],
)
def test_a_moderator_at_the_table_sees_no_row_of_it(plays: Any, is_superuser: bool) -> None:
    loaded = marked_table()
    user = staff(*EVERYTHING, is_superuser=is_superuser)
    plays(user, loaded)
    assert seen(enter(Client(), user), loaded) == {name: set() for name in MARKS}


def test_the_same_pages_show_all_of_it_to_a_colleague() -> None:
    loaded = marked_table()
    shown = seen(staff_client(*EVERYTHING), loaded)
    assert [name for name, paths in shown.items() if not paths] == []
    assert "export" in shown["trail"]


def test_when_the_table_ends_they_may_look() -> None:
    loaded, user = marked_table(), staff(*EVERYTHING)
    sits(user, loaded)
    Table.objects.filter(pk=loaded.table.pk).update(status=Table.Status.FINISHED)
    assert MARKS["gallery"] in enter(Client(), user).get(table_page(loaded)).content.decode()


def table_page(loaded: LoadedTable, *more: str) -> str:
    return reverse("admin:table", args=[loaded.table.code]) + "".join(f"{part}/" for part in more)


def test_their_own_table_is_refused_on_every_page() -> None:
    loaded, user = marked_table(), staff(*EVERYTHING)
    sits(user, loaded)
    client, report = enter(Client(), user), Report.objects.latest("pk")
    paths = [
        table_page(loaded),
        table_page(loaded, "pause"),
        table_page(loaded, "secrets"),
        f"/admin/queue/{report.pk}/",
    ]
    assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 403)
    form = {"reason": "why", "step": "preview", "seat": "0", "number": "1"}
    for path in paths[1:]:
        assert (path, client.post(path, form).status_code) == (path, 403)


def test_notices_of_others_at_their_table_are_hidden_too() -> None:
    loaded, user = marked_table(), staff(*EVERYTHING)
    assert Notice.objects.filter(table=loaded.table).exists()
    sits(user, loaded)
    rows = enter(Client(), user).get("/admin/notices/notice/").context["cl"].queryset
    assert not rows.filter(table=loaded.table).exists()


# --- staff without a role -------------------------------------------------------------------------


def test_staff_without_a_role_sees_nothing() -> None:
    loaded = marked_table()
    client = staff_client()
    assert seen(client, loaded) == {name: set() for name in MARKS}
    sanction = Sanction.objects.latest("pk")
    lift = reverse("admin:player-act", args=[sanction.user_id, "lift"])
    for answer in (
        client.get(f"{lift}?sanction={sanction.pk}"),
        client.post(lift, {"sanction": sanction.pk, "reason": "why", "step": "preview"}),
        client.post(lift, {"sanction": sanction.pk, "reason": "why", "step": "do"}),
    ):
        assert answer.status_code == 403
    sanction.refresh_from_db()
    assert sanction.lifted_at is None


def test_pages_do_not_even_reveal_whether_a_row_exists() -> None:
    client, user = staff_client(), UserFactory.create()
    for name in ("warn", "lift", "devices", "roles"):
        there = client.get(reverse("admin:player-act", args=[user.pk, name]))
        nobody = client.get(reverse("admin:player-act", args=[999_999, name]))
        assert (there.status_code, nobody.status_code) == (403, 403)
    for model in admin.site._registry:
        assert client.get(listing(model)).status_code == 403


def listing(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
