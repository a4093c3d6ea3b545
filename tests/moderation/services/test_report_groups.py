"""Reports of one group, claimed or resolved together: all or none, with one answer each."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation.models import Report
from games.moderation.permissions import MODERATOR, NotAllowed
from games.moderation.services import report_queue, reports
from games.moderation.services.reports import Complaint, Resolution
from tests.factories import UserFactory
from tests.moderation.many_reports import waiting
from tests.moderation.staff import enter, staff, token, told, trail

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

END = Resolution("warned", "all about the same evening")


@pytest.fixture
def judge() -> User:
    return staff(MODERATOR)


@pytest.fixture
def pair() -> list[User]:
    return [UserFactory.create(language="de"), UserFactory.create()]


@pytest.fixture
def rows(pair: list[User]) -> list[Report]:
    """Six reports about one player, three by each of two reporters."""
    return waiting(6, UserFactory.create(), None, pair)


def numbers(rows: list[Report]) -> dict[int, int]:
    return {row.pk: row.times for row in rows}


def states() -> set[str]:
    return set(Report.objects.values_list("state", flat=True))


def test_all_are_resolved_and_each_reporter_is_answered_once(
    judge: User, pair: list[User], rows: list[Report]
) -> None:
    report_queue.resolve_group(judge, numbers(rows), END, now())
    assert states() == {"resolved"}
    assert [told(user) for user in pair] == [["answer"], ["answer"]]
    assert told(rows[0].about) == []
    assert {entry.report_number for entry in trail("resolve")} == set(numbers(rows))
    answers = dict(Report.objects.values_list("reporter", "answer"))
    assert len(set(answers.values())) == 2, "each in their own language"


def test_only_chosen_reports_are_resolved(judge: User, rows: list[Report]) -> None:
    report_queue.resolve_group(judge, numbers(rows[:2]), END, now())
    left = Report.objects.exclude(state="resolved").values_list("pk", flat=True)
    assert set(left) == {row.pk for row in rows[2:]}


@pytest.mark.parametrize("meanwhile", ["resolved", "claimed", "added", "gone"])
def test_a_change_in_the_meantime_stops_everything(
    judge: User, rows: list[Report], meanwhile: str
) -> None:
    read, colleague, one = numbers(rows), staff(MODERATOR), rows[3]
    if meanwhile == "resolved":
        reports.resolve(colleague, one.pk, reports.Resolution("known", "dealt with"), now())
    elif meanwhile == "claimed":
        reports.claim(colleague, one.pk, now())
    elif meanwhile == "added":
        assert one.reporter is not None
        reports.file_report(one.reporter, Complaint("abuse", one.about, "more"), token(), now())
        rows[0].refresh_from_db()
    else:
        one.delete()
    before, entries = list(Report.objects.order_by("pk").values()), len(trail())
    with pytest.raises(NotAllowed, match="changed"):
        report_queue.resolve_group(judge, read, END, now())
    assert list(Report.objects.order_by("pk").values()) == before
    assert len(trail()) == entries


def test_reports_about_different_things_are_not_resolved_together(
    judge: User, rows: list[Report]
) -> None:
    other = waiting(1, UserFactory.create())
    with pytest.raises(NotAllowed, match="unknown"):
        report_queue.resolve_group(judge, numbers(rows + other), END, now())
    assert states() == {"open"}


def test_at_least_one_report_must_be_chosen(judge: User) -> None:
    with pytest.raises(NotAllowed, match="none-chosen"):
        report_queue.claim_group(judge, {}, now())


def test_a_player_may_not_handle_a_group(rows: list[Report]) -> None:
    player = UserFactory.create()
    with pytest.raises(NotAllowed, match="no-permission"):
        report_queue.claim_group(player, numbers(rows), now())
    with pytest.raises(NotAllowed, match="no-permission"):
        report_queue.resolve_group(player, numbers(rows), END, now())


def test_nobody_decides_a_group_about_themselves(judge: User, rows: list[Report]) -> None:
    Report.objects.update(about=judge)
    with pytest.raises(NotAllowed, match="own-case"):
        report_queue.claim_group(judge, numbers(rows), now())
    with pytest.raises(NotAllowed, match="own-case"):
        report_queue.resolve_group(judge, numbers(rows), END, now())
    assert states() == {"open"}


# --- over the pages -------------------------------------------------------------------------------


def page(row: Report) -> str:
    return reverse("admin:report-group", args=[row.pk])


def form(**more: str) -> dict[str, str]:
    return {"do": "resolve", "outcome": "warned", "answer": "", "reason": "the same"} | more


def test_a_group_is_claimed_with_one_click(judge: User, rows: list[Report]) -> None:
    client = enter(Client(), judge)
    seen = str(client.get(page(rows[0])).context["seen"])
    client.post(page(rows[0]), {"do": "claim", "which": "all", "seen": seen})
    assert set(Report.objects.values_list("claimed_by", flat=True)) == {judge.pk}


def test_ticked_reports_are_resolved_from_the_page(judge: User, rows: list[Report]) -> None:
    client = enter(Client(), judge)
    boxes = [f"{row.pk}:1" for row in rows[:3]]
    answer = client.post(page(rows[0]), form(which="ticked") | {"report": boxes})
    assert answer["Location"] == reverse("admin:queue")
    assert Report.objects.filter(state="resolved").count() == 3


def test_all_means_all_reports_that_the_page_showed(judge: User, rows: list[Report]) -> None:
    client = enter(Client(), judge)
    seen = str(client.get(page(rows[0])).context["seen"])
    later = waiting(1, rows[0].about)
    assert client.post(page(rows[0]), form(which="all", seen=seen)).status_code == 302
    assert list(Report.objects.exclude(state="resolved")) == later


def test_an_outdated_page_does_nothing(judge: User, rows: list[Report]) -> None:
    client = enter(Client(), judge)
    seen = str(client.get(page(rows[0])).context["seen"])
    reports.resolve(staff(MODERATOR), rows[2].pk, reports.Resolution("known", "dealt with"), now())
    for wrong in (seen, "", "6-x-1", "1-2", "9" * 40):
        answer = client.post(page(rows[0]), form(which="all", seen=wrong))
        assert answer.status_code == 200
    assert Report.objects.filter(state="resolved").count() == 1


def test_a_report_claimed_by_a_colleague_cannot_be_ticked(judge: User, rows: list[Report]) -> None:
    reports.claim(staff(MODERATOR), rows[0].pk, now())
    shown = enter(Client(), judge).get(page(rows[1]))
    assert [free for *_, free in shown.context["rows"]] == [False, *[True] * 5]
    assert shown.context["seen"].count == 5
    day_after = now() + timedelta(days=2)
    assert report_queue.seen_group(rows[0], judge, day_after).count == 6


def test_resolving_a_report_offers_to_resolve_others_like_it(
    judge: User, rows: list[Report]
) -> None:
    client = enter(Client(), judge)
    one = reverse("admin:report", args=[rows[2].pk])
    seen = str(client.get(one).context["seen"])
    assert f'name="others" value="{seen}"' in client.get(one).content.decode()
    client.post(one, form(times="1", others=seen))
    assert states() == {"resolved"}


def test_resolving_a_single_report_leaves_the_others(judge: User, rows: list[Report]) -> None:
    client = enter(Client(), judge)
    client.post(reverse("admin:report", args=[rows[2].pk]), form(times="1"))
    assert Report.objects.filter(state="resolved").count() == 1


def test_a_huge_group_is_resolved_in_steps(judge: User, pair: list[User]) -> None:
    rows = waiting(report_queue.MAX_AT_ONCE + 5, UserFactory.create(), None, pair)
    client = enter(Client(), judge)
    seen = str(client.get(page(rows[0])).context["seen"])
    client.post(page(rows[0]), form(which="all", seen=seen))
    assert Report.objects.filter(state="resolved").count() == report_queue.MAX_AT_ONCE
    assert [told(user) for user in pair] == [["answer"], ["answer"]]


def test_in_a_huge_group_the_open_report_is_always_resolved(judge: User, pair: list[User]) -> None:
    rows = waiting(report_queue.MAX_AT_ONCE + 5, UserFactory.create(), None, pair)
    client, last = enter(Client(), judge), rows[-1]
    one = reverse("admin:report", args=[last.pk])
    seen = str(client.get(one).context["seen"])
    client.post(one, form(times="1", others=seen))
    last.refresh_from_db()
    assert last.state == Report.State.RESOLVED
    assert Report.objects.filter(state="resolved").count() == report_queue.MAX_AT_ONCE
