"""Drawings in templates: `{% card "nes" kind=… %}`; on a board `{% card_at "nes" 80 120 kind=… %}`;
in text `{% icon "cards" %}`, `{% face_of user %}`, and of somebody at a table `{% dwarf … %}`.

Each game has a sprite of its own: `kind=` says which. They are pictures only: what they mean must
be said next to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Protocol

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kinds import KINDS
from games.kinds.common import dwarfs
from games.kinds.common.art import faces as drawn
from games.kinds.common.art.dwarfs import INK
from games.kinds.common.art.svg import HEIGHT, WIDTH, num
from games.kinds.common.dwarfs import BY_KEY
from games.kinds.kind import GameKind

register = template.Library()

HALF_TURN = SafeString(f' transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})"')
"""For a card by itself."""


@register.simple_tag
def all_games() -> Iterable[GameKind[Any, Any]]:
    """Return every game, in the order in which they are offered."""
    return KINDS.values()


@register.simple_tag
@cache
def sprite(kind: str) -> str:
    """Return the URL of a game's drawings, for scripts that show a card by its name."""
    return static(f"img/{KINDS[kind].art.file}.svg")


@register.simple_tag
def card(name: str, turned: bool = False, *, kind: str) -> SafeString:
    """Draw a card by itself, as in a hand. Its name must be given next to it."""
    return format_html(
        '<svg class="card" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">'
        '<use href="{}" width="{}" height="{}"{}/></svg>',
        WIDTH,
        HEIGHT,
        f"{sprite(kind)}#{name}",
        WIDTH,
        HEIGHT,
        HALF_TURN if turned else "",
    )


@register.simple_tag
@lru_cache(maxsize=5_000)
def card_at(
    name: str, x: float, y: float, width: float = WIDTH, turned: bool = False, *, kind: str
) -> SafeString:
    """Draw a card in a larger SVG, its upper left corner at x, y. Cached, since boards are full of
    the same cards at the same places."""
    height = width * HEIGHT / WIDTH
    middle = f"{num(x + width / 2)} {num(y + height / 2)}"
    half_turn = format_html(' transform="rotate(180 {})"', middle) if turned else ""
    return _use(name, kind, x, y, width, height, half_turn)


@register.simple_tag
def token_at(name: str, x: float, y: float, size: float = 1, *, kind: str) -> SafeString:
    """Draw a token in a larger SVG, its middle at x, y; size 1 is half as wide as a card."""
    return _use(name, kind, x - 20 * size, y - 20 * size, 40 * size, 40 * size)


def _use(
    name: str, kind: str, x: float, y: float, width: float, height: float, turn: str = ""
) -> SafeString:
    return format_html(
        '<use href="{}" x="{}" y="{}" width="{}" height="{}"{}/>',
        f"{sprite(kind)}#{name}",
        *map(num, (x, y, width, height)),
        turn,
    )


@register.simple_tag
def eye_at(x: float, y: float) -> SafeString:
    """Draw an eye in a card's upper right corner, and a broken frame: only its reader knows it."""
    return format_html(
        '<g transform="translate({} {})" fill="none">'
        '<rect x="4" y="4" width="72" height="112" rx="5"'
        ' stroke="var(--lamp)" stroke-width="3.5" stroke-dasharray="9 6"/>'
        '<circle cx="62" cy="18" r="15" fill="var(--deeper)" stroke="var(--lamp)"'
        ' stroke-width="2.5"/><path d="M51.5 18q10.5-11 21 0q-10.5 11-21 0z"'
        ' stroke="var(--lamp)" stroke-width="2.5"/>'
        '<circle cx="62" cy="18" r="3.5" fill="var(--lamp)"/></g>',
        num(x),
        num(y),
    )


@register.simple_tag
def figure_at(
    clan: str, letter: str, x: float, y: float, size: float = 1, *, kind: str
) -> SafeString:
    """Draw a dwarf on a board, with the letter of its player's name on its tunic."""
    return format_html(
        '<g aria-hidden="true">{}<text x="{}" y="{}" font-size="{}" font-weight="700"'
        ' text-anchor="middle" fill="var(--{})">{}</text></g>',
        _use(f"figure-{clan}", kind, x - 20 * size, y - 30 * size, 40 * size, 52 * size),
        *map(num, (x, y + 15.5 * size, 15 * size)),
        INK[clan],
        letter,
    )


@register.simple_tag
@cache
def icon(name: str, style: str = "") -> SafeString:
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
        style,
        static("img/icons.svg"),
        name,
    )


class HasDwarf(Protocol):
    """A player with a number, and the code of the dwarf that they have made."""

    pk: int
    dwarf: str


@register.simple_tag
def face_of(player: HasDwarf, style: str = "") -> SafeString:
    """Draw the dwarf of a player next to their name."""
    return dwarf(dwarfs.dwarf_code(player.pk, player.dwarf), style)


@register.simple_tag
@lru_cache(maxsize=5_000)
def dwarf(face: int | str | None, style: str = "") -> SafeString:
    """Draw a bot's dwarf by key, or a player's by code. A mere number, as in records and lessons,
    gets a default dwarf; so does an unknown value from an imported file."""
    if face in BY_KEY:
        return _dwarf(static("img/bots.svg"), str(face), style)
    known = face if isinstance(face, str) else ""
    code = dwarfs.dwarf_code(face if isinstance(face, int) else 0, known)
    return _dwarf(reverse("dwarf", args=[drawn.drawings_version(), code]), drawn.NAME, style)


def _dwarf(address: str, name: str, style: str) -> SafeString:
    return format_html(
        '<svg class="dwarf {}" viewBox="0 0 48 48" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"/></svg>',
        style,
        address,
        name,
    )
