"""The queue: counts, groups, order, filters, pages; as cheap with 5,000 reports as with 500."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation.models import Report
from games.moderation.permissions import MODERATOR, SENIOR
from games.moderation.services import report_queue, reports, sanctions
from games.moderation.services.reports import Complaint
from games.tables import services
from tests.factories import UserFactory
from tests.moderation.many_reports import full_queue, waiting
from tests.moderation.staff import enter, grounds, staff, staff_client, token
from tests.real_tables import lobby
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

QUEUE = "/admin/queue/"


def found(actor: User, **wanted: Any) -> list[dict[str, Any]]:
    return report_queue.load_groups(list(report_queue.report_groups(actor, wanted, now())), now())


def first(actor: User, **wanted: Any) -> list[User]:
    return [group["first"].about for group in found(actor, **wanted)]


# --- groups ---------------------------------------------------------------------------------------


def test_reports_about_one_player_at_one_table_are_one_row() -> None:
    about, table, two = UserFactory.create(), lobby(), [UserFactory.create() for _ in range(2)]
    oldest = waiting(3, about, table, two, kind="name", at=now() - timedelta(days=3))[0]
    worst = waiting(1, about, table, two, kind="abuse", times=4)[0]
    waiting(1, about)
    (group, other) = sorted(found(staff(MODERATOR)), key=lambda row: -row["reports"])
    counted = {"reports": 4, "players": 2, "sent": 7, "kinds": 2}
    assert counted.items() <= group.items()
    assert (group["first"], group["oldest"], group["overdue"]) == (worst, oldest.at, True)
    assert (other["reports"], other["first"].table) == (1, None)


def test_every_appeal_is_its_own_row() -> None:
    user = UserFactory.create()
    waiting(2, user)
    for _ in range(2):
        sanction = sanctions.warn(staff(SENIOR), user, grounds(), now())
        reports.file_appeal(sanction.appeal_token, "No.", now())
    assert sorted(group["reports"] for group in found(staff(MODERATOR))) == [1, 1, 2]


def test_the_most_severe_comes_first_then_the_most_overdue() -> None:
    old, name, abuse, collusion = (UserFactory.create() for _ in range(4))
    waiting(1, name, kind="name", at=now() - timedelta(days=9))
    waiting(1, abuse, kind="abuse")
    waiting(1, collusion, kind="collusion", at=now() - timedelta(days=1))
    waiting(1, old, kind="stalling", at=now() - timedelta(days=5))
    actor = staff(MODERATOR)
    assert first(actor) == [collusion, abuse, old, name]
    assert first(actor, order="age") == [name, old, collusion, abuse]


def test_every_kind_has_a_place_in_the_order() -> None:
    order = sorted(Report.Kind.values, key=lambda kind: (report_queue.severity(kind), kind))
    assert order == [
        "abuse",
        "appeal",
        "collusion",
        "message",
        "other",
        "return",
        "stalling",
        "name",
    ]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({}, {"free", "late", "mine", "theirs"}),
        ({"kind": "name"}, {"late"}),
        ({"state": "open"}, {"free", "late"}),
        ({"state": "claimed"}, {"mine", "theirs"}),
        ({"state": "overdue"}, {"late"}),
        ({"state": "resolved"}, {"done"}),
        ({"who": "mine"}, {"mine"}),
        ({"who": "nobody"}, {"free", "late"}),
        ({"who": "colleague"}, {"theirs"}),
        ({"who": "nobody", "kind": "name", "state": "overdue"}, {"late"}),
        ({"who": "mine", "state": "overdue"}, set()),
    ],
)
def test_filters_keep_matching_reports(wanted: dict[str, str], names: set[str]) -> None:
    me, colleague = staff(MODERATOR), staff(MODERATOR)
    rows = {
        name: waiting(1, UserFactory.create(name=name))[0]
        for name in ("free", "late", "mine", "theirs", "done", "long-done")
    }
    Report.objects.filter(pk=rows["late"].pk).update(kind="name", due_at=now() - timedelta(days=1))
    reports.claim(me, rows["mine"].pk, now())
    reports.claim(colleague, rows["theirs"].pk, now())
    reports.resolve(colleague, rows["done"].pk, reports.Resolution("known", "dealt with"), now())
    long_ago = now() - timedelta(days=40)
    reports.resolve(
        colleague, rows["long-done"].pk, reports.Resolution("known", "dealt with"), long_ago
    )
    if wanted.get("who") == "colleague":
        wanted = wanted | {"who": str(colleague.pk)}
    assert {user.name for user in first(me, **wanted)} == names
    page = enter(Client(), me).get(QUEUE, wanted)
    assert {row["first"].about.name for row, *_ in page.context["rows"]} == names


def test_counts_match_the_waiting_reports() -> None:
    me, users = staff(MODERATOR), [UserFactory.create() for _ in range(3)]
    waiting(3, users[0], kind="name", at=now() - timedelta(days=3))
    rows = waiting(2, users[1], kind="abuse")
    reports.claim(me, rows[0].pk, now())
    reports.resolve(
        me, waiting(1, users[2])[0].pk, reports.Resolution("known", "dealt with"), now()
    )
    counts = report_queue.count_waiting(me, now())
    kinds = counts.pop("kinds")
    assert counts == {"waiting": 5, "open": 4, "mine": 1, "overdue": 3}
    assert list(kinds.items()) == [("abuse", 2), ("name", 3)]


def test_reports_from_ones_own_table_are_not_counted_grouped_or_opened() -> None:
    loaded, me = new_table(3), staff(MODERATOR)
    rows = waiting(2, UserFactory.create(), loaded.table)
    services_client = enter(Client(), me)
    assert report_queue.count_waiting(me, now())["waiting"] == 2
    loaded.table.seats.filter(number=0).update(user=me)
    assert report_queue.count_waiting(me, now())["waiting"] == 0
    assert found(me) == []
    group = reverse("admin:report-group", args=[rows[0].pk])
    assert services_client.get(group).status_code == 404
    assert services_client.post(group, {"do": "claim", "which": "all"}).status_code == 404


# --- quotes ---------------------------------------------------------------------------------------


def test_a_row_quotes_the_message_or_the_reporter_shortened() -> None:
    loaded = new_table(3)
    speaker, hearer = loaded.seats[1].user, loaded.seats[0].user
    assert speaker is not None
    assert hearer is not None
    services.say(speaker, loaded.table.code, "zzz-insult", token(), now())
    said = loaded.table.messages.get()
    complaint = Complaint("message", speaker, "zzz-words", loaded.table, said)
    quoted = reports.file_report(hearer, complaint, token(), now())
    assert report_queue.excerpt(quoted) == "zzz-insult"
    (long,) = waiting(1, UserFactory.create(), words="b l a\n" * 100)
    assert len(report_queue.excerpt(long)) == report_queue.EXCERPT
    page = staff_client(MODERATOR).get(QUEUE).content.decode()
    assert "zzz-insult" in page
    assert loaded.table.title in page


# --- pages and their cost -----------------------------------------------------------------------


def test_five_hundred_reports_are_all_reached_page_by_page() -> None:
    full_queue(people=100, each=5)
    client, seen, page = staff_client(MODERATOR), set(), 1
    while True:
        shown = client.get(QUEUE, {"page": page}).context
        seen |= {row["first"].about_id for row, *_ in shown["rows"]}
        if not shown["page_obj"].has_next():
            break
        page += 1
    assert (page, len(seen)) == (4, 100)
    assert sum(row["reports"] for row, *_ in shown["rows"]) == 125


def cost(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_the_queue_costs_the_same_with_500_and_with_5000_reports() -> None:
    client = staff_client(MODERATOR)
    paths = [QUEUE, f"{QUEUE}?page=2", f"{QUEUE}?state=overdue&kind=name&who=nobody&order=age"]
    client.get(QUEUE)
    full_queue(people=100, each=5)
    few = [cost(client, path) for path in paths]
    full_queue(people=500, each=9)
    assert [cost(client, path) for path in paths] == few
    assert max(few) <= 15


def test_a_group_costs_the_same_with_2_and_with_500_reports() -> None:
    client, users = staff_client(MODERATOR), [UserFactory.create() for _ in range(9)]
    small, big = waiting(2, users[0]), waiting(500, users[1], None, users[2:])
    client.get(QUEUE)
    pages = [reverse("admin:report-group", args=[rows[0].pk]) for rows in (small, big)]
    costs = [cost(client, page) for page in pages]
    assert costs[0] == costs[1] <= 15


@pytest.mark.parametrize("query", ["?page=x", "?page=99999", "?kind=nonsense", "?who=x", "?who=-1"])
def test_invalid_parameters_show_the_queue(query: str) -> None:
    waiting(1, UserFactory.create())
    assert len(staff_client(MODERATOR).get(QUEUE + query).context["rows"]) == 1
