"""Notices, push, vacations and seats that change hands, as people do it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from config.clock import now
from games.notices import preferences
from games.notices.models import PushSubscription
from games.players import vacation as vacations
from games.tables import services
from games.tables.models import Seat, Table
from tests.browser.conftest import DESKTOP, SIZES, WIDE_LOOKS, LiveServer
from tests.browser.scenes import to_the_score
from tests.browser.test_every_page import complaints
from tests.browser.test_lobby import enter
from tests.factories import UserFactory
from tests.positions import last_round
from tests.real_tables import running
from tests.tables.test_seats_on_offer import absent
from tests.worker import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitor = Callable[..., Page]
BROWSERS = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])

# Headless chromium reaches no push service: what one would answer, for a real public key.
ANSWERS = """
  const made = (length) => Uint8Array.from({ length }, (_, n) => (n ? n : 4)).buffer;
  const fresh = {
    endpoint: "https://8.8.8.8/push/of-this-browser",
    getKey: (name) => made(name === "auth" ? 16 : 65),
    unsubscribe: async () => sessionStorage.removeItem("pushed"),
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error("no key of a site");
    sessionStorage.setItem("pushed", "1");
    return fresh;
  };
  const pushed = () => sessionStorage.getItem("pushed");
  PushManager.prototype.getSubscription = async () => (pushed() ? fresh : null);
"""


# --- notices --------------------------------------------------------------------------------------


@BROWSERS
def test_notices_are_chosen_on_a_phone(served: LiveServer, visitor: Visitor, script: bool) -> None:
    user = UserFactory.create()
    page = enter(visitor, served, user, java_script_enabled=script)
    page.goto(f"{served.url}/settings/notices/")
    page.locator("label:has(input[name=mail_turn][value=digest])").click()
    page.locator("label:has(input[name=mail_chat][value=off])").click()
    page.locator("select[name=digest_hour]").select_option("7")
    page.locator("input[name=quiet_from]").fill("22:00")
    page.locator("input[name=quiet_to]").fill("23:59")
    page.locator("#notice-form button[type=submit]").click()
    expect(page.locator(".message.success")).to_be_visible()
    expect(page.locator("input[name=mail_turn][value=digest]")).to_be_checked()
    user.refresh_from_db()
    assert preferences.mode(user, "turn") == preferences.DIGEST
    assert preferences.mode(user, "chat") == preferences.OFF
    assert user.digest_hour == 7


def test_the_choices_can_be_made_by_keyboard(served: LiveServer, visitor: Visitor) -> None:
    user = UserFactory.create()
    page = enter(visitor, served, user, viewport=DESKTOP)
    page.goto(f"{served.url}/settings/notices/")
    page.locator("input[name=mail_turn][value=now]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".message.success")).to_be_visible()
    user.refresh_from_db()
    assert preferences.mode(user, "turn") == preferences.OFF


@BROWSERS
def test_a_test_notice_is_requested_and_listed(
    served: LiveServer, visitor: Visitor, script: bool
) -> None:
    page = enter(visitor, served, UserFactory.create(), java_script_enabled=script)
    page.goto(f"{served.url}/settings/notices/sent/")
    page.locator("main form button[type=submit]").click()
    expect(page.locator("#sent li")).to_have_count(1)


# --- push -----------------------------------------------------------------------------------------


def test_a_browser_that_denies_push_shows_what_to_do(served: LiveServer, visitor: Visitor) -> None:
    """Headless Chromium denies every permission that was not granted."""
    page = enter(visitor, served, UserFactory.create())
    page.goto(f"{served.url}/settings/notices/")
    says = page.locator("#push-says")
    expect(says).not_to_contain_text("JavaScript")
    if page.locator("#push-on").is_visible():
        page.locator("#push-on").click()
    expect(says).to_contain_text("notifications for this site")
    expect(page.locator("#push-form")).to_be_hidden()


def test_push_can_be_switched_on_and_off_in_a_browser_that_allows_it(
    served: LiveServer, visitor: Visitor
) -> None:
    user = UserFactory.create()
    page = enter(visitor, served, user, permissions=["notifications"])
    page.add_init_script(ANSWERS)
    page.goto(f"{served.url}/settings/notices/")
    page.locator("#push-on").click()
    expect(page.locator("#push .rows li")).to_have_count(1)
    expect(page.locator("#push-off")).to_be_visible()
    expect(page.locator("#push-on")).to_be_hidden()
    assert PushSubscription.objects.get().user == user
    expect(page.locator("input[name=push_turn]")).to_be_checked()
    page.locator("#push-off").click()
    expect(page.locator("#push .rows li")).to_have_count(0)
    expect(page.locator("#push-on")).to_be_visible()
    assert PushSubscription.objects.count() == 0


def registration(page: Page, context: BrowserContext) -> tuple[Any, str]:
    """Return the service worker's registration, which receives push messages."""
    session = context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:  # playwright notices it while it waits for the page
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return session, found[-1]


