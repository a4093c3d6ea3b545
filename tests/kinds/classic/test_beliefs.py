"""What a seat believes, from others' actions, what it saw and how roles are dealt."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from math import exp, prod

import pytest

from bench import likelihoods as counting
from games.engine import Seeds
from games.engine.bots import SeenMove
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.beliefs import (
    ACTION_PERCENTAGES,
    EVIDENCE,
    SaboteurCounts,
    infer_beliefs,
    prior_chance,
    saboteur_chances,
    saboteur_counts,
)
from games.kinds.classic.rules import CLASSIC_RULES
from tests.kinds.classic.positions import TUNNEL, Played, moments, table

OPEN = [*TUNNEL[:3]]
OWN_KNOWN = {"p1": "digger", "p2": "saboteur", "p3": "digger", "p4": "digger"}


@pytest.mark.parametrize(
    "among",
    [SaboteurCounts(1, 2), SaboteurCounts(2, 2), SaboteurCounts(0, 1), SaboteurCounts(3, 4)],
)
def test_chances_are_weighted_over_all_deals(among: SaboteurCounts) -> None:
    evidence = [0.5, -1.0, 2.0, 0.0, 0.3]
    dealt = [s for n in range(among.least, among.most + 1) for s in combinations(range(5), n)]
    weights = [prod(exp(evidence[seat]) for seat in s) for s in dealt]
    for seat, chance in enumerate(saboteur_chances(evidence, among)):
        with_them = sum(w for s, w in zip(dealt, weights, strict=True) if seat in s)
        assert chance == pytest.approx(with_them / sum(weights))


def test_nobody_is_suspected_for_what_others_did() -> None:
    """A player who has done nothing seems likelier a saboteur after others dug. Breaking their
    tool is still the act of a saboteur (deal 1000005)."""
    hands = {"p1": ["ew", "ns"], "p2": ["ew", "ns"], "p3": ["broken-pick", "ns"]}
    played = Played(table(6, {"saboteurs": "all"}, hands=hands))
    played.then("place ew at 1,0", "place ew at 2,0", "play broken-pick on p5")
    believed = infer_beliefs(played.view, played.memory)
    assert believed.actions[-1].kind == "broke-unclear"
    assert believed.public[2] > 0


def test_breaking_the_tool_of_a_hinderer_suggests_a_digger() -> None:
    hands = {"p1": ["ew", "ns"], "p2": ["rockfall", "ns"], "p3": ["broken-pick", "ns"]}
    played = Played(table(6, {"saboteurs": "all"}, hands=hands, cards=TUNNEL[:3]))
    played.then("place ew at 4,0", "play rockfall at 3,0", "play broken-pick on p2")
    believed = infer_beliefs(played.view, played.memory)
    assert believed.actions[-1].kind == "broke-suspect"
    assert believed.public[2] < 0


@pytest.mark.parametrize("players", CLASSIC_RULES.players)
@pytest.mark.parametrize("saboteurs", ["all", "dealt"])
def test_before_any_card_is_played_chances_follow_from_the_deal(
    players: int, saboteurs: str
) -> None:
    options = CLASSIC_RULES.setup({"saboteurs": saboteurs}, players, Seeds.from_number(1)).options
    found = saboteur_chances([0.0] * players, saboteur_counts(options, players))
    assert found == pytest.approx([prior_chance(options, players)] * players)


def believed(played: Played, seat: int) -> float:
    return infer_beliefs(played.view, played.memory).saboteur[seat]


def digging_table(**hands: list[str]) -> Played:
    return Played(table(cards=OPEN, hands=hands, roles=OWN_KNOWN))


@pytest.mark.parametrize(
    "bad",
    ["place e.w at 5,0", "play rockfall at 4,0", "play broken-pick on p1", "place nw at 5,0"],
)
def test_closing_the_way_is_suspicious_and_digging_is_not(bad: str) -> None:
    found = {}
    for action in (bad, "place ew at 5,0"):
        hand = ["e.w", "rockfall", "broken-pick", "nw", "ew"]
        played = digging_table(p1=["ew", "ns"], p2=hand, p3=["ew"], p4=["ew"])
        found[action] = believed(played.then("place ew at 4,0", action, "discard ew"), 1)
    assert found["place ew at 5,0"] < 0.25 < found[bad]


def test_a_player_takes_their_own_role_into_account() -> None:
    played = Played(table(5, roles={"p1": "saboteur"}, options={"saboteurs": "all"}))
    mine = infer_beliefs(played.view, played.memory)
    assert mine.saboteur[0] == 1
    assert mine.saboteur[1:] == pytest.approx([1 / 4] * 4)


def test_actions_of_earlier_rounds_do_not_count() -> None:
    played = digging_table(p1=["nw", "nw"], p2=["e.w"], p3=["ew"]).then("discard nw")
    played.then("place e.w at 4,0")
    late = played.state._replace(round=2)
    view = CLASSIC_RULES.view(late, 2)
    steps = [SeenMove(step.before, step.events) for step in played.memory]
    found = infer_beliefs(view, steps).saboteur
    assert found[1] == pytest.approx(found[3])


def test_where_players_dig_after_looking_reveals_what_they_saw() -> None:
    cards = [*TUNNEL[:4], "5,0 nesw"]
    hands = {"p1": ["nw", "nw"], "p2": ["map", "ns"], "p3": ["ew"], "p4": ["ew"]}
    played = Played(table(cards=cards, hands=hands))
    played.then("discard nw", "play map at 8,-2", "discard ew", "discard ew", "discard nw")
    before = infer_beliefs(played.view, played.memory).treasure
    played.then("place ns at 5,-1")
    after = infer_beliefs(played.view, played.memory).treasure
    assert after[8, -2] > before[8, -2]


def test_a_goal_that_a_player_saw_is_known() -> None:
    hands = {"p1": ["map", "ns"]}
    played = Played(table(hands=hands)).then("play map at 8,0", *["discard ns"] * 3)
    assert infer_beliefs(played.view, played.memory).treasure == {(8, -2): 0, (8, 0): 1, (8, 2): 0}


def test_knowing_the_treasure_reveals_who_leads_away_from_it() -> None:
    """To the others, a card that leads to another goal is as good as any."""
    cards = [*TUNNEL[:5], "6,0 nesw"]
    hands = {"p1": ["map", "nw"], "p2": ["map", "ns"], "p3": ["nw"], "p4": ["nw"]}
    played = Played(table(cards=cards, hands=hands))
    played.then("play map at 8,0", "play map at 8,0", "discard nw", "discard nw", "discard nw")
    played.then("place ns at 6,-1")
    knowing = infer_beliefs(CLASSIC_RULES.view(played.state, 0), played.memories.memory(0))
    others = infer_beliefs(CLASSIC_RULES.view(played.state, 3), played.memories.memory(3))
    assert [action.case for action in knowing.knowing] == [behaviour.KNOWS_TREASURE]
    assert not others.knowing


def test_every_kind_of_action_has_a_weight() -> None:
    """The table covers every case and kind of action, and some kinds weigh a lot."""
    assert set(EVIDENCE) == {
        (case, kind) for case in behaviour.CASES for kind in behaviour.ACTION_KINDS
    }
    assert (
        EVIDENCE[behaviour.CLOSE, behaviour.CUT_TUNNEL]
        > 1
        > 0
        > EVIDENCE[behaviour.CLOSE, behaviour.NEARER]
    )
    assert EVIDENCE[behaviour.FAR_OFF, behaviour.FARTHER] > 0.5


def test_over_whole_games_saboteurs_are_suspected_more_than_diggers() -> None:
    believed_of: dict[str, list[float]] = {"digger": [], "saboteur": []}
    for moment in moments(5, 5, 25):
        found = infer_beliefs(moment.view, moment.memory)
        for seat, role in enumerate(moment.state.roles):
            if seat != moment.state.turn:
                believed_of[role].append(found.saboteur[seat])
    mean = {role: sum(found) / len(found) for role, found in believed_of.items()}
    assert mean["saboteur"] > mean["digger"] + 0.1


# The table of what diggers and saboteurs do is counted over games and kept as data.


def counted(players: int, number: int) -> counting.Counts:
    counts: counting.Counts = defaultdict(Counter)
    for played in counting.rounds(players, number):
        counting.count(played, counts)
    return counts


def test_counting_the_same_game_gives_the_same_result() -> None:
    assert counted(4, 1) == counted(4, 1)


def test_every_move_of_a_round_but_the_last_is_counted_once() -> None:
    counts = counted(5, 2)
    public = [c.total() for (case, _), c in counts.items() if case != behaviour.KNOWS_TREASURE]
    moves = [len(played) - 1 for played in counting.rounds(5, 2)]
    assert sum(public) == sum(moves)


def test_shares_sum_to_a_hundred_for_each_role_in_each_case() -> None:
    for kinds in ACTION_PERCENTAGES.values():
        for role in (0, 1):
            assert sum(shares[role] for shares in kinds.values()) == pytest.approx(100, abs=0.2)
    assert set(ACTION_PERCENTAGES) == set(behaviour.CASES)
    assert set[str]().union(*ACTION_PERCENTAGES.values()) <= set(behaviour.ACTION_KINDS)


def test_a_new_lap_is_averaged_with_earlier_ones() -> None:
    kinds = dict.fromkeys(behaviour.ACTION_KINDS, (0.0, 0.0))
    first = {case: {**kinds, behaviour.NEARER: (60.0, 30.0)} for case in behaviour.CASES}
    second = {case: {**kinds, behaviour.NEARER: (30.0, 0.0)} for case in behaviour.CASES}
    mean = counting.mean(counting.mean({}, first, 1), second, 2)
    assert mean[behaviour.CLOSE][behaviour.NEARER] == (45.0, 15.0)
