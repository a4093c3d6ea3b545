"""What a newcomer does first, on the whole site as `make run` starts it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests import plugin
from tests.running_site import running
from tools.running_site import Site

# One process for all of them: the site is started once.
pytestmark = [
    pytest.mark.browser,
    pytest.mark.stack,
    pytest.mark.both,
    pytest.mark.xdist_group("first-visit"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as started:
        yield started


def sign_up(page: Page, site: Site, name: str) -> None:
    page.goto(site.url)
    page.goto(f"{site.url}/accounts/signup/")
    page.get_by_label("Email", exact=False).fill(f"{name}@undermine.example".lower())
    page.get_by_label("Name", exact=False).fill(name)
    page.get_by_label("Password", exact=False).first.fill("a-lamp-in-the-dark-9")
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/confirm-email/")


def confirm(page: Page, site: Site, name: str) -> None:
    """Follow the link in the mail: on the development page, or as it was delivered."""
    if plugin.LEG == "sqlite":
        site.mail("confirm")
        page.goto(f"{site.url}/dev/mail/")
        page.get_by_role("link", name=re.compile("confirm", re.I)).first.click()
        page.locator("main a[href*=confirm-email]").first.click()
    else:
        found = re.search(r"http://\S+/confirm-email/\S+/", site.mail("confirm"))
        assert found
        page.goto(found.group())
    with page.expect_navigation():
        page.locator("main form button[type=submit]").click()


def test_sign_up_confirm_and_come_in(site: Site, visitor: Callable[..., Page]) -> None:
    page = visitor()
    sign_up(page, site, "Wanda")
    confirm(page, site, "Wanda")
    if "login" in page.url:
        page.get_by_label("Email", exact=False).fill("wanda@undermine.example")
        page.get_by_label("Password", exact=False).first.fill("a-lamp-in-the-dark-9")
        with page.expect_navigation():
            page.locator("main form button[type=submit]").click()
    page.goto(site.url)
    expect(page.get_by_text("Wanda").first).to_be_attached()


def test_sign_up_works_without_javascript(site: Site, visitor: Callable[..., Page]) -> None:
    page = visitor(java_script_enabled=False)
    sign_up(page, site, "Hilde")
    assert "confirm-email" in page.url


def test_the_worker_runs_what_the_web_process_sends(
    site: Site, visitor: Callable[..., Page]
) -> None:
    """Account mail is a row until the worker, hinted by the web process, has delivered it."""
    sign_up(visitor(), site, "Lotte")
    assert "lotte@undermine.example" in site.mail("confirm") or site.mail("confirm")
