"""How events are animated: every kind in every game, with existing drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from config.environment import ROOT
from games.engine import Event, Rng, Seeds
from games.kinds import KINDS
from games.kinds.common.look import CARD_BACK, MOTION_KINDS, Motion
from games.kinds.kind import GameKind

MOVES = 150
every_game = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@every_game
def test_every_kind_of_event_either_moves_something_or_is_listed_as_still(
    kind: GameKind[Any, Any],
) -> None:
    for rules in kind.versions.values():
        assert {*kind.look.MOVERS, *kind.look.STILL} == {*rules.events}
    assert not {*kind.look.MOVERS} & kind.look.STILL


def test_the_script_can_show_every_motion() -> None:
    script = (ROOT / "static/js/film_steps.js").read_text()
    forth = script[script.index("const FORTH") : script.index("// The board as it was")]
    assert re.findall(r"^  (?:async )?(\w+)(?:\(|: \()", forth, re.MULTILINE) == [*MOTION_KINDS]


def motions(kind: GameKind[Any, Any], luck: str) -> Iterator[tuple[Event, int | None, Motion]]:
    """Yield what every player and a spectator see moving in a random game."""
    rules, rng = kind.rules, Rng(luck.encode(), "film")
    seats = max(rules.players[0], min(rules.players[-1], 4))
    state = rules.setup({}, seats, Seeds.from_number(len(luck), rules.rounds))
    for _ in range(MOVES):
        waiting = rules.waiting_for(state)
        if not waiting:
            return
        progress = rules.play(state, waiting[0], rng.choose(rules.legal_moves(state, waiting[0])))
        state = progress.after
        for event in progress.events:
            for reader in (*range(seats), None):
                seen = rules.view_event(event, reader)
                motion = kind.look.motion(rules.view(state, reader), seen)
                if motion:
                    yield event, reader, motion


@every_game
@pytest.mark.parametrize("luck", ["a lamp", "two lamps"])
def test_every_motion_has_a_drawing_and_reveals_no_secret(
    kind: GameKind[Any, Any], luck: str
) -> None:
    met = set()
    for event, reader, motion in motions(kind, luck):
        met.add(event.kind)
        assert motion.how in MOTION_KINDS
        drawn = {motion.draws, motion.before, motion.card} - {""}
        assert drawn <= {*kind.art.names}, event
        if "card" in kind.rules.events[event.kind].secret and reader != event.seat:
            assert motion.draws == CARD_BACK
    assert {"laid", "discarded"} <= met <= {*kind.look.MOVERS}


def test_a_walk_shows_its_way_and_a_trap_its_joint() -> None:
    look = KINDS["lost_mines"].look
    walked = Event("walked", 1, cell=(4, 2), what="3,1 4,1 4,2", amount=3)
    assert look.motion(None, walked) == Motion("walk", at="4,2", way=((3, 1), (4, 1), (4, 2)))
    trap = Event("set", 0, "trap", (7, 2), what="e")
    assert look.motion(None, trap) == Motion("token", "token-trap", "7,2/e")


def test_a_goal_turns_from_its_back_to_its_face() -> None:
    turned = Event("turned-over", 0, cell=(8, 0), what="stone-ne", turned=True)
    shown = KINDS["classic"].look.motion(None, turned)
    assert shown == Motion("turn", "stone-ne", "8,0", turned=True, before="goal")


def test_a_look_shows_where_and_never_what() -> None:
    look = KINDS["classic"].look
    looks = [
        Event("looked", 0, "map", (8, 0), what=what) for what in ("treasure", "stone-ne", None)
    ]
    assert {look.motion(None, event) for event in looks} == {
        Motion("look", "map", "8,0", before="goal")
    }
