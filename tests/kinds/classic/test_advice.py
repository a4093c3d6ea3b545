"""Advice in the classic game: legal moves with true reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import Rng
from games.engine.bots import EVEN_TEMPER, Reason, Suggestion
from games.kinds import KINDS, read_move
from games.kinds.classic import words
from games.kinds.classic.bots.advice import HINDERING, advise
from games.kinds.classic.bots.beliefs import infer_beliefs
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.moves import Move
from games.kinds.common.words.phrases import Names
from tests.kinds.classic.positions import STRENGTHS, TUNNEL, Played, moments, table

SAW = ((8, 0),)
SABOTEUR = {"p1": "saboteur"}
POSITIONS: dict[str, dict[str, Any]] = {
    "reaches-treasure": {"cards": TUNNEL[:6], "hands": {"p1": ["ew"]}, "saw": True},
    "reaches-goal": {"cards": TUNNEL[:6], "hands": {"p1": ["ew"]}},
    "nearer-treasure": {"cards": TUNNEL[:3], "hands": {"p1": ["ew"]}, "saw": True},
    "nearer-goal": {"cards": TUNNEL[:3], "hands": {"p1": ["ew"]}},
    "more-ways": {"cards": TUNNEL[:3], "hands": {"p1": ["nesw"]}},
    "leads-on": {"cards": ["1,0 nesw", "2,0 e.w"], "hands": {"p1": ["ns"]}, "saw": True},
    "longer-way": {"cards": TUNNEL[:6], "hands": {"p1": ["e.w"]}, "roles": SABOTEUR},
    "wastes-turn": {"cards": ["1,0 nesw", "2,0 ew"], "hands": {"p1": ["n.s"]}, "roles": SABOTEUR},
    "looks-like-digging": {
        "players": 7, "cards": TUNNEL[:1], "hands": {"p1": ["ew"]}, "roles": SABOTEUR,
    },
    "wastes-card": {"hands": {"p1": ["ew", "nesw"]}, "roles": SABOTEUR},
    "cannot-dig": {"hands": {"p1": ["broken-cart"]}, "roles": SABOTEUR},
    "more-to-repair": {
        "hands": {"p1": ["broken-cart"]},
        "roles": SABOTEUR,
        "broken": {f"p{seat}": ["pick"] for seat in (2, 3, 4)},
    },
    "you-dig-again": {"hands": {"p1": ["fix-cart"]}, "broken": {"p1": ["cart"]}},
    "one-tool-less": {"hands": {"p1": ["fix-cart"]}, "broken": {"p1": ["cart", "pick"]}},
    "digs-again": {"hands": {"p1": ["fix-cart"]}, "broken": {"p2": ["cart"]}},
    "no-harm-so-far": {"hands": {"p1": ["fix-cart"]}, "broken": {"p2": ["cart"]}},
    "seems-kind": {
        "hands": {"p1": ["fix-cart"]}, "broken": {"p2": ["cart"]}, "roles": SABOTEUR,
        "players": 7, "options": {"saboteurs": "all"},
    },
    "unknown-goal": {"hands": {"p1": ["map"]}},
    "clears-way": {"cards": [*TUNNEL[:5], "6,0 e.w"], "hands": {"p1": ["rockfall"]}},
    "cuts-tunnel": {"cards": TUNNEL[:6], "hands": {"p1": ["rockfall"]}, "roles": SABOTEUR},
    "dead-end": {"hands": {"p1": ["n.s"]}},
    "treasure-is-known": {"hands": {"p1": ["map"]}, "saw": True},
    "spare-card": {"hands": {"p1": ["fix-cart"]}},
    "nothing-leads-on": {"hands": {"p1": ["fix-cart"]}},
    "nobody-sees": {"hands": {"p1": ["ew"]}, "roles": SABOTEUR},
}  # fmt: skip
"""For each reason, a position in which it is given."""
BY_MEMORY = {"has-hindered", "likeliest-saboteur", "has-helped", "most-gold"}


def ideas(played: Played) -> list[Suggestion[Move]]:
    return advise(played.view, played.memory)


def codes(found: list[Suggestion[Move]]) -> set[str]:
    return {reason.code for idea in found for reason in idea.reasons}


def at(position: dict[str, Any]) -> Played:
    given = dict(position)
    saw = given.pop("saw", False)
    state = table(**given)
    return Played(state._replace(looked=(SAW, (), (), ())) if saw else state)


@pytest.mark.parametrize("code", POSITIONS)
def test_every_reason_is_given_where_it_is_true(code: str) -> None:
    assert code in codes(ideas(at(POSITIONS[code])))


def test_other_players_actions_are_reasons() -> None:
    hands = {
        "p1": ["n.s", "fix-pick", "broken-cart"],
        "p2": ["e.w", "rockfall", "ns"],
        "p3": ["ew", "ns"],
        "p4": ["broken-pick", "ns"],
    }
    played = Played(table(cards=TUNNEL[:4], hands=hands, stock=["n.s"] * 20))
    played.then("discard n.s", "play rockfall at 4,0", "place ew at 4,0", "play broken-pick on p3")
    played.then("discard n.s", "place e.w at 5,0", "discard ns", "discard ns")
    told = {r.code: r for idea in ideas(played) for r in idea.reasons}
    assert (told["has-hindered"].seat, told["has-hindered"].amount) == (1, 2)
    assert told["likeliest-saboteur"].seat == 1
    assert (told["has-helped"].seat, told["has-helped"].amount) == (2, 1)


def test_a_picker_is_advised_to_take_the_best() -> None:
    options = {"picking": "by_hand"}
    played = Played(table(cards=TUNNEL[:6], hands={"p1": ["ew"]}, options=options))
    assert codes(ideas(played.then("place ew at 7,0"))) == {"most-gold"}


def test_every_reason_has_a_sentence_and_every_sentence_is_used() -> None:
    assert set(POSITIONS) | BY_MEMORY == set(words.REASONS)


def some_advice() -> Iterator[tuple[Played, list[Suggestion[Move]]]]:
    for players in (3, 5, 8):
        for moment in moments(players, 4, 7):
            yield moment, ideas(moment)


def test_advice_is_up_to_three_different_legal_moves() -> None:
    for moment, found in some_advice():
        assert 1 <= len(found) <= 3
        assert len({idea.move.written() for idea in found}) == len(found)
        for idea in found:
            assert idea.move in CLASSIC_RULES.moves_of(moment.view)
            assert 1 <= len(idea.reasons) <= 3


def test_reasons_are_true_sentences() -> None:
    words = KINDS["classic"].words
    for moment, found in some_advice():
        names = Names({seat: f"P{seat}" for seat in range(moment.state.seats)}, moment.state.turn)
        for idea in found:
            for reason in idea.reasons:
                assert "%(" not in words.reason(reason, names)
                assert is_so(moment, idea.move, reason), (idea.move.written(), reason)


def is_so(moment: Played, move: Move, reason: Reason) -> bool:
    """Return whether a reason is true, checking some facts the long way."""
    after = Played(moment.state).then(move.written()).state
    match reason.code:
        case "nearer-treasure" | "nearer-goal":
            survey = Distances(after.mine)
            if set(survey.goals) < set(moment.state.mine.hidden):
                return True  # a stone turned over may lead on, which nobody could know
            return survey.near[list(survey.goals).index(reason.cell or (0, 0))] >= (
                reason.amount or 0
            )
        case "reaches-treasure":
            return dict(moment.state.goals)[reason.cell or (0, 0)] == "treasure"
        case "has-hindered":
            done = infer_beliefs(moment.view, moment.memory).actions
            return reason.amount == sum(d.seat == reason.seat and d.kind in HINDERING for d in done)
        case "digs-again":
            return after.broken[reason.seat or 0] == ()
        case "unknown-goal":
            return reason.cell not in moment.state.looked[moment.state.turn]
    return True


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_plays_an_obviously_best_move(strength: str) -> None:
    played, rng = at(POSITIONS["reaches-treasure"]), Rng(b"advice", "test")
    chosen = STRENGTHS[strength].choose(played.view, played.memory, EVEN_TEMPER, rng)
    assert chosen == ideas(played)[0].move == read_move(CLASSIC_RULES, "place ew at 7,0")
