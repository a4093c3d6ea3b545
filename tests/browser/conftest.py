"""A real chromium, driven by playwright."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.test.testcases import LiveServerThread
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    Response,
    expect,
    sync_playwright,
)

from accounts.models import User
from tools import machine
from tools.browser import DESKTOP as DESKTOP
from tools.browser import FLAGS
from tools.browser import PHONE as PHONE

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright's loop runs in the test's thread

PATIENCE = 120_000
"""Milliseconds that a browser may take for anything: so long that a test fails only if something
never happens, however busy the machine is."""
expect.set_options(timeout=PATIENCE)
LOOKS = [(PHONE, "dark"), pytest.param(DESKTOP, "light", marks=pytest.mark.soak)]
WIDE_LOOKS = [(DESKTOP, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.soak)]
"""Each page in one window per run, some on a phone and others on a desktop; in both in long runs.
tests/browser/axe.py checks contrast in both themes."""
SIZES = pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)], ids=["phone", "desktop"]
)
"""Whole games are played, and streams read, on a phone, and on a desktop in long runs."""


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


def launched(driver: Playwright, path: str | None) -> Iterator[Browser]:
    assert path, "chromium is not installed"
    browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """The browser of most tests."""
    yield from launched(driver, machine.SHELL.find() or machine.CHROMIUM.find())


@pytest.fixture(scope="session")
def whole_chromium(driver: Playwright) -> Iterator[Browser]:
    """The full browser, for what the headless shell cannot do."""
    yield from launched(driver, machine.CHROMIUM.find())


class LiveServer:
    """Our own application in a thread, with static files, on the test's database.

    pytest-django's server would serve static files under names that our pages don't use.
    """

    def __init__(self) -> None:
        self.thread = LiveServerThread("localhost", lambda application: application)  # type: ignore[arg-type]
        self.thread.daemon = True
        self.thread.start()
        self.thread.is_ready.wait()
        if self.thread.error:
            raise self.thread.error

    @property
    def url(self) -> str:
        return f"http://localhost:{self.thread.port}"


@pytest.fixture(scope="session")
def _server(django_db_setup: None) -> Iterator[LiveServer]:
    server = LiveServer()
    yield server
    server.thread.terminate()


@pytest.fixture
def served(_server: LiveServer, transactional_db: None) -> LiveServer:
    return _server


def sign_in_as(page: Page, served: LiveServer, user: User) -> None:
    """Sign in without the form; tests with new players try the form."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": served.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]


class Pages:
    """Pages of visitors. One that a test has done with is given to the next test that wants the
    same: the first page of a new context takes five times the work of any later one.
    """

    def __init__(self) -> None:
        self.idle: dict[str, list[Page]] = defaultdict(list)
        self.complaints: list[str] = []

    def take(self, browser: Browser, options: dict[str, Any]) -> Page:
        if idle := self.idle[str(options)]:
            page = idle.pop()
            page.set_viewport_size(options["viewport"])
            return page
        return self.new(browser, options)

    def new(self, browser: Browser, options: dict[str, Any]) -> Page:
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("response", self._on_response)
        page.on("pageerror", lambda error: self.complaints.append(f"script error: {error}"))
        page.on("console", self._on_console)
        return page

    def _on_response(self, response: Response) -> None:
        if "/live/" in response.url:  # a WSGI server has no streams, and pages work without them
            return
        if response.status >= 400 and response.request.resource_type != "document":
            self.complaints.append(f"{response.status}: {response.url}")

    def _on_console(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.complaints.append(line.text)

    def give_back(self, page: Page, options: dict[str, Any], home: str) -> None:
        """Take a page back; only the browser's cached files are left of its visitor."""
        if page.is_closed() or not page.url.startswith(home):
            page.context.close()
            return
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        page.goto(f"{home}/healthz")
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.context.clear_cookies()
        page.emulate_media(color_scheme=options.get("color_scheme", "light"))
        self.idle[str(options)].append(page)


@pytest.fixture(scope="session")
def pages() -> Pages:
    return Pages()


@pytest.fixture
def visitor(
    request: pytest.FixtureRequest, chromium: Browser, pages: Pages
) -> Iterator[Callable[..., Page]]:
    """Make a page for a new visitor; whatever goes wrong in it fails the test at its end.

    Only the whole browser can be permitted anything, and has the site's worker in it.
    tests/browser/test_offline.py has it too; elsewhere it would only cost time.

    They want little motion, or a glowing board keeps the machine busy with nothing else; a whole
    game (test_whole_game.py) is played with it. A `fresh` visitor is for tests that count what is
    asked for, listen to the page, or change its clock or its scripts.
    """
    ended: list[Callable[[], None]] = []
    pages.complaints.clear()

    def make(fresh: bool = False, **options: Any) -> Page:
        options.setdefault("viewport", PHONE)
        options.setdefault("reduced_motion", "reduce")
        whole = "permissions" in options
        options.setdefault("service_workers", "allow" if whole else "block")
        browser = request.getfixturevalue("whole_chromium") if whole else chromium
        if fresh or whole or "served" not in request.fixturenames:
            page = pages.new(browser, options)
            ended.append(page.context.close)
        else:
            page = pages.take(browser, options)
            home = request.getfixturevalue("served").url
            ended.append(partial(pages.give_back, page, options, home))
        return page

    yield make
    for end in ended:
        end()
    # Chromium reports every 4xx, even of a page, as a failure to load.
    found = [line for line in pages.complaints if not line.startswith("Failed to load resource")]
    assert found == []
