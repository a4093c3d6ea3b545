"""Lessons and puzzles in progress, judged by the rules of their game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase

from games.engine import Event, Move, NotationError, Refusal, Seeds, UnsupportedMove, read_seat
from games.kinds import KINDS, read_move
from games.kinds.common.learn import LEARNER, LessonStep, Position, Puzzle
from games.kinds.common.words.moves import misfit
from games.kinds.kind import GameKind

AnyKind = GameKind[Any, Any]


@dataclass(frozen=True, slots=True)
class LessonMove:
    number: int
    seat: int
    before: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class LessonTable:
    """A table that isn't stored: its state, and what was done since the position was set up."""

    kind: AnyKind
    position: Position
    state: Any
    played: tuple[LessonMove, ...] = ()
    counted: int = 0
    """How many things were done, including those before the position was set up again."""
    seen: int = 0
    """How many of them the learner knew of at their last move."""

    @property
    def view(self) -> Any:
        return self.kind.rules.view(self.state, LEARNER)

    def play(self, seat: int, move: Move | UnsupportedMove) -> LessonTable:
        """Return the table after this move. At the end of a round, nothing new is dealt."""
        progress = self.kind.rules.play(self.state, seat, move)
        number = self.counted + 1
        done = LessonMove(number, seat, self.state, progress.events)
        state = progress.after if progress.ended is None else progress.ended
        seen = self.counted if seat == LEARNER else self.seen
        return replace(self, state=state, played=(*self.played, done), counted=number, seen=seen)

    def script(self, lines: Iterable[str]) -> LessonTable:
        """Return the table after the moves of others: `p2 place ew at 4,0`."""
        table = self
        for line in lines:
            who, _, text = line.partition(" ")
            table = table.play(read_seat(who), read_move(self.kind.rules, text))
        return table


def table_from_position(kind: AnyKind, position: Position, counted: int = 0) -> LessonTable:
    rules = kind.rules
    seeds = Seeds.from_number(0, rules.rounds)
    state = rules.position({}, position.players, seeds, position.lies)
    return LessonTable(kind, position, state, counted=counted, seen=counted)


class WrongAnswer(Exception):  # noqa: N818  (nothing went wrong: they learn)
    """The learner did something other than the step expects; `said` says why it's wrong."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def why_refused(table: LessonTable, move: Move | UnsupportedMove, refusal: Refusal) -> str:
    """Return the sentence for a refusal; for a card that doesn't fit, name the side."""
    if refusal.code == "does-not-fit":
        return misfit(table.view.mine, move)
    return table.kind.words.refusal(refusal.code)


@dataclass(frozen=True, slots=True)
class Course:
    """A lesson in progress, up to the step the learner is at."""

    table: LessonTable
    done: tuple[str, ...] = ()
    """What was done in each earlier step, in notation; empty for steps that are only read."""
    learnt: str = ""
    """Why the rules refused the move tried in the previous step."""

    @property
    def number(self) -> int:
        return len(self.done)

    @property
    def step(self) -> LessonStep:
        return self.table.kind.lesson[self.number]

    @property
    def over(self) -> bool:
        return self.number == len(self.table.kind.lesson) - 1

    def read(self, text: str) -> Move | UnsupportedMove:
        return read_move(self.table.kind.rules, text)

    def play(self, text: str) -> Course:
        """Take a step, or raise WrongAnswer and change nothing if the step expects another."""
        step = self.step
        if self.over or not step.moves:
            return self if self.over else self._next("", self.table)
        move = self._read(text)
        if step.refused:
            return self._next(text, self.table, self._refusal(move))
        return self._next(text, self.table.play(LEARNER, move))

    def _read(self, text: str) -> Move | UnsupportedMove:
        step = self.step
        try:
            move = self.read(text)
        except NotationError:
            raise WrongAnswer(str(step.hint)) from None
        if move.written() in step.moves:
            return move
        raise WrongAnswer(self._refusal(move) or str(step.hint))

    def _refusal(self, move: Move | UnsupportedMove) -> str:
        try:
            self.table.play(LEARNER, move)
        except Refusal as refusal:
            return why_refused(self.table, move, refusal)
        return ""

    def _next(self, text: str, table: LessonTable, learnt: str = "") -> Course:
        table = table.script(self.step.then)
        following = self.table.kind.lesson[self.number + 1]
        if following.begins is not None:
            table = table_from_position(table.kind, following.begins, table.counted)
        return Course(table, (*self.done, text), learnt)

    @property
    def shown_move(self) -> str:
        """The move that the coach points at, and plays if the learner asks to be shown."""
        return self.step.moves[0] if self.step.moves else ""


