"""Large fuzzing for `make soak`: every option at random, every state looked at closely."""

from __future__ import annotations

import pytest

from games.engine import Rng
from games.kinds import GAMES
from tests.kinds.random_games import AnyGame, GameSetup, random_turns

pytestmark = pytest.mark.soak

GAMES_EACH = 12


def some_table(name: str, players: int, rng: Rng) -> GameSetup:
    """Make a table with every option chosen at random."""
    options = tuple((option.name, rng.choose(option.values)) for option in GAMES[name].options)
    return GameSetup(name, players, options)


@pytest.mark.parametrize(
    ("name", "players"), [(name, n) for name, game in GAMES.items() for n in game.players]
)
def test_games_with_any_options_stay_sound(name: str, players: int) -> None:
    rng = Rng(f"{name}/{players}".encode(), "fuzz")
    for number in range(GAMES_EACH):
        table = some_table(name, players, rng)
        for turn in random_turns(table, number, clever=bool(number % 2)):
            look_closely(table.game, turn.progress.after, players, rng)


def look_closely(game: AnyGame, state: object, players: int, rng: Rng) -> None:
    """Check that cards add up, rows restore the state, and a view's moves hold in every world."""
    assert game.problems(state) == []
    assert game.from_pieces(*game.frame(state), game.pieces(state)) == state
    reader = rng.below(players)
    view = game.view(state, reader)
    assert game.moves_of(view) == game.legal_moves(state, reader)
    world = next(game.worlds(view, rng))
    assert game.view(world, reader) == view
