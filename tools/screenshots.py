"""`make screenshots`: every page at phone and desktop size, light and dark."""

from __future__ import annotations

import os
import subprocess
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import django
from playwright.sync_api import Browser, Page, sync_playwright

from config.environment import DEMO_EMAIL, DEMO_PASSWORD, ROOT
from tools import machine, routes
from tools.browser import DESKTOP, FLAGS, PHONE
from tools.run_tests import clean
from tools.running_site import Site, started

TARGET = ROOT / "var" / "screenshots"
MAILS = 6


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    with (
        tempfile.TemporaryDirectory() as folder,
        local_site(Path(folder)) as site,
        sync_playwright() as driver,
    ):
        path = machine.CHROMIUM.find()
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        for size, name in ((PHONE, "phone"), (DESKTOP, "desktop")):
            for scheme in ("light", "dark"):
                shoot(browser, site, size, scheme, f"{name}-{scheme}")
                shoot_mails(browser, site, size, scheme, f"{name}-{scheme}")
    print(f"Pictures are in {TARGET.relative_to(ROOT)}")


@contextmanager
def local_site(folder: Path) -> Iterator[Site]:
    """Start a site with only the demo."""
    port = machine.free_port()
    environ = clean() | {"VAR_DIR": str(folder), "PORT": str(port), "LOG_LEVEL": "WARNING"}
    with started(folder, port, environ, subprocess.DEVNULL) as site:
        yield site


def shoot(browser: Browser, site: Site, size: dict[str, int], scheme: str, look: str) -> None:
    """Take pictures as a visitor, then signed in."""
    page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    TARGET.mkdir(parents=True, exist_ok=True)
    for who, paths in (("visitor", routes.visitor_pages()), ("player", routes.player_pages())):
        if who == "player":
            sign_in(page, site.url, DEMO_EMAIL, DEMO_PASSWORD)
        for path in paths:
            page.goto(f"{site.url}{path}")
            title = path.strip("/").replace("/", "-") or "home"
            page.screenshot(path=TARGET / f"{look}-{who}-{title}.png", full_page=True)
    page.close()


def sign_in(page: Page, site: str, email: str, password: str) -> None:
    """Sign in through the form."""
    page.goto(f"{site}/accounts/login/")
    page.locator("main input[name=login]").fill(email)
    page.locator("main input[name=password]").fill(password)
    page.locator("main form:has(input[name=password]) button[type=submit]").click()
    page.wait_for_url(f"{site}/")


def shoot_mails(browser: Browser, site: Site, size: dict[str, int], scheme: str, look: str) -> None:
    """Show the demo player's mails so far; tests/browser/test_mails.py has one of every kind."""
    page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    for number, file in enumerate(sorted((site.folder / "mail").glob("*.log"))[:MAILS]):
        letter = message_from_bytes(file.read_bytes(), policy=policy.default)
        assert isinstance(letter, EmailMessage)
        if (part := letter.get_body(("html",))) is not None:
            page.set_content(_with_pictures(part.get_content(), letter))
            page.screenshot(path=TARGET / f"{look}-mail-{number}.png", full_page=True)
    page.close()


def _with_pictures(text: str, letter: EmailMessage) -> str:
    """Put the pictures of a mail where it refers to its attachments."""
    for part in letter.walk():
        if name := part["Content-ID"]:
            data = b64encode(part.get_content()).decode()
            picture = f"data:{part.get_content_type()};base64,{data}"
            text = text.replace(f"cid:{name[1:-1]}", picture)
    return text


if __name__ == "__main__":
    main()
