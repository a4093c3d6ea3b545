"""Which room may know which: imports run one way.

`ROOMS` is the contract. A room may import what is in it and the rooms that it stands on, directly
or through others, and nothing else. `LATE_IMPORTS` names imports inside functions, with a reason
each. A reason that is no longer needed fails too, so that the list stays true.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

import pytest

from config.environment import ROOT

pytestmark = pytest.mark.xdist_group("layers")  # all modules are read once


class Room(NamedTuple):
    modules: tuple[str, ...]
    """And what is below them. A module belongs to the first room of `ROOMS` that names it."""
    stands_on: tuple[str, ...] = ()


def modules_of(package: str, names: str) -> tuple[str, ...]:
    return tuple(f"{package}.{name}" for name in names.split())


ROOMS: Mapping[str, Room] = {
    # A game, from its rules to its drawings.
    "engine": Room(("games.engine",)),
    "rules": Room(("games.kinds.*.rules",), ("engine",)),
    "bots": Room(("games.kinds.*.bots",), ("rules",)),
    "kinds": Room(("games.kinds",), ("bots",)),
    "laboratory": Room(("games.laboratory",), ("kinds",)),
    # The site below its domains, and accounts.
    "clock": Room(("config.clock",)),
    "front": Room(("config.urls", "config.settings", "config.asgi"), ("site",)),
    "config": Room(("config",), ("clock",)),
    "accounts": Room(("accounts",), ("config",)),
    # Tables, with what is known of past games and of players.
    "table rows": Room(("games.tables.models",), ("kinds", "accounts")),
    "history": Room(
        (
            *modules_of("games.replays", "log_check moments finished_tables"),
            *modules_of("games.replays", "records picture_files"),
            "games.learn.advice",
        ),
        ("table state",),
    ),
    "player names": Room(modules_of("games.players", "names reliability"), ("table state",)),
    "table services": Room(
        ("games.tables.services", *modules_of("games.players", "vacation results ratings")),
        ("history", "player names"),
    ),
    "table presenters": Room(("games.tables.presenters",), ("table services",)),
    "other presenters": Room(
        modules_of("games.replays", "replay replay_page pictures export")
        + modules_of("games.players", "profile friends own_dwarf")
        + modules_of("games.learn", "advice_words courses rules_page"),
        ("table presenters",),
    ),
    "table edge": Room(
        modules_of(
            "games.tables",
            "views urls forms tasks apps demo management personal_data middleware",
        ),
        ("other presenters",),
    ),
    "table state": Room(("games.tables",), ("table rows",)),
    "pages": Room(("games.players", "games.replays", "games.learn"), ("table edge",)),
    # What stands on tables.
    "live": Room(("games.live",), ("table edge",)),
    "notices": Room(("games.notices",), ("table edge",)),
    "moderation": Room(("games.moderation",), ("notices", "pages")),
    "site": Room(("games.site", "games"), ("moderation", "live", "pages")),
}

BORROWS = {"solo": {"duel"}}
"""Games do not know each other, but for these."""

LATE_IMPORTS: dict[str, str] = {
    # The module that imports something of ours inside a function, and why it must.
    "accounts.apps": "Django loads models after apps; receivers are connected in ready()",
    "games.moderation.apps": "Django loads models after apps; receivers are connected in ready()",
    "games.site.apps": "Django loads models after apps; extension points are filled in ready()",
}

NOT_FOR = {
    "accounts": {"bench", "tests", "tools"},
    "config": {"bench", "tests", "tools"},
    "games": {"bench", "tests", "tools"},
    "tools": {"bench", "tests"},
    "bench": {"tests"},
}
"""What a top-level folder must not import: tests may use tools, but not the reverse."""


class Import(NamedTuple):
    importer: str
    imported: str
    late: bool
    """An import inside a function, where it can hide a cycle."""


@cache
def modules() -> Mapping[str, ast.Module]:
    """Every module of the site, by its dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text()
        )
        for top in ("accounts", "config", "games")
        for path in sorted((ROOT / top).rglob("*.py"))
        if "migrations" not in path.parts
    }


@cache
def imports() -> frozenset[Import]:
    """Imports of our modules by our modules."""
    return frozenset(
        Import(importer, imported, late)
        for importer, tree in modules().items()
        for node, late in statements(tree)
        for imported in imported_by(node)
    )


