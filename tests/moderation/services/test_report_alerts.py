"""Alerts to moderators on call: how many reports wait and since when, but no details."""

from __future__ import annotations

import json
from datetime import time, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation.models import Report
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR, Action
from games.moderation.services import report_alerts, reports, sanctions
from games.moderation.services.reports import Complaint
from games.moderation.tasks import tell_on_call
from games.notices import delivery, preferences
from games.notices.channels import webhooks
from games.notices.forms import NoticeForm
from games.notices.models import Notice
from games.notices.notice_types import NOTICE_TYPES
from tests.factories import UserFactory
from tests.moderation.many_reports import waiting
from tests.moderation.staff import grounds, staff, token
from tests.notices.conftest import post as post
from tests.notices.conftest import web as web
from tests.sinks import MailSink, WebSink, is_signed
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

HOUR = timedelta(hours=1)


def on_duty(mode: str = "now", *, channel: str = "mail", **fields: Any) -> User:
    modes = {"reports": {channel: mode}}
    return staff(MODERATOR, notice_modes=modes, **fields)


def reported(about: User | None = None, by: User | None = None, **more: Any) -> Report:
    complaint = Complaint("abuse", about or UserFactory.create(), "zzz-words", **more)
    return reports.file_report(by or UserFactory.create(), complaint, token(), now())


def notices(user: User) -> list[Notice]:
    return list(Notice.objects.filter(recipient=user, kind="reports").order_by("pk"))


def send(after: timedelta = timedelta()) -> None:
    while delivery.send_next(now() + after, delivery.ALL_CHANNELS):
        pass


def fates(user: User) -> list[str]:
    return [row.state for row in notices(user)]


def test_only_those_who_handle_reports_are_alerted() -> None:
    one, two = on_duty(), staff(SENIOR, notice_modes={"reports": {"mail": "now"}})
    boss = UserFactory.create(is_staff=True, is_superuser=True)
    others = [staff(OPERATOR), staff(), UserFactory.create(notice_modes=one.notice_modes)]
    former = on_duty(is_active=False)
    reported()
    assert tell_on_call() == 1
    assert [len(notices(user)) for user in (one, two, boss)] == [1, 1, 1]
    assert [len(notices(user)) for user in (*others, former)] == [0] * 4


def test_the_mail_has_counts_and_no_details(post: MailSink, settings: LazySettings) -> None:
    actor = on_duty()
    about, by = UserFactory.create(name="Loudmouth"), UserFactory.create(name="Witness")
    waiting(2, UserFactory.create(), at=now() - timedelta(days=3))
    reported(about, by)
    tell_on_call()
    send()
    (letter,) = [one for one in post.letters if actor.email in one["To"]]
    whole = letter.as_string()
    for hidden in ("Loudmouth", "Witness", "zzz-words", "abuse"):
        assert hidden not in whole
    plain = letter.get_body(("plain",))
    assert plain is not None
    text = plain.get_content()
    assert letter["Subject"].startswith("3 ")
    assert "2 are overdue" in text
    assert f"{settings.SITE_URL}/admin/queue/" in text
    assert letter["List-Unsubscribe"]


def test_ten_reports_cause_one_notice() -> None:
    actor = on_duty()
    for _ in range(10):
        reported()
    assert tell_on_call() == 10
    assert tell_on_call() == 0
    assert len(notices(actor)) == 1


def test_a_report_claimed_meanwhile_is_not_announced(post: MailSink) -> None:
    actor, colleague = on_duty("hourly"), on_duty("off")
    found = reported()
    tell_on_call()
    reports.claim(colleague, found.pk, now())
    send()
    assert fates(actor) == ["dropped"]
    assert fates(colleague) == []


def test_nothing_is_sent_when_nothing_is_new(post: MailSink) -> None:
    actor = on_duty()
    reported()
    tell_on_call()
    send()
    for _ in range(3):
        assert tell_on_call() == 0
        send(timedelta(days=3))
    assert fates(actor) == ["sent"]


@pytest.mark.parametrize(("mode", "pause"), [("now", timedelta(minutes=5)), ("hourly", HOUR)])
def test_the_next_alert_follows_after_the_chosen_pause(
    post: MailSink, mode: str, pause: timedelta
) -> None:
    actor = on_duty(mode)
    reported()
    tell_on_call()
    send()
    reported()
    tell_on_call()
    first, second = notices(actor)
    assert first.ended_at is not None
    assert second.due_at == first.ended_at + pause
    send(pause - timedelta(minutes=1))
    assert fates(actor) == ["sent", "waiting"]
    send(pause + timedelta(minutes=1))
    assert fates(actor) == ["sent", "sent"]


