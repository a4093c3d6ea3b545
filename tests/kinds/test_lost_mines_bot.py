"""The bot of The Lost Mines: it ends rounds, answers proposals, and hinders the other side."""

from __future__ import annotations

import pytest

from games.kinds.lost_mines import rules as lost_mines
from games.kinds.lost_mines.minds.easy import choose
from games.kinds.lost_mines.rules.moves import Consent, PlayJoint
from games.mine import Lots
from games.mine.playout import by_view, playout
from tests.kinds.test_lost_mines_corners import play, table


def test_bots_finish_rounds() -> None:
    ended = playout(lost_mines, 4, 6, 3, by_view(lost_mines, choose)).outcomes
    assert ended["treasures"] > ended["cards"] + ended["consent"]


@pytest.mark.parametrize(("word", "hands"), [("agree", []), ("refuse", ["nesw", "ew"])])
def test_a_bot_agrees_to_end_only_when_it_can_do_no_more(word: str, hands: list[str]) -> None:
    state = table(
        hands={"p1": ["sw", "sw"], "p2": ["axe", *hands], "p3": ["ew"]},
        treasures_left=["gold 4"],
    )
    state, _ = play(state, "propose end", "discard sw", "stay")
    chosen = choose(lost_mines.view(state, 1), Lots(b"1", "bot"))
    assert chosen == Consent(word)


@pytest.mark.parametrize(
    ("character", "hindered"),
    [("loyal", "1,4"), ("saboteur", "3,2")],
    ids=["the other clan", "their own clan"],
)
def test_a_bot_sets_trolls_in_front_of_the_other_side(character: str, hindered: str) -> None:
    state = table(
        cards=["3,2 ew"],
        clans={"p1": f"blue {character}", "p2": "yellow loyal", "p3": "blue loyal"},
        dwarfs={"p3": "3,2"},
        hands={"p1": ["troll"], "p2": ["ns"], "p3": ["ns"]},
        treasures_left=["gold 4"],
    )
    chosen = choose(lost_mines.view(state, 0), Lots(b"1", "bot"))
    x, y = map(int, hindered.split(","))
    beside = {(x, y), (x - 1, y), (x, y - 1)}
    assert isinstance(chosen, PlayJoint)
    assert chosen.joint.cell in beside
