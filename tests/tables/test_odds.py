"""Results of simulated rounds, shown on the form for a new table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from games.kinds import KINDS
from games.kinds.common.options import ODDS_FILE, GameOdds, Odds, read_odds
from games.tables import forms
from tests import real_tables
from tests.factories import UserFactory

ROUNDS = Odds(5000, {"saboteurs won the round": 0.464}, {})


def odds(**known: Odds) -> GameOdds:
    return replace(classic.odds, known={int(size[1:]): found for size, found in known.items()})


classic = KINDS["classic"]


def test_a_sentence_has_the_number_of_rounds_and_the_winners() -> None:
    said = odds(p5=ROUNDS).sentence(5)
    assert said == "In 5,000 simulated rounds with 5 players the saboteurs won 46 %."


def test_without_figures_there_is_no_sentence(tmp_path: Path) -> None:
    assert odds(p5=ROUNDS).sentence(6) == ""
    assert read_odds(tmp_path) == {}


def test_numbers_are_formatted_for_the_readers_language() -> None:
    with translation.override("de"):
        assert "5.000" in odds(p5=ROUNDS).sentence(5)
        simulated = {4: Odds(90, {}, dict.fromkeys(CHARACTERS, 2.44))}
        mines = replace(KINDS["lost_mines"].odds, known=simulated)
        assert mines.sentence(4).count("2,4") == 3


CHARACTERS = ("loyal", "selfish", "saboteur")


@pytest.mark.parametrize("game", KINDS)
def test_all_stored_figures_have_a_sentence(game: str) -> None:
    kind = KINDS[game]
    for players in kind.odds.known:
        assert players in kind.rules.players
        assert re.search(r"\d", kind.odds.sentence(players))


def test_a_file_with_figures_names_its_command() -> None:
    for file in (Path(forms.__file__).parents[1] / "kinds").rglob(ODDS_FILE):
        assert file.read_text().startswith("# python -m bench.balance odds ")


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Client:
    """A player's browser, on a site where two numbers of players were simulated."""
    known = odds(p5=ROUNDS, p6=ROUNDS._replace(of=700))
    monkeypatch.setattr(forms, "KINDS", {**KINDS, "classic": replace(classic, odds=known)})
    return real_tables.signed_in(UserFactory.create())


@pytest.mark.django_db
def test_the_page_shows_the_sentence_for_the_chosen_seats_and_hides_the_others(
    home: Client,
) -> None:
    page = home.get("/new/").content.decode()
    told = re.findall(r'<p class="soft"\s+data-players="(\d+)"\s*(hidden)?>([^<]+)<', page)
    assert [(players, hidden) for players, hidden, _ in told] == [("5", ""), ("6", "hidden")]
    assert "5,000 simulated rounds with 5 players" in told[0][2]
    assert "700 simulated rounds with 6 players" in told[1][2]


@pytest.mark.django_db
def test_a_form_with_errors_shows_the_sentence_for_the_chosen_seats(home: Client) -> None:
    sent = {"title": "x", "size": 6, "bots": 0, "pace": 24, "public": "yes"}
    page = home.post("/new/", sent).content.decode()
    assert re.findall(r'data-players="(\d+)"\s*>', page) == ["6"]


@pytest.mark.django_db
def test_a_game_without_figures_shows_no_sentence(
    home: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "KINDS", {**KINDS, "classic": replace(classic, odds=odds())})
    assert "data-players" not in home.get("/new/?game=classic").content.decode()
