"""What axe finds on a page: all its rules in the theme shown, and contrast in the other theme.

No other rule depends on the theme, so one look at a page covers both.
"""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

Scheme = Literal["dark", "light"]
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
END_TRANSITIONS = """document.getAnimations()
  .filter(each => each instanceof CSSTransition).forEach(each => each.finish())"""
CONTRAST = "axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})"
ONLY_FAULTS = {"resultTypes": ["violations"]}
"""Report violations only: the rest takes a fifth of the time or more."""


def as_shown(page: Page) -> list[dict[str, Any]]:
    """Return what axe finds in the theme shown."""
    return list(Axe().run(page, options=ONLY_FAULTS).response["violations"])


def without_contrast(page: Page) -> list[dict[str, Any]]:
    """Return the same without contrast, which takes most of the time on a long page."""
    options = {**ONLY_FAULTS, "rules": {"color-contrast": {"enabled": False}}}
    return list(Axe().run(page, options=options).response["violations"])


def violations(page: Page) -> list[dict[str, Any]]:
    """Return what axe finds in both themes."""
    found = as_shown(page)
    now, other = _themes(page)
    _switch(page, other)
    found += page.evaluate(CONTRAST)["violations"]
    _switch(page, now)
    return found


def _switch(page: Page, scheme: Scheme) -> None:
    """Switch at once: the admin's colours change to the other theme slowly."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(END_TRANSITIONS)


def _themes(page: Page) -> tuple[Scheme, Scheme]:
    """Return the theme shown and the other one."""
    return ("dark", "light") if page.evaluate(IS_DARK) else ("light", "dark")


def said(page: Page) -> list[str]:
    """Return the same as lines, with the elements concerned."""
    return [f"{each['id']}: {node['html']}" for each in violations(page) for node in each["nodes"]]
