"""Every lesson can be played to its end, and each of its steps follows the rules."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Mine
from games.engine.tunnels import neighbours
from games.kinds import KINDS, read_move
from games.kinds.common.learn import LEARNER
from games.kinds.common.words.moves import misfit
from games.kinds.kind import GameKind
from games.learn.courses import POSED_PUZZLES, Course, LessonTable, WrongAnswer, begin, resume

GAMES = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
Kind = GameKind[Any, Any]


def courses(kind: Kind) -> list[Course]:
    """Return the lesson at each of its steps, played by following the pointer."""
    found = [begin(kind)]
    while not found[-1].over:
        found.append(found[-1].play(found[-1].shown_move))
    return found


def misfits(mine: Mine) -> list[object]:
    """Return cards that could never have been laid next to each other."""
    return [
        (cell, there)
        for cell, tile in mine.tiles.items()
        for side, there, met in neighbours(cell)
        if there in mine.tiles
        and bool(tile.openings & side) != bool(mine.tiles[there].openings & met)
    ]


@GAMES
def test_a_lesson_can_be_finished_with_the_moves_it_accepts(kind: Kind) -> None:
    found = courses(kind)
    assert [course.number for course in found] == list(range(len(kind.lesson)))
    for course in found[:-1]:
        others = [course.play(move) for move in course.step.moves]
        assert {other.number for other in others} <= {course.number + 1}
        assert misfits(course.table.state.mine) == []


@GAMES
def test_a_step_waits_only_when_the_learner_is_on_turn(kind: Kind) -> None:
    for course in courses(kind):
        waiting = kind.rules.waiting_for(course.table.state)
        assert not course.step.moves or LEARNER in waiting
        assert bool(course.step.moves) == bool(str(course.step.hint))


@GAMES
def test_other_legal_moves_change_nothing_and_get_the_hint(kind: Kind) -> None:
    for course in courses(kind):
        legal = kind.rules.legal_moves(course.table.state, LEARNER)
        others = {move.written() for move in legal} - set(course.step.moves)
        for text in others if course.step.moves else ():
            with pytest.raises(WrongAnswer) as other:
                course.play(text)
            assert other.value.said == str(course.step.hint)


@GAMES
def test_a_lesson_resumes_from_the_moves_made(kind: Kind) -> None:
    for course in courses(kind):
        assert resume(kind, course.done) == course


def test_a_changed_lesson_resumes_as_far_as_possible() -> None:
    kind = KINDS["classic"]
    assert resume(kind, ["", "", "no such move", "place ns at 4,0"]).number == 2
    assert resume(kind, [""] * 99).number == 2


def test_a_refused_attempt_is_explained_side_by_side() -> None:
    kind = KINDS["classic"]
    tried = next(course for course in courses(kind) if course.step.refused)
    after = tried.play(tried.shown_move)
    assert "Its left side is a wall" in after.learnt
    assert after.table == tried.table


def test_the_classic_lesson_covers_the_whole_game() -> None:
    """Lay, turn, break, repair, look, discard; win as a digger, then as a saboteur."""
    tables = [course.table for course in courses(KINDS["classic"])]
    played = {event.kind for table in tables for done in table.played for event in done.events
              if done.seat == LEARNER}  # fmt: skip
    assert {"laid", "broke", "repaired", "looked", "removed", "discarded"} <= played
    assert [event.what for event in ends(tables)] == ["diggers", "saboteurs"]


def ends(tables: list[LessonTable]) -> list[Any]:
    found = [event for table in tables for done in table.played for event in done.events
             if event.kind == "round-ended"]  # fmt: skip
    return list(dict.fromkeys(found))


# Which side of a card does not fit, in words.

GAP = POSED_PUZZLES["the-gap"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "place nes at 3,0",
            "That does not fit. It opens downwards, but the card below has a wall there. "
            "Its left side is a wall, but the card on the left opens towards it.",
        ),
        (
            "place new at 3,0 turned",
            "That does not fit. Its upper side is a wall, but the card above opens towards it. "
            "It opens downwards, but the card below has a wall there. "
            "After a half turn it would fit.",
        ),
        ("place new at 3,0", ""),
        ("place new at 20,0", ""),
        ("play map at 8,0", ""),
    ],
)
def test_every_side_that_does_not_fit_is_named(text: str, said: str) -> None:
    move = read_move(KINDS["classic"].rules, text)
    assert misfit(GAP.table().view.mine, move) == said
