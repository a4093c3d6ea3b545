"""From an empty home page to a full table, as people do it."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Table
from tests import real_tables
from tests.browser.conftest import DESKTOP, PHONE, SIZES, LiveServer, sign_in_as
from tests.browser.test_every_page import complaints
from tests.factories import PASSWORD, UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitor = Callable[..., Page]


def enter(visitor: Visitor, served: LiveServer, user: User, **options: object) -> Page:
    page = visitor(**options)
    sign_in_as(page, served, user)
    page.goto(f"{served.url}/")
    return page


def fill_in_and_sign_in(page: Page, user: User) -> None:
    page.locator("main input[name=login]").fill(user.email)
    page.locator("main input[name=password]").fill(PASSWORD)
    page.locator("main form:has(input[name=password]) button[type=submit]").click()


def open_it(page: Page) -> None:
    page.locator("#new-table button[type=submit]").first.click()


def look_now(page: Page) -> None:
    """Do at once what the page does every few seconds."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@SIZES
def test_friends_meet_at_a_table_by_its_link(
    served: LiveServer, visitor: Visitor, size: dict[str, int]
) -> None:
    owner, friend = UserFactory.create_batch(2)
    host = enter(visitor, served, owner, viewport=size)
    host.goto(f"{served.url}/new/")
    for _ in range(2):
        host.locator("[data-add='-1']").click()
    host.locator("#chair-1-tap").click()
    host.locator("#more-choices > summary").click()
    host.locator("input[name=title]").fill("Rainy Tuesday")
    host.locator("#house-rules > summary").click()
    host.locator("input[name=option_totals][value=open]").check()
    open_it(host)
    expect(host.locator("#seats li")).to_have_count(3)
    guest = visitor(viewport=size)
    guest.goto(served.url + urlsplit(host.locator("#invite-link").input_value()).path)
    guest.locator("#sign-in").click()
    fill_in_and_sign_in(guest, friend)
    guest.locator("#join").click()
    expect(guest).to_have_url(host.url)  # all seats are taken: both are at the running table
    look_now(host)
    expect(host.locator("#seats")).to_have_count(0)
    table = Table.objects.get()
    assert (table.status, table.public) == (Table.Status.RUNNING, False)
    assert table.options["totals"] == "open"


def test_a_table_is_opened_and_joined_without_javascript(
    served: LiveServer, visitor: Visitor
) -> None:
    owner, friend = UserFactory.create_batch(2)
    host = enter(visitor, served, owner, java_script_enabled=False)
    host.goto(f"{served.url}/new/")
    host.locator("select[name=chair_4]").select_option("none")
    open_it(host)
    host.locator("#chair-3").select_option("hard")
    host.locator("form:has(#chair-3) [data-set]").click()
    expect(host.locator("#chair-3")).to_have_value("hard")
    host.locator("#chair-3").select_option("free")
    host.locator("form:has(#chair-3) [data-set]").click()
    host.locator("input[name=who]").fill(str(friend.name))
    host.locator("#send-invitation").click()
    expect(host.locator("#invite .invited")).to_contain_text(str(friend.name))
    guest = enter(visitor, served, friend, java_script_enabled=False)
    guest.locator("section:has(#invitations) .row-title a").click()
    guest.locator("#join").click()
    expect(guest.locator("#leave")).to_be_visible()
    host.reload()
    host.locator("#remove-1").click()
    expect(host.locator("#seats .free")).to_have_count(3)
    assert list(Table.objects.get().seats.values_list("user", flat=True)) == [owner.pk]


@SIZES
def test_a_new_table_and_its_copied_link_are_three_taps_from_home(
    served: LiveServer, visitor: Visitor, size: dict[str, int]
) -> None:
    me = UserFactory.create()
    real_tables.running(me, *UserFactory.create_batch(2))
    may = ["clipboard-read", "clipboard-write"]
    page = enter(visitor, served, me, viewport=size, permissions=may)
    page.get_by_role("link", name="The Lost Mines", exact=True).click()
    page.locator("#preset-tonight").click()
    expect(page.locator("#preset-tonight")).to_have_attribute("aria-current", "true")
    open_it(page)
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    table = Table.objects.get(owner=me, status=Table.Status.LOBBY)
    assert (table.kind, table.pace_minutes, table.public) == ("lost_mines", 10, False)
    link = page.evaluate("navigator.clipboard.readText()")
    assert urlsplit(link).path == f"/join/{table.invite_code}/"
    page.locator("#chair-2-tap").click()
    expect(page.locator("#seats")).to_contain_text("(bot)")
    assert table.seats.get(number=2).bot == "easy"
    page.locator("button.company").click()
    expect(page.locator("#invite .invited li")).to_have_count(2)


