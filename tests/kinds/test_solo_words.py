"""The solo game's own words: there is nobody else, and some cards act when they are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Seeds
from games.kinds import KINDS, read_move
from games.kinds.common.words.phrases import Names, plain
from tests.at_table import get, play, post, words
from tests.factories import UserFactory
from tests.kinds.random_games import GameSetup, random_turns
from tests.positions import SOLO_GOALS, last_solo
from tests.real_tables import have_seen, signed_in

SOLO, SAID = KINDS["solo"].rules, KINDS["solo"].words
ME = Names({}, 0)
GALLERY = Names({}, None)
LAID = ["0,1 ns", "0,2 ns"]


def told(move: str, reader: Names = ME, **position: Any) -> list[str]:
    """Return what the log says about this move in this position, line by line."""
    given = {"goals": SOLO_GOALS, "hands": {"p1": ["ew", "ne"]}, "cards": LAID} | position
    state = SOLO.position({}, 1, Seeds.from_number(7, 3), given)
    events = SOLO.play(state, 0, read_move(SOLO, move)).events
    lines = [SAID.event(SOLO.view_event(event, reader.me), reader) for event in events]
    return [plain(line.text) for line in lines if line]


@pytest.mark.rule("S3")
def test_a_broken_tool_is_drawn_and_not_broken_by_the_player() -> None:
    said = told("discard ew", stock=["broken-pick", "map"])
    assert said == [
        "You discarded a tunnel.",
        "You drew a broken pick: no digging until it is repaired.",
        "You drew a map.",
    ]


@pytest.mark.rule("S3")
def test_a_second_broken_tool_of_a_kind_does_nothing() -> None:
    said = told("discard ew", stock=["broken-cart", "map"], broken={"p1": ["cart"]})
    assert "You drew a broken cart as well: one is enough, nothing happens." in said


@pytest.mark.rule("S4")
def test_a_rockfall_is_drawn_and_falls_by_itself() -> None:
    said = told("discard ew", stock=["rockfall", "map"])
    assert "You drew a rockfall: it buried a tunnel at 0,2." in said


@pytest.mark.rule("S4")
def test_a_rockfall_may_find_nothing_to_bury() -> None:
    said = told("discard ew", stock=["rockfall", "map"], cards=[])
    assert "You drew a rockfall, but it found nothing to bury." in said


def test_a_spectator_reads_the_same_in_the_third_person() -> None:
    said = told("discard ew", GALLERY, stock=["broken-pick", "rockfall", "map"])
    assert said == [
        "Grimbart (bot) discarded a card.",
        "Grimbart (bot) drew a broken pick: no digging until it is repaired.",
        "Grimbart (bot) drew a rockfall: it buried a tunnel at 0,2.",
    ]


def test_a_solo_round_begins_without_naming_a_player() -> None:
    hands = {"p1": ["ns.ew+gold@n"]}
    said = told("place ns.ew+gold@n at 0,1", hands=hands, cards=[], markers_left=1, round=1)
    assert "Round 2 begins." in said


def test_no_line_of_a_whole_game_mentions_anybody_else() -> None:
    """Not even a turn that comes back, or a tool that the player broke themselves."""
    wrong = ("with you", "You broke", "let the rock fall", "skipped", "Bot")
    heard: set[str] = set()
    for number in range(4):
        for turn in random_turns(GameSetup("solo", 1, ()), number, clever=True):
            heard |= {event.kind for event in turn.events}
            lines = [SAID.event(event, ME) for event in turn.events]
            assert not [x.text for x in lines if x and any(w in x.text for w in wrong)]
    assert {"broke", "removed", "wasted", "round-began", "game-ended"} <= heard


def test_a_discard_is_not_called_passing() -> None:
    mine = SOLO.setup({}, 1, Seeds.from_number(7, 3)).mine
    assert "pass" not in SAID.would(read_move(SOLO, "discard ew"), None, mine, ME)


@pytest.mark.parametrize("phase", ["play", "orient"])
def test_the_solo_prompt_does_not_mention_turns(phase: str) -> None:
    assert "turn" not in SAID.prompt(phase)
    assert "turn" in KINDS["duel"].words.prompt(phase)


@pytest.mark.django_db
def test_the_page_shows_the_result_of_the_last_move() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    game = last_solo(user, stock=["broken-pick", "ne"], cards=["0,1 ns"])
    play(client, game, "discard map")
    page = words(get(client, game))
    news = page[page.index('id="news"') : page.index('id="dock"')]
    assert "Your last move" in news
    assert '<li class="bad">You drew a broken pick' in news
    assert "You drew a curve." in news
    assert "Nothing yet" not in news
    assert "Your turn" not in page


@pytest.mark.django_db
def test_the_end_of_a_round_is_shown_to_a_solo_player() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    game = last_solo(user, round=1)
    play(client, game, "place ns.ew+gold@n at 0,1")
    page = words(get(client, game))
    assert "scene-title" in page
    assert "Round 2 begins." in page
    post(client, game, "table-scene", scene="1")
    assert "scene-title" not in words(get(client, game))


@pytest.mark.django_db
def test_a_solo_game_has_no_winner() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    game = last_solo(user)
    play(client, game, "place ns.ew+gold@n at 0,1")
    have_seen(game)
    page = words(get(client, game))
    assert "winner" not in page
    assert "Rematch" not in page
    assert "Play again" in page
