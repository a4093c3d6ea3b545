"""A page says by itself that the connection is lost, and a move sent meanwhile counts once."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, Page, Route, expect

from config.storage.limits import MAX_WAITING, limited_wait
from games.tables.models import Table
from tests.browser.conftest import PHONE, sign_in_as
from tests.browser.test_table import HANDS, ROLES, players
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000
LOST, BACK, KEPT = "does not answer", "The site is back", "Your choice is kept"
HELD = "Somebody else is changing this"
MOVE = "place ew at 7,0"


class MortalServer(ThreadedWSGIServer):
    """Closes its connections when it stops, as a dying process does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.lines: list[Any] = []
        super().__init__(*args, **(kwargs | {"allow_reuse_address": True}))

    def process_request(self, request: Any, client_address: Any) -> None:
        self.lines.append(request)
        super().process_request(request, client_address)

    def server_close(self) -> None:
        for line in self.lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        super().server_close()


class Thread(LiveServerThread):
    server_class = MortalServer


class Server:
    """Our application; it can be stopped and restarted at the same address."""

    def __init__(self) -> None:
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        self.thread = Thread("localhost", lambda application: application, port=self.port)  # type: ignore[arg-type]
        self.thread.daemon = True
        self.thread.start()
        self.thread.is_ready.wait()
        assert not self.thread.error, self.thread.error
        self.port = self.thread.port

    def stop(self) -> None:
        self.thread.terminate()


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    found = Server()
    yield found
    found.stop()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page where only failing scripts fail the test: Chromium reports every missing response."""
    context = chromium.new_context(viewport=PHONE, service_workers="block")  # type: ignore[arg-type]
    made, errors = context.new_page(), list[str]()
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert errors == []


@pytest.fixture
def table() -> Table:
    users = [UserFactory.create() for _ in range(3)]
    return at_position(*users, cards=CORRIDOR, hands=HANDS, roles=ROLES, round=2)


def sit(page: Page, server: Server, table: Table) -> None:
    sign_in_as(page, server, players(table)[0])  # type: ignore[arg-type]
    page.goto(f"{server.url}/t/{table.code}/")


def pick(page: Page) -> None:
    page.locator('.hand a[data-card="ew"]').click()


def stage(page: Page) -> None:
    """Pick a card and its place, and wait for the preview."""
    pick(page)
    page.locator('[data-aim="at 7,0"]').click()
    expect(page.locator("#says [data-cells]")).to_be_attached(timeout=PATIENCE)


def says(page: Page, words: str) -> None:
    expect(page.locator("#line")).to_contain_text(words, timeout=PATIENCE)


def times_played(table: Table) -> int:
    return table.log.filter(move=MOVE).count()


def test_a_table_says_that_the_connection_is_lost_and_back(
    page: Page, server: Server, table: Table
) -> None:
    sit(page, server, table)
    expect(page.locator("#line")).to_be_empty()
    server.stop()
    says(page, LOST)
    server.start()
    says(page, BACK)


def test_home_says_that_the_connection_is_lost_and_back(
    page: Page, server: Server, table: Table
) -> None:
    sign_in_as(page, server, players(table)[0])  # type: ignore[arg-type]
    page.goto(server.url)
    server.stop()
    says(page, LOST)
    server.start()
    says(page, BACK)


def test_a_move_sent_while_offline_is_kept_and_then_played_once(
    page: Page, server: Server, table: Table
) -> None:
    sit(page, server, table)
    stage(page)
    server.stop()
    page.locator("#place").click()
    expect(page.locator("#says")).to_contain_text(KEPT, timeout=PATIENCE)
    expect(page.locator("#place")).to_have_text("Send again")
    expect(page.locator("#place")).to_have_attribute("value", MOVE)
    says(page, LOST)
    server.start()
    says(page, BACK)
    assert times_played(table) == 0
    expect(page.locator("#says")).to_contain_text(KEPT)
    page.locator("#place").click()
    expect(page.locator("#place")).to_be_hidden(timeout=PATIENCE)
    assert times_played(table) == 1


def test_a_move_whose_response_was_lost_is_not_played_twice(
    page: Page, server: Server, table: Table
) -> None:
    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    sit(page, server, table)
    stage(page)
    page.route("**/poll/**", lambda route: route.abort())
    page.route("**/move/", swallow)
    page.locator("#place").click()
    expect(page.locator("#place")).to_have_text("Send again", timeout=PATIENCE)
    assert times_played(table) == 1
    page.unroute("**/move/")
    page.locator("#place").click()
    expect(page.locator("#place")).to_be_hidden(timeout=PATIENCE)
    assert times_played(table) == 1
    expect(page.locator("#said .error")).to_have_count(0)


def test_a_staged_move_without_a_preview_does_not_ask_for_a_place(
    page: Page, server: Server, table: Table
) -> None:
    sit(page, server, table)
    pick(page)
    expect(page.locator("#says")).to_contain_text("glowing")
    server.stop()
    page.locator('[data-aim="at 7,0"]').click()
    expect(page.locator("#says")).to_contain_text(KEPT, timeout=PATIENCE)
    expect(page.locator("#says")).not_to_contain_text("glowing")
    expect(page.locator("#place")).to_have_attribute("value", MOVE)
    server.start()


def test_a_gateway_error_counts_as_a_lost_connection(
    page: Page, server: Server, table: Table
) -> None:
    sit(page, server, table)
    page.route("**/poll/**", lambda route: route.fulfill(status=502, body="Bad Gateway"))
    says(page, LOST)
    page.unroute("**/poll/**")
    says(page, BACK)


def test_a_locked_table_says_so_and_keeps_the_move(
    page: Page, server: Server, table: Table
) -> None:
    sit(page, server, table)
    stage(page)
    with ExitStack() as held:
        for _ in range(MAX_WAITING):
            held.enter_context(limited_wait(f"table {table.code}"))
        page.locator("#place").click()
        expect(page.locator("#says")).to_contain_text(HELD, timeout=PATIENCE)
    expect(page.locator("#place")).to_have_text("Send again")
    expect(page.locator("#line")).not_to_contain_text(LOST)
    page.locator("#place").click()
    expect(page.locator("#place")).to_be_hidden(timeout=PATIENCE)
    assert times_played(table) == 1
