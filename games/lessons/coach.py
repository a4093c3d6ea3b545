"""What the coach says beside the board, and points at."""

from __future__ import annotations

from dataclasses import dataclass

from games.kinds.common.words.phrases import Words
from games.lessons.course import Course
from games.lessons.puzzling import Posed


@dataclass(frozen=True, slots=True)
class Coach:
    says: Words
    learnt: str = ""
    """What the step before has shown: why the rules refused it."""
    number: int = 1
    of: int = 1
    waits: bool = False
    """For a move: else there is only to read."""
    over: bool = False
    wants: tuple[str, ...] = ()
    """The moves that are meant: scripts point at what the first one takes, thing by thing."""
    points: tuple[str, ...] = ()
    """What to look at while reading."""


def of_lesson(course: Course) -> Coach:
    step = course.step
    return Coach(
        says=step.says,
        learnt=course.lesson_learnt,
        number=course.number + 1,
        of=len(course.lesson.steps),
        waits=bool(step.moves),
        over=course.over,
        wants=step.moves,
        points=step.points,
    )


def of_puzzle(posed: Posed, solved: bool) -> Coach:
    puzzle = posed.puzzle
    return Coach(puzzle.because if solved else puzzle.asks, waits=not solved, over=solved)
