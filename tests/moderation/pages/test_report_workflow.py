"""The ordinary case stays short: report, claim, act, resolve in at most six clicks.

Every click is a link on the page before it, or a form on it, sent with a named button. Typing is
not a click.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from config.clock import now
from games.moderation.models import Report, Sanction
from games.moderation.permissions import MODERATOR
from games.tables import services
from tests.factories import UserFactory
from tests.moderation.many_reports import waiting
from tests.moderation.staff import grounds, staff_client, token, told
from tests.real_tables import running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


class Visitor:
    """A browser that counts clicks and can only use what is on the page."""

    def __init__(self, client: Client, path: str) -> None:
        self.client, self.clicks = client, 0
        self._arrive(client.get(path, follow=True), path)

    def _arrive(self, answer: Any, path: str) -> None:
        assert answer.status_code == 200, path
        self.page = answer.content.decode()
        self.path = answer.redirect_chain[-1][0] if answer.redirect_chain else path

    def follow(self, pattern: str) -> None:
        (found, *_) = re.findall(rf'href="([^"]*{pattern}[^"]*)"', self.page)
        self.clicks += 1
        self._arrive(self.client.get(unescape(found), follow=True), unescape(found))

    def press(self, button: str, form_has: str = "", **typed: str) -> None:
        """Send the form with this button, with its values and what is typed."""
        forms = re.findall(r"<form.*?</form>", self.page, re.S)
        (form, *_) = [text for text in forms if re.search(button, text) and form_has in text]
        pushed = re.search(rf"<button[^>]*{button}[^>]*>", form, re.S)
        assert pushed, button
        sent = held(form) | named(pushed[0]) | typed
        action = re.search(r'<form[^>]*action="([^"]*)"', form)
        self.clicks += 1
        path = action[1] if action else self.path
        self._arrive(self.client.post(path, sent, follow=True), path)


def attributes(tag: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}


def named(tag: str) -> dict[str, str]:
    found = attributes(tag)
    return {found["name"]: found.get("value", "")} if "name" in found else {}


def held(form: str) -> dict[str, str]:
    """Return what the untouched form would send."""
    inputs = re.findall(r"<input[^>]*>", form)
    kinds = ("checkbox", "radio", "submit")
    sent = [named(tag) for tag in inputs if attributes(tag).get("type") not in kinds]
    sent += [named(tag) for tag in inputs if re.search(r"\bchecked\b", tag)]
    for tag, options in re.findall(r"(<select[^>]*>)(.*?)</select>", form, re.S):
        chosen = re.search(r'<option value="([^"]*)"[^>]*\bselected', options)
        first = re.search(r'<option value="([^"]*)"', options)
        option = chosen or first
        sent.append({attributes(tag)["name"]: unescape(option[1]) if option else ""})
    return {name: value for one in sent for name, value in one.items()}


def test_an_insult_is_reported_claimed_warned_for_and_resolved_in_six_clicks() -> None:
    cache.clear()
    three = [UserFactory.create() for _ in range(3)]
    table = running(*three)
    services.say(three[1], table.code, "you fool", token(), now())
    player = Visitor(signed_in(three[0]), f"/t/{table.code}/")
    player.follow("/report/")
    key = re.findall(r'<option value="([0-9a-f]{16})"', player.page)[0]
    player.press(
        'type="submit"', 'name="kind"', message=key, kind="message", words="He insults us."
    )
    found = Report.objects.get()

    judge = Visitor(staff_client(MODERATOR), reverse("admin:queue"))
    judge.follow(f"/queue/{found.pk}/")
    judge.press('value="warn"')
    found.refresh_from_db()
    assert found.state == Report.State.CLAIMED, "acting on it claims it"
    judge.press('value="preview"', code="chat", reason="An insult, clear case.")
    assert not Sanction.objects.exists()
    judge.press('value="do"')

    found.refresh_from_db()
    assert (found.state, found.outcome) == (Report.State.RESOLVED, "warned")
    assert Sanction.objects.get().report == found
    assert (told(three[0]), told(three[1])) == (["answer"], ["warning"])
    assert judge.path == reverse("admin:queue")
    assert player.clicks + judge.clicks <= 6


def test_a_report_can_stay_open_after_an_action() -> None:
    found = waiting(1, UserFactory.create())[0]
    judge = Visitor(staff_client(MODERATOR), reverse("admin:queue"))
    judge.follow(f"/queue/{found.pk}/")
    judge.press('value="warn"')
    judge.press('value="preview"', code="abuse", reason="clear case", closing="")
    judge.press('value="do"')
    found.refresh_from_db()
    assert found.state == Report.State.CLAIMED
    assert judge.path == reverse("admin:report", args=[found.pk])
    judge.press('value="resolve"', outcome="warned", reason="done")
    found.refresh_from_db()
    assert found.state == Report.State.RESOLVED


def test_acting_on_one_report_can_resolve_all_others_like_it() -> None:
    reporters = [UserFactory.create() for _ in range(2)]
    rows = waiting(4, UserFactory.create(), None, reporters)
    judge = Visitor(staff_client(MODERATOR), reverse("admin:report", args=[rows[1].pk]))
    judge.press('value="warn"')
    all_of_them = re.findall(r'<option value="(\d+-\d+-\d+)"', judge.page)[0]
    judge.press('value="preview"', code="abuse", reason="clear case", closing=all_of_them)
    judge.press('value="do"')
    assert set(Report.objects.values_list("state", "outcome")) == {("resolved", "warned")}
    assert [told(user) for user in reporters] == [["answer"], ["answer"]]


def test_changes_in_the_meantime_stop_the_action_too() -> None:
    rows = waiting(3, UserFactory.create())
    judge = Visitor(staff_client(MODERATOR), reverse("admin:report", args=[rows[1].pk]))
    judge.press('value="warn"')
    all_of_them = re.findall(r'<option value="(\d+-\d+-\d+)"', judge.page)[0]
    judge.press('value="preview"', code="abuse", reason="clear case", closing=all_of_them)
    Report.objects.filter(pk=rows[2].pk).update(times=2)
    judge.press('value="do"')
    assert not Sanction.objects.exists()
    assert not Report.objects.filter(state="resolved").exists()


def test_a_double_click_on_do_it_acts_once() -> None:
    found = waiting(1, UserFactory.create())[0]
    client, fields = staff_client(MODERATOR), grounds()
    act = reverse("admin:player-act", args=[found.about_id, "warn"])
    form = {"code": fields.code, "reason": fields.reason, "token": token(), "closing": "1",
            "report": str(found.pk), "step": "do"}  # fmt: skip
    for _ in range(2):
        assert client.post(act, form).status_code == 302
    assert Sanction.objects.count() == 1
    assert len(told(found.about)) == 1
