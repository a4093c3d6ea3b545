"""Offline: a page with the tables seen last, and nothing else is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.tables.models import Table
from tests.browser import axe
from tests.browser.conftest import PATIENCE, PHONE, sign_in_as
from tests.browser.test_every_page import sideways
from tests.browser.test_lost_connection import Server
from tests.browser.test_table import HANDS, ROLES, players
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position
from tests.worker import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const store = await caches.open(name);
    found[name] = {};
    for (const key of await store.keys()) {
      const { pathname, search } = new URL(key.url);
      found[name][pathname + search] = await (await store.match(key, { ignoreVary: true })).text();
    }
  }
  return found;
}"""
WORDS = """[...Object.values(localStorage), ...Object.values(sessionStorage)]
  .filter((value) => isNaN(value) && value !== location.pathname)"""
"""Other words that a browser stores: no numbers of lines or steps, no address of htmx."""
HOW_MANY = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("seen:"));
  const stores = await Promise.all(names.map((name) => caches.open(name)));
  const keys = await Promise.all(stores.map((store) => store.keys()));
  return keys.flat().length;
}"""
APP = """async () => {
  const [first] = (await (await fetch("/sw.js")).text()).split("\\n");
  return JSON.parse(first.slice("const APP = ".length, -1));
}"""
CROWD = """async () => {
  const name = (await caches.keys()).find((each) => each.startsWith("seen:"));
  const store = await caches.open(name);
  for (let n = 10; n < 22; n++) {
    await store.put(`/offline/seen/table23456${n}`, Response.json({ title: n }));
  }
}"""
SECRETS = re.compile(r"digger|saboteur|\brole\b|\bhand\b", re.I)
HELD = re.compile(r'"(map|fix-pick-lantern)"')
PUBLIC = {"title", "game", "state", "seen", "turns", "theme", "board", "words"}


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    found = Server()
    yield found
    found.stop()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page with the service worker, which other tests don't need."""
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    made, errors = context.new_page(), list[str]()
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert errors == []


@pytest.fixture
def table() -> Table:
    users = [UserFactory.create(name=name) for name in ("Wanda", "Hilde", "Lotte")]
    return at_position(*users, cards=CORRIDOR, hands=HANDS, roles=ROLES, round=2)


def sees(page: Page, server: Server, table: Table) -> None:
    """Open the table as the first player, and wait until the browser keeps it."""
    sign_in_as(page, server, players(table)[0])  # type: ignore[arg-type]
    page.goto(f"{server.url}/t/{table.code}/")
    until(lambda: page.evaluate(HOW_MANY) == 1)


def seen(page: Page) -> dict[str, dict[str, str]]:
    """Return the kept pages by player."""
    kept: dict[str, dict[str, str]] = page.evaluate(KEPT)
    return {name: found for name, found in kept.items() if name.startswith("seen:")}


def test_only_what_everybody_at_the_table_sees_is_kept(
    page: Page, server: Server, table: Table
) -> None:
    sees(page, server, table)
    page.goto(server.url)
    kept: dict[str, dict[str, str]] = page.evaluate(KEPT)
    app: dict[str, Any] = page.evaluate(APP)
    shell, (own,) = kept.pop(app["shell"]), kept.values()
    assert set(shell) <= {*app["files"], *app["pages"].values(), "/offline/"}
    assert set(own) == {f"/offline/seen/{table.code}"}
    (told,) = own.values()
    words: dict[str, Any] = json.loads(told)
    assert set(words) == PUBLIC
    assert not SECRETS.search(json.dumps({**words, "board": ""}))
    assert not HELD.search(words["board"])
    pages = [text for address, text in shell.items() if address.startswith("/offline/")]
    assert not any(str(players(table)[0].name) in text for text in pages)
    assert page.evaluate("indexedDB.databases()") == []
    assert page.evaluate(WORDS) == []


def test_offline_the_tables_are_shown_until_signing_out(
    page: Page, server: Server, table: Table
) -> None:
    sees(page, server, table)
    server.stop()
    page.goto(f"{server.url}/tables/")
    expect(page.get_by_role("link", name=table.title)).to_be_visible()
    board = page.locator("#seen img")
    page.wait_for_function("document.querySelector('#seen img').naturalWidth > 0")
    assert board.get_attribute("alt")
    expect(page.locator("#again")).to_have_attribute("href", f"{server.url}/tables/")
    assert axe.said(page) + sideways(page) == []

    server.start()
    page.locator("#again").click()
    page.locator("details:has(form[action='/accounts/logout/']) > summary").click()
    page.locator("form[action='/accounts/logout/'] button").click()
    page.wait_for_url(f"{server.url}/")
    assert seen(page) == {"seen:-": {}}
    server.stop()
    page.goto(f"{server.url}/tables/")
    expect(page.locator("h1")).to_have_text("No connection to the surface")
    expect(page.locator("#seen")).to_be_hidden()
    server.start()


def test_ten_tables_are_kept_and_the_next_user_finds_none_of_them(
    page: Page, server: Server, table: Table
) -> None:
    """The session ended elsewhere; nobody signed out in this browser."""
    sees(page, server, table)
    page.evaluate(CROWD)
    page.reload()
    until(lambda: page.evaluate(HOW_MANY) == 10)
    ((first, kept),) = seen(page).items()
    assert list(kept)[-1] == f"/offline/seen/{table.code}"
    sign_in_as(page, server, players(table)[1])  # type: ignore[arg-type]
    page.goto(f"{server.url}/rules/")
    ((second, others),) = seen(page).items()
    assert second != first
    # The new user has left this table's page, so they have seen it.
    assert set(others) <= {f"/offline/seen/{table.code}"}
    assert not any("Your turn" in told for told in others.values())
