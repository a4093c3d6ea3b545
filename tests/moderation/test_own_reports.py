"""Staff see nothing of reports about themselves: no row, no count, no entry, no page, no search."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry, Report, Sanction
from games.moderation.permissions import NotAllowed
from games.moderation.services import audit, operations, player_records, reports, sanctions
from games.notices.models import Notice
from games.tables.models import Table
from tests.factories import UserFactory
from tests.moderation.pages.test_admin_secrecy import addresses
from tests.moderation.staff import enter, grounds, staff, staff_client, token
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

MARK = "zzz-rude"
EVERYTHING = (permissions.SENIOR, permissions.OPERATOR)


def reported_member(is_superuser: bool = False) -> tuple[User, Report, Table]:
    """Make a moderator with two reports about them, and everything that followed."""
    member = staff(*EVERYTHING, is_superuser=is_superuser, name="Zzz-member")
    loaded = new_table(3)
    table, reporter = loaded.table, UserFactory.create(name="Zzz-reporter")
    boss = staff(*EVERYTHING)
    for kind in ("stalling", "abuse"):
        complaint = reports.Complaint(kind, member, MARK, table)
        found = reports.file_report(reporter, complaint, token(), now())
    sanctions.warn(boss, member, grounds(words=MARK, reason=MARK, report=found), now())
    sanctions.warn(boss, reporter, grounds(words=MARK, reason=MARK, report=found), now())
    player_records.add_player_note(boss, member, MARK, now())
    reports.resolve(boss, found.pk, reports.Resolution("acted", MARK, MARK), now())
    return member, found, table


def shown(client: Client, found: Report, table: Table) -> set[str]:
    """Return the addresses of admin pages that have the mark or name the reporter."""
    loaded = new_table(3)
    about, reporter = found.about_id, found.reporter_id
    paths = [
        *addresses(loaded), f"/admin/player/{about}/", f"/admin/player/{reporter}/",
        f"/admin/table/{table.code}/", f"/admin/queue/{found.pk - 1}/",
        "/admin/moderation/report/?q=zzz", f"/admin/moderation/report/?q={found.pk}",
        "/admin/moderation/report/?words__startswith=zz",
        "/admin/moderation/auditentry/?q=zzz", "/admin/moderation/sanction/?q=zzz",
    ]  # fmt: skip
    seen = set()
    for path in paths:
        answer = client.get(path, follow=True)
        text = (b"".join(answer) if answer.streaming else answer.content).decode()
        if MARK in text:
            seen.add(path)
    for form in ("json", "csv"):
        file = client.post("/admin/audit/export/", {"form": form, "reason": "why"})
        if MARK in file.content.decode():
            seen.add(form)
    return seen


@pytest.mark.parametrize("is_superuser", [pytest.param(False, marks=pytest.mark.soak), True])
def test_no_page_shows_a_reported_moderator_anything_about_it(is_superuser: bool) -> None:
    member, found, table = reported_member(is_superuser)
    assert shown(enter(Client(), member), found, table) == set()


def test_the_same_pages_show_it_to_a_colleague() -> None:
    _, found, table = reported_member()
    seen = shown(staff_client(*EVERYTHING), found, table)
    assert {"json", "csv", f"/admin/table/{table.code}/", f"/admin/queue/{found.pk}/"} <= seen
    assert f"/admin/player/{found.about_id}/" in seen
    assert {path for path in seen if path.startswith("/admin/moderation/auditentry/")}
    assert {path for path in seen if path.startswith("/admin/moderation/sanction/")}


def test_the_page_of_the_report_looks_like_a_missing_one() -> None:
    member, found, _ = reported_member()
    client = enter(Client(), member)
    there = client.get(reverse("admin:report", args=[found.pk]))
    nothing = client.get(reverse("admin:report", args=[999_999]))
    assert (there.status_code, nothing.status_code) == (404, 404)
    for do in ("claim", "release", "resolve"):
        path = reverse("admin:report", args=[found.pk])
        assert client.post(path, {"do": do}).status_code == 404


def test_queue_lists_and_counts_are_empty_for_them_and_full_for_others() -> None:
    member, found, _ = reported_member()
    client, other = enter(Client(), member), staff_client(*EVERYTHING)
    link = reverse("admin:report", args=[found.pk - 1])
    assert link not in client.get(reverse("admin:queue")).content.decode()
    assert link in other.get(reverse("admin:queue")).content.decode()
    for model in ("report", "sanction", "auditentry"):
        path = reverse(f"admin:moderation_{model}_changelist")
        mine, theirs = (who.get(path).context["cl"].result_count for who in (client, other))
        assert (model, mine) == (model, 0)
        assert theirs > 0
    assert operations.site_figures(now(), member)["reports_open"] == 0
    assert operations.site_figures(now(), staff(*EVERYTHING))["reports_open"] == 1
    assert client.get(reverse("admin:figures")).context["f"]["reports_open"] == 0


def test_the_answer_to_the_reporter_is_hidden_from_them_too() -> None:
    member, found, _ = reported_member()
    answer = Notice.objects.get(cause="report", cause_number=found.pk)
    rows = [
        who.get("/admin/notices/notice/").context["cl"].queryset
        for who in (enter(Client(), member), staff_client(*EVERYTHING))
    ]
    assert [row.filter(pk=answer.pk).exists() for row in rows] == [False, True]


def test_the_history_of_the_reporter_leaves_it_out() -> None:
    member, found, _ = reported_member()
    assert found.reporter is not None
    theirs = player_records.player_history(found.reporter, member, ())
    assert (theirs["reports_made"], theirs["sanctions"]) == ([], [])
    mine = player_records.player_history(member, member, ())
    assert (mine["reports_about"], mine["sanctions"], mine["notes"]) == ([], [], [])
    others = player_records.player_history(found.reporter, staff(*EVERYTHING), ())
    assert (len(others["reports_made"]), len(others["sanctions"])) == (2, 1)


def test_an_export_has_only_what_its_reader_may_see() -> None:
    member, _, _ = reported_member()
    assert MARK not in audit.export(member, AuditEntry.objects.all(), "json", "why", now())


def test_a_decision_cannot_refer_to_a_report_about_the_moderator() -> None:
    """Guessing the number of such a report in a form has no effect."""
    member, found, _ = reported_member()
    decided = sanctions.warn(member, UserFactory.create(), grounds(report=found), now())
    entry = AuditEntry.objects.filter(actor=member).latest("pk")
    assert (decided.report, entry.report_number, entry.table_code) == (None, None, "")


def test_they_see_all_other_reports_and_entries() -> None:
    member, _, _ = reported_member()
    other = UserFactory.create()
    found = reports.file_report(
        UserFactory.create(), reports.Complaint("abuse", other, "rude"), token(), now()
    )
    client = enter(Client(), member)
    assert client.get(reverse("admin:report", args=[found.pk])).status_code == 200
    assert f"/admin/queue/{found.pk}/" in client.get(reverse("admin:queue")).content.decode()
    reports.claim(member, found.pk, now())
    path = reverse("admin:moderation_auditentry_changelist")
    assert client.get(path).context["cl"].result_count == 1


def test_an_appeal_against_ones_own_decision_is_decided_by_others() -> None:
    judge, user = staff(permissions.SENIOR), UserFactory.create()
    until = now() + timedelta(days=1)
    decided = sanctions.mute_chat(judge, user, grounds(), until, now())
    found = reports.file_appeal(decided.appeal_token, "not me", now())
    with pytest.raises(NotAllowed, match="own-case"):
        reports.claim(judge, found.pk, now())
    reports.resolve(
        staff(permissions.SENIOR), found.pk, reports.Resolution("lifted", "a mistake"), now()
    )
    assert Sanction.objects.get(pk=decided.pk).lifted_at is not None
