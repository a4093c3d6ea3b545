"""What can be taken back in every game: only moves from which nobody learned anything."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Event, Rng, Seeds, shows_more
from games.kinds import GAMES, read_move
from games.kinds.duel.rules.cards import EDITIONS, GOALS
from tests.kinds.random_games import TABLES, AnyGame, GameSetup, RandomTurn, random_turns

WORLDS = 3
ONE_OF_EACH = [
    next(table for table in TABLES if (table.name, table.players) == (name, players))
    for name, game in GAMES.items()
    for players in (min(game.players), max(game.players))
]
every_game = pytest.mark.parametrize("table", ONE_OF_EACH, ids=str)


def quiet(game: AnyGame, events: tuple[Event, ...]) -> bool:
    return all(game.events[event.kind].quiet for event in events)


def turns(table: GameSetup) -> list[RandomTurn]:
    return [turn for clever in (False, True) for turn in random_turns(table, 3, clever)]


@every_game
def test_a_quiet_move_reveals_nothing_hidden(table: GameSetup) -> None:
    game = table.game
    for turn in turns(table):
        if quiet(game, turn.events):
            for who in table.lookers:
                before = game.view(turn.progress.before, who)
                assert not shows_more(before, game.view(turn.progress.after, who)), turn.move


@every_game
def test_a_quiet_move_depends_only_on_what_its_player_knew(table: GameSetup) -> None:
    """In every world that looks the same to the player, the same move has the same events."""
    game, rng = table.game, Rng(b"taking back", "worlds")
    for turn in turns(table):
        if quiet(game, turn.events):
            worlds = game.worlds(game.view(turn.progress.before, turn.seat), rng)
            for _, world in zip(range(WORLDS), worlds, strict=False):
                assert game.play(world, turn.seat, turn.move).events == turn.events


@every_game
def test_a_card_drawn_a_goal_turned_or_a_role_shown_is_never_quiet(table: GameSetup) -> None:
    """Whenever somebody sees something hidden, an event of that move says so."""
    game, loud = table.game, 0
    for turn in turns(table):
        before, after = turn.progress.before, turn.progress.after
        if any(shows_more(game.view(before, who), game.view(after, who)) for who in table.lookers):
            assert not quiet(game, turn.events), turn.move
            loud += 1
    assert loud


@every_game
def test_a_move_that_takes_a_card_off_the_stock_is_never_quiet(table: GameSetup) -> None:
    """Even if the card stays in no hand: in the solo game it may act at once."""
    game, fewer = table.game, 0
    for turn in turns(table):
        if len(turn.progress.after.stock) < len(turn.progress.before.stock):
            assert not quiet(game, turn.events), turn.move
            fewer += 1
    assert fewer


def underground(name: str, players: int, **position: Any) -> Any:
    """Make a position of The Duel or the solo game, with any goals."""
    game, goals = GAMES[name], zip(EDITIONS[players].goals, GOALS.items(), strict=False)
    position["goals"] = [f"{x},{y} {face} {gold}" for (x, y), (face, gold) in goals]
    return game.position({}, players, Seeds.from_number(1, game.rounds), position)


@pytest.mark.parametrize("last", ["broken-pick", "rockfall"])
def test_the_last_card_drawn_in_a_solo_game_is_no_longer_secret(last: str) -> None:
    """It leaves the stock empty and the hand unchanged: only its own event shows it."""
    game = GAMES["solo"]
    hands = {"p1": ["ew", "ne"]}
    state = underground("solo", 1, cards=["1,0 ew"], hands=hands, stock=[last])
    progress = game.play(state, 0, read_move(game, "discard ne"))
    assert not progress.after.stock
    assert [event.kind for event in progress.events][1:] in (["broke"], ["removed"])
    assert not quiet(game, progress.events)


def test_paying_a_troll_first_can_be_taken_back_however_many_cards_are_left() -> None:
    game = GAMES["duel"]
    cards = ["1,1 nesw+troll@s", "1,2 ns.ew+gold@n"]
    hands = {"p1": ["ew"], "p2": ["ew"]}
    state = underground("duel", 2, cards=cards, hands=hands, stock=["ns", "nw"])
    events = game.play(state, 0, read_move(game, "bribe 1,1")).events
    assert [event.kind for event in events] == ["bribed", "claimed"]
    assert quiet(game, events)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("classic", {"laid", "discarded"}),
        ("duel", {"laid", "discarded", "broke", "skipped"}),
        ("solo", {"laid", "discarded", "threw", "cleared"}),
        ("lost_mines", {"laid", "discarded", "set", "removed", "walked", "stayed", "overcame"}),
    ],
)
def test_every_game_has_moves_that_can_be_taken_back(name: str, wanted: set[str]) -> None:
    table = next(table for table in TABLES if table.name == name)
    kinds = {
        event.kind
        for turn in turns(table)
        if quiet(table.game, turn.events)
        for event in turn.events
    }
    assert wanted <= kinds


def test_hidden_means_none_at_any_depth_or_a_new_card_in_hand() -> None:
    from dataclasses import make_dataclass

    look: Any = make_dataclass("look", ["seat", "mine", "roles", "hand"])
    hidden = look(0, None, (("a", None), ("b", "x")), ("map",))
    assert not shows_more(hidden, look(0, object(), (("a", None), ("b", "y")), ()))
    assert shows_more(hidden, look(0, None, (("a", "saboteur"), ("b", "x")), ()))
    assert shows_more(hidden, look(0, None, hidden.roles, ("map", "map")))
