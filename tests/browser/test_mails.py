"""Mails as a person sees them: on a phone and a desktop, in the light and dark theme."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation
from playwright.sync_api import Page

from accounts.mail import addresses, emails
from games.notices import composing, creation
from games.notices.channels import emails as channels_emails
from games.notices.channels import emails as mail
from games.notices.models import Notice
from games.notices.situation import Situation
from games.tables.models import Seat, Table
from tests.browser import axe
from tests.browser.conftest import LOOKS, PHONE, LiveServer
from tests.browser.test_every_page import complaints
from tests.notices.tables import DAY, HOUR, NOON, reader, write
from tests.notices.test_composing import EVERYTHING
from tests.tables.play import new_table, play_on

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("MAIL_PICTURES", "")
"""A folder to save screenshots in, for people to look at."""


def mails(language: str = "en") -> Iterator[tuple[str, str]]:
    """Return name and HTML of a mail of each kind, a digest, an invitation and an account mail."""
    loaded = play_on(new_table(4), 20)
    mine = next(seat for seat in loaded.seats if seat.on_turn)
    user = mine.user
    assert user is not None
    Seat.objects.filter(table=loaded.table).update(offered_until=NOON + DAY)
    Seat.objects.filter(pk=mine.pk).update(read_to=loaded.table.length - 9, due_at=NOON + 30 * HOUR)
    _break_their_lantern(loaded.table, mine.number)
    Notice.objects.all().delete()
    rows = [_notice(user, loaded.table, mine.number, kind, what) for kind, what in EVERYTHING]
    with translation.override(language), timezone.override(user.zone):
        told = [(row, composing.compose(row, Situation([row]), NOON)) for row in rows]
        for row, says in told:
            yield f"{row.kind}-{row.what}".strip("-"), _html(mail.notice_mail(row, says))
        yield "digest", _html(mail.digest_mail(rows, [says for _, says in told[:5]]))
        yield (
            "invitation",
            _html(channels_emails.invitation_mail(loaded.table, user, "dori@example.org")),
        )
        yield "code", _html(emails.add_html_from_text(_code(user.email), {}))


def _code(address: str) -> EmailMultiAlternatives:
    """Return a mail written as text, with every possible element."""
    text = "Type this code:\n\n    K4T-9QW\n\nOr open this page:\nhttp://x.test/accounts/signup/"
    return EmailMultiAlternatives("Your code", text, None, [address])


def _notice(user: object, table: Table, number: int, kind: str, what: str) -> Notice:
    cause = creation.Cause(what, 1)
    row = write(user, kind, table if kind != "test" else None, seat=number, what=what, cause=cause)  # type: ignore[arg-type]
    return Notice.objects.select_related("recipient", "table__owner").get(pk=row.pk)


def _break_their_lantern(table: Table, number: int) -> None:
    from games.engine import Event

    last = table.log.latest("number")
    other = (number + 1) % 4
    broke = Event("broke", seat=other, to=number, what="lantern", card="broken-lantern")
    last.events = [*last.events, list(broke)]
    last.save()


def _html(letter: object) -> str:
    return str(letter.alternatives[0][0])  # type: ignore[attr-defined]


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_mail_is_accessible_on_every_screen(
    visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    page = visitor(viewport=size, color_scheme=scheme)
    said: list[str] = []
    for name, html in mails():
        page.set_content(html)
        found = axe.violations(page)
        said += [f"{name}: {each['id']}: {each['nodes'][0]['html']}" for each in found]
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        said += [f"{name} scrolls sideways"] if page.evaluate(wide) else []
        low = page.evaluate(
            "document.querySelector('.button')?.getBoundingClientRect().height ?? 44"
        )
        said += [f"{name}: a button of {low} px"] if low < 44 else []
        if PICTURES:
            look = f"{'phone' if size == PHONE else 'desktop'}-{scheme}"
            page.screenshot(path=Path(PICTURES) / f"{look}-mail-{name}.png", full_page=True)
    assert said == []


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_the_unsubscribe_page_is_accessible(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    page = visitor(viewport=size, color_scheme=scheme)
    user = reader()
    path = channels_emails.unsubscribe_link(user, "turn").split("/", 3)[3]
    assert complaints(page, f"{served.url}/{path}") == []
    page.locator("main form button").click()
    page.locator("main [role=status]").wait_for()
    assert axe.said(page) == []
    user.refresh_from_db()
    assert user.notice_modes["turn"]["mail"] == "off"
    page.locator("main form button").click()
    page.locator("main form button").wait_for(state="detached")
    user.refresh_from_db()
    assert user.notice_modes["turn"]["mail"] == "now"


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_the_opt_out_page_for_invitations_is_accessible(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    page = visitor(viewport=size, color_scheme=scheme)
    path = urlsplit(addresses.optout_link("dori@example.org")).path
    assert complaints(page, f"{served.url}{path}") == []
    page.locator("main form button").click()
    page.locator("main [role=status]").wait_for()
    assert not addresses.may_mail("dori@example.org")
    assert complaints(page, page.url) == []
