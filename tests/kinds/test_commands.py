"""`manage.py rules` and `manage.py playout`; neither touches the database."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pytest_django")

from django.core.management import CommandError, call_command

from games.laboratory.playing import SEED_STRIDE, TableSetup

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
    for policy in ("random", "easy", "normal"):
        told = said(
            "playout", game=game, games=1, seed=2, json=True, check=True, policy=policy, jobs=1
        )
        assert json.loads(told)["rounds"] == rounds


@pytest.mark.parametrize("players", range(3, 10))
def test_playout_plays_the_lost_mines_with_every_number_of_players(players: int) -> None:
    told = said("playout", game="lost_mines", players=players, games=1, seed=3, json=True)
    assert json.loads(told)["rounds"] == 2


def test_playout_is_the_same_for_the_same_seed() -> None:
    first, second = (json.loads(said("playout", games=2, seed=9, json=True)) for _ in range(2))
    assert first["moves"] == second["moves"]
    assert first["outcomes"] == second["outcomes"]


def without_time(told: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told)
    return {name: value for name, value in found.items() if "second" not in name}


@pytest.mark.parametrize("policy", ["random", "normal"])
def test_playout_does_not_depend_on_the_number_of_processes(policy: str) -> None:
    asked = {"games": 4, "seed": 5, "players": 3, "policy": policy, "json": True}
    one, three = (without_time(said("playout", jobs=jobs, **asked)) for jobs in (1, 3))
    assert one == three


def test_playout_gives_win_rates_by_role_with_their_intervals() -> None:
    asked = {"players": 4, "games": 3, "option": ["saboteurs=all"], "policy": "easy", "jobs": 1}
    told = said("playout", json=True, **asked)
    (table,) = json.loads(told)["tables"]
    assert (table["players"], table["options"]) == (4, {"saboteurs": "all"})
    diggers, saboteurs = table["win_rates"]["digger"], table["win_rates"]["saboteur"]
    assert diggers["of"] == saboteurs["of"] == table["rounds"] == 9
    assert diggers["value"] + saboteurs["value"] == pytest.approx(1, abs=1e-3)
    for rate in (diggers, saboteurs):
        assert 0 <= rate["low"] <= rate["value"] <= rate["high"] <= 1


def test_playout_plays_a_table_for_each_player_count_and_option() -> None:
    told = said(
        "playout", players="3-4,6", games=1, option=["maps=6,5", "gold=per_digger"], json=True
    )
    result = json.loads(told)
    found = [(table["players"], table["options"]["maps"]) for table in result["tables"]]
    assert found == [(3, "6"), (3, "5"), (4, "6"), (4, "5"), (6, "6"), (6, "5")]
    assert {table["options"]["gold"] for table in result["tables"]} == {"per_digger"}
    assert result["games"] == 6
    assert result["moves"] == sum(table["moves"] for table in result["tables"])


def test_playout_draws_mixed_strengths_and_counts_results_by_strength() -> None:
    """With a seed that draws no hard bot, which would take long."""
    table = TableSetup("duel", 2, (), "mixed")
    seed = next(n for n in range(99) if table.strengths(n * SEED_STRIDE) == ("easy", "normal"))
    told = said("playout", game="duel", policy="mixed", games=1, seed=seed, json=True, jobs=1)
    (found,) = json.loads(told)["tables"]
    assert {"p1", "p1 easy", "p2", "p2 normal"} <= set(found["win_rates"])


def test_playout_prints_the_same_in_words() -> None:
    told = said("playout", game="lost_mines", players=3, games=1, policy="easy", jobs=1)
    assert "lost_mines, 3 players, easy: 2 rounds" in told
    assert {"games", "rounds", "loyal", "blue", "mines"} <= {
        line.split()[0] for line in told.splitlines() if line
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 2},
        {"players": "many"},
        {"players": "3-11"},
        {"option": ["maps=9"]},
        {"option": ["maps"]},
        {"option": ["moons=1"]},
        {"jobs": 0},
        {"games": -1},
    ],
)
def test_playout_refuses_impossible_games(wrong: dict[str, Any]) -> None:
    with pytest.raises(CommandError):
        said("playout", **({"games": 1} | wrong))


def test_playout_refuses_unknown_strengths() -> None:
    with pytest.raises(CommandError):
        said("playout", "--policy=brilliant", games=1)
