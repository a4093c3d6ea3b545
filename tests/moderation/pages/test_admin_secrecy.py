"""The admin shows no secret of a running round: every secret is marked and searched for.

All addresses of the admin are visited, by a senior who holds every role; in long runs also with one
role at a time.
Only the time machine shows secrets, and that has a test of its own (tests/moderation).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.urls import URLPattern, URLResolver, reverse

from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry, Report
from games.moderation.pages.table_actions import TABLE_ACTIONS as TABLE_ACTS
from games.moderation.services import reports, table_actions
from games.tables import services, store
from games.tables.models import (
    Card,
    HandCard,
    Knowledge,
    LogEntry,
    Note,
    PlacedCard,
    Round,
    SeatValue,
    Table,
)
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.staff import staff, staff_client
from tests.tables.play import load, moves_on, new_table, on_turn, token

pytestmark = pytest.mark.django_db  # pages don't depend on the database: one leg is enough

MARK = "zzz-secret-zzz"
GOLD = 987_654_321
SECRET_ZONES = ("hand", "stock", "aside", "nuggets", "offer")
ROWS_A_MODEL = 2


# --- marking --------------------------------------------------------------------------------------


def mark_every_secret(loaded: LoadedTable) -> None:
    """Mark everything about this table that nobody, or only one seat, may see."""
    table = loaded.table
    Table.objects.filter(pk=table.pk).update(seed="ab" * 32, salt="cd" * 16)
    table.rounds.update(seed="ab" * 32, salt="cd" * 16)
    cards = Card.objects.filter(round__table=table)
    cards.filter(zone__in=SECRET_ZONES).exclude(zone__in=("nuggets", "offer")).update(name=MARK)
    cards.filter(zone__in=("nuggets", "offer")).update(name=str(GOLD))
    cards.filter(zone="board", face_up=False).update(name=MARK)
    cards.filter(zone="discard", owner__isnull=False).update(name=MARK)
    values = SeatValue.objects.filter(round__table=table)
    values.filter(name="role").update(value=MARK)
    values.filter(name="gold").update(value=GOLD)
    Knowledge.objects.filter(round__table=table).update(value=MARK)
    Note.objects.filter(table=table).update(text=MARK)
    for entry in table.log.all():
        entry.move = f"discard {MARK}" if entry.is_played else ""
        entry.state_hash, entry.token = MARK, MARK + str(entry.number)
        entry.events = [marked(event, loaded.rules.events) for event in entry.events]
        entry.save()


def marked(raw: list[Any], kinds: Any) -> list[Any]:
    """Return the event with its secret fields marked."""
    fields = ("kind", "seat", "card", "cell", "turned", "to", "what", "amount")
    secret = kinds[raw[0]].secret
    return [MARK if name in secret else value for name, value in zip(fields, raw, strict=True)]


MARKS = (MARK, str(GOLD), "ab" * 32, "cd" * 16)


def leaks(page: str) -> list[str]:
    return [mark for mark in MARKS if mark in page or f"{GOLD:,}" in page]


# --- visiting -----------------------------------------------------------------------------------


def patterns(found: Any = None, prefix: str = "") -> Iterator[tuple[str, list[str]]]:
    """Return the name and the arguments of every address of the admin."""
    for pattern in found or admin.site.get_urls():
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns, prefix)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield pattern.name, list(pattern.pattern.converters)


def addresses(loaded: LoadedTable) -> Iterator[str]:
    """Yield every address of the admin, with arguments that lead to a page."""
    for name, arguments in patterns():
        for kwargs in possible(name, arguments, loaded):
            yield reverse(f"admin:{name}", kwargs=kwargs)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for query in ("", "?q=" + loaded.table.code, "?all=1"):
            yield reverse(f"{name}_changelist") + query
        for row in islice(model._default_manager.order_by("-pk"), ROWS_A_MODEL):
            for kind in ("change", "history", "delete"):
                yield reverse(f"{name}_{kind}", args=[row.pk])


def possible(name: str, arguments: list[str], loaded: LoadedTable) -> Iterator[dict[str, Any]]:
    report = Report.objects.latest("pk").pk
    known: dict[str, list[Any]] = {
        "code": [loaded.table.code],
        "name": [*TABLE_ACTS] if name == "table-act" else ["warn", "note", "lift", "devices"],
        "pk": [loaded.seats[0].user_id],
        "number": [report],
        "app_label": ["accounts", "tables", "notices", "moderation"],
        "url": [],
        "object_id": [loaded.table.pk],
        "path": [],
    }
    if name == "app_list":
        yield from ({"app_label": label} for label in known["app_label"])
    elif not arguments:
        yield {}
    elif arguments == ["content_type_id", "object_id"]:
        yield {
            "content_type_id": ContentType.objects.get_for_model(Table).pk,
            "object_id": loaded.table.pk,
        }
    elif arguments == ["code", "name"]:
        yield from ({"code": loaded.table.code, "name": act} for act in known["name"])
    elif arguments == ["pk", "name"]:
        yield from ({"pk": known["pk"][0], "name": act} for act in known["name"])
    else:
        (only,) = arguments
        yield from ({only: value} for value in known[only])


def running_table() -> LoadedTable:
    """Make a table with chat, notes, a report and a trail: everything an admin page could show."""
    loaded = moves_on(new_table(4), 9)
    user, boss = on_turn(loaded), staff(permissions.SENIOR)
    services.say(user, loaded.table.code, "hello", token(), now())
    services.write_note(user, loaded.table.code, "private")
    complaint = reports.Complaint("abuse", user, "rude", loaded.table)
    reports.file_report(UserFactory.create(), complaint, token(), now())
    table_actions.pause_table(order(boss, loaded))
    table_actions.skip_turn(order(boss, loaded), turn_of(loaded))
    table_actions.resume_table(order(boss, loaded))
    table_actions.add_table_note(boss, loaded.table.code, "an eye on this", now())
    return load(loaded.table)


def turn_of(loaded: LoadedTable) -> int:
    return load(loaded.table).rules.waiting_for(load(loaded.table).state)[0]


HELD = [tuple(permissions.ROLES)]
ONE_AT_A_TIME = [pytest.param((role,), marks=pytest.mark.soak) for role in permissions.ROLES]


@pytest.mark.parametrize("held", [*HELD, *ONE_AT_A_TIME], ids=str)
def test_no_admin_page_shows_a_secret_of_a_running_round(held: tuple[str, ...]) -> None:
    loaded = running_table()
    mark_every_secret(loaded)
    client, seen, found = staff_client(*held), 0, []
    for address in addresses(loaded):
        answer = client.get(address)
        page = b"".join(answer) if answer.streaming else answer.content
        seen += answer.status_code == 200
        found += [(address, leak) for leak in leaks(page.decode())]
    assert found == []
    assert seen > 20


def test_no_form_of_the_admin_answers_with_a_secret() -> None:
    """Previews, refusals and exports: whatever a POST answers, except in the time machine."""
    loaded = running_table()
    mark_every_secret(loaded)
    client = staff_client(*permissions.ROLES)
    seat = loaded.rules.waiting_for(loaded.state)[0]
    said = {"reason": "why", "why": "looking", "code": "abuse"}
    form = said | {"seat": str(seat), "hours": "24", "to": "bot", "text": "a note"}
    for name in TABLE_ACTS:
        address = reverse("admin:table-act", args=[loaded.table.code, name])
        if name == "undo":
            continue  # it replays the log, which the marks make unsound: see the next test
        page = client.post(address, form | {"step": "preview"})
        assert page.status_code == 200
        assert leaks(page.content.decode()) == [], name
    for kind in ("csv", "json"):
        export = client.post(reverse("admin:audit-export"), {"form": kind, "reason": "why"})
        assert leaks(export.content.decode()) == []


def test_a_refused_undo_names_no_card() -> None:
    loaded = moves_on(new_table(4), 9)
    drawn = [event for event in loaded.table.log.latest("number").events if event[0] == "drew"]
    client = staff_client(permissions.MODERATOR)
    address = reverse("admin:table-act", args=[loaded.table.code, "undo"])
    page = client.post(
        address, {"reason": "why", "why": "mistake", "step": "preview"}
    ).content.decode()
    assert drawn
    assert "cannot be undone" in page
    assert f"#{drawn[0][2]}" not in page


def test_the_marks_would_show_on_a_leaking_page() -> None:
    """The test can fail: a page that loaded the state or a seat's view would show a mark."""
    loaded = running_table()
    mark_every_secret(loaded)
    marked_table = store.load(Table.objects.get(pk=loaded.table.pk))
    for seat in range(4):
        assert MARK in repr(marked_table.rules.view(marked_table.state, seat).hand)
    for field in ("hands", "roles", "goals", "stock", "buried"):
        assert MARK in repr(getattr(marked_table.state, field)), field
    assert "ab" * 32 in repr([row.seed for row in marked_table.rounds])
    spectator = repr(marked_table.rules.view(marked_table.state, None))
    assert leaks(spectator) == []


def test_a_search_for_a_secret_finds_nothing() -> None:
    loaded = running_table()
    mark_every_secret(loaded)
    client = staff_client(*permissions.ROLES)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        answer = client.get(reverse(name), {"q": MARK})
        if answer.status_code == 200:
            assert answer.context["cl"].result_count == 0


def test_the_models_that_hold_secrets_are_not_in_the_admin() -> None:
    secret = {Card, HandCard, PlacedCard, LogEntry, Round}
    private = {SeatValue, Knowledge, Note}
    assert not (secret | private) & set(admin.site._registry)


def test_sanctions_and_reports_contain_no_secret() -> None:
    """What reports and the trail keep about a table was visible to everybody."""
    loaded = running_table()
    hands = {card for hand in loaded.state.hands for card in hand}
    kept = repr([row.context for row in Report.objects.all()])
    kept += repr([(row.before, row.after) for row in AuditEntry.objects.all()])
    for entry in loaded.table.log.exclude(move="").filter(kind="move"):
        assert entry.move not in kept
    assert not any(f"'{card}'" in kept for card in hands)