def statements(node: ast.AST, late: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """All statements below this node, and whether each is in a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child, late
            inner = late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from statements(child, inner)


def imported_by(node: ast.AST) -> Iterator[str]:
    """Our modules that this statement imports, by their full name."""
    for name in named_by(node):
        if name in modules():
            yield name
        elif name.rpartition(".")[0] in modules():  # something in a module
            yield name.rpartition(".")[0]


def named_by(node: ast.AST) -> list[str]:
    """There are no relative imports here."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


@cache
def room_of(module: str) -> str:
    for name, room in ROOMS.items():
        if any(is_at_or_below(module, place) for place in room.modules):
            return name
    raise LookupError(f"{module} is in no room")


def is_at_or_below(module: str, place: str) -> bool:
    """A star stands for one folder."""
    parts, wanted = module.split("."), place.split(".")
    fits = all(want in (part, "*") for part, want in zip(parts, wanted, strict=False))
    return fits and len(parts) >= len(wanted)


@cache
def may_know(room: str) -> frozenset[str]:
    """The room itself, the rooms it stands on, and theirs."""
    below = (may_know(name) for name in ROOMS[room].stands_on)
    return frozenset({room}).union(*below)


def game_of(module: str) -> str | None:
    """The folder of `games/kinds` it is in: a game, or `common`, which all games share."""
    parts = module.split(".")
    is_folder = len(parts) > 2 and (ROOT / "games" / "kinds" / parts[2]).is_dir()
    return parts[2] if parts[:2] == ["games", "kinds"] and is_folder else None


def allowed(found: Import) -> bool:
    if room_of(found.imported) not in may_know(room_of(found.importer)):
        return False
    importer, imported = game_of(found.importer), game_of(found.imported)
    strangers = importer and imported not in (None, "common", importer)
    return not strangers or imported in BORROWS.get(importer or "", ())


def breaches() -> set[tuple[str, str]]:
    return {(found.importer, found.imported) for found in imports() if not allowed(found)}


def test_every_import_keeps_to_the_layers() -> None:
    assert sorted(breaches()) == []


def test_there_are_no_import_cycles() -> None:
    """Not even hidden by late or type-only imports."""
    known: dict[str, set[str]] = {}
    for found in imports():
        known.setdefault(found.importer, set()).add(found.imported)
    try:
        TopologicalSorter(known).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.parametrize("top", NOT_FOR)
def test_the_site_needs_no_tools_and_tools_need_no_tests(top: str) -> None:
    found = {
        (path.name, name.split(".")[0])
        for path in (ROOT / top).rglob("*.py")
        for node, _ in statements(ast.parse(path.read_text()))
        for name in named_by(node)
    }
    assert [(file, name) for file, name in sorted(found) if name in NOT_FOR[top]] == []


def test_a_late_import_has_a_reason() -> None:
    """And no reason is left without its import."""
    late = {found.importer for found in imports() if found.late}
    assert sorted(late) == sorted(LATE_IMPORTS)


def test_every_room_has_somebody_in_it() -> None:
    """A pattern that matches nothing protects nothing."""
    assert {room_of(name) for name in modules()} == set(ROOMS)


@pytest.mark.parametrize(
    ("importer", "imported", "fits"),
    [
        ("games.kinds.duel.rules.judge", "games.engine.core", True),
        ("games.engine.core", "games.kinds.duel.rules", False),
        ("games.kinds.duel.rules.judge", "games.kinds.duel.bots", False),
        ("games.kinds.duel.rules.judge", "config.clock", False),
        ("games.kinds.solo.rules", "games.kinds.duel.rules", True),
        ("games.kinds.duel.rules", "games.kinds.classic.rules", False),
        ("games.kinds.common.look", "games.kinds.classic.look", False),
        ("accounts.models", "games.kinds", False),
        ("games.kinds", "accounts.models", False),
        ("games.laboratory.playing", "games.kinds", True),
        ("games.laboratory.playing", "games.tables.models", False),
        ("games.tables.services.play", "games.notices.triggers", False),
        ("games.tables.store", "games.tables.services.play", False),
        ("games.tables.services.play", "games.tables.presenters.page", False),
        ("games.notices.triggers", "games.tables.services", True),
        ("games.notices.triggers", "games.moderation.models", False),
        ("games.live.hub", "games.tables.access", True),
        ("games.tables.services.play", "games.live.hub", False),
        ("games.live.hub", "games.notices.triggers", False),
        ("games.moderation.services.reports", "games.notices.triggers", True),
        ("config.jobs.sweeps", "accounts.models", False),
        ("config.urls", "games.moderation.urls", True),
    ],
)
def test_the_contract_says(importer: str, imported: str, fits: bool) -> None:
    assert allowed(Import(importer, imported, late=False)) == fits