def test_the_worker_shows_a_push_message_and_links_only_to_our_site(
    served: LiveServer, visitor: Visitor
) -> None:
    page = enter(visitor, served, UserFactory.create(), permissions=["notifications"])
    page.goto(f"{served.url}/settings/notices/")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    )
    session, number = registration(page, page.context)
    for data in (
        '{"title": "Your turn", "body": "Wet Boots", "url": "/t/abc/", "tag": "one"}',
        '{"title": "Elsewhere", "url": "https://elsewhere.example/", "tag": "two"}',
        "no JSON at all",
    ):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": served.url, "registrationId": number, "data": data},
        )
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map((each) => [each.title, each.body, each.data.url]).sort()"""
    until(lambda: len(page.evaluate(shown)) == 3)
    assert page.evaluate(shown) == [
        ["Elsewhere", "", served.url],
        ["Undermine", "", f"{served.url}/"],
        ["Your turn", "Wet Boots", f"{served.url}/t/abc/"],
    ]


# --- seats ----------------------------------------------------------------------------------------


@pytest.fixture
def three() -> list[User]:
    return UserFactory.create_batch(3)


def leave(page: Page, script: bool) -> None:
    box = page.locator("details.box:has(#about)")
    if not box.evaluate("box => box.open"):
        box.locator("> summary").click()
    page.locator("details.sure > summary").click()
    page.locator("details.sure .tick input").check()
    page.locator("details.sure button.danger").click()


@BROWSERS
@SIZES
def test_a_player_leaves_and_a_new_one_takes_over_and_plays_on(
    served: LiveServer, visitor: Visitor, three: list[User], size: dict[str, int], script: bool
) -> None:
    table = last_round(*three)
    services.write_note(three[0], table.code, "dig to the middle")
    options = {"viewport": size, "java_script_enabled": script}
    first = enter(visitor, served, three[0], **options)
    first.goto(f"{served.url}/t/{table.code}/")
    leave(first, script)
    expect(first).to_have_url(f"{served.url}/")
    new = UserFactory.create()
    other = enter(visitor, served, new, **options)
    other.locator("section:has(#seats-to-take) .row-title a").click()
    expect(other.locator(".hand")).to_have_count(0)
    other.locator("#take-0").click()
    expect(other.locator(".hand li")).to_have_count(4)
    expect(other.locator(".note textarea")).to_have_value("dig to the middle")
    if not script:
        other.locator("#moves-box > summary").click()
        other.locator('#moves button[value="place ew at 7,0"]').click()
    else:
        other.locator('.hand a[data-card="ew"]').click()
        other.locator('#cells [data-aim="at 7,0"]').click()
        other.locator("#place").click()
    to_the_score(other)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert table.seats.get(number=0).user == new


@BROWSERS
def test_an_absent_player_can_say_that_they_are_here(
    served: LiveServer, visitor: Visitor, three: list[User], script: bool
) -> None:
    table = running(*three)
    seat = absent(table)
    assert seat.user is not None
    page = enter(visitor, served, seat.user, java_script_enabled=script)
    page.locator(f"#to-{table.code}").click()
    page.locator("#here").click()
    expect(page.locator("#here")).to_have_count(0)
    expect(page.locator(".clock")).to_contain_text("left")
    seat.refresh_from_db()
    assert seat.offered_until is None


@BROWSERS
def test_a_player_who_left_takes_their_seat_back(
    served: LiveServer, visitor: Visitor, three: list[User], script: bool
) -> None:
    table = running(*three)
    services.leave(three[1], table.code, now())
    page = enter(visitor, served, three[1], java_script_enabled=script)
    page.goto(f"{served.url}/t/{table.code}/")
    expect(page.locator("#board")).to_have_count(0)
    page.locator("#take-back").click()
    expect(page.locator(".hand li")).not_to_have_count(0)
    assert table.seats.get(number=1).user == three[1]


def test_an_open_page_sees_a_seat_change_hands(
    served: LiveServer, visitor: Visitor, three: list[User]
) -> None:
    table = running(*three)
    page = enter(visitor, served, three[0])
    page.goto(f"{served.url}/t/{table.code}/")
    services.leave(three[1], table.code, now())
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#seat-1 .hook")).to_be_visible()
    services.take_seat(UserFactory.create(name="Newcomer"), table.code, 1, now())
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#seat-1 .name")).to_contain_text("Newcomer")


def test_the_time_left_counts_down_by_itself(
    served: LiveServer, visitor: Visitor, three: list[User]
) -> None:
    table = running(*three)
    page = enter(visitor, served, three[0], fresh=True)
    page.clock.install()
    page.goto(f"{served.url}/t/{table.code}/")
    clock = page.locator(".clock [data-due]")
    before = clock.inner_text()
    page.clock.fast_forward("05:00:00")
    page.clock.run_for(6_000)
    expect(clock).not_to_have_text(before)
    expect(clock).to_contain_text("2 d 18 h")
    page.clock.fast_forward(99 * 60 * 60 * 1000)
    page.clock.run_for(6_000)
    expect(clock).to_have_text("overdue")


# --- vacation -------------------------------------------------------------------------------------


@BROWSERS
def test_a_vacation_is_announced_seen_and_ended(
    served: LiveServer, visitor: Visitor, three: list[User], script: bool
) -> None:
    table = running(*three)
    page = enter(visitor, served, three[0], java_script_enabled=script)
    page.goto(f"{served.url}/settings/vacation/")
    expect(page.locator("#vacation-tables li")).to_have_count(1)
    today = now().date()
    page.locator("input[name=first_day]").fill(str(today))
    page.locator("input[name=last_day]").fill(str(today - timedelta(days=1)))
    page.locator("#vacation-form button[type=submit]").click()
    expect(page.locator(".errorlist")).to_be_visible()
    page.locator("input[name=last_day]").fill(str(today + timedelta(days=1)))
    page.locator("#vacation-form button[type=submit]").click()
    expect(page.locator("input[name=first_day]")).to_have_count(0)
    friend = enter(visitor, served, three[1], java_script_enabled=script)
    friend.goto(f"{served.url}/t/{table.code}/")
    expect(friend.locator("#seat-0 .away")).to_be_visible()
    page.locator("main form:has(button.button) button").first.click()
    expect(page.locator("input[name=first_day]")).to_be_visible()
    friend.reload()
    expect(friend.locator("#seat-0 .away")).to_have_count(0)


# --- for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "scheme"), WIDE_LOOKS)
def test_axe_finds_nothing_where_seats_change_hands(
    served: LiveServer, visitor: Visitor, three: list[User], size: dict[str, int], scheme: str
) -> None:
    me, look = UserFactory.create(), {"viewport": size, "color_scheme": scheme}
    offered, private, lost = running(*three), running(*three, public=False), running(me, *three[1:])
    for table in (offered, private):
        services.leave(three[1], table.code, now())
    services.leave(me, lost.code, now())
    mine = running(me, *three[1:], pace_hours=24, bank_hours=72)
    Seat.objects.filter(table=mine, user=me).update(offered_until=now() + timedelta(days=1))
    today = now().date()
    vacations.announce_vacation(three[2], today, today, now())
    User.objects.filter(pk=me.pk).update(has_push=True, has_webhook=True)
    page = enter(visitor, served, me, **look)
    paths = [f"/t/{table.code}/" for table in (offered, lost, mine)]
    paths += [f"/join/{private.invite_code}/", f"/players/{three[2].name}/", "/settings/notices/"]
    assert [line for path in paths for line in complaints(page, f"{served.url}{path}")] == []
