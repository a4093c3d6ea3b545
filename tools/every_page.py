"""All pages that can be opened by URL alone, and who may open them."""

from __future__ import annotations

from playwright.sync_api import Page

VISITOR_PAGES = (
    "/",
    "/new/",
    "/play/duel/",
    "/rules/",
    "/rules/lost-mines/cards/",
    "/learn/",
    "/learn/classic/",
    "/puzzles/",
    "/puzzles/a-dead-end/",
    "/privacy/",
    "/terms/",
    "/conduct/",
    "/contact/",
    "/names/",
    "/offline/",
    "/share/",
    "/viewer/",
    "/accounts/login/",
    "/accounts/login/code/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/no-such-key/",
    "/accounts/inactive/",
    "/no-such-page/",
)
PLAYER_PAGES = (
    "/",
    "/new/",
    "/play/classic/",
    "/rules/",
    "/tables/",
    "/tables/mine/",
    "/ratings/",
    "/settings/",
    "/settings/notices/",
    "/settings/notices/sent/",
    "/settings/vacation/",
    "/settings/people/",
    "/settings/data/",
    "/settings/delete/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/sessions/",
    "/accounts/2fa/",
    "/reports/",
    "/decisions/",
    "/settings/name/",
    "/settings/dwarf/",
    "/settings/line/",
    "/friends/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
    "/accounts/reauthenticate/code/",
)
LOCAL_PAGES = ("/dev/mail/",)


def sign_in(page: Page, site: str, email: str, password: str) -> None:
    """Sign in through the form."""
    page.goto(f"{site}/accounts/login/")
    page.locator("main input[name=login]").fill(email)
    page.locator("main input[name=password]").fill(password)
    page.locator("main form:has(input[name=password]) button[type=submit]").click()
    page.wait_for_url(f"{site}/")
