"""What others do appears by itself, through a stream: no page keeps polling."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Seat, Table
from tests import real_tables
from tests.browser.conftest import PATIENCE, PHONE, SIZES
from tests.browser.live_site import (
    Site,
    Traffic,
    address,
    comes_back,
    down,
    half_a_minute,
    is_up,
    look,
    play,
    second_tab,
    up,
)
from tests.factories import UserFactory
from tests.positions import last_round
from tests.worker import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visitor = Callable[..., Page]
NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined })"
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""In a headless browser every page counts as visible."""


@pytest.fixture(scope="module")
def lasting_site(django_db_setup: None) -> Iterator[Site]:
    """One process for most tests; each test has its own users, and rows of others are deleted."""
    found = Site()
    yield found
    found.kill()


@pytest.fixture
def site(lasting_site: Site, transactional_db: None) -> Site:
    return lasting_site


@pytest.fixture
def mortal_site(transactional_db: None) -> Iterator[Site]:
    """A site for tests that stop it; created before its visitors, so that they leave first."""
    found = Site()
    yield found
    found.kill()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page that may stay without responses: only failing scripts fail the test."""
    context = chromium.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)
    made, errors = context.new_page(), list[str]()
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert errors == []


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """Make pages whose clock can be moved on and whose requests are recorded."""
    return partial(visitor, fresh=True)


@pytest.fixture
def players() -> list[User]:
    return UserFactory.create_batch(3)


@pytest.fixture
def table(players: list[User]) -> Table:
    return last_round(*players)


# --- what others do -----------------------------------------------------------------------------


@SIZES
def test_a_move_a_message_and_a_vote_appear_with_one_request_each(
    visitor: Visitor, site: Site, table: Table, players: list[User], size: dict[str, int]
) -> None:
    page = visitor(viewport=size)
    traffic = look(page, site, players[1], address(table))
    up(page)
    half_a_minute(page)
    assert traffic.asked == []
    play(table, 0, "discard map")
    expect(page.locator(".hand a").first).to_be_visible()
    assert len(traffic.asked) == 1
    services.say(players[2], table.code, "Mind your head", "token", now())
    expect(page.locator("#chat")).to_contain_text("Mind your head")
    assert len(traffic.asked) == 2
    services.agree_to_cancel(players[2], table.code, True, now())
    expect(page.locator("#votes")).to_contain_text(players[2].display_name)
    half_a_minute(page)
    assert len(traffic.asked) == 3
    assert len(traffic.streams) == 1


def test_news_is_announced_to_screen_readers(
    visitor: Visitor, site: Site, table: Table, players: list[User]
) -> None:
    page = visitor()
    look(page, site, players[2], address(table))
    up(page)
    expect(page.locator("html.scripted")).to_be_attached()  # the stream may connect before it
    play(table, 0, "discard map")
    expect(page.locator("#heard")).to_contain_text(players[1].display_name)


def test_a_players_own_move_is_not_requested_again(
    visitor: Visitor, site: Site, table: Table, players: list[User]
) -> None:
    page = visitor()
    traffic = look(page, site, players[0], address(table))
    up(page)
    page.locator('.hand a[data-card="map"]').click()
    page.locator("#drop").click()
    page.locator("#place").click()
    expect(page.locator("#place")).to_be_hidden()
    services.say(players[1], table.code, "Well dug", "token", now())
    expect(page.locator("#chat")).to_contain_text("Well dug")
    assert len(traffic.asked) == 1


@SIZES
def test_a_new_player_appears_in_the_lobby_and_the_game_begins(
    visitor: Visitor, site: Site, players: list[User], size: dict[str, int]
) -> None:
    table = real_tables.lobby(players[0])
    page = visitor(viewport=size)
    traffic = look(page, site, players[0], address(table))
    up(page)
    half_a_minute(page)
    assert traffic.asked == []
    services.join(players[1], table.code, now())
    expect(page.locator("#seats")).to_contain_text(players[1].display_name)
    expect(page.locator("#seats-said")).to_contain_text("2")
    assert len(traffic.asked) == 1
    services.join(players[2], table.code, now())
    expect(page.locator("#board")).to_be_visible()


@SIZES
def test_a_turn_appears_at_home(
    visitor: Visitor, site: Site, table: Table, players: list[User], size: dict[str, int]
) -> None:
    page = visitor(viewport=size)
    traffic = look(page, site, players[1], "/")
    up(page)
    half_a_minute(page)
    assert len(traffic.asked) <= 1  # something may have happened before the stream connected
    play(table, 0, "discard map")
    expect(page.locator("section:has(#your-turn) .rows")).to_contain_text(table.title)
    half_a_minute(page)
    assert len(traffic.asked) <= 2


def test_an_open_table_appears_at_home_and_in_the_list(
    visitor: Visitor, site: Site, players: list[User]
) -> None:
    page = visitor()
    look(page, site, players[0], "/")
    tab = second_tab(page, site, "/tables/")
    up(page, tab)
    real_tables.lobby(players[1], title="Wet Boots")
    expect(page.locator("section:has(#open-tables)")).to_contain_text("Wet Boots")
    expect(tab.locator("#found")).to_contain_text("Wet Boots")


def test_a_table_to_watch_appears_when_it_begins_and_disappears_when_it_ends(
    visitor: Visitor, site: Site, players: list[User]
) -> None:
    page = visitor()
    look(page, site, UserFactory.create(), "/tables/?show=running")
    up(page)
    table = real_tables.running(*players[:2], kind="duel", title="Wet Boots")
    expect(page.locator("#found")).to_contain_text("Wet Boots")
    services.resign(players[0], table.code, now())
    expect(page.locator("#found")).not_to_contain_text("Wet Boots")


def test_the_time_left_counts_down_at_home(
    visitor: Visitor, site: Site, table: Table, players: list[User]
) -> None:
    page = visitor()
    look(page, site, players[0], "/")
    up(page)
    left = page.locator("[data-due]").first
    before = left.inner_text()
    page.clock.fast_forward(3 * 3_600_000)
    expect(left).not_to_have_text(before)


# --- one stream ---------------------------------------------------------------------------------


def test_the_tabs_of_a_browser_share_one_stream(
    visitor: Visitor, site: Site, table: Table, players: list[User]
) -> None:
    page = visitor()
    traffic = look(page, site, players[1], address(table))
    up(page)
    home, again = second_tab(page, site, "/"), second_tab(page, site, address(table))
    up(home, again)
    assert len(traffic.open) == 1
    topics = traffic.open[0].url.split("?")[1].split("&")
    assert sorted(topics) == ["on=home", f"on=table:{table.code}"]
    play(table, 0, "discard map")
    for tab in (page, again):
        expect(tab.locator(".hand a").first).to_be_visible()
    expect(home.locator("section:has(#your-turn) .rows")).to_contain_text(table.title)


def test_a_hidden_page_has_no_stream_and_another_page_takes_over(
    visitor: Visitor, site: Site, table: Table, players: list[User]
) -> None:
    page = visitor()
    traffic = look(page, site, players[1], address(table))
    up(page)
    home = second_tab(page, site, "/")
    up(home)
    page.evaluate(HIDE, True)
    until(lambda: _only(page, traffic, ["on=home"]))
    play(table, 0, "discard map")
    expect(home.locator("section:has(#your-turn) .rows")).to_contain_text(table.title)
    home.evaluate(HIDE, True)
    until(lambda: _only(page, traffic, []))
    page.evaluate(HIDE, False)
    up(page)
    expect(page.locator(".hand a").first).to_be_visible()
    assert len(traffic.open) == 1


def _only(page: Page, traffic: Traffic, topics: list[str]) -> bool:
    """Return whether exactly one stream is open, for these topics; or none."""
    page.wait_for_timeout(50)
    return [request.url.split("?")[1] for request in traffic.open] == topics


def test_without_locks_every_page_has_its_own_stream(
    visitor: Visitor, site: Site, table: Table, players: list[User]
) -> None:
    page = visitor()
    page.context.add_init_script(NO_LOCKS)
    traffic = look(page, site, players[1], address(table))
    up(page)
    home = second_tab(page, site, "/")
    up(home)
    play(table, 0, "discard map")
    expect(page.locator(".hand a").first).to_be_visible()
    expect(home.locator("section:has(#your-turn) .rows")).to_contain_text(table.title)
    assert len(traffic.open) == 2


# --- without it, and back again -------------------------------------------------------------------


@SIZES
def test_without_streams_a_page_polls_and_returns_to_streams_by_itself(
    mortal_site: Site, page: Page, table: Table, players: list[User], size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    mortal_site.stop()
    mortal_site.start(LIVE_STREAMS="0")
    with page.expect_response(lambda answer: "/live/" in answer.url) as answered:
        traffic = look(page, mortal_site, players[1], address(table))
    assert answered.value.status == 404
    play(table, 0, "discard map")
    half_a_minute(page)
    expect(page.locator(".hand a").first).to_be_visible()
    assert traffic.asked
    mortal_site.stop()
    mortal_site.start()
    comes_back(page)
    play(table, 1, "discard nes")
    expect(page.locator(".hand a").first).to_be_hidden()


@pytest.mark.parametrize("end", [Site.stop, Site.kill], ids=["restarted", "killed"])
def test_a_page_reconnects_to_a_restarted_server(
    mortal_site: Site, page: Page, table: Table, players: list[User], end: Callable[[Site], None]
) -> None:
    look(page, mortal_site, players[1], address(table))
    up(page)
    end(mortal_site)
    down(page)
    page.clock.run_for(5_000)
    expect(page.locator("#line")).to_contain_text("does not answer")
    mortal_site.start()
    comes_back(page)
    expect(page.locator("#line")).not_to_contain_text("does not answer")
    play(table, 0, "discard map")
    expect(page.locator(".hand a").first).to_be_visible()


def test_a_silent_stream_is_reopened(
    mortal_site: Site, page: Page, table: Table, players: list[User]
) -> None:
    traffic = look(page, mortal_site, players[1], address(table))
    up(page)
    mortal_site.process.send_signal(signal.SIGSTOP)
    page.clock.fast_forward(61_000)
    down(page)
    mortal_site.process.send_signal(signal.SIGCONT)
    comes_back(page)
    assert len(traffic.streams) > 1


def test_signing_out_in_another_tab_ends_the_stream(
    page: Page, site: Site, table: Table, players: list[User]
) -> None:
    traffic = look(page, site, players[1], address(table))
    up(page)
    tab = second_tab(page, site, "/accounts/logout/")
    tab.locator("main form button[type=submit]").click()
    down(page)
    until(lambda: _only(page, traffic, []))
    until(lambda: not is_up(page) and traffic.asked)
    half_a_minute(page)
    assert len(traffic.streams) == 1


def test_a_player_removed_from_a_lobby_sees_it_disappear(
    page: Page, site: Site, players: list[User]
) -> None:
    table = real_tables.lobby(players[0], public=False)
    services.join(players[1], table.code, now())
    look(page, site, players[1], address(table))
    up(page)
    services.remove(players[0], table.code, 1, now())
    expect(page.locator("#seats")).to_have_count(0)


# --- who is looking -------------------------------------------------------------------------------


@pytest.mark.parametrize("shows", [True, False])
def test_looking_players_are_shown_only_if_they_allow_it(
    visitor: Visitor, site: Site, table: Table, players: list[User], shows: bool
) -> None:
    User.objects.filter(pk=players[0].pk).update(shows_looking=shows)
    Seat.objects.filter(table=table, number=0).update(seen_at=now())
    page = visitor()
    look(page, site, players[1], address(table))
    expect(page.locator("#seat-0")).to_be_visible()
    expect(page.locator("#seat-0", has_text="is looking")).to_have_count(int(shows))
    expect(page.locator("#seat-1", has_text="is looking")).to_have_count(0)
