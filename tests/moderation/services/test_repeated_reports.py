"""Repeated reports: added to the open one, and limited by hour and day."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy import deletion, personal_data
from config.clock import now
from games.moderation import views
from games.moderation.models import Report
from games.moderation.permissions import MODERATOR, NotAllowed
from games.moderation.services import reports
from games.moderation.services.reports import Complaint
from games.tables import rate_limits
from tests.factories import UserFactory
from tests.moderation.staff import staff, staff_client, token, told
from tests.real_tables import signed_in
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def me() -> User:
    cache.clear()
    return UserFactory.create(name="Witness")


@pytest.fixture
def other() -> User:
    return UserFactory.create(name="Loudmouth")


def send(me: User, other: User, words: str = "rude", kind: str = "abuse") -> Report:
    return reports.file_report(me, Complaint(kind, other, words), token(), now())


def test_fourteen_equal_reports_by_one_player_are_one(me: User, other: User) -> None:
    for n in range(14):
        send(me, other, f"rude {n}")
    found = Report.objects.get()
    assert (found.times, found.words) == (14, "rude 0")
    assert [words for _, words in found.additions] == [f"rude {n}" for n in range(1, 14)]


def test_another_kind_player_person_or_table_is_another_report(me: User, other: User) -> None:
    table = new_table(3).table
    send(me, other)
    send(me, other, kind="stalling")
    send(UserFactory.create(), other)
    send(me, UserFactory.create())
    reports.file_report(me, Complaint("abuse", other, "rude", table), token(), now())
    assert list(Report.objects.values_list("times", flat=True)) == [1] * 5


def test_a_resolved_case_gets_a_new_report(me: User, other: User) -> None:
    first = send(me, other)
    reports.resolve(staff(MODERATOR), first.pk, reports.Resolution("warned", "clear"), now())
    assert send(me, other) != first
    assert Report.objects.filter(times=1).count() == 2


def test_a_double_click_on_the_second_form_adds_once(me: User, other: User) -> None:
    send(me, other)
    form = token()
    for _ in range(2):
        reports.file_report(me, Complaint("abuse", other, "again"), form, now())
    assert Report.objects.get().times == 2


def test_a_full_report_loses_no_words(me: User, other: User) -> None:
    for n in range(reports.MAX_ADDITIONS + 2):
        send(me, other, f"rude {n}")
    full, new = Report.objects.order_by("pk")
    assert (full.times, new.words) == (
        reports.MAX_ADDITIONS + 1,
        f"rude {reports.MAX_ADDITIONS + 1}",
    )


def test_a_report_with_unread_additions_cannot_be_resolved(me: User, other: User) -> None:
    found, judge = send(me, other), staff(MODERATOR)
    send(me, other, "and now he threatens me")
    with pytest.raises(NotAllowed, match="added"):
        reports.resolve(
            judge, found.pk, reports.Resolution("no-breach", "nothing there"), now(), seen=1
        )
    found.refresh_from_db()
    assert (found.state, told(me)) == (Report.State.OPEN, [])
    reports.resolve(judge, found.pk, reports.Resolution("acted", "clear"), now(), seen=2)


def test_the_page_of_a_report_sends_how_much_was_read(me: User, other: User) -> None:
    found, client = send(me, other), staff_client(MODERATOR)
    page = reverse("admin:report", args=[found.pk])
    assert 'name="times" value="1"' in client.get(page).content.decode()
    send(me, other, "zzz-more")
    form = {"do": "resolve", "outcome": "acted", "answer": "", "reason": "clear", "times": "1"}
    answer = client.post(page, form)
    assert answer.status_code == 200
    assert "zzz-more" in client.get(page).content.decode()
    found.refresh_from_db()
    assert found.state != Report.State.RESOLVED


def test_my_reports_show_my_additions(me: User, other: User) -> None:
    send(me, other)
    send(me, other, "zzz-again")
    page = signed_in(me).get(reverse("my-reports")).content.decode()
    assert page.count("zzz-again") == 1
    assert page.count('class="panel stack"') == 1


def test_additions_are_in_the_export_and_deleted_with_the_account(me: User, other: User) -> None:
    send(me, other)
    send(me, other, "zzz-again")
    assert "zzz-again" in json.dumps(personal_data.collect(me, now()), default=str)
    deletion.delete_account(me, now())
    found = Report.objects.get()
    assert (found.words, [words for _, words in found.additions], found.times) == ("", [""], 2)


# --- limits ---------------------------------------------------------------------------------------


def post(client: Client, other: User, **changed: str) -> bool:
    """Send the real form and return whether it was accepted."""
    form = {"player": other.name or "", "kind": "abuse", "words": "rude", "token": token()}
    return client.post(reverse("report"), form | changed).status_code == 302


def test_after_ten_reports_in_an_hour_the_next_is_refused(me: User, other: User) -> None:
    client = signed_in(me)
    taken = [post(client, other) for _ in range(views.REPORTS_AN_HOUR.times + 2)]
    assert taken == [True] * views.REPORTS_AN_HOUR.times + [False] * 2
    assert Report.objects.get().times == views.REPORTS_AN_HOUR.times
    assert post(signed_in(UserFactory.create()), other), "others have counts of their own"


def test_a_repeated_report_counts_like_a_new_one(me: User, other: User) -> None:
    """So the limit does not reveal the result of a report."""
    client, mixed = signed_in(me), views.REPORTS_AN_HOUR.times
    assert all(post(client, other) for _ in range(mixed // 2))
    assert all(post(client, UserFactory.create()) for _ in range(mixed - mixed // 2))
    assert not post(client, other)
    assert not post(client, UserFactory.create())


def test_refused_and_doubled_reports_do_not_count(me: User, other: User) -> None:
    client, form = signed_in(me), token()
    assert not any(post(client, other, words=" ") for _ in range(20))
    assert all(post(client, other, token=form) for _ in range(20))
    assert post(client, UserFactory.create())


def test_a_double_click_on_a_repeated_report_counts_once(me: User, other: User) -> None:
    client, form = signed_in(me), token()
    assert post(client, other)
    assert all(post(client, other, token=form) for _ in range(20))
    left = views.REPORTS_AN_HOUR.times - 2
    assert [post(client, other) for _ in range(left + 1)] == [True] * left + [False]
    assert Report.objects.get().times == views.REPORTS_AN_HOUR.times


def test_after_twenty_reports_in_a_day_the_next_is_refused(me: User, other: User) -> None:
    for _ in range(views.REPORTS_A_DAY.times):
        rate_limits.may(me, views.REPORTS_A_DAY, now())
    assert not post(signed_in(me), other)
    assert not Report.objects.exists()
