"""All games, and links to their rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine import Language, Rules
from games.kinds.classic.kind import CLASSIC
from games.kinds.duel.kind import DUEL
from games.kinds.kind import GameKind, UnknownRules
from games.kinds.lost_mines.kind import LOST_MINES
from games.kinds.solo.kind import SOLO

KINDS: Mapping[str, GameKind[Any, Any]] = MappingProxyType(
    {kind.name: kind for kind in (CLASSIC, DUEL, SOLO, LOST_MINES)}
)
"""Every game by its name, in the order in which they are offered."""

GAMES: Mapping[str, Rules[Any, Any, Any]] = MappingProxyType(
    {name: kind.rules for name, kind in KINDS.items()}
)
"""The newest rules of each game, for scenarios, playouts and other code that shows nothing."""

_VERSIONS: Mapping[tuple[str, int], Rules[Any, Any, Any]] = {
    (name, version): rules
    for name, kind in KINDS.items()
    for version, rules in kind.versions.items()
}

LANGUAGE: Final = Language(rules.grammar for rules in GAMES.values())
"""The notation of all games. Solo writes its moves as The Duel does."""
read_move: Final = LANGUAGE.read


@cache
def _slugs() -> Mapping[str, str]:
    """Return the slug of each rule's page, by the rule's number."""
    return {number: kind.slug for kind in KINDS.values() for number in kind.rulebook.rules}


def rule_link(number: str) -> SafeString:
    """Return a link to a rule on its game's page, labelled with its number."""
    address = f"{reverse('game-rules', args=[_slugs()[number]])}#{number}"
    words = gettext("Rule %(number)s") % {"number": number}
    return format_html('<a class="to-rule" href="{}">{}</a>', address, words)


def rules_of(game: str, version: int) -> Rules[Any, Any, Any]:
    """Return the rules that a table keeps; UnknownRules if only a newer release knows them."""
    try:
        return _VERSIONS[game, version]
    except KeyError:
        raise UnknownRules(f"{game} {version}") from None


def for_one() -> GameKind[Any, Any]:
    """Return the solo game."""
    return next(kind for kind in KINDS.values() if kind.is_for_one)


def found_by(words: str) -> list[str]:
    """Return the games whose title, in the reader's language, contains these words."""
    found = words.casefold()
    return [name for name, kind in KINDS.items() if found in str(kind.title).casefold()]
