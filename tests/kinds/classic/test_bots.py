"""What bots of the classic game do, and what they never do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import Rng
from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL, Temperament
from games.engine.moves import Discard, Place
from games.engine.playout import BotPlayer, play_bots, play_through
from games.kinds import KINDS
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.state import State, View
from games.laboratory.playing import SEED_STRIDE
from tests.kinds.classic.positions import STRENGTHS, TUNNEL, Played, moments, table

every_strength = pytest.mark.parametrize("strength", STRENGTHS)
SABOTEUR = {"p1": "saboteur"}


@every_strength
def test_a_digger_lays_the_last_card(strength: str) -> None:
    played = Played(table(cards=TUNNEL[:6], hands={"p1": ["ew", "map", "nesw"]}))
    found = played.chosen(strength)
    assert found <= {"place ew at 7,0", "place nesw at 7,0"}


@every_strength
@pytest.mark.parametrize("hand", [["ew", "nesw"], ["ew"], ["ew", "map", "ne"], ["nes", "new"]])
def test_a_saboteur_never_reaches_a_possible_treasure(strength: str, hand: list[str]) -> None:
    played = Played(table(cards=TUNNEL[:6], hands={"p1": hand}, roles=SABOTEUR))
    for text in played.chosen(strength):
        after = Played(played.state).then(text).state
        assert set(after.mine.hidden) == set(played.state.mine.hidden), text


@every_strength
def test_a_digger_does_not_repair_a_player_who_just_collapsed_the_main_tunnel(
    strength: str,
) -> None:
    hands = {
        "p1": ["fix-pick", "nw", "ns"],
        "p2": ["rockfall", "ns"],
        "p3": ["broken-pick", "ns"],
    }
    played = Played(table(cards=TUNNEL[:4], hands=hands))
    played.then("discard nw", "play rockfall at 3,0", "play broken-pick on p2", "discard ns")
    assert "play fix-pick on p2 pick" not in played.chosen(strength)


@every_strength
def test_a_digger_repairs_a_player_who_has_dug(strength: str) -> None:
    hands = {"p1": ["fix-pick", "e.w", "n.s"], "p2": ["ew", "ns"], "p3": ["broken-pick", "ns"]}
    played = Played(table(cards=TUNNEL[:4], hands=hands))
    played.then("discard e.w", "place ew at 5,0", "play broken-pick on p2", "discard ns")
    assert "play fix-pick on p2 pick" in played.chosen(strength)


@every_strength
def test_nobody_lays_a_card_behind_the_start(strength: str) -> None:
    for role in ("digger", "saboteur"):
        hands = {"p1": ["ne", "nw", "ns", "nesw"]}
        played = Played(table(cards=TUNNEL[:5], hands=hands, roles={"p1": role}))
        for text in played.chosen(strength):
            assert not text.split(" at ")[-1].startswith(("-", "0,")), (role, text)


@every_strength
def test_nobody_begins_a_round_behind_the_start(strength: str) -> None:
    for role in ("digger", "saboteur"):
        hands = {"p1": ["broken-lantern", "fix-cart", "nesw", "new", "new", "ns"]}
        position = {"hands": hands, "roles": {"p1": role}, "stock": ["ne"] * 37}
        for text in Played(table(5, {"saboteurs": "all"}, **position)).chosen(strength):
            assert " at -" not in text, (role, text)


@every_strength
def test_a_digger_digs_on_where_the_tunnel_is_open(strength: str) -> None:
    hands = {"p1": ["ew", "e.w", "broken-pick", "fix-cart"]}
    played = Played(table(cards=TUNNEL[:3], hands=hands))
    assert played.chosen(strength) == {"place ew at 4,0"}


@every_strength
def test_a_digger_repairs_their_own_tool_first(strength: str) -> None:
    hands = {"p1": ["ew", "fix-cart", "broken-pick", "ns"]}
    played = Played(table(cards=TUNNEL[:3], hands=hands, broken={"p1": ["cart"], "p2": ["cart"]}))
    assert played.chosen(strength) == {"play fix-cart on p1 cart"}


@every_strength
def test_nobody_breaks_their_own_tool(strength: str) -> None:
    for role in ("digger", "saboteur"):
        hands = {"p1": ["broken-cart", "broken-pick"]}
        options = {"own_tools": "breakable"}
        played = Played(table(options=options, hands=hands, roles={"p1": role}))
        assert not [text for text in played.chosen(strength) if text.endswith("on p1")]


@every_strength
def test_a_digger_does_not_look_at_the_same_goal_twice(strength: str) -> None:
    hands = {"p1": ["map", "map", "ne"], "p2": ["ns", "ns"]}
    played = Played(table(hands=hands)).then("play map at 8,0", *["discard ns"] * 3)
    assert not [text for text in played.chosen(strength) if "play map" in text]


@every_strength
def test_a_digger_takes_away_a_dead_end_that_closes_the_way(strength: str) -> None:
    hands = {"p1": ["rockfall", "ns", "n.s"]}
    played = Played(table(cards=[*TUNNEL[:5], "6,0 e.w"], hands=hands))
    assert played.chosen(strength) == {"play rockfall at 6,0"}


@pytest.mark.parametrize("strength", [NORMAL, HARD])
def test_a_digger_breaks_the_tool_of_an_obvious_saboteur(strength: str) -> None:
    hands = {"p1": ["broken-cart", "ns", "n.s"], "p2": ["rockfall", "e.w", "ns"]}
    stock = ["n.s"] * 20
    played = Played(table(cards=TUNNEL[:5], hands=hands, stock=stock))
    played.then("discard ns", "play rockfall at 5,0", "discard ns", "discard ns")
    played.then("discard n.s", "place e.w at 5,0", "discard ns", "discard ns")
    assert played.chosen(strength) == {"play broken-cart on p2"}


@pytest.mark.parametrize("strength", [NORMAL, HARD])
def test_a_saboteur_does_not_break_the_tool_of_an_obvious_fellow(strength: str) -> None:
    hands = {"p1": ["broken-cart", "ns", "n.s"], "p3": ["rockfall", "e.w", "ns"]}
    roles = {"p1": "saboteur", "p3": "saboteur"}
    played = Played(table(5, cards=TUNNEL[:5], hands=hands, roles=roles))
    played.then("discard ns", "discard ns", "play rockfall at 5,0", "discard ns", "discard ns")
    played.then("discard n.s", "discard ns", "place e.w at 5,0", "discard ns", "discard ns")
    assert "play broken-cart on p3" not in played.chosen(strength)


@every_strength
def test_a_saboteur_closes_the_way_just_before_the_treasure(strength: str) -> None:
    hands = {"p1": ["e.w", "map"], "p2": ["map", "ns"]}
    state = table(cards=TUNNEL[:6], hands=hands, roles=SABOTEUR)
    known = state._replace(looked=(((8, 0),), (), (), ()))
    assert "place e.w at 7,0" in Played(known).chosen(strength)


@every_strength
def test_a_saboteur_does_not_sabotage_with_their_first_card(strength: str) -> None:
    """A dead end next to the start exposes its player and stops nobody."""
    hands = {"p1": ["e.w", "ew", "ne", "map", "nesw"]}
    played = Played(table(5, hands=hands, roles=SABOTEUR))
    assert not [text for text in played.chosen(strength) if "e.w at" in text]


def test_the_fewer_saboteurs_the_sooner_they_sabotage() -> None:
    """The only saboteur acts; one of three can wait, and reveals nothing yet."""
    chosen = {}
    for players in (4, 7):
        hands = {"p1": ["broken-pick", "nesw", "map"]}
        options = {"saboteurs": "all"}
        position = {"cards": TUNNEL[:2], "hands": hands, "roles": SABOTEUR}
        played = Played(table(players, options, **position))
        chosen[players] = played.chosen(NORMAL)
    assert chosen[4] == {"play broken-pick on p2"}
    assert {text.partition(" at ")[0] for text in chosen[7]} <= {"play map", "place nesw"}


def test_a_saboteur_lays_dead_ends_before_they_break_tools() -> None:
    """A saboteur with a broken tool can lay no dead end, but still break tools."""
    chosen = {}
    for more in ("map", "fix-cart"), ("e.w", "n.e.s"):
        hands = {"p1": ["broken-pick", "nesw", *more]}
        played = Played(table(cards=TUNNEL[:2], hands=hands, roles=SABOTEUR))
        chosen[more] = "play broken-pick on p2" in played.chosen(NORMAL)
    assert list(chosen.values()) == [True, False]


def test_one_of_few_saboteurs_lays_a_dead_end_while_they_can() -> None:
    """With six players most dead ends were never laid: a tool was broken first, and its breaker
    was halted for the rest of the round."""
    hands = {"p1": ["broken-pick", "e.w", "nesw", "map"]}
    options = {"saboteurs": "all"}
    position = {"cards": TUNNEL[:3], "hands": hands, "roles": SABOTEUR}
    assert Played(table(6, options, **position)).chosen(NORMAL) == {"place e.w at 4,0"}


def test_a_halted_saboteur_repairs_an_obvious_fellow() -> None:
    """A known fellow can lay dead ends again; a crossing is thrown away later."""
    hands = {"p1": ["fix-cart", "nesw", "ns", "ns"], "p3": ["rockfall", "rockfall"]}
    position = {"cards": TUNNEL[:5], "hands": hands, "broken": {"p1": ["pick"], "p3": ["cart"]}}
    roles = {"p1": "saboteur", "p3": "saboteur"}
    played = Played(table(6, {"saboteurs": "all"}, roles=roles, **position))
    played.then("discard ns", "discard ns", "play rockfall at 5,0", *["discard ns"] * 3)
    played.then("discard ns", "discard ns", "play rockfall at 4,0", *["discard ns"] * 3)
    assert played.chosen(NORMAL) == {"play fix-cart on p3 cart"}


def test_a_digger_who_has_waited_once_takes_a_detour() -> None:
    hands = {"p1": ["n.s", "nes", "nw"]}
    state = table(cards=TUNNEL[:6], hands=hands, stock=["nw"] * 20)
    played = Played(state._replace(looked=(((8, 0),), (), (), ())))
    assert played.chosen(NORMAL) == {"discard n.s"}
    played.then("discard n.s", *["discard ns"] * 3)
    assert played.chosen(NORMAL) == {"place nes at 7,0 turned"}


@every_strength
def test_a_digger_on_a_detour_does_not_close_the_shorter_way(strength: str) -> None:
    """Deal 8000024: the way had just been cleared, and a curve that leads back was laid there."""
    goals = ["8,-2 treasure", "8,0 stone-nw", "8,2 stone-ne"]
    cards = [*TUNNEL[:4], "5,0 nesw", "5,-1 ns"]
    hands = {"p1": ["n.s", "ne", "fix-cart"]}
    state = table(cards=cards, hands=hands, goals=goals, stock=["n.s"] * 20)
    played = Played(state._replace(looked=(((8, -2),), (), (), ())))
    played.then("discard n.s", *["discard ns"] * 3)
    assert not [text for text in played.chosen(strength) if " at 5,-2" in text]


@every_strength
def test_a_digger_does_not_dig_towards_a_known_stone(strength: str) -> None:
    """Deal 1000011: late, a bot that knew the treasure in the south dug in the north."""
    goals = ["8,-2 stone-nw", "8,0 stone-ne", "8,2 treasure"]
    cards = [*TUNNEL[:4], "5,0 nesw", "5,-1 ns", "5,-2 nes"]
    hands = {"p1": ["ne", "n.s"]}
    state = table(cards=cards, hands=hands, goals=goals, stock=[])
    played = Played(state._replace(looked=(((8, 2),), (), (), ())))
    assert not [text for text in played.chosen(strength) if " at 6,-2" in text]


def test_a_hard_digger_keeps_the_rockfall_and_discards_a_duplicate() -> None:
    """Deal 1000005: both rockfalls were thrown away, and a dead end decided the round."""
    hands = {"p1": ["fix-pick-cart", "fix-pick-lantern", "ne", "ne", "rockfall"]}
    cards = [*TUNNEL[:3], "3,-1 ns"]
    position = {"cards": [*cards[:2], "3,0 new", cards[3]], "hands": hands}
    goals = ["8,-2 treasure", "8,0 stone-nw", "8,2 stone-ne"]
    state = table(6, {"saboteurs": "all"}, goals=goals, **position)
    played = Played(state._replace(looked=(((8, -2),), *[()] * 5)))
    assert played.chosen(HARD) == {"discard ne"}


@every_strength
def test_a_picker_takes_the_best(strength: str) -> None:
    options = {"picking": "by_hand"}
    played = Played(table(cards=TUNNEL[:6], hands={"p1": ["ew"]}, options=options))
    played.then("place ew at 7,0")
    best = max(played.view.offer or ())
    assert played.chosen(strength) == {f"pick {best}"}


@pytest.mark.parametrize("strength", [EASY, NORMAL])
def test_no_digger_discards_ten_times_in_a_row_next_to_an_open_tunnel(strength: str) -> None:
    """In whole rounds, a digger who could lay a card never passes that long."""
    for moment in moments(5, 3, 1, strength):
        state = moment.state
        if state.phase == "play" and state.roles[state.turn] == "digger":
            _assert_no_idle_digger(moment)


def _assert_no_idle_digger(moment: Played) -> None:
    seat = moment.state.turn
    own = [step for step in moment.memory if step.before.turn == seat][-10:]
    passed = [step.events[0].kind == "discarded" for step in own]
    open_way = [_could_lay(step.before) for step in own]
    assert not (len(own) == 10 and all(passed) and all(open_way))


def _could_lay(view: View) -> bool:
    return any(isinstance(move, Place) for move in CLASSIC_RULES.moves_of(view))


def play_quickly(state: State, seat: int, rng: Rng) -> Any:
    return KINDS["classic"].quick_move(CLASSIC_RULES.view(state, seat), rng)


def test_with_easy_bots_both_sides_win_some_rounds() -> None:
    outcomes = Counter(
        event.what
        for number in range(12)
        for turn in play_through(CLASSIC_RULES, 5, {}, 3 * SEED_STRIDE + number, play_quickly)
        for event in turn.events
        if event.kind == "round-ended"
    )
    assert outcomes["diggers"] > 4
    assert outcomes["saboteurs"] > 4


def test_without_a_memory_the_easy_bot_plays_the_quick_move() -> None:
    played = Played(table(cards=TUNNEL[:2], hands={"p1": ["ew", "ne", "map"]}))
    for lot in range(5):
        quick = KINDS["classic"].quick_move(played.view, Rng(bytes([lot]), "mind"))
        easy = STRENGTHS[EASY].choose(played.view, (), EVEN_TEMPER, Rng(bytes([lot]), "mind"))
        assert quick.written() == easy.written()


@every_strength
@pytest.mark.parametrize("temperament", [Temperament(-1, -1), Temperament(1, 1)])
def test_every_temperament_digs(strength: str, temperament: Temperament) -> None:
    played = Played(table(cards=TUNNEL[:3], hands={"p1": ["ew", "e.w", "broken-pick"]}))
    assert played.chosen(strength, temperament) == {"place ew at 4,0"}


@pytest.mark.parametrize("players", [3, 10])
@pytest.mark.parametrize("strength", [EASY, NORMAL])
def test_whole_games_are_played_without_a_refusal(strength: str, players: int) -> None:
    *_, last = play_bots(CLASSIC_RULES, [BotPlayer(STRENGTHS[strength])] * players, 2)
    assert CLASSIC_RULES.outcome(last.progress.after)


@pytest.mark.soak
@pytest.mark.parametrize("players", CLASSIC_RULES.players)
def test_whole_games_of_hard_bots_are_played_without_a_refusal(players: int) -> None:
    options = {"picking": "by_hand", "exhaustion": "passes", "connection": "touch"}
    *_, last = play_bots(CLASSIC_RULES, [BotPlayer(STRENGTHS[HARD])] * players, players, options)
    assert CLASSIC_RULES.outcome(last.progress.after)


@every_strength
def test_a_bot_can_discard_its_last_card(strength: str) -> None:
    played = Played(table(hands={"p1": ["n.s"], "p2": ["ns"]}, stock=[], broken={"p1": ["cart"]}))
    assert played.chosen(strength) == {Discard(("n.s",)).written()}
