"""Every page in a real browser: accessible, nothing from other hosts, nothing cut off."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from accounts import views
from config.clock import now
from tests.browser import axe
from tests.browser.conftest import DESKTOP, LOOKS, WIDE_LOOKS, LiveServer, sign_in_as
from tests.factories import UserFactory
from tools import routes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def complaints(page: Page, address: str) -> list[str]:
    """Return what axe says about this page with all rules on, and whether it scrolls sideways."""
    page.goto(address)
    return [f"{address}: {line}" for line in axe.said(page)] + sideways(page)


def sideways(page: Page) -> list[str]:
    wide = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return [f"{page.url} scrolls sideways"] if wide else []


PALE_BY_DAY = """<html lang="en"><title>Pale</title><style>
body { background: #fff }
p { color: #000; transition: color 9s }
@media (prefers-color-scheme: light) { p { color: #eee } }
</style><main><h1>Words</h1><p>Nobody reads this by day.</p></main></html>"""


def test_axe_checks_contrast_in_the_hidden_theme_too(visitor: Callable[..., Page]) -> None:
    page = visitor(color_scheme="dark")
    page.set_content(PALE_BY_DAY)
    assert [each["id"] for each in axe.violations(page)] == ["color-contrast"]
    assert page.evaluate(axe.IS_DARK)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_for_a_visitor(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    page = visitor(viewport=size, color_scheme=scheme)
    addresses = [f"{served.url}{path}" for path in routes.visitor_pages()]
    assert [line for address in addresses for line in complaints(page, address)] == []


@pytest.mark.parametrize(("size", "scheme"), WIDE_LOOKS)
def test_axe_finds_nothing_for_a_player(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    user = UserFactory.create()
    page = visitor(viewport=size, color_scheme=scheme)
    sign_in_as(page, served, user)
    addresses = [f"{served.url}{path}" for path in routes.player_pages()]
    assert [line for address in addresses for line in complaints(page, address)] == []


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_for_a_player_whose_mail_bounced(
    served: LiveServer, visitor: Callable[..., Page], size: dict[str, int], scheme: str
) -> None:
    user = UserFactory.create(mail_bounced_at=now())
    page = visitor(viewport=size, color_scheme=scheme)
    sign_in_as(page, served, user)
    link = f"{served.url}{urlsplit(views.confirm_again_link(user)).path}"
    assert complaints(page, f"{served.url}/settings/") == []
    assert page.locator("#mail-came-back").is_visible()
    assert complaints(page, link) == []


@pytest.mark.parametrize("language", ["de", pytest.param("nl", marks=pytest.mark.soak)])
def test_longer_words_break_no_page(
    served: LiveServer, visitor: Callable[..., Page], language: str
) -> None:
    page = visitor(viewport={"width": 320, "height": 640}, locale=language)
    said: list[str] = []
    for path in routes.visitor_pages():
        page.goto(f"{served.url}{path}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        said += sideways(page)
    assert said == []


def test_home_is_light_and_loads_nothing_from_other_hosts(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    """At most 60 kB over the wire, of which 12 kB are our own CSS and JS."""
    page = visitor(fresh=True)
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(served.url)  # until `load`: styles, scripts and pictures are loaded
    here = urlsplit(served.url).netloc
    assert {urlsplit(request.url).netloc for request in requests} == {here}
    weights = {urlsplit(request.url).path: over_the_wire(request) for request in requests}
    own = sum(
        weight
        for path, weight in weights.items()
        if path.endswith((".css", ".js")) and "/vendor/" not in path
    )
    assert sum(weights.values()) <= 60_000
    assert own <= 12_000


def over_the_wire(request: Request) -> int:
    sizes = request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_switch_works_without_javascript_and_is_remembered(
    served: LiveServer, visitor: Callable[..., Page], theme: str
) -> None:
    page = visitor(viewport=DESKTOP, java_script_enabled=False)
    page.goto(f"{served.url}/rules/")
    button = page.locator(f"button[name=theme][value={theme}]").first
    if not button.is_visible():
        page.locator("details:has(button[name=theme]) > summary").first.click()
    with page.expect_navigation():
        button.click()
    assert urlsplit(page.url).path == "/rules/"
    page.goto(served.url)
    assert page.locator("html").get_attribute("data-theme") == theme


def test_a_keyboard_reaches_the_content_at_once(
    served: LiveServer, visitor: Callable[..., Page]
) -> None:
    page = visitor(viewport=DESKTOP)
    page.goto(served.url)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**#*")
    target = urlsplit(page.url).fragment
    assert page.locator(f"main#{target}, main #{target}").count() == 1
