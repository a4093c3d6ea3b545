"""What must always hold, over random play with every player count and every option.

Written against the protocol alone: a new game is covered by being registered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.engine import NotationError, Refusal, Rng, state_hash
from games.kinds import KINDS, read_move
from games.kinds.lost_mines.rules.moves import Consent, Stay, Walk
from tests.kinds.random_games import (
    EVERY,
    TABLES,
    AnyGame,
    GameSetup,
    RandomTurn,
    random_turns,
    sampled,
    seeds,
)

REPLAYED = (100_000 if EVERY else 12_000) // len(TABLES) + 1
"""Moves replayed for each table, so that all together are 12,000, and 100,000 in `make soak`."""

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def games_of(table: GameSetup) -> Iterator[list[RandomTurn]]:
    """Yield games, half of them clever, until there are enough moves."""
    number = moves = 0
    while moves < REPLAYED:
        turns = list(random_turns(table, number, clever=number % 2 == 1))
        yield turns
        number += 1
        moves += len(turns)


def fingerprint(game: AnyGame, state: Any) -> str:
    return state_hash(game.pieces(state))


@every_table
def test_a_replay_of_the_log_gives_the_same_game(table: GameSetup) -> None:
    game = table.game
    for number, turns in enumerate(games_of(table)):
        log = [(turn.seat, turn.move.written()) for turn in turns]
        state = game.setup(dict(table.options), table.players, seeds(table, number))
        for (seat, text), turn in zip(log, turns, strict=True):
            progress = game.play(state, seat, read_move(game, text))
            assert progress.events == turn.events
            state = progress.after
        assert state == turns[-1].progress.after
        assert fingerprint(game, state) == fingerprint(game, turns[-1].progress.after)
        assert game.outcome(state) is not None


@every_table
def test_every_card_is_in_exactly_one_place(table: GameSetup) -> None:
    for turn, _ in sampled(table):
        assert table.game.problems(turn.progress.before) == []
        assert table.game.problems(turn.progress.after) == []


@every_table
def test_pieces_restore_the_state(table: GameSetup) -> None:
    game = table.game
    for turn, _ in sampled(table):
        state = turn.progress.after
        rows = game.pieces(state)
        again = game.from_pieces(*game.frame(state), rows)
        assert again == state
        assert game.pieces(again) == rows
        for seat in range(table.players):
            assert set(game.legal_moves(again, seat)) == set(game.legal_moves(state, seat))


@every_table
def test_every_listed_move_plays_and_is_listed_once(table: GameSetup) -> None:
    game = table.game
    for turn, _ in sampled(table):
        state = turn.progress.before
        for seat in range(table.players):
            moves = game.legal_moves(state, seat)
            if seat in game.waiting_for(state):
                assert moves
            else:  # answers to a proposal may come from anyone and don't affect the turn
                assert all(isinstance(move, Consent) for move in moves)
            assert len(moves) == len(set(moves))
            for move in moves:
                assert game.play(state, seat, move).before is state


@every_table
def test_a_move_that_is_not_listed_is_refused_and_changes_nothing(table: GameSetup) -> None:
    game = table.game
    for turn, rng in sampled(table):
        state, seat = turn.progress.before, turn.seat
        before = fingerprint(game, state)
        listed = set(game.legal_moves(state, seat))
        for text in mutations(game, turn.move.written(), rng):
            try:
                move = read_move(game, text)
            except NotationError:
                continue
            if move in listed:
                assert accepts(game, state, seat, move), text
            elif accepts(game, state, seat, move):
                alike = {same_move(state, seat, other) for other in listed}
                assert same_move(state, seat, move) in alike, text
        for other in range(table.players):
            if other not in game.waiting_for(state) and not isinstance(turn.move, Consent):
                with pytest.raises(Refusal, match="not-your-turn"):
                    game.play(state, other, turn.move)
        assert fingerprint(game, state) == before


def same_move(state: Any, seat: int, move: Any) -> Any:
    """Trolls may be paid in another order than the one that is listed, and walks take another
    way; to come back to where one began is to stay."""
    if isinstance(move, Walk):
        home = state.dwarfs[seat]
        return Stay(move.take) if move.cells[-1] == home else replace(move, cells=move.cells[-1:])
    return replace(move, bribes=tuple(sorted(move.bribes))) if hasattr(move, "bribes") else move


def accepts(game: AnyGame, state: Any, seat: int, move: Any) -> bool:
    try:
        game.play(state, seat, move)
    except Refusal:
        return False
    return True


def mutations(game: AnyGame, text: str, rng: Rng) -> Iterator[str]:
    """The move with other cards, cells, seats, tools, and with and without a half turn."""
    words = text.split(" ")
    yield f"{text} turned"
    yield text.removesuffix(" turned")
    yield from ("pick 2", "stay", "stay leave", "propose end", "agree end", "refuse end")
    yield f"{text} and bribe {rng.below(6)},{rng.below(3) - 1}"
    for at, word in enumerate(words):
        for other in others(word, rng):
            yield " ".join([*words[:at], other, *words[at + 1 :]])


CARDS = """ew nes n.e e nesw map rockfall fix-pick-cart broken-cart es key nesw+troll@s ns.ew
ne+ladder:green nw+ladder:blue nesw+door:blue@s nw.es+gold@e ne.sw ns.w sw ew+logs nesw+campfire
axe boat rope trap troll storm scout-mine-dwarf scout-mine-treasure scout-treasure-dwarf""".split()
PLACES = "place play discard at on turned walk stay take leave mine treasure dwarf end".split()
"""Words of the notation that are never replaced."""


def others(word: str, rng: Rng) -> list[str]:
    if "," in word:
        cell, _, side = word.partition("/")
        x, y = cell.split(",")
        if side:
            near_by = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            return [f"{int(x) + dx},{int(y) + dy}/{way}" for dx, dy in near_by for way in "es"]
        steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        far = [(rng.below(12) - 1, rng.below(9) - 4) for _ in range(8)]
        near = [(int(x) + dx, int(y) + dy) for dx, dy in steps]
        return [f"{a},{b}" for a, b in (*near, *far)]
    if word in ("pick", "lantern", "cart"):
        return ["pick", "lantern", "cart"]
    if word[:1] == "p" and word[1:].isdigit():
        return [f"p{number}" for number in range(1, 12)]
    if word.isdigit():
        return [str(number) for number in range(11)]
    return CARDS if word not in PLACES else []


@every_table
def test_a_view_lists_the_same_moves_as_the_state(table: GameSetup) -> None:
    game = table.game
    for turn, _ in sampled(table):
        state = turn.progress.after
        for seat in range(table.players):
            assert list(game.moves_of(game.view(state, seat))) == list(
                game.legal_moves(state, seat)
            )
        assert list(game.moves_of(game.view(state, None))) == []


@every_table
def test_the_move_for_an_absent_player_is_legal(table: GameSetup) -> None:
    game = table.game
    for turn, _ in sampled(table):
        state = turn.progress.before
        assert game.absent_move(game.view(state, turn.seat)) in game.legal_moves(state, turn.seat)


@every_table
def test_a_preview_comes_true(table: GameSetup) -> None:
    """What it says would be turned over or claimed is, when no goal turned over changes more."""
    game = table.game
    for turn, _ in sampled(table):
        state, seat = turn.progress.before, turn.seat
        foreseen = game.preview(game.view(state, seat), turn.move)
        if foreseen is None:
            continue
        told = [(event.kind, event.seat, event.cell) for event in turn.events]
        turned = [cell for kind, _, cell in told if kind == "turned-over"]
        assert set(foreseen.goals) <= set(turned)
        if not turned:
            claimed = [(who, cell) for kind, who, cell in told if kind == "claimed"]
            assert list(foreseen.claims) == claimed
        lost = [kind for kind, _, _ in told if kind == "lost"]
        assert len(lost) == foreseen.cost


@every_table
def test_the_bot_plays_whole_games_with_legal_moves(table: GameSetup) -> None:
    game = table.game
    state = game.setup(dict(table.options), table.players, seeds(table, 99))
    rng = Rng(str(table).encode(), "bot")
    while waiting := game.waiting_for(state):
        move = KINDS[game.name].quick_move(game.view(state, waiting[0]), rng)
        state = game.play(state, waiting[0], move).after
    assert game.outcome(state) is not None


@every_table
def test_every_event_is_of_a_known_kind_and_has_its_fields(
    table: GameSetup,
) -> None:
    game = table.game
    for turn in random_turns(table, 1, clever=True):
        for event in turn.events:
            kind = game.events[event.kind]
            said = {name for name, value in event._asdict().items() if value is not None}
            assert said <= {"kind", *kind.fields}
            assert set(kind.secret) <= set(kind.fields)
