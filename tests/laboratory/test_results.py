"""Every game has results: who won together, and the score of each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import Progress
from games.engine.playout import Policy, play_through
from games.kinds import KINDS
from games.kinds.kind import GameKind

SIZES = {"classic": 5, "duel": 2, "solo": 1, "lost_mines": 5}


def quickly(kind: GameKind[Any, Any]) -> Policy[Any, Any]:
    return lambda state, seat, rng: kind.quick_move(kind.rules.view(state, seat), rng)


def ends(game: str, *numbers: int, **options: Any) -> Iterator[Progress[Any]]:
    """Return the moves that ended rounds in some games of the easy bot."""
    kind = KINDS[game]
    policy = quickly(kind)
    for number in numbers:
        turns = play_through(kind.rules, SIZES[game], options, number, policy)
        yield from (turn for turn in turns if turn.ended is not None)


@pytest.mark.parametrize("game", KINDS)
def test_every_seat_is_on_one_side(game: str) -> None:
    for end in ends(game, 1):
        sides = KINDS[game].results.sides(end.ended)
        seats = sorted(seat for side in sides for seat in side.seats)
        assert seats == list(range(SIZES[game]))


@pytest.mark.parametrize("game", KINDS)
def test_a_move_that_ends_nothing_has_no_results(game: str) -> None:
    kind = KINDS[game]
    turns = play_through(kind.rules, SIZES[game], {}, 1)
    first, results = next(turns), kind.results
    assert first.ended is None
    assert not results.standings(first)
    assert not results.happened(first)
    assert not results.amounts(first)


@pytest.mark.parametrize("picking", ["automatic", "by_hand"])
def test_in_classic_the_side_named_in_the_log_has_won(picking: str) -> None:
    kind = KINDS["classic"]
    named: list[str | None] = []
    found: list[dict[str, float | None]] = []
    policy = quickly(kind)
    for number in (1, 2, 3, 4):
        for turn in play_through(kind.rules, 5, {"picking": picking}, number, policy):
            named += [event.what for event in turn.events if event.kind == "round-ended"]
            if turn.ended is not None:
                found.append({s.groups[0]: s.won for s in kind.results.standings(turn)})
    assert {"diggers", "saboteurs"} <= set(named)
    for winners, won in zip(named, found, strict=True):
        assert won["digger"] == (winners == "diggers")
        assert won.get("saboteur", 0) == (winners == "saboteurs")


def test_a_duel_is_won_once_by_the_game_and_not_by_its_rounds() -> None:
    for number in range(4):
        *rounds, last = ends("duel", number)
        assert [KINDS["duel"].results.standings(end) for end in rounds] == [[], []]
        standings = KINDS["duel"].results.standings(last)
        outcome = KINDS["duel"].rules.outcome(last.after)
        assert outcome is not None
        assert sum(standing.won or 0 for standing in standings) == 1
        assert [s.points for s in standings] == list(outcome.scores)
        assert {i for i, s in enumerate(standings) if s.won} == set(outcome.winners)
        assert {s.groups[1] for s in standings} == {"green", "blue"}


def test_solo_counts_the_gold_and_one_grade() -> None:
    results, rules = KINDS["solo"].results, KINDS["solo"].rules
    *rounds, last = ends("solo", 1)
    assert [results.standings(end) for end in rounds] == [[], []]
    outcome = rules.outcome(last.after)
    assert outcome is not None
    (standing,) = results.standings(last)
    assert standing.value == outcome.scores[0]
    assert [name for name, is_it in results.happened(last).items() if is_it] == [
        f"grade {outcome.grade}"
    ]


def test_the_lost_mines_count_the_points_of_each_round() -> None:
    results = KINDS["lost_mines"].results
    total = [0.0] * 5
    for end in ends("lost_mines", 1):
        scored = {e.seat: e.amount for e in end.events if e.kind == "scored"}
        standings = results.standings(end)
        assert {seat: s.points for seat, s in enumerate(standings)} == scored
        total = [sum(pair) for pair in zip(total, (s.value for s in standings), strict=True)]
        found = results.amounts(end)
        assert (found["treasures taken"] == 1) == results.happened(end)["all treasures taken"]
        assert 0 <= found["mines found"] <= 4
    outcome = KINDS["lost_mines"].rules.outcome(end.after)
    assert outcome is not None
    assert total == list(outcome.scores)


# --- what ratings are based on ------------------------------------------------------------------


def test_in_classic_the_events_give_the_same_sides_and_winners() -> None:
    results = KINDS["classic"].results
    assert results.of_round is not None
    for end in ends("classic", 1, 2, 3, 4):
        parts, standings = results.of_round(end.events), results.standings(end)
        assert [(p.role, float(p.won)) for p in parts] == [(s.groups[0], s.won) for s in standings]
        assert {(p.side, p.place) for p in parts if p.won} <= {("digger", 0), ("saboteur", 0)}
        assert all(p.place == (not p.won) for p in parts)


def test_in_the_lost_mines_a_side_is_those_who_share() -> None:
    results = KINDS["lost_mines"].results
    assert results.of_round is not None
    for end in ends("lost_mines", 1, 2, 3):
        parts, standings = results.of_round(end.events), results.standings(end)
        assert [p.role for p in parts] == [s.groups[0] for s in standings]
        for one, standing in zip(parts, standings, strict=True):
            character, clan = standing.groups
            homes = {"loyal": clan, "saboteur": "blue" if clan == "yellow" else "yellow"}
            assert one.side == homes.get(character, one.side)
            alone = [part for part in parts if part.side == one.side]
            assert character != "selfish" or alone == [one]
        mean = {p.side: _mean(p.side, parts, standings) for p in parts}
        for part in parts:
            assert part.place == sum(other > mean[part.side] for other in mean.values())
            assert part.won == (part.place == 0 and mean[part.side] > 0)


def _mean(side: str, parts: Any, standings: Any) -> float:
    points = [s.points for p, s in zip(parts, standings, strict=True) if p.side == side]
    return float(sum(points) / len(points))


def test_in_the_duel_the_first_player_is_green_and_a_shared_win_is_a_draw() -> None:
    kind = KINDS["duel"]
    assert kind.results.of_game is not None
    for number in (1, 2, 3):
        turns = list(play_through(kind.rules, 2, {}, number, quickly(kind)))
        dealt = kind.rules.opening_events(turns[0].before)
        parts = kind.results.of_game(dealt, [1], 2)
        assert tuple(part.role for part in parts) == turns[0].before.colours
        assert [(part.place, part.won) for part in parts] == [(1, False), (0, True)]
    assert [part.place for part in kind.results.of_game(dealt, [0, 1], 2)] == [0, 0]
