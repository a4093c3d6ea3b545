"""The documented generator, commitments, and what chance decides."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest

from games.engine import OptionError, Rng, Seed, Seeds, verify
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.cards import GOAL_CELLS, HAND, NUGGETS, PATHS, ROLES
from games.kinds.classic.rules.rounds import begin_round
from games.kinds.classic.rules.state import State
from tests.properties import given, st


def words_by_the_book(seed: bytes, purpose: str, count: int) -> list[int]:
    """Implement the generator again, from its description."""
    key = sha256(b"undermine-1\x00" + purpose.encode() + b"\x00" + seed).digest()
    stream = b"".join(sha256(key + i.to_bytes(8, "big")).digest() for i in range(count // 8 + 1))
    return [int.from_bytes(stream[4 * i : 4 * i + 4], "big") for i in range(count)]


@given(st.binary(max_size=40), st.lists(st.integers(1, 1000), max_size=40))
def test_random_numbers_are_drawn_as_documented(seed: bytes, limits: list[int]) -> None:
    words = iter(words_by_the_book(seed, "deck", 4 * len(limits) + 8))
    rng = Rng(seed, "deck")
    for n in limits:
        word = next(w for w in words if w < 2**32 - 2**32 % n)
        assert rng.below(n) == word % n


def test_a_known_seed_gives_known_first_words() -> None:
    rng = Rng(b"", "deck")
    assert [rng.below(2**32) for _ in range(3)] == [2800869991, 2517251313, 306757643]
    assert Rng(b"mine", "deck").shuffled(range(10)) == [4, 7, 6, 5, 3, 2, 0, 8, 1, 9]


def test_one_seed_gives_different_numbers_for_each_purpose() -> None:
    seed = Seed(b"x" * 32)
    assert seed.rng("deck").bytes(16) != seed.rng("roles").bytes(16)


@given(st.lists(st.integers(), max_size=30), st.binary(max_size=8))
def test_a_shuffle_keeps_every_item(things: list[int], seed: bytes) -> None:
    assert sorted(Rng(seed, "any").shuffled(things)) == sorted(things)


def test_a_commitment_is_the_hash_of_salt_and_seed() -> None:
    seed = Seed.from_hex("00ff", "abcd")
    assert seed.commitment == sha256(b"\xab\xcd\x00\xff").hexdigest()
    assert verify(seed, seed.commitment)
    assert not verify(Seed.from_hex("00fe", "abcd"), seed.commitment)
    assert not verify(Seed.from_hex("00ff", "abce"), seed.commitment)


def fresh(seed: int, seats: int = 5, **options: str | int) -> State:
    return CLASSIC_RULES.setup(options, seats, Seeds.from_number(seed))


def test_the_same_seeds_give_the_same_game() -> None:
    assert fresh(4) == fresh(4)
    assert fresh(4) != fresh(5)


def test_a_round_can_be_dealt_again_from_its_own_seed_alone() -> None:
    seeds = Seeds.from_number(11)
    state = CLASSIC_RULES.setup({}, 4, seeds)
    again = CLASSIC_RULES.dealt({}, 4, seeds.rounds[0])
    rows = CLASSIC_RULES.pieces(state)
    for zone in ("stock", "aside"):
        assert again.zone(zone) == rows.zone(zone)
    for seat in range(4):
        assert again.zone("hand", seat) == rows.zone("hand", seat)
    assert again.value("role", 4) == state.roles


@pytest.mark.rule("C1")
def test_three_to_ten_can_play() -> None:
    for seats in range(3, 11):
        assert fresh(1, seats).seats == seats
    for seats in (0, 1, 2, 11):
        with pytest.raises(OptionError):
            fresh(1, seats)


@pytest.mark.rule("C2")
@pytest.mark.parametrize("seats", range(3, 11))
def test_roles_come_from_the_pool_and_one_stays_undealt(seats: int) -> None:
    saboteurs, diggers = ROLES[seats]
    left = set()
    for seed in range(60):
        state = fresh(seed, seats)
        dealt = Counter((*state.roles, *state.aside))
        assert dealt == {"saboteur": saboteurs, "digger": diggers}
        assert len(state.aside) == 1
        left |= set(state.aside)
    assert left == {"digger", "saboteur"}


@pytest.mark.rule("C2")
@pytest.mark.parametrize("seats", range(3, 11))
def test_all_saboteurs_are_dealt_with_that_option(seats: int) -> None:
    saboteurs, diggers = ROLES[seats]
    for seed in range(20):
        state = fresh(seed, seats, saboteurs="all")
        assert Counter(state.roles) == {"saboteur": saboteurs, "digger": diggers - 1}
        assert state.aside == ()


@pytest.mark.rule("C3")
def test_every_order_of_the_goals_occurs() -> None:
    orders = {tuple(name for _, name in fresh(seed).goals) for seed in range(80)}
    assert orders == set(permutations(["treasure", "stone-ne", "stone-nw"]))
    assert all(set(fresh(seed).mine.hidden) == set(GOAL_CELLS) for seed in range(3))


@pytest.mark.rule("C4")
@pytest.mark.parametrize(("maps", "cards"), [(6, 67), (5, 66)])
@pytest.mark.parametrize("seats", range(3, 11))
def test_path_and_action_cards_are_shuffled_together(seats: int, maps: int, cards: int) -> None:
    state = fresh(2, seats, maps=maps)
    assert all(len(hand) == HAND[seats] for hand in state.hands)
    everything = [*state.stock, *(card for hand in state.hands for card in hand)]
    assert len(everything) == cards
    assert everything.count("map") == maps
    assert {"path" if card in PATHS else "action" for card in state.stock} == {
        "path",
        "action",
    }


@pytest.mark.rule("C5")
def test_nugget_cards_are_shuffled_and_the_rest_reshuffled_each_round() -> None:
    piles = {fresh(seed).nuggets for seed in range(10)}
    assert len(piles) == 10
    assert all(sorted(pile) == sorted(NUGGETS) for pile in piles)
    state = fresh(3)._replace(round=3)
    again = {
        begin_round(state.options, state.seeds, number, 0, (0,) * 5, state.nuggets)
        for number in (1, 2, 3)
    }
    assert len({other.nuggets for other in again}) == 3


@pytest.mark.rule("C6")
def test_every_seat_begins_some_games() -> None:
    begins = Counter(fresh(seed, 4).turn for seed in range(200))
    assert set(begins) == {0, 1, 2, 3}
    assert min(begins.values()) > 25


def test_the_generator_is_fair_enough() -> None:
    rng = Rng(b"fair", "dice")
    counts = Counter(rng.below(6) for _ in range(6000))
    assert all(850 < counts[side] < 1150 for side in range(6))
