"""Every code has a sentence; every sentence keeps what its reader may not know."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.kinds import GAMES
from games.kinds.common.words import Names, card_name, card_object, cell_words, plain
from games.kinds.common.words.cards import SIDES
from games.kinds.common.words.moves import label, verb, would
from games.kinds.words import WORDS
from games.mine import NotationError, Refusal
from games.tables.models import LogEntry, Seat
from games.tables.presenters.log import entry
from games.tables.services.refusals import REASONS, Refused, TableMovedOn
from games.tables.words.refusals import REASONS as SAID_REASONS
from games.tables.words.refusals import REFUSALS as SAID_REFUSALS
from games.tables.words.refusals import answer
from tests.kinds.tables import Table, random_turns

GAME_NAMES = sorted(GAMES)


def names(me: int | None, seats: int = 10) -> Names:
    return Names([Seat(number=number, bot="easy") for number in range(seats)], me)


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    assert set(SAID_REFUSALS) == {code for rules in GAMES.values() for code in rules.REFUSALS}


def test_every_reason_of_a_service_has_a_sentence() -> None:
    assert set(SAID_REASONS) == set(REASONS)


@pytest.mark.parametrize(
    "error", [Refusal("occupied"), NotationError("x"), Refused("empty"), TableMovedOn()]
)
def test_whatever_is_raised_instead_of_a_move_is_answered(
    error: Refusal | NotationError | Refused,
) -> None:
    said = answer(error)
    assert said
    assert str(error) not in said


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_every_event_of_every_game_has_words(kind: str) -> None:
    assert set(WORDS[kind].EVENTS) == set(GAMES[kind].EVENTS)


@pytest.mark.parametrize("kind", GAME_NAMES)
@pytest.mark.parametrize("last", [False, True], ids=["defaults", "others"])
def test_a_whole_game_can_be_told_to_everybody(kind: str, last: bool) -> None:
    """From every seat and from the gallery; no gap stays open, no secret slips in."""
    rules, words = GAMES[kind], WORDS[kind]
    options = tuple((option.name, option.values[-1]) for option in rules.OPTIONS) if last else ()
    players = rules.PLAYERS[len(rules.PLAYERS) // 3]
    readers = [names(me) for me in (None, *range(min(players, 3)))]
    for turn in random_turns(Table(kind, players, options), 1, clever=True):
        for reader in readers:
            seen = [rules.view_event(event, reader.me) for event in turn.events]
            told = [words.event(event, reader) for event in seen]
            assert not [line for line in told if line and ("%(" in line.text or not line.text)]


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_what_a_reader_is_told_depends_on_nothing_but_his_view(kind: str) -> None:
    """Two discards that he cannot tell apart are told in the same words."""
    rules, words = GAMES[kind], WORDS[kind]
    for card in ("nes", "map"):
        events = [["discarded", 1, card], ["drew", 1, "rockfall"]]
        move = LogEntry(number=1, seat=1, kind="move", move=f"discard {card}", events=events)
        told = entry(move, rules, words, names(0))
        assert card not in told.text
        assert plain(told.lines[0].text) == "Bot 2 discarded a card."
        assert len(told.lines) == 1


def test_every_card_has_a_name_and_an_article() -> None:
    from games.kinds.classic.rules.cards import CARDS, GOALS

    for card in (*CARDS, *GOALS):
        assert card_name(card) != card
        assert card_object(card) not in (card, "")
    assert len({card_name(card) for card in CARDS}) == len(CARDS) - doubles(CARDS)


@pytest.mark.parametrize("kind", ["duel", "solo", "lost_mines"])
def test_every_move_of_the_later_games_has_words(kind: str) -> None:
    """On its button, and as what it would do."""
    rules, words = GAMES[kind], WORDS[kind]
    reader = names(0)
    for turn in random_turns(Table(kind, max(rules.PLAYERS), ()), 1, clever=True):
        state = turn.progress.before
        view = rules.view(state, turn.seat)
        for move in rules.legal_moves(state, turn.seat)[::7]:
            assert "%(" not in label(move, words, reader)
            assert "%(" not in would(move, rules.preview(view, move), view.mine, words, reader)
            assert verb(rules.print_move(move))


def test_every_card_of_the_later_games_has_a_name_of_its_own() -> None:
    from games.kinds.duel.rules import cards as duel
    from games.kinds.lost_mines.rules import cards as lost_mines

    for card in (*duel.CARDS, *duel.GOALS, *lost_mines.CARDS, *lost_mines.MINES):
        assert card_name(card) != card
        assert card_object(card) not in (card, "")
    for game in (duel, lost_mines):
        features = [card for card in game.CARDS if "+" in card]
        assert len({card_name(card) for card in features}) == len(features)


def test_a_treasure_that_was_wished_for_is_nobody_elses_business() -> None:
    words = WORDS["lost_mines"]
    assert words.open_text("walk 8,2 9,2 take 3") == "walk 8,2 9,2"
    assert words.open_text("discard nes sw") == "discard ?"
    assert words.open_text("play trap at 2,2/e") == "play trap at 2,2/e"


def doubles(cards: frozenset[str]) -> int:
    """Dead ends with the same openings as each other: none in this deck."""
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

    rude = Names([Seat(number=0, user=User(name="<i>x</i>"))], None)
    assert "<i>" not in str(rude.of(0))


def test_sentences_are_translated_when_they_are_said() -> None:
    with override("de"):
        assert answer(Refusal("occupied"))
