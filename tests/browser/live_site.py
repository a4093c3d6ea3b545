"""A real web process with streams, and what the pages of a browser ask of it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, Request

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Table
from tests import web_process
from tests.browser.conftest import sign_in_as
from tests.worker import until
from tools import machine


class Site:
    """A web process with streams; it can be stopped and restarted at the same address."""

    def __init__(self) -> None:
        self.port = machine.free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self, **environ: str) -> None:
        self.process = web_process.start(self.port, **environ)
        machine.wait_for_port(self.port)

    def stop(self) -> None:
        """Stop and notify every reader of a stream."""
        self.process.terminate()
        self.process.wait()

    def kill(self) -> None:
        """Kill the process without notifying anybody."""
        self.process.kill()
        self.process.wait()


class Traffic:
    """What the pages of a browser ask for by themselves."""

    def __init__(self, context: BrowserContext) -> None:
        self.streams: list[str] = []
        self.open: list[Request] = []
        self.asked: list[str] = []
        context.on("request", self._begins)
        context.on("requestfinished", self._ends)
        context.on("requestfailed", self._ends)

    def _begins(self, request: Request) -> None:
        if "/live/" in request.url:
            self.streams.append(request.url)
            self.open.append(request)
        elif "hx-request" in request.headers and request.method == "GET":
            self.asked.append(request.url)

    def _ends(self, request: Request) -> None:
        if request in self.open:
            self.open.remove(request)


def look(page: Page, site: Site, user: User, path: str) -> Traffic:
    """Open a page; its clock can be moved on."""
    sign_in_as(page, site, user)  # type: ignore[arg-type]
    traffic = Traffic(page.context)
    page.clock.install()
    page.goto(f"{site.url}{path}")
    return traffic


def is_up(page: Page) -> bool:
    page.wait_for_timeout(50)
    return bool(page.evaluate("live.up"))


def up(*pages: Page) -> None:
    until(lambda: all(is_up(page) for page in pages))


def down(page: Page) -> None:
    until(lambda: not is_up(page))


def half_a_minute(page: Page) -> None:
    """Let half a minute pass for the page."""
    page.clock.run_for(30_000)


def comes_back(page: Page) -> None:
    """Wait until the page has its stream again, however long it takes."""

    def later() -> bool:
        page.clock.fast_forward(10_000)
        return is_up(page)

    until(later)


def address(table: Table) -> str:
    return f"/t/{table.code}/"


def play(table: Table, seat: int, move: str) -> None:
    user = table.seats.select_related("user").get(number=seat).user
    assert user is not None
    table.refresh_from_db()
    services.play_move(user, table.code, move, table.version, move, now())


def second_tab(page: Page, site: Site, path: str) -> Page:
    tab = page.context.new_page()
    tab.goto(f"{site.url}{path}")
    return tab
