"""`manage.py rules` and `manage.py playout`; neither touches the database."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pytest_django")

from django.core.management import CommandError, call_command

STARTER = Path(__file__).parents[1] / "scenarios" / "starter"


def said(*arguments: Any, **options: Any) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def test_rules_counts_the_scenarios_of_files_and_folders() -> None:
    once = said("rules", str(STARTER)).splitlines()
    twice = said("rules", str(STARTER), str(STARTER / "classic.toml")).splitlines()
    assert [line.split()[1] for line in (once[-1], twice[-1])] == ["passed,", "passed,"]
    assert int(twice[-1].split()[0]) > int(once[-1].split()[0]) > 0
    assert once[-1].endswith(" 0 failed")


def test_rules_ends_with_a_failing_status_when_anything_failed(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("nothing = true", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        said("rules", str(tmp_path), str(STARTER))
    assert ended.value.code == 1


def test_playout_prints_one_json_object() -> None:
    told = said("playout", game="classic", players=4, games=2, seed=1, json=True, check=True)
    result = json.loads(told)
    assert result["games"] == 2
    assert result["rounds"] == 6
    assert result["moves"] > 100
    assert sum(result["outcomes"]["rounds"].values()) == 6


@pytest.mark.parametrize(("game", "rounds"), [("duel", 3), ("solo", 3), ("lost_mines", 2)])
def test_playout_plays_every_game(game: str, rounds: int) -> None:
    for policy in ("random", "easy"):
        told = said("playout", game=game, games=1, seed=2, json=True, check=True, policy=policy)
        assert json.loads(told)["rounds"] == rounds


@pytest.mark.parametrize("players", range(3, 10))
def test_playout_plays_the_lost_mines_with_every_number_of_players(players: int) -> None:
    told = said("playout", game="lost_mines", players=players, games=1, seed=3, json=True)
    assert json.loads(told)["rounds"] == 2


def test_playout_is_the_same_for_the_same_seed() -> None:
    first, second = (json.loads(said("playout", games=2, seed=9, json=True)) for _ in range(2))
    assert first["moves"] == second["moves"]
    assert first["outcomes"] == second["outcomes"]


def test_playout_refuses_what_cannot_be_played() -> None:
    with pytest.raises(CommandError):
        said("playout", players=2, games=1)
    with pytest.raises(CommandError):
        said("playout", games=1, option=["maps=9"])
