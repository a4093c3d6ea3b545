"""Every code has a sentence, and no sentence reveals what its reader may not know."""

from __future__ import annotations

import inspect
import re
from functools import partial
from pathlib import Path

import pytest
from django.utils.translation import override

from games.engine import Event, NotationError, Refusal, Seeds
from games.kinds import KINDS, read_move
from games.kinds.common.words.phrases import SIDES, Names, cell_words, plain
from games.players.names import SeatNames
from games.tables.models import LogEntry, Seat
from games.tables.presenters.log import StoredEntry, entry
from games.tables.presenters.moves import MoveGroup, groups, why_not
from games.tables.refusals import REFUSAL_WORDS as SAID_REFUSALS
from games.tables.refusals import Refused, explain
from tests.kinds.random_games import GameSetup, random_turns
from tests.positions import DUEL_GOALS, GOALS, MINES

GAME_NAMES = sorted(KINDS)
SCENERY = frozenset(("lamplight", "back", "board", "field", "slot"))
"""Drawings without a meaning of their own."""


def names(me: int | None) -> Names:
    """Return names of bots: a seat without a player is named after its bot."""
    return Names({}, me)


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    assert set(SAID_REFUSALS) == {code for kind in KINDS.values() for code in kind.rules.refusals}


def test_all_games_use_the_same_words_for_a_refusal() -> None:
    for kind in KINDS.values():
        assert {code: SAID_REFUSALS[code] for code in kind.words.refusals} == kind.words.refusals


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_every_refusal_raised_by_a_game_has_words_in_that_game(kind: str) -> None:
    folder = Path(inspect.getfile(KINDS[kind].rules.play)).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    raised = set(re.findall(r'Refusal\("([a-z-]+)"', text))
    assert raised
    assert raised <= set(KINDS[kind].words.refusals)


@pytest.mark.parametrize(
    "error", [Refusal("occupied"), NotationError("x"), Refused("empty"), Refused("moved-on")]
)
def test_every_error_raised_by_a_move_gets_an_answer(
    error: Refusal | NotationError | Refused,
) -> None:
    said = explain(error)
    assert said
    assert str(error) not in said


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_every_event_of_every_game_has_words(kind: str) -> None:
    assert set(KINDS[kind].words.EVENTS) == set(KINDS[kind].rules.events)


