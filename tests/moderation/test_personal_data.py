"""What moderators keep about a player: exported, anonymised, and removed in time."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import relations
from accounts.models import Block, Mute, User
from accounts.privacy import deletion, personal_data
from config.clock import now
from config.jobs.cleanup import cleanings
from games.moderation.models import AuditEntry, DeviceTrace, Report, Sanction, StaffNote
from games.moderation.permissions import SENIOR
from games.moderation.services import ban_evasion, player_records, reports, sanctions
from games.moderation.services.reports import Complaint
from games.tables import services
from games.tables.models import Table
from tests.factories import PASSWORD, UserFactory
from tests.moderation.staff import grounds, staff, token, with_second_factor
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def known() -> User:
    """A player about whom moderators keep one of everything."""
    loaded = new_table(3)
    user = loaded.seats[1].user
    assert user is not None
    user.name = "Loudmouth"
    user.save()
    services.say(user, loaded.table.code, "you fool", token(), now())
    reporter = UserFactory.create(name="Witness")
    message = loaded.table.messages.get()
    complaint = Complaint("message", user, "Witness says: insulted me", loaded.table, message)
    reports.file_report(reporter, complaint, token(), now())
    reports.file_report(user, Complaint("abuse", reporter, "he began"), token(), now())
    judge = staff(SENIOR, name="Judge")
    sanctions.warn(judge, user, grounds(words="Please be kind."), now())
    player_records.add_player_note(judge, user, "hot-headed in the evening", now())
    ban_evasion.save_trace(user, ban_evasion.device_hash("203.0.113.7", "Browser"), now())
    relations.block(user, reporter, now())
    relations.mute(user, reporter, now())
    return user


def test_the_export_has_what_concerns_them_and_hides_the_reporter(known: User) -> None:
    book = personal_data.collect(known, now())
    text = json.dumps(book, ensure_ascii=False)
    for wanted in ("Please be kind.", "hot-headed in the evening", "he began"):
        assert wanted in text
    assert "Judge" not in text
    assert "insulted me" not in text
    assert book["reports about me"] == []


def test_the_export_includes_a_resolved_report_and_hides_the_reporter(known: User) -> None:
    found = Report.objects.get(about=known)
    reports.resolve(
        staff(SENIOR),
        found.pk,
        reports.Resolution("warned", "clear", "We spoke with him, Witness."),
        now(),
    )
    book = personal_data.collect(known, now())
    (about,) = book["reports about me"]
    assert about["outcome"] == "warned"
    said = json.dumps(about)
    for secret in ("Witness", "insulted me", found.context["table"], found.at.isoformat()[:16]):
        assert secret not in said


def test_deleting_the_account_removes_the_name_from_everything(known: User) -> None:
    sanctions.rename(staff(SENIOR), known, grounds("name"), now())
    known.refresh_from_db()
    with_second_factor(known)
    new_name = known.name or "?"
    deletion.delete_account(known, now())
    for model in (Block, Mute, DeviceTrace, StaffNote):
        assert not model.objects.exists()
    assert not Authenticator.objects.filter(user=known).exists()
    kept = [
        *Report.objects.values_list("context", "words"),
        *Sanction.objects.values_list("words", "appeal_words", "before"),
        *AuditEntry.objects.values_list("reason", "before", "after"),
    ]
    text = json.dumps([[str(value) for value in row] for row in kept])
    for name in ("Loudmouth", new_name, "Please be kind", "he began"):
        assert name not in text
    assert AuditEntry.objects.filter(target=known, action="rename").count() == 1
    assert Table.objects.get().status == Table.Status.RUNNING


def test_sanctions_in_force_and_open_reports_are_kept() -> None:
    user, judge = UserFactory.create(), staff(SENIOR)
    sanctions.ban(judge, user, grounds(), now())
    sanctions.warn(judge, user, grounds(), now())
    reports.file_report(user, Complaint("abuse", UserFactory.create(), "rude"), token(), now())
    later = now() + timedelta(days=5000)
    assert [row.kind for row in cleanings()["sanctions"].find(later)] == ["warning"]
    assert not cleanings()["reports"].find(later).exists()


def test_a_device_trace_is_kept_for_its_days_and_no_longer(known: User) -> None:
    at = now()
    clean = cleanings()["device-traces"]
    assert clean.run_all(at + settings.KEEP_DEVICE_TRACES).done == 0
    assert clean.run_all(at + settings.KEEP_DEVICE_TRACES + timedelta(days=1)).done == 1


def test_signing_in_leaves_a_hash_and_nothing_else() -> None:
    user, client = UserFactory.create(), Client(headers={"user-agent": "Browser"})
    for _ in range(2):
        client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
        client.get("/")
        client.post(reverse("account_logout"))
    trace = DeviceTrace.objects.get()
    assert trace.user == user
    assert len(trace.trace) == 32
    assert trace.trace == ban_evasion.device_hash("127.0.0.1", "Browser")
