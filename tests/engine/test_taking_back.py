"""What can be taken back, of every game: only what nobody has learned anything by."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import GAMES, Event, Lots, uncovers
from tests.engine.tables import TABLES, AnyGame, Table, Turn, random_turns

WORLDS = 3
ONE_OF_EACH = [
    next(table for table in TABLES if (table.name, table.players) == (name, players))
    for name, game in GAMES.items()
    for players in (min(game.PLAYERS), max(game.PLAYERS))
]
every_game = pytest.mark.parametrize("table", ONE_OF_EACH, ids=str)


def quiet(game: AnyGame, events: tuple[Event, ...]) -> bool:
    return all(game.EVENTS[event.kind].quiet for event in events)


def lookers(table: Table) -> list[int | None]:
    return [None, *range(table.players)]


def turns(table: Table) -> list[Turn]:
    return [turn for clever in (False, True) for turn in random_turns(table, 3, clever)]


@every_game
def test_by_what_is_quiet_nobody_sees_what_was_hidden(table: Table) -> None:
    game = table.game
    for turn in turns(table):
        if quiet(game, turn.events):
            for who in lookers(table):
                before = game.view(turn.progress.before, who)
                assert not uncovers(before, game.view(turn.progress.after, who)), turn.move


@every_game
def test_what_is_quiet_follows_from_what_the_mover_knew(table: Table) -> None:
    """In every world that he could not tell from this one, the same move does the same."""
    game, lots = table.game, Lots(b"taking back", "worlds")
    for turn in turns(table):
        if quiet(game, turn.events):
            worlds = game.worlds(game.view(turn.progress.before, turn.seat), lots)
            for _, world in zip(range(WORLDS), worlds, strict=False):
                assert game.play(world, turn.seat, turn.move).events == turn.events


@every_game
def test_a_card_drawn_a_goal_turned_or_a_role_shown_is_never_quiet(table: Table) -> None:
    """Whenever somebody sees what was hidden, some event of that move says so."""
    game, loud = table.game, 0
    for turn in turns(table):
        before, after = turn.progress.before, turn.progress.after
        if any(uncovers(game.view(before, who), game.view(after, who)) for who in lookers(table)):
            assert not quiet(game, turn.events), turn.move
            loud += 1
    assert loud


def test_classic_has_moves_that_can_be_taken_back() -> None:
    table = next(table for table in TABLES if table.name == "classic")
    kinds = {
        event.kind
        for turn in turns(table)
        if quiet(table.game, turn.events)
        for event in turn.events
    }
    assert {"laid", "discarded"} <= kinds


def test_hidden_is_none_at_any_depth_and_a_new_card_in_hand() -> None:
    from dataclasses import make_dataclass

    look: Any = make_dataclass("look", ["seat", "mine", "roles", "hand"])
    hidden = look(0, None, (("a", None), ("b", "x")), ("map",))
    assert not uncovers(hidden, look(0, object(), (("a", None), ("b", "y")), ()))
    assert uncovers(hidden, look(0, None, (("a", "saboteur"), ("b", "x")), ()))
    assert uncovers(hidden, look(0, None, hidden.roles, ("map", "map")))