def test_a_daily_alert_is_a_separate_mail_at_the_hour_of_the_digest() -> None:
    actor = staff(MODERATOR, digest_hour=6)
    reported()
    tell_on_call()
    (notice,) = notices(actor)
    assert (notice.channel, notice.bundled) == ("mail", False)
    assert notice.due_at == preferences.digest_due(actor, notice.created_at)


def test_quiet_hours_postpone_an_alert(post: MailSink) -> None:
    start = (now() - HOUR).time().replace(second=0, microsecond=0)
    end = (now() + HOUR).time().replace(second=0, microsecond=0)
    actor = on_duty(quiet_from=start, quiet_to=end)
    assert isinstance(actor.quiet_from, time)
    reported()
    tell_on_call()
    send()
    assert fates(actor) == ["waiting"]
    send(2 * HOUR)
    assert fates(actor) == ["sent"]


def test_an_alert_leaves_out_reports_too_close_to_its_reader() -> None:
    actor = on_duty()
    loaded = new_table(3)
    loaded.table.seats.filter(number=0).update(user=actor)
    reported(about=actor)
    reported(by=actor)
    reported(table=loaded.table)
    assert tell_on_call() == 3
    assert notices(actor) == []
    reported()
    tell_on_call()
    news = report_alerts.alert_text(notices(actor)[:1])
    assert news is not None
    assert news.subject.startswith("1 ")


def test_an_appeal_is_announced_too() -> None:
    actor = on_duty()
    sanction = sanctions.warn(staff(SENIOR), UserFactory.create(), grounds(), now())
    reports.file_appeal(sanction.appeal_token, "No.", now())
    tell_on_call()
    assert len(notices(actor)) == 1


def test_a_moderator_without_the_role_any_more_gets_no_alert(post: MailSink) -> None:
    actor = on_duty()
    reported()
    tell_on_call()
    actor.groups.clear()
    send()
    assert fates(actor) == ["dropped"]
    assert post.letters == []


def test_webhooks_get_alerts_only_if_chosen() -> None:
    silent = on_duty("off", has_webhook=True)
    wanted = on_duty("hourly", channel="webhook", has_webhook=True)
    reported()
    tell_on_call()
    assert [row.channel for row in notices(silent)] == []
    assert sorted(row.channel for row in notices(wanted)) == ["mail", "webhook"]


def test_a_webhook_gets_a_signed_request_with_counts_and_no_names(
    post: MailSink, web: WebSink
) -> None:
    """End to end: the report, the sweep, the worker, and a web server that receives it."""
    actor = on_duty("now", channel="webhook")
    hook = webhooks.set_webhook(actor, web.url("/hook"))
    about, by = UserFactory.create(name="Zzz-Accused"), UserFactory.create(name="Zzz-Witness")
    reported(about, by)
    assert tell_on_call() == 1
    send()
    (request,) = web.at("/hook")
    assert is_signed(request, hook.secret)
    body = json.loads(request.body)
    assert "1 report waits" in body["text"]
    assert reverse("admin:queue") in request.body.decode()
    assert "zzz" not in request.body.decode().lower()
    sent = Notice.objects.get(recipient=actor, channel="webhook")
    assert (sent.kind, sent.state) == ("reports", "sent")


def test_a_report_written_by_the_last_release_is_announced() -> None:
    """It doesn't know the new column; the database fills it in."""
    actor = on_duty()
    waiting(1, UserFactory.create())
    assert report_alerts.unannounced_reports().count() == 1
    assert tell_on_call() == 1
    assert len(notices(actor)) == 1


# --- choosing -------------------------------------------------------------------------------------


def test_only_those_who_handle_reports_can_choose_alerts() -> None:
    assert "mail_reports" in NoticeForm(staff(MODERATOR)).fields
    assert "mail_reports" not in NoticeForm(staff(OPERATOR)).fields
    assert "mail_reports" not in NoticeForm(UserFactory.create()).fields


def test_choices_are_saved_for_every_channel() -> None:
    actor = staff(MODERATOR, has_webhook=True)
    form = NoticeForm(actor)
    sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}
    sent |= {"mail_reports": "hourly", "webhook_reports": "digest"}
    bound = NoticeForm(actor, sent)
    assert bound.is_valid(), bound.errors
    user = bound.save()
    chosen = [preferences.mode(user, "reports", way) for way in ("mail", "webhook")]
    assert chosen == ["hourly", "digest"]
    del sent["mail_reports"], sent["webhook_reports"]
    later = NoticeForm(user, sent)
    assert later.is_valid(), "a form from before they had the role does not ask"
    assert preferences.mode(later.save(), "reports") == "hourly"


def test_everybody_on_call_may_see_the_queue() -> None:
    kind = NOTICE_TYPES["reports"]
    assert kind.permission == Action.SEE_REPORTS.permission