def test_seats_are_set_by_keyboard_and_bots_are_added_and_removed(
    served: LiveServer, visitor: Visitor
) -> None:
    me = UserFactory.create()
    page = enter(visitor, served, me)
    press(page, page.get_by_role("link", name="Classic", exact=True))
    press(page, page.locator("#preset-tonight"))
    expect(page.locator("#preset-tonight")).to_have_attribute("aria-current", "true")
    press(page, page.locator("[data-add='1']"))
    expect(page.locator("[data-chairs-say]")).to_contain_text("6")
    press(page, page.locator("#new-table button[type=submit]").first)
    page.wait_for_url("**/t/*/")  # a key pressed before its scripts run does nothing
    chair = page.locator("#chair-1-tap")
    for state in ("Bot: easy", "Bot: normal", "Bot: hard"):
        press(page, chair)
        expect(chair).to_contain_text(state)
    expect(page.locator("#seats .tag").last).to_have_text("Hard")  # the server has answered
    table = Table.objects.get()
    assert (table.size, table.seats.get(number=1).bot) == (6, "hard")
    expect(chair).to_be_focused()  # the seats have been rendered again
    page.keyboard.press("Enter")
    expect(page.locator("#seats-said")).to_contain_text("1 ")
    assert table.seats.count() == 1


def press(page: Page, control: Locator) -> None:
    """Press it by keyboard alone."""
    control.focus()
    page.keyboard.press("Enter")


def test_new_arrivals_appear_and_typed_text_stays(served: LiveServer, visitor: Visitor) -> None:
    owner, friend = UserFactory.create_batch(2)
    table = real_tables.lobby(owner, size=5)
    page = enter(visitor, served, owner)
    page.goto(f"{served.url}/t/{table.code}/")
    page.locator("input[name=who]").fill("half a na")
    services.join(friend, table.code, now())
    look_now(page)
    expect(page.locator("#seats")).to_contain_text(str(friend.name))
    expect(page.locator("#seats-said")).to_contain_text("2")
    expect(page.locator("input[name=who]")).to_have_value("half a na")
    expect(page.locator("input[name=who]")).to_be_focused()


def test_inviting_does_not_reload_the_page(served: LiveServer, visitor: Visitor) -> None:
    owner, friend = UserFactory.create_batch(2)
    table = real_tables.lobby(owner)
    page = enter(visitor, served, owner)
    page.goto(f"{served.url}/t/{table.code}/")
    page.evaluate("window.same = true")
    page.locator("input[name=who]").fill("no-such-dwarf")
    page.locator("#send-invitation").click()
    expect(page.locator("#invite .errorlist")).to_be_visible()
    page.locator("input[name=who]").fill(str(friend.name))
    page.locator("#send-invitation").click()
    expect(page.locator("#invite .invited")).to_contain_text(str(friend.name))
    assert page.evaluate("window.same")


def test_a_turn_appears_at_home_and_in_the_tab_without_reloading(
    served: LiveServer, visitor: Visitor
) -> None:
    me, *others = UserFactory.create_batch(3)
    page = enter(visitor, served, me)
    page.evaluate("window.same = true")
    table = real_tables.running(me, *others, title="Wet Boots")
    real_tables.give_turn(table, me)
    look_now(page)
    expect(page.locator("section:has(#your-turn)")).to_contain_text("Wet Boots")
    expect(page).to_have_title(re.compile(r"^\s*\(1\) "))
    assert page.evaluate("window.same")


SMALL = {"width": 320, "height": 640}
LARGER = [pytest.param(size, "dark", marks=pytest.mark.soak) for size in (PHONE, DESKTOP)]


@pytest.mark.parametrize(("size", "scheme"), [(SMALL, "light"), *LARGER])
def test_axe_finds_nothing_on_lists_and_lobbies(
    served: LiveServer, visitor: Visitor, size: dict[str, int], scheme: str
) -> None:
    me, *others = UserFactory.create_batch(4)
    long_title = "Nine dwarfs and an overlong undermining"
    mine = real_tables.lobby(me, size=6, bots=1, options={"totals": "open"}, title=long_title)
    services.invite_email(me, mine.code, "somebody.with.a.long.address@example.org", now())
    theirs = real_tables.lobby(others[0], title=long_title)
    services.invite(others[0], theirs.code, str(me.name), now())
    real_tables.give_turn(real_tables.running(me, *others), me)
    page = enter(visitor, served, me, viewport=size, color_scheme=scheme)
    paths = [
        "/", "/new/", "/tables/", "/tables/?show=running", "/tables/?q=nothing",
        "/tables/mine/", "/tables/mine/?show=waiting", f"/t/{mine.code}/", f"/t/{theirs.code}/",
        f"/join/{theirs.invite_code}/",
    ]  # fmt: skip
    assert [line for path in paths for line in complaints(page, f"{served.url}{path}")] == []
