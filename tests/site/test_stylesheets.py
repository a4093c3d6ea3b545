"""Each component has one style sheet, and each colour one place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from config.environment import ROOT

STYLES = ROOT / "static/css"
PALETTE = STYLES / "palette.css"
ADMIN = STYLES / "admin.css"
"""The admin's style sheet goes with Django's, not with the site's: it has its own classes."""
SITE = sorted(set(STYLES.glob("*.css")) - {ADMIN})
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b")
GREYS = {"#000000", "#ffffff"}
"""Shadows and highlights, mostly transparent: not colours of the palette."""


def css(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)


def selectors(text: str) -> Iterator[str]:
    """Return every selector, including those in media queries but not keyframe steps."""
    for heading in re.findall(
        r"([^{};]+)\{", re.sub(r"@keyframes[^{]+\{(?:[^{}]+\{[^}]*\})+\s*\}", "", text)
    ):
        if not heading.strip().startswith("@"):
            yield from (part.strip() for part in outside_brackets(heading).split("\n"))


def outside_brackets(heading: str) -> str:
    """Split at commas, except within brackets as in `:is(a, b)`."""
    flat, depth = "", 0
    for letter in " ".join(heading.split()):
        depth += (letter == "(") - (letter == ")")
        flat += "\n" if letter == "," and depth == 0 else letter
    return flat


def colours(text: str) -> set[str]:
    """Return colours as six digits, without transparency."""
    found = set()
    for colour in COLOUR.findall(text):
        digits = colour[1:] if len(colour) > 5 else "".join(2 * digit for digit in colour[1:])
        found.add(f"#{digits[:6]}")
    return found - GREYS


def test_a_selector_is_declared_in_one_style_sheet() -> None:
    homes = defaultdict(set)
    for path in SITE:
        for selector in selectors(css(path)):
            homes[selector].add(path.name)
    assert {selector: names for selector, names in homes.items() if len(names) > 1} == {}


def test_a_colour_of_the_palette_is_not_repeated_elsewhere() -> None:
    palette = colours(css(PALETTE))
    assert palette
    again = {path.name: colours(css(path)) & palette for path in SITE if path != PALETTE}
    assert {name: found for name, found in again.items() if found} == {}


def test_a_colour_variable_is_set_in_one_place() -> None:
    """With light-dark() for both themes: no second set of values by media query or theme."""
    for path in (PALETTE, ADMIN):
        names = re.findall(r"(--[\w-]+):[^;]*#", css(path))
        assert sorted(names) == sorted(set(names))
    elsewhere = [
        path.name for path in SITE if path != PALETTE and re.search(r"--[\w-]+:[^;]*#", css(path))
    ]
    assert elsewhere == []


def test_every_variable_that_is_used_is_in_the_palette() -> None:
    known = set(re.findall(r"(--[\w-]+):", css(PALETTE)))
    for path in SITE:
        asked = re.findall(r"var\((--[\w-]+)\)", css(path))
        assert set(asked) <= known, path.name


def test_the_browser_frame_has_the_colour_of_the_header() -> None:
    """A meta element cannot use a variable, so it repeats the value."""
    found = re.search(r"--deep: light-dark\((\S+), (\S+)\)", css(PALETTE))
    assert found
    head = (ROOT / "templates/partials/head_assets.html").read_text()
    assert colours(head) == set(found.groups())