def begin(kind: AnyKind) -> Course:
    first = kind.lesson[0].begins
    assert first is not None
    return Course(table_from_position(kind, first))


def resume(kind: AnyKind, done: Sequence[str]) -> Course:
    """Return the course as far as it was played, without steps that the lesson no longer has."""
    course = begin(kind)
    for text in done[: len(kind.lesson) - 1]:
        try:
            course = course.play(text)
        except WrongAnswer:
            break
    return course


@dataclass(frozen=True, slots=True)
class PosedPuzzle:
    """A puzzle with its game."""

    kind: AnyKind
    puzzle: Puzzle

    def table(self) -> LessonTable:
        return table_from_position(self.kind, self.puzzle.position).script(self.puzzle.played)

    def after(self, answer: str) -> LessonTable:
        """Return the table after the answer; naming a player moves nothing."""
        table = self.table()
        if self.puzzle.suspect is not None:
            return table
        return table.play(LEARNER, read_move(self.kind.rules, answer))

    @property
    def right(self) -> tuple[str, ...]:
        """All right answers: moves, or the number of a seat."""
        suspect = self.puzzle.suspect
        return self.puzzle.moves if suspect is None else (str(suspect),)

    def check(self, answer: str) -> str:
        """Return the answer as it is written if it is right; otherwise raise WrongAnswer."""
        if self.puzzle.suspect is None:
            answer = self._written(answer)
        if answer not in self.right:
            raise WrongAnswer(str(self.puzzle.hint))
        return answer

    def _written(self, text: str) -> str:
        table = self.table()
        try:
            move = read_move(self.kind.rules, text)
            table.play(LEARNER, move)
        except NotationError:
            raise WrongAnswer(str(self.puzzle.hint)) from None
        except Refusal as refusal:
            raise WrongAnswer(why_refused(table, move, refusal)) from None
        return move.written()


POSED_PUZZLES: Final[Mapping[str, PosedPuzzle]] = {
    puzzle.name: PosedPuzzle(kind, puzzle) for kind in KINDS.values() for puzzle in kind.puzzles
}
"""By name, in display order."""


def puzzle_of_day(day: date) -> PosedPuzzle:
    """Return the puzzle of this day; they take turns."""
    names = sorted(POSED_PUZZLES)
    return POSED_PUZZLES[names[day.toordinal() % len(names)]]


def next_puzzle(name: str) -> str:
    """Return the name of the next puzzle, starting over after the last."""
    names = list(POSED_PUZZLES)
    return names[(names.index(name) + 1) % len(names)]


# Progress is kept in the session, with or without an account.

STEPS, ANSWERS = "lessons", "puzzles"


def course_of(session: SessionBase, kind: AnyKind) -> Course:
    """Return the reader's progress in the lesson of this game."""
    return resume(kind, session.get(STEPS, {}).get(kind.name, ()))


def save_course(session: SessionBase, course: Course) -> None:
    session[STEPS] = {**session.get(STEPS, {}), course.table.kind.name: list(course.done)}


def puzzle_answers(session: SessionBase) -> Mapping[str, str]:
    """Return the reader's right answers by puzzle."""
    found: Mapping[str, str] = session.get(ANSWERS, {})
    return found


def save_answer(session: SessionBase, name: str, answer: str) -> None:
    session[ANSWERS] = {**puzzle_answers(session), name: answer}


def forget_answer(session: SessionBase, name: str) -> None:
    answers = puzzle_answers(session)
    session[ANSWERS] = {known: answers[known] for known in answers if known != name}
