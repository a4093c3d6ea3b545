"""The tables of docs/balance.md, made from few games; their places in it, and odds.toml."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench import balance
from bench.balance import PAGE, PUBLIC, SHEETS, Asked, filled_in
from games.engine.bots import EASY
from games.kinds import KINDS
from games.kinds.common.options import ODDS_FILE, read_odds
from games.laboratory.counting import Count
from games.laboratory.playing import TableSetup, games, play

ONE = Asked(1, 1, 1)


def test_the_page_has_a_place_for_every_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in SHEETS:
        assert filled_in(page, name, "here").count("here\n\n<!-- end of") == 1


def test_a_table_is_put_in_its_place_and_nothing_else_changes() -> None:
    page = "# A\n\n<!-- duel -->\n\nold\n\n<!-- end of duel -->\n\nafter <!-- solo --> it"
    new = filled_in(page, "duel", "| new |")
    assert new == page.replace("old", "| new |")
    assert filled_in(new, "duel", "old") == page


def test_a_table_without_a_place_is_an_error_before_anything_is_played(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Nothing here")
    with pytest.raises(LookupError):
        balance.main(["duel", "--page", str(page)])


def test_a_command_plays_its_table_and_fills_it_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- duel -->\n\n<!-- end of duel -->")
    balance.main(["duel", "--games", "1", "--jobs", "1", "--page", str(page)])
    written = page.read_text()
    assert "    python -m bench.balance duel --games 1 --seed 1\n" in written
    assert [line.split(" | ")[0] for line in written.splitlines() if line.startswith("| ")] == [
        "| bots", "| ---", "| easy", "| normal"
    ]  # fmt: skip
    assert "| easy |" in capsys.readouterr().out


def test_a_line_has_the_counts_of_its_playout() -> None:
    count = Count()
    for game in games(TableSetup("duel", 2, (), EASY), 3, 1):
        count.add(play(game))
    easy, _ = balance.duel(Asked(3, 1, 1)).lines
    rate = count.figures()["win_rates"]["green"]
    assert easy[1].startswith(f"{100 * rate.value:.1f} % (")
    assert easy[-1] == "3"


@pytest.mark.soak
def test_public_figures_are_next_to_their_side() -> None:
    lines = {(int(line[0]), line[1][:-1]): line[-1] for line in balance.sides(ONE).lines}
    assert {key: told for key, told in lines.items() if told != "–"} == PUBLIC


@pytest.mark.parametrize("game", KINDS)
def test_odds_are_written_read_back_and_put_into_a_sentence(game: str, tmp_path: Path) -> None:
    balance.write_odds(game, ONE, tmp_path)
    known, players = read_odds(tmp_path), KINDS[game].rules.players
    assert list(known) == list(players)
    assert (tmp_path / ODDS_FILE).read_text().startswith("# python -m bench.balance odds --games 1")
    odds = replace(KINDS[game].odds, known=known)
    assert all(odds.sentence(size) for size in players)


@pytest.mark.parametrize("wrong", ["chess", "odds --only chess", "duel --games x"])
def test_impossible_commands_are_refused(wrong: str) -> None:
    with pytest.raises(SystemExit):
        balance.main(wrong.split())
