"""The events of each move of the classic game."""

from __future__ import annotations

import pytest

from games.engine import Event, Seeds
from games.kinds import read_move
from games.kinds.classic.rules import CLASSIC_RULES

SEEDS = Seeds.from_number(1)
TUNNEL = [f"{x},0 ew" for x in range(1, 7)]
GOALS = ["8,-2 stone-nw", "8,0 treasure", "8,2 stone-ne"]


def events(move: str, hand: list[str], seat: int = 0, **position: object) -> list[Event]:
    """Return the events of playing this move, with two different cards in the stock."""
    hands = {"p1": hand, "p2": ["ns"], "p3": ["ew"]}
    given = {"goals": GOALS, "hands": hands, "stock": ["nesw", "map"], **position}
    state = CLASSIC_RULES.position({}, 3, SEEDS, given)
    return list(CLASSIC_RULES.play(state, seat, read_move(CLASSIC_RULES, move)).events)


DREW = Event("drew", 0, "nesw")


@pytest.mark.parametrize(
    ("move", "hand", "told"),
    [
        ("discard ew", ["ew"], Event("discarded", 0, "ew")),
        ("place ew at 1,0", ["ew"], Event("laid", 0, "ew", (1, 0), False)),
        ("place ne at 0,1", ["ne"], Event("laid", 0, "ne", (0, 1), False)),
        ("place nes at 1,0 turned", ["nes"], Event("laid", 0, "nes", (1, 0), True)),
        (
            "play broken-cart on p3",
            ["broken-cart"],
            Event("broke", 0, "broken-cart", to=2, what="cart"),
        ),
        ("play map at 8,0", ["map"], Event("looked", 0, "map", (8, 0), what="treasure")),
    ],
)
def test_a_move_reports_itself_and_the_card_drawn(move: str, hand: list[str], told: Event) -> None:
    assert events(move, hand) == [told, DREW]


def test_a_repair_names_whose_tool_it_was() -> None:
    told = events("play fix-pick-cart on p2 cart", ["fix-pick-cart"], broken={"p2": ["cart"]})
    assert told == [Event("repaired", 0, "fix-pick-cart", to=1, what="cart"), DREW]


def test_a_rockfall_names_the_card_removed() -> None:
    told = events("play rockfall at 1,0", ["rockfall"], cards=["1,0 nes turned"])
    assert told == [Event("removed", 0, "rockfall", (1, 0), True, what="nes"), DREW]


def test_a_stone_is_reported_with_its_orientation() -> None:
    told = events(
        "place ew at 7,0", ["ew"], cards=TUNNEL, goals=["8,-2 treasure", "8,0 stone-nw", GOALS[2]]
    )
    turned = Event("turned-over", 0, cell=(8, 0), what="stone-nw", turned=False)
    assert told == [Event("laid", 0, "ew", (7, 0), False), turned, DREW]


def test_a_player_without_cards_is_reported_as_skipped() -> None:
    told = events("discard ew", ["ew", "ns"], hands={"p1": ["ew", "ns"], "p3": ["ew"]}, stock=[])
    assert told == [Event("discarded", 0, "ew"), Event("skipped", 1)]


def test_the_end_of_a_round_shows_every_role_and_the_card_set_aside() -> None:
    roles = {"p1": "digger", "p2": "saboteur", "p3": "digger"}
    told = events("place ew at 7,0", ["ew"], cards=TUNNEL, roles=roles, round=3)
    assert Event("round-ended", 0, what="diggers", amount=3) in told
    shown = [(event.seat, event.what) for event in told if event.kind == "role-shown"]
    assert shown == [(0, "digger"), (1, "saboteur"), (2, "digger"), (None, "digger")]
    assert told[-1] == Event("game-ended")
    assert DREW not in told
