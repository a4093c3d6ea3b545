"""Highlights of a finished game are true and short, and point at one of its moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import Seeds
from games.kinds import KINDS, read_move
from games.kinds.common.highlights import GameMove, Highlight
from games.kinds.common.words.phrases import Names, plain
from tests.recorded.test_recorded import games_of

GAMES = 12
"""Recorded games of each kind."""
NAMES = Names({number: f"Player {number + 1}" for number in range(10)}, None)


def steps_of(recorded: dict[str, Any]) -> Iterator[GameMove]:
    """Play a recorded game again from its deal."""
    rules = KINDS[recorded["game"]].versions[recorded["version"]]
    seeds = Seeds.from_number(recorded["seed"], rules.rounds)
    state = rules.setup(recorded["options"], recorded["players"], seeds)
    for number, line in enumerate(recorded["moves"], 2):
        seat, _, text = line.partition(" ")
        move = read_move(rules, text.partition(" #")[0])
        progress = rules.play(state, int(seat[1:]) - 1, move)
        shown = progress.after if progress.ended is None else progress.ended
        yield GameMove(number, int(seat[1:]) - 1, state, shown, progress.events)
        state = progress.after


def told(game: str) -> list[tuple[list[GameMove], list[Highlight]]]:
    version = max(KINDS[game].versions)
    played = [list(steps_of(recorded)) for recorded in games_of(game, version)[:GAMES]]
    return [(steps, KINDS[game].highlights(steps, NAMES)) for steps in played]


@pytest.mark.parametrize("game", KINDS)
def test_highlights_point_at_moves_and_are_not_repeated(game: str) -> None:
    games = told(game)
    assert any(found for _, found in games)
    for steps, found in games:
        numbers = {step.number for step in steps}
        assert {highlight.number for highlight in found} <= numbers
        openings = [plain(highlight.words).partition(":")[0] for highlight in found]
        assert len(set(openings)) == len(openings)
        assert not [words for words in openings if "%(" in words]


def of_kind(game: str, opening: str) -> list[tuple[list[GameMove], GameMove]]:
    """Return the moves with a highlight that begins like this, each with its whole game."""
    return [
        (steps, next(step for step in steps if step.number == highlight.number))
        for steps, found in told(game)
        for highlight in found
        if plain(highlight.words).startswith(opening)
    ]


def test_the_decisive_dead_end_was_laid_by_a_winning_saboteur() -> None:
    found = of_kind("classic", "The dead end")
    for steps, step in found:
        assert step.before.roles[step.seat] == "saboteur"
        same = [each for each in steps if each.before.round == step.before.round]
        ends = [event for each in same for event in each.events if event.kind == "round-ended"]
        assert [event.what for event in ends] == ["saboteurs"]


def test_the_decisive_repair_was_done_for_the_finder() -> None:
    for steps, step in of_kind("classic", "The repair"):
        repaired = next(event for event in step.events if event.kind == "repaired")
        same = [each for each in steps if each.before.round == step.before.round]
        end = next(e for each in same for e in each.events if e.kind == "round-ended")
        assert (end.what, end.seat) == ("diggers", repaired.to)
        assert step.seat != repaired.to


def test_nobody_broke_the_tools_of_an_unsuspected_saboteur() -> None:
    for steps, step in of_kind("classic", "Never suspected"):
        same = [each for each in steps if each.before.round == step.before.round]
        harmed = {e.to for each in same for e in each.events if e.kind == "broke"}
        saboteurs = {n for n, role in enumerate(step.after.roles) if role == "saboteur"}
        assert saboteurs - harmed


def test_the_biggest_find_is_unique() -> None:
    for game, kind in (("duel", "claimed"), ("lost_mines", "took")):
        for steps, step in of_kind(game, "The b"):
            amounts = sorted(e.amount or 0 for each in steps for e in each.events if e.kind == kind)
            assert max(e.amount or 0 for e in step.events if e.kind == kind) == amounts[-1]
            assert amounts[-1] > amounts[-2]
