"""Bios of players: reported as they were, removed, and given back."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import bio
from accounts.models import User
from accounts.privacy import deletion
from config.clock import now
from games.moderation.models import AuditEntry, Report, Sanction
from games.moderation.permissions import MODERATOR, NotAllowed
from games.moderation.services import reports, sanctions
from games.moderation.services.reports import Complaint
from tests.factories import UserFactory
from tests.moderation.staff import enter, grounds, staff, told

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
RUDE = "All of you dig like moles"


@pytest.fixture
def rude() -> User:
    return UserFactory.create(name="Rude", line=RUDE)


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


def reported(about: User) -> Report:
    complaint = Complaint(Report.Kind.NAME, about)
    return reports.file_report(UserFactory.create(), complaint, "form-1", now())


def line(user: User) -> str:
    return User.objects.get(pk=user.pk).line


def test_a_report_keeps_the_bio_and_offers_to_remove_it(rude: User, moderator: User) -> None:
    report = reported(rude)
    bio.save_bio(rude, "Harmless", now())
    page = enter(Client(), moderator).get(reverse("admin:report", args=[report.pk]))
    text = page.content.decode()
    assert RUDE in text
    assert 'name="do" value="line"' in text
    form = {"code": "line", "reason": "rude", "step": "do", "report": report.pk}
    enter(Client(), moderator).post(reverse("admin:player-act", args=[rude.pk, "line"]), form)
    assert line(rude) == ""


def test_a_bio_is_removed_with_a_notice_that_quotes_it_and_given_back(
    rude: User, moderator: User
) -> None:
    case = grounds("line", report=reported(rude))
    decision = sanctions.remove_bio(moderator, rude, case, now())
    assert line(rude) == ""
    assert told(rude) == ["line"]
    assert sanctions.remove_bio(moderator, rude, case, now()) == decision, "a double click is one"
    client = Client()
    client.force_login(rude)
    assert RUDE in client.get(reverse("my-decisions")).content.decode()
    sanctions.lift(moderator, decision.pk, "a mistake", now())
    assert line(rude) == RUDE
    assert RUDE not in str(list(AuditEntry.objects.values_list("before", "after")))


def test_a_bio_written_meanwhile_stays(rude: User, moderator: User) -> None:
    decision = sanctions.remove_bio(moderator, rude, grounds("line"), now())
    bio.save_bio(rude, "Better so", now())
    sanctions.lift(moderator, decision.pk, "a mistake", now())
    assert line(rude) == "Better so"


def test_an_empty_bio_cannot_be_removed(moderator: User) -> None:
    with pytest.raises(NotAllowed, match="nothing-to-hide"):
        sanctions.remove_bio(moderator, UserFactory.create(), grounds("line"), now())
    assert not Sanction.objects.exists()


def test_deleting_the_account_removes_the_bio_from_reports_and_decisions(
    rude: User, moderator: User
) -> None:
    reported(rude)
    sanctions.remove_bio(moderator, rude, grounds("line"), now())
    deletion.delete_account(User.objects.get(pk=rude.pk), now())
    left = (*Report.objects.values("context"), *Sanction.objects.values("before", "about"))
    assert RUDE not in str(left)
