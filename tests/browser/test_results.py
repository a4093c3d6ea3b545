"""Results of games in a real browser: charts, the leaderboard, nothing cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from accounts.models import User
from config.clock import now
from games.tables import services, tasks
from games.tables.models import Career, Meeting, Rating, Tally
from tests.browser import axe
from tests.browser.conftest import LiveServer, sign_in_as
from tests.browser.test_every_page import sideways
from tests.factories import UserFactory
from tests.real_tables import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PARTS = {
    "classic": {"role": ("digger", "saboteur"), "size": ("3", "5", "10")},
    "duel": {"role": ("green", "blue"), "size": ("2",)},
    "lost_mines": {"role": ("loyal", "selfish", "saboteur"), "size": ("4", "9")},
}


def long_past(player: User) -> None:
    """Create the rows that a hundred tables would leave."""
    for kind, parts in PARTS.items():
        course = [1000 + (n * 37) % 260 + 9 * n for n in range(30)]
        key = {"user": player, "kind": kind}
        Rating.objects.create(**key, mu=31, sigma=4, number=1713, tables=34, course=course)
        for with_bots in (False, True):
            Career.objects.create(
                **key, with_bots=with_bots, played=34, won=13, streak=2, longest=5, form="wllwl" * 6
            )
            for by, words in parts.items():
                for n, what in enumerate(words):
                    row = {"by": by, "what": what, "played": 12, "won": 3 * n}
                    Tally.objects.create(**key, with_bots=with_bots, **row)


def two_who_met() -> tuple[User, User]:
    ann, bob = UserFactory.create(name="Ann"), UserFactory.create(name="Bartholomeus-the-Old")
    table = running(ann, bob, kind="duel", title="Under the hill")
    services.resign(ann, table.code, now())
    tasks.count_results()
    for model in (Rating, Career, Tally):
        model._default_manager.all().delete()
    Meeting.objects.update(played=17, ahead=6, behind=9)
    for player in (ann, bob):
        long_past(player)
    Career.objects.create(user=bob, kind="solo", with_bots=False, played=4, best=17)
    return ann, bob


def test_results_and_leaderboard_are_accessible(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    """Checked by axe, and on the narrowest phone in the longest language."""
    ann, bob = two_who_met()
    page = visitor(viewport={"width": 320, "height": 640}, color_scheme="dark", locale="de")
    sign_in_as(page, served, ann)
    User.objects.update(language="de")
    for path in (f"/players/{bob.name}/", "/ratings/"):
        page.goto(f"{served.url}{path}")
        for summary in page.locator("main details summary").all():
            summary.click()
        assert axe.said(page) + sideways(page) == []
