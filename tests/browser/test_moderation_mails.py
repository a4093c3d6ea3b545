"""Every mail that moderators cause, as people see it: on any screen, in both themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone, translation
from playwright.sync_api import Page

from accounts.models import User
from config.clock import now
from games.moderation import texts
from games.moderation.services import (
    emails,
    hiding,
    player_records,
    report_alerts,
    reports,
    sanctions,
    table_actions,
)
from games.moderation.services.reports import Complaint
from games.notices import composing
from games.notices.channels import emails as channels_emails
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Message
from tests.browser import axe
from tests.browser.conftest import LOOKS, PHONE
from tests.browser.test_mails import PICTURES
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.staff import grounds, staff, token
from tests.tables.play import load, new_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
DAY = timedelta(days=1)
RUDE = "You dig like a drunken mole, and all of you may go home. Nobody wants you here."


def about_people(boss: User) -> None:
    """Make every decision that can be made about a player, each about a different one."""
    nine = UserFactory.create_batch(9)
    loaded = new_table(3)
    author = loaded.seats[0].user
    assert author is not None
    services.say(author, loaded.table.code, RUDE, token(), now())
    said = Message.objects.get()
    sanctions.warn(boss, author, grounds("chat", words="The second time.", message=said), now())
    hiding.hide_message(boss, said, grounds("chat"), now())
    hiding.hide_title(boss, loaded.table, grounds("title"), now())
    sanctions.mute_chat(boss, nine[1], grounds("spam"), now() + 3 * DAY, now())
    sanctions.suspend(boss, nine[2], grounds("abuse"), now() + 7 * DAY, now())
    sanctions.ban(boss, nine[3], grounds("accounts"), now())
    sanctions.rename(boss, nine[4], grounds("name"), now())
    sanctions.reset_reliability(boss, nine[5], grounds("goodwill"), now())
    sanctions.remove_bio(boss, UserFactory.create(line="I cheat."), grounds("name"), now())
    wrong = sanctions.warn(boss, nine[6], grounds(), now())
    reports.file_appeal(wrong.appeal_token, "It was not me.", now())
    sanctions.lift(boss, wrong.pk, "it was somebody else", now())
    found = reports.file_report(nine[7], Complaint("abuse", nine[8], "rude"), token(), now())
    reports.resolve(boss, found.pk, reports.Resolution("warned", "clear"), now())
    mine = sanctions.warn(staff(is_superuser=True), nine[7], grounds("stalling"), now())
    asked = reports.file_appeal(mine.appeal_token, "I was ill.", now())
    reports.resolve(boss, asked.pk, reports.Resolution("upheld", "they were here"), now())
    player_records.set_roles(boss, nine[8], ["moderator"], "they help", now())


def at_a_table(boss: User) -> None:
    """Do everything that can be done at a table, and remove a player from it."""
    loaded = new_table(3)
    for what in texts.TABLE_EFFECTS:
        if what != "lost":
            emails.notify_table(load(loaded.table), what, now(), loaded.seats[1], "looking")
            Notice.objects.filter(table=loaded.table).update(due_at=now() - DAY)
    table_actions.remove_player(order(boss, load(loaded.table)), 2, "bot", grounds("stalling"))


def waiting_reports() -> None:
    """File reports for the moderators on call."""
    staff(is_superuser=True, notice_modes={"reports": {"mail": "now"}})
    found = reports.file_report(
        UserFactory.create(), Complaint("abuse", UserFactory.create(), "rude"), token(), now()
    )
    report_alerts.alert_staff(found.pk, now())


def mails() -> Iterator[tuple[str, str, str]]:
    """Return name, HTML and text of one mail of every kind."""
    Group.objects.get_or_create(name="moderator")
    boss = staff(is_superuser=True)
    about_people(boss)
    at_a_table(boss)
    waiting_reports()
    rows = Notice.objects.filter(kind__in=("moderation", "reports"), channel="mail")
    found = {row.what or row.kind: row for row in rows.select_related("recipient", "table__owner")}
    assert set(found) == {*texts.SUBJECTS, *texts.TABLE_SUBJECTS, "reports"} - {"removal"}
    for name, row in sorted(found.items()):
        with translation.override("en"), timezone.override(row.recipient.zone):
            letter = channels_emails.notice_mail(row, composing.moderation_text([row]))
        yield name, str(letter.alternatives[0][0]), str(letter.body)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_moderation_mail_is_accessible_on_every_screen(
    visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    page = visitor(viewport=size, color_scheme=scheme)
    said: list[str] = []
    for name, html, text in mails():
        page.set_content(html)
        found = axe.violations(page)
        said += [f"{name}: {each['id']}: {each['nodes'][0]['html']}" for each in found]
        said += [f"{name} scrolls sideways"] if page.evaluate(WIDE) else []
        said += [f"{name}: a gap was not filled"] if "%(" in html + text else []
        if PICTURES:
            look = f"{'phone' if size == PHONE else 'desktop'}-{scheme}"
            page.screenshot(path=Path(PICTURES) / f"{look}-{name}.png", full_page=True)
            (Path(PICTURES) / f"{name}.txt").write_text(text)
    assert said == [], "\n".join(said)
