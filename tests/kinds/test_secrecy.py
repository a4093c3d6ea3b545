"""No secret leaves the rules: views and viewed events are the same in all worlds of a view."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest

from games.engine import Event, Pieces, Refusal, Rng, Seeds, state_hash
from games.engine.moves import Discard
from games.engine.state import Visibility
from games.kinds import GAMES, KINDS, read_move
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.duel.rules import DUEL_RULES
from tests.kinds.random_games import TABLES, AnyGame, GameSetup, RandomTurn, random_turns, sampled

WORLDS = 2
TRIED = (
    "place ew at 1,0",
    "place ew at 4,1 and bribe 3,1",
    "place nesw+troll@s at 1,1 and bribe 1,1",
    "play map at 8,0",
    "play key at 5,0",
    "play rockfall at 5,0",
    "bribe 1,1",
    "orient 5,0 turned",
    "clear pick with ew ns",
    "discard nesw",
    "pick 3",
    "place sw at 2,2",
    "walk 2,2",
    "walk 8,2 9,2 take 1",
    "stay take 2",
    "stay leave",
    "play trap at 1,2/e",
    "play storm at 9,0",
    "play scout-mine-treasure treasure 1",
    "play scout-mine-dwarf mine 9,2",
    "play scout-treasure-dwarf dwarf p2",
    "orient 9,4 turned",
    "agree end",
)
"""Moves that may be tried at any time: the answer must not depend on what is hidden."""
REVEALS = {"turned-over", "round-ended", "took"}
"""What a move may show to all: goals, roles, and which treasure was drawn."""
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def some_worlds(game: AnyGame, view: Any, rng: Rng) -> list[Any]:
    worlds = game.worlds(view, rng)
    return [next(worlds) for _ in range(WORLDS)]


def declared(state: object) -> dict[str, list[str]]:
    """Return the declared readers of each field of a state."""
    hints = typing.get_type_hints(type(state), include_extras=True)
    return {
        name: [
            note.by for note in getattr(hint, "__metadata__", ()) if isinstance(note, Visibility)
        ]
        for name, hint in hints.items()
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_field_of_a_state_declares_who_may_know_it(game: AnyGame) -> None:
    state = game.setup({}, min(game.players), Seeds.from_number(1, game.rounds))
    for name, who in declared(state).items():
        assert who in (["all"], ["owner"], ["nobody"]), name


@every_table
def test_a_spectator_sees_every_public_field_and_nothing_of_the_others(table: GameSetup) -> None:
    game: Any = table.game
    state = game.setup(dict(table.options), table.players, Seeds.from_number(8, game.rounds))
    world = next(game.worlds(game.view(state, None), Rng(b"fields", "worlds")))
    seen = game.view(state, None)
    for name, (who,) in declared(state).items():
        if who == "all":
            assert getattr(seen, name) == getattr(state, name), name
        else:
            changed = state._replace(**{name: getattr(world, name)})
            assert repr(game.view(changed, None)) == repr(seen), name


@every_table
def test_a_view_is_the_same_in_all_its_worlds(table: GameSetup) -> None:
    game = table.game
    for turn, rng in sampled(table):
        state = turn.progress.after
        for looker in table.lookers:
            seen = game.view(state, looker)
            for world in some_worlds(game, seen, rng):
                assert game.view(world, looker) == seen
                assert repr(game.view(world, looker)) == repr(seen)
                assert game.problems(world) == []


@every_table
def test_a_stored_view_is_the_same_to_the_letter(table: GameSetup) -> None:
    """Rows are loaded in any order, and no order may reveal face-down cards."""
    game = table.game
    for turn, rng in sampled(table):
        for looker in (None, turn.seat):
            view = game.view(turn.progress.before, looker)
            stored = [stored_and_loaded(game, w, rng) for w in some_worlds(game, view, rng)]
            shown = {repr(game.view(world, looker)) for world in stored}
            listed = {repr(game.legal_moves(world, turn.seat)) for world in stored}
            assert len(shown) == 1
            assert looker is None or len(listed) == 1


def stored_and_loaded(game: AnyGame, state: Any, rng: Rng) -> Any:
    rows = game.pieces(state)
    mixed = Pieces._make(tuple(rng.shuffled(kind)) for kind in rows)
    assert state_hash(mixed) == state_hash(rows)
    return game.from_pieces(*game.frame(state), mixed)


@every_table
def test_worlds_differ_in_hidden_parts(table: GameSetup) -> None:
    game = table.game
    state = game.setup(dict(table.options), table.players, Seeds.from_number(5, game.rounds))
    first, second = some_worlds(game, game.view(state, 0), Rng(b"differ", "worlds"))
    assert first != second
    assert first.stock != second.stock
    assert first.hands[0] == second.hands[0]
    assert table.players == 1 or first.hands[1:] != second.hands[1:]


@every_table
def test_what_others_see_of_a_move_is_the_same_in_all_worlds(table: GameSetup) -> None:
    """As long as a move reveals nothing, others learn nothing from its events."""
    game = table.game
    for turn, rng in sampled(table):
        shows = REVEALS & {event.kind for event in turn.events}
        if shows or turn.progress.before.phase not in ("play", "walk"):
            continue
        for looker in table.lookers:
            if looker == turn.seat:
                continue
            seen = [game.view_event(event, looker) for event in until_drawn(table, turn.events)]
            for world in some_worlds(game, game.view(turn.progress.before, looker), rng):
                events = until_drawn(table, same_move_in(game, world, turn))
                assert [game.view_event(event, looker) for event in events] == seen


def until_drawn(table: GameSetup, events: tuple[Event, ...]) -> list[Event]:
    """Drop what follows a draw in the solo game, where a drawn card may be shown at once. (S3)"""
    if table.players > 1:
        return list(events)
    drawn = ("drew", "broke", "wasted", "removed")
    return list(takewhile(lambda event: event.kind not in drawn, events))


def same_move_in(game: AnyGame, world: Any, turn: RandomTurn) -> tuple[Event, ...]:
    """Return the events when the same seat makes what looks like the same move in another world."""
    seat, move = turn.seat, turn.move
    if isinstance(move, Discard):
        hidden = Discard(tuple(world.hands[seat][: len(move.cards)]))
        return game.play(world, seat, hidden).events
    shown = getattr(move, "cards", (move.card,) if hasattr(move, "card") else ())
    hand = (*world.hands[seat][len(shown) :], *shown)
    hands = (*world.hands[:seat], tuple(sorted(hand)), *world.hands[seat + 1 :])
    return game.play(world._replace(hands=hands), seat, move).events


@every_table
def test_a_viewed_event_does_not_depend_on_its_secret_part(table: GameSetup) -> None:
    game = table.game
    for turn, _ in sampled(table):
        for event in turn.events:
            for looker in table.lookers:
                if looker == event.seat and looker is not None:
                    assert game.view_event(event, looker) == event
                    continue
                for name in game.events[event.kind].secret:
                    other = Event(**{**event._asdict(), name: "something else"})
                    assert game.view_event(other, looker) == game.view_event(event, looker)
                    assert getattr(game.view_event(event, looker), name) is None


@every_table
def test_which_moves_are_legal_is_the_same_in_all_worlds(table: GameSetup) -> None:
    """And so is every refusal: trying moves reveals nothing."""
    game = table.game
    for turn, rng in sampled(table):
        state, seat = turn.progress.before, turn.seat
        for world in some_worlds(game, game.view(state, seat), rng):
            assert list(game.legal_moves(world, seat)) == list(game.legal_moves(state, seat))
            for text in TRIED:
                move = read_move(game, text)
                assert refusal(game, world, seat, move) == refusal(game, state, seat, move)


def refusal(game: AnyGame, state: Any, seat: int, move: Any) -> str | None:
    try:
        game.play(state, seat, move)
    except Refusal as refused:
        return refused.code
    return None


@pytest.mark.rule("D23")
def test_a_spectator_of_the_duel_sees_no_hand_and_no_goal() -> None:
    state = DUEL_RULES.setup({}, 2, Seeds.from_number(5))
    seen = DUEL_RULES.view(state, None)
    assert seen.hand == ()
    assert {name for _, name in seen.goals} == {None}
    assert (seen.stock, seen.later, seen.unseen) == (40, 12, 0)


@pytest.mark.rule("D25")
def test_goals_that_were_never_turned_over_stay_hidden() -> None:
    """No view of a later round names them, and no event does."""
    for number in range(5):
        unseen: set[str] = set()
        for turn in random_turns(GameSetup("duel", 2, ()), number, clever=True):
            state = turn.progress.after
            unseen = set(state.unseen)
            for seat in (None, 0, 1):
                view = DUEL_RULES.view(state, seat)
                assert not unseen & set(view.past)
                assert not unseen & {name for _, name in view.goals if name}
                shown = {e.what for e in turn.events if e.kind == "turned-over"}
                assert not unseen & shown
        assert unseen


@pytest.mark.rule("C25")
def test_a_spectator_sees_no_hand_role_gold_or_goal() -> None:
    state = CLASSIC_RULES.setup({}, 6, Seeds.from_number(5))
    seen = CLASSIC_RULES.view(state, None)
    assert seen.hand == ()
    assert seen.buried == ()
    assert seen.offer is None
    assert {*seen.roles, *seen.aside, *seen.gold} == {None}
    assert {name for _, name in seen.goals} == {None}


PILES = [(1, 1, 1, 1), (3, 3, 3, 3), (1, 2, 2, 2), (1, 1, 2, 3)]
"""Nugget cards to pick from: all alike, all but one, all sorts."""
BY_HAND = {
    "cards": [f"{x},0 ew" for x in range(1, 7)],
    "goals": ["8,-2 stone-nw", "8,0 treasure", "8,2 stone-ne"],
    "hands": {"p1": ["ew"]},
    "roles": {"p1": "digger", "p2": "saboteur", "p3": "digger", "p4": "digger"},
    "round": 3,
}


@pytest.mark.rule("C23")
@pytest.mark.parametrize("looker", [None, 1], ids=["spectator", "saboteur"])
def test_spectators_learn_nothing_from_the_picking_order(looker: int | None) -> None:
    told = {tuple(picking_seen_by(looker, pile)) for pile in PILES}
    assert len(told) == 1


def picking_seen_by(looker: int | None, nuggets: tuple[int, ...]) -> Iterator[str]:
    """Return what is seen of a treasure reached and its gold picked, up to the last card."""
    options = {"picking": "by_hand"}
    position = BY_HAND | {"nuggets": list(nuggets)}
    state = CLASSIC_RULES.position(options, 4, Seeds.from_number(1), position)
    progress = CLASSIC_RULES.play(state, 0, read_move(CLASSIC_RULES, "place ew at 7,0"))
    yield seen_of(progress, looker)
    while progress.after.phase == "pick":
        yield repr(CLASSIC_RULES.forced(progress.after))
        picks = CLASSIC_RULES.legal_moves(progress.after, progress.after.turn)
        progress = CLASSIC_RULES.play(progress.after, progress.after.turn, picks[0])
        yield seen_of(progress, looker)


def seen_of(progress: Any, looker: int | None) -> str:
    """Return the view and the events; when the game is over, all gold is shown. (C25)"""
    events = [CLASSIC_RULES.view_event(event, looker) for event in progress.events]
    over = progress.after.phase == "over"
    return repr((None if over else CLASSIC_RULES.view(progress.after, looker), events))


@every_table
def test_the_bot_and_the_absent_move_cannot_tell_worlds_apart(table: GameSetup) -> None:
    game: Any = table.game
    choose = KINDS[game.name].quick_move
    state = game.setup(dict(table.options), table.players, Seeds.from_number(5, game.rounds))
    seen = game.view(state, state.turn)
    for world in some_worlds(game, seen, Rng(b"bot", "worlds")):
        again = game.view(world, state.turn)
        assert choose(again, Rng(b"1", "bot")) == choose(seen, Rng(b"1", "bot"))
        assert game.absent_move(again) == game.absent_move(seen)
        for move in game.moves_of(seen):
            assert game.preview(again, move) == game.preview(seen, move)


def face_down(kind: str, view: Any) -> list[str | None]:
    """Return what a view shows of the goals that nobody has turned over."""
    goals = KINDS[kind].look.goals(view)
    waiting = getattr(view, "turning", ())
    return [goals[cell] for cell in view.mine.hidden if cell not in waiting]


@every_table
def test_goals_are_shown_when_the_game_is_over_and_not_earlier(table: GameSetup) -> None:
    game = table.game
    for turn in random_turns(table, 1, clever=True):
        state = turn.progress.after
        over = state.phase == "over"
        told = face_down(table.name, game.view(state, None))
        assert all(name is not None for name in told) if over else not any(told)
