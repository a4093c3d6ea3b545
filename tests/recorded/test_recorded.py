"""Recorded games pin the rules: each is replayed, move by move, by the version it was played with.

A failure here means that stored tables would no longer replay, and that running ones would silently
continue under other rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.kinds import KINDS
from tools.record import FOLDER, GAMES_A_VERSION, Differs, folder, replay

ADVICE = (
    "the rules of {} version {} have changed. Tables keep the rules they were opened with: leave "
    "this version as it was and make a new one next to it (docs/games.md, To change a rule)."
)
VERSIONS = [(name, version) for name, kind in KINDS.items() for version in kind.versions]
FILES = sorted(FOLDER.glob("*/v*/*.json"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def games_of(game: str, version: int) -> list[dict[str, Any]]:
    return [read(path) for path in sorted(folder(game, version).glob("*.json"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_recorded_game_replays_by_its_version(path: Path) -> None:
    recorded = read(path)
    game, version = recorded["game"], recorded["version"]
    rules = KINDS[game].versions[version]
    try:
        state = replay(recorded, rules)
    except Differs as what:
        pytest.fail(f"{path.name}: {what}\n{ADVICE.format(game, version)}", pytrace=False)
    assert rules.from_pieces(*rules.frame(state), rules.pieces(state)) == state


@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_every_version_has_recorded_games(game: str, version: int) -> None:
    missing = f"{game} version {version} has too few recorded games: python -m tools.record"
    assert len(games_of(game, version)) >= GAMES_A_VERSION, missing


def test_every_version_with_recorded_games_still_exists() -> None:
    recorded = {(path.parts[-3], int(path.parts[-2].removeprefix("v"))) for path in FILES}
    assert recorded == set(VERSIONS)


@pytest.mark.parametrize("game", KINDS)
def test_games_are_recorded_for_every_number_of_players_and_every_option(game: str) -> None:
    """An option added without a new version would be missing from the recorded games."""
    rules = KINDS[game].rules
    played = games_of(game, rules.version)
    advice = ADVICE.format(game, rules.version)
    assert {one["players"] for one in played} == set(rules.players), advice
    for option in rules.options:
        assert {one["options"].get(option.name) for one in played} == set(option.values), advice


@pytest.mark.parametrize("game", KINDS)
def test_versions_are_numbered_from_one(game: str) -> None:
    versions = KINDS[game].versions
    assert sorted(versions) == list(range(1, len(versions) + 1))
    assert {number: rules.version for number, rules in versions.items()} == {
        number: number for number in versions
    }


def test_games_of_the_first_classic_rules_differ_under_the_second() -> None:
    """C23: version 1 handed out nugget cards that are all alike, version 2 asks for each."""
    by_hand = [g for g in games_of("classic", 1) if g["options"]["picking"] == "by_hand"]
    differing = [recorded for recorded in by_hand if _differs(recorded, 2)]
    assert len(differing) >= 3
    assert not any(_differs(recorded, 1) for recorded in differing)


def _differs(recorded: dict[str, Any], version: int) -> bool:
    try:
        replay(recorded, KINDS[recorded["game"]].versions[version])
    except Differs:
        return True
    return False
