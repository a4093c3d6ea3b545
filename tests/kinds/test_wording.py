"""Every code has a sentence; every sentence keeps what its reader may not know."""

from __future__ import annotations

import inspect
import re
from functools import partial
from pathlib import Path

import pytest
from django.utils.translation import override

from games.kinds import KINDS
from games.kinds.common.words import Names, cell_words, plain
from games.kinds.common.words.cards import SIDES
from games.mine import NotationError, Refusal
from games.tables.models import LogEntry, Seat
from games.tables.presenters.log import Written, entry
from games.tables.services.refusals import REASONS, Refused, TableMovedOn
from games.tables.words.names import SeatNames
from games.tables.words.refusals import REASONS as SAID_REASONS
from games.tables.words.refusals import REFUSALS as SAID_REFUSALS
from games.tables.words.refusals import answer
from tests.kinds.tables import Table, random_turns

GAME_NAMES = sorted(KINDS)


def names(me: int | None) -> Names:
    """Bots only: a seat without a name is called as its bot."""
    return Names({}, me)


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    assert set(SAID_REFUSALS) == {code for kind in KINDS.values() for code in kind.rules.REFUSALS}


def test_no_game_says_a_refusal_in_other_words_than_another() -> None:
    for kind in KINDS.values():
        assert {code: SAID_REFUSALS[code] for code in kind.words.refusals} == kind.words.refusals


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_every_refusal_in_the_rules_of_a_game_is_among_its_own_words(kind: str) -> None:
    folder = Path(inspect.getfile(KINDS[kind].rules.play)).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    raised = set(re.findall(r'Refusal\("([a-z-]+)"', text))
    assert raised
    assert raised <= set(KINDS[kind].words.refusals)


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
    assert set(KINDS[kind].words.events) == set(KINDS[kind].rules.EVENTS)


@pytest.mark.parametrize("kind", GAME_NAMES)
@pytest.mark.parametrize("last", [False, True], ids=["defaults", "others"])
def test_a_whole_game_can_be_told_to_everybody(kind: str, last: bool) -> None:
    """From every seat and from the gallery; no gap stays open, no secret slips in."""
    rules, words = KINDS[kind].rules, KINDS[kind].words
    options = tuple((option.name, option.values[-1]) for option in rules.OPTIONS) if last else ()
    players = rules.PLAYERS[len(rules.PLAYERS) // 3]
    readers = [names(me) for me in (None, *range(min(players, 3)))]
    for turn in random_turns(Table(kind, players, options), 1, clever=True):
        for reader in readers:
            seen = [rules.view_event(event, reader.me) for event in turn.events]
            told = [words.event(event, reader) for event in seen]
            assert not [line for line in told if line and ("%(" in line.text or not line.text)]


@pytest.mark.parametrize("kind", GAME_NAMES)
def test_what_a_reader_is_told_depends_on_nothing_but_their_view(kind: str) -> None:
    """Two discards that the reader cannot tell apart are told in the same words."""
    rules, words = KINDS[kind].rules, KINDS[kind].words
    for card in ("nes", "map"):
        events = [["discarded", 1, card], ["drew", 1, "rockfall"]]
        move = LogEntry(number=1, seat=1, kind="move", move=f"discard {card}", events=events)
        told = entry(Written(move), rules, words, names(0), "en")  # type: ignore[arg-type]
        assert card not in told.text
        assert plain(told.lines[0].text) == "Bot 2 discarded a card."
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
    """On its button, and as what it would do."""
    rules, words = KINDS[kind].rules, KINDS[kind].words
    reader = names(0)
    for turn in random_turns(Table(kind, max(rules.PLAYERS), ()), 1, clever=True):
        state = turn.progress.before
        view = rules.view(state, turn.seat)
        for move in rules.legal_moves(state, turn.seat)[::7]:
            button = words.button(move, reader, partial(rules.preview, view))
            assert "%(" not in button.label
            assert "%(" not in words.heading(move, button.key)
            assert "%(" not in words.would(move, rules.preview(view, move), view.mine, reader)
            assert str(button.verb)


def test_every_card_of_the_later_games_has_a_name_of_its_own() -> None:
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


def test_a_treasure_that_was_wished_for_is_nobody_elses_business() -> None:
    words = KINDS["lost_mines"].words
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

    rude = SeatNames([Seat(number=0, user=User(name="<i>x</i>"))], None)
    assert "<i>" not in str(rude.of(0))


def test_sentences_are_translated_when_they_are_said() -> None:
    with override("de"):
        assert answer(Refusal("occupied"))