@pytest.mark.parametrize("kind", GAME_NAMES)
@pytest.mark.parametrize("last", [False, True], ids=["defaults", "others"])
def test_a_whole_game_can_be_put_into_words_for_everybody(kind: str, last: bool) -> None:
    """For every seat and spectators; no placeholder stays open."""
    rules, words = KINDS[kind].rules, KINDS[kind].words
    options = tuple((option.name, option.values[-1]) for option in rules.options) if last else ()
    players = rules.players[len(rules.players) // 3]
    readers = [names(me) for me in (None, *range(min(players, 3)))]
    for turn in random_turns(GameSetup(kind, players, options), 1, clever=True):
        for reader in readers:
            seen = [rules.view_event(event, reader.me) for event in turn.events]
            told = [words.event(event, reader) for event in seen]
            assert not [line for line in told if line and ("%(" in line.text or not line.text)]


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_the_words_for_a_reader_depend_only_on_their_view(kind: str) -> None:
    """Two discards that the reader cannot distinguish have the same words."""
    rules, words = KINDS[kind].rules, KINDS[kind].words
    for card in ("nes", "map"):
        events = [["discarded", 1, card], ["drew", 1, "rockfall"]]
        move = LogEntry(number=1, seat=1, kind="move", move=f"discard {card}", events=events)
        told = entry(StoredEntry.of(move), rules, words, names(0), "en")
        assert card not in told.text
        assert plain(told.lines[0].text) == "Hilda (bot) discarded a card."
        assert len(told.lines) == 1


def test_every_card_has_a_name_and_an_article() -> None:
    from games.kinds.classic.rules.cards import CARDS, GOALS

    said = KINDS["classic"].words.CARDS
    for card in (*CARDS, *GOALS):
        assert said.name(card) != card
        assert said.object(card) not in (card, "")
    assert len({said.name(card) for card in CARDS}) == len(CARDS) - doubles(CARDS)


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_every_move_has_words(kind: str) -> None:
    """On its button, and for its preview."""
    rules, words = KINDS[kind].rules, KINDS[kind].words
    reader = names(0)
    for turn in random_turns(GameSetup(kind, max(rules.players), ()), 1, clever=True):
        state = turn.progress.before
        view = rules.view(state, turn.seat)
        for move in rules.legal_moves(state, turn.seat)[::7]:
            button = words.button(move, reader, partial(rules.preview, view))
            assert "%(" not in button.label
            assert "%(" not in words.heading(move, button.key)
            assert "%(" not in words.would(move, rules.preview(view, move), view.mine, reader)
            assert str(button.verb)


def test_every_card_of_the_later_games_has_its_own_name() -> None:
    from games.kinds.duel.rules import cards as duel
    from games.kinds.lost_mines.rules import cards as lost_mines

    decks = {
        "duel": (*duel.CARDS, *duel.GOALS),
        "lost_mines": (*lost_mines.CARDS, *lost_mines.MINES),
    }
    for kind, cards in decks.items():
        said = KINDS[kind].words.CARDS
        assert not [card for card in cards if said.name(card) == card]
        assert not [card for card in cards if said.object(card) in (card, "")]
    for kind, game in (("duel", duel), ("lost_mines", lost_mines)):
        features = [card for card in game.CARDS if "+" in card]
        assert len({KINDS[kind].words.CARDS.name(card) for card in features}) == len(features)


@pytest.mark.parametrize(
    ("kind", "card", "said"),
    [
        ("classic", "nes", "a junction"),
        ("classic", "n.e.s.w", "a dead end"),
        ("duel", "nesw+troll@s", "a troll card"),
        ("duel", "ne+ladder:green", "the green ladder"),
        ("duel", "new+door:blue@e", "a blue door"),
        ("duel", "ns.ew+gold@n", "a card with gold"),
        ("solo", "nesw+troll@s", "a troll card"),
        ("lost_mines", "nes+ravine", "a ravine"),
        ("lost_mines", "ew+logs", "logs"),
        ("lost_mines", "ew", "a straight path"),
    ],
)
def test_a_card_is_called_as_players_call_it(kind: str, card: str, said: str) -> None:
    line = KINDS[kind].words.event(Event("laid", 1, card, (3, 0), False), names(0))
    assert line is not None
    assert plain(line.text) == f"Hilda (bot) laid {said} at 3,0."


def test_the_words_of_the_lost_mines_never_mention_tunnels() -> None:
    rules, words = KINDS["lost_mines"].rules, KINDS["lost_mines"].words
    table = GameSetup("lost_mines", 4, ())
    said = [str(words.HELP.of(drawing)) for drawing in KINDS["lost_mines"].art.names]
    for turn in random_turns(table, 1, clever=True):
        view = rules.view(turn.progress.before, turn.seat)
        lines = [words.event(event, names(0)) for event in turn.events]
        said += [str(line.text) for line in lines if line]
        said.append(words.would(turn.move, rules.preview(view, turn.move), view.mine, names(0)))
    assert not [line for line in said if re.search(r"tunnel|junction|curve", line, re.I)]


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_every_drawing_has_a_name_and_a_line_of_help(kind: str) -> None:
    """Cards, tokens, roles and goals; only scenery needs no help."""
    words, drawn = KINDS[kind].words, set(KINDS[kind].art.names)
    helped = {drawing: words.HELP.of(drawing) for drawing in drawn - SCENERY}
    assert [drawing for drawing, found in helped.items() if not found] == []
    for drawing, found in helped.items():
        assert found is not None
        assert found.name != drawing
        assert found.line.endswith("."), drawing
    assert [drawing for drawing in SCENERY if words.HELP.of(drawing)] == []


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_everything_held_or_known_in_a_game_has_a_line_of_help(kind: str) -> None:
    """Over a whole game: every card in a hand, every role, and every known goal."""
    game = KINDS[kind]
    drawn = {f"dwarf-{clan}-{role}" for clan in ("blue", "yellow") for role in game.words.ROLES}
    assert any(game.words.HELP.of(name) for name in (*game.words.ROLES, *drawn, "dwarf-blue"))
    for turn in random_turns(GameSetup(kind, max(game.rules.players), ()), 1, clever=True):
        view = game.rules.view(turn.progress.before, turn.seat)
        known = [game.look.goal(goal) for goal in game.look.goals(view).values() if goal]
        assert [name for name in (*view.hand, *known) if not game.words.HELP.of(name)] == []


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_every_card_that_cannot_be_played_says_why(kind: str) -> None:
    """And every card that needs a target asks for one."""
    game, reasons = KINDS[kind], set()
    for turn in random_turns(GameSetup(kind, max(game.rules.players), ()), 1, clever=True):
        view = game.rules.view(turn.progress.before, turn.seat)
        legal = game.rules.moves_of(view)
        found = groups(legal, view, game, game.rules, names(turn.seat))
        for card, why in why_not(view, game, found).items():
            assert why
            moves = [move for move in legal if getattr(move, "card", None) == card]
            assert not moves, (card, moves)
            reasons.add(game.look.why_not(view, card))
        assert [group.key for group in found if not group.asks and needs_a_target(group)] == []
    assert reasons
    assert reasons <= set(game.words.NOT_NOW)


def needs_a_target(group: MoveGroup) -> bool:
    """Return whether the card is aimed; walks, answers and goals have their own prompts."""
    buttons = [choice.button for choice in group.choices]
    return bool(group.key) and any(b.at or b.to or b.treasure for b in buttons)


@pytest.mark.parametrize(
    ("kind", "card", "code"),
    [
        ("classic", "ew", "tool-broken"),
        ("classic", "fix-pick", "nothing-broken"),
        ("duel", "ew", "tool-broken"),
        ("duel", "key", "no-door-closed"),
        ("duel", "fix-cart", "nothing-broken"),
        ("duel", "rockfall", "nothing-to-remove"),
    ],
)
def test_the_page_knows_why_a_card_is_useless(kind: str, card: str, code: str) -> None:
    game = KINDS[kind]
    given = {"hands": {"p1": [card, "map"]}, "broken": {"p1": ["lantern"]}, "turn": "p1"}
    goals = {"classic": GOALS, "duel": DUEL_GOALS}[kind]
    players = min(game.rules.players)
    seeds = Seeds.from_number(7, game.rules.rounds)
    state = game.rules.position({}, players, seeds, given | {"goals": goals})
    assert game.look.why_not(game.rules.view(state, 0), card) == code


@pytest.mark.rule("D16")
def test_a_preview_says_who_reaches_a_goal_and_through_which_door() -> None:
    game = KINDS["duel"]
    given = {
        "goals": DUEL_GOALS,
        "hands": {"p1": ["ns"], "p2": ["nsw+door:blue@n", "ew"]},
        "cards": [f"{x},-1 ew" for x in range(1, 5)],
        "turn": "p2",
    }
    options = {"colours": "first_is_green"}
    state = game.rules.position(options, 2, Seeds.from_number(7, 3), given)
    view = game.rules.view(state, 1)
    move = read_move(game.rules, "place nsw+door:blue@n at 5,-1")
    preview = game.rules.preview(view, move)
    assert preview is not None
    assert set(preview.reached_by) == {(1, (5, -2)), (1, (5, 0))}
    said = plain(game.words.would(move, preview, view.mine, names(0)))
    assert "Hilda (bot) reaches the goal at 5,−2 through the blue door!" in said
    assert "Only the blue dwarf passes the door up." in said
    assert "Hilda (bot) reaches the goal at 5,0!" in said


def test_a_goal_that_was_seen_is_described_with_its_gold() -> None:
    words = KINDS["duel"].words
    seen = Event("looked", 0, "map", (5, 0), what="nsw+door:blue@n")
    mine, others = (words.event(seen, names(me)) for me in (0, 1))
    assert mine is not None
    assert others is not None
    assert "a junction, a blue door up and 3 gold" in plain(mine.text)
    assert "gold" not in plain(others.text)
    assert "a blue door up and 3 gold" in words.goal("nsw+door:blue@n")


@pytest.mark.parametrize(
    ("cards", "move", "said"),
    [
        (["2,2 ew"], "place ew at 3,2", "It carries on the path of the blue clan."),
        (["2,4 ew"], "place ew at 3,4", "It carries on the path of the yellow clan."),
        (["2,2 esw", "2,4 new"], "place ns at 2,3", "Paths of both clans lead to it."),
        (
            [f"{x},2 ew" for x in range(2, 8)],
            "place ew at 8,2",
            "Leads the blue clan to the upper mine!",
        ),
    ],
)
def test_a_preview_of_a_path_says_which_clan_it_serves(
    cards: list[str], move: str, said: str
) -> None:
    rules, words = KINDS["lost_mines"].rules, KINDS["lost_mines"].words
    hands = {"p1": ["ew", "ns"], "p2": [], "p3": []}
    position = {"mines": MINES, "cards": cards, "hands": hands, "turn": "p1"}
    state = rules.position({}, 3, Seeds.from_number(7, rules.rounds), position)
    view, played = rules.view(state, 0), read_move(rules, move)
    assert said in plain(words.would(played, rules.preview(view, played), view.mine, names(0)))


def test_a_player_without_treasures_gives_the_dragon_nothing() -> None:
    game = KINDS["lost_mines"]
    said = [game.words.event(Event("gave-up", 0, amount=n), names(1)) for n in (0, 1)]
    assert said[0] is None
    assert said[1] is not None
    events = [Event("role-shown", 0, what="blue-loyal"), Event("brought", 0, what="blue", amount=0)]
    events += [Event("gave-up", 0, amount=0), Event("scored", 0, amount=0)]
    (shown,) = game.look.round_end(None, events, names(1))
    assert shown.how == "brought 0"


def test_a_named_treasure_is_hidden_from_others() -> None:
    words = KINDS["lost_mines"].words
    assert words.open_text("walk 8,2 9,2 take 3") == "walk 8,2 9,2"
    assert words.open_text("discard nes sw") == "discard ?"
    assert words.open_text("play trap at 2,2/e") == "play trap at 2,2/e"


def doubles(cards: frozenset[str]) -> int:
    """Return the number of dead ends with the same openings: none in this deck."""
    faces = [card for card in cards if set(card) <= set("nesw.")]
    ends = [card.replace(".", "") for card in faces if "." in card or len(card) == 1]
    return len(ends) - len(set(ends))


def test_every_set_of_sides_has_words() -> None:
    subsets = {"".join(s for i, s in enumerate("nesw") if n >> i & 1) for n in range(1, 16)}
    assert set(SIDES) == subsets


def test_cells_have_a_real_minus_sign() -> None:
    assert cell_words((3, -1)) == "3,−1"


def test_names_are_escaped() -> None:
    from accounts.models import User

    rude = SeatNames([Seat(number=0, user=User(name="<i>x</i>"))], None)
    assert "<i>" not in str(rude.of(0))


def test_sentences_are_translated_when_rendered() -> None:
    with override("de"):
        assert explain(Refusal("occupied"))
