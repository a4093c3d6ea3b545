"""A lesson or puzzle as far as it was played, judged by the rules of its game."""

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
    """A table that nobody stores: its state, and what was done since it was laid."""

    kind: AnyKind
    position: Position
    state: Any
    played: tuple[LessonMove, ...] = ()
    counted: int = 0
    """How many things were done, including before the position was laid again."""
    seen: int = 0
    """Up to which of them the learner knew of when they did their last one."""

    @property
    def view(self) -> Any:
        return self.kind.rules.view(self.state, LEARNER)

    def play(self, seat: int, move: Move | UnsupportedMove) -> LessonTable:
        """With this move made. The end of a round stays: nothing is dealt after it."""
        progress = self.kind.rules.play(self.state, seat, move)
        number = self.counted + 1
        done = LessonMove(number, seat, self.state, progress.events)
        state = progress.after if progress.ended is None else progress.ended
        seen = self.counted if seat == LEARNER else self.seen
        return replace(self, state=state, played=(*self.played, done), counted=number, seen=seen)

    def script(self, lines: Iterable[str]) -> LessonTable:
        """With what others do: `p2 place ew at 4,0`."""
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
    """What the learner did is not what the step waits for; `said` says why."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def why_refused(table: LessonTable, move: Move | UnsupportedMove, refusal: Refusal) -> str:
    """The sentence for a refusal; for a card that does not fit, with the side."""
    if refusal.code == "does-not-fit":
        return misfit(table.view.mine, move)
    return table.kind.words.refusal(refusal.code)


@dataclass(frozen=True, slots=True)
class Course:
    """A lesson up to the step that waits for its learner."""

    table: LessonTable
    done: tuple[str, ...] = ()
    """What was done in each step before, in notation; nothing where there was only to read."""
    learnt: str = ""
    """Why the rules refused what was tried in the step before."""

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
        """One step on. WrongAnswer if this is not what is waited for: then nothing has changed."""
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
        """What the coach points at, and plays for a learner who asks to be shown."""
        return self.step.moves[0] if self.step.moves else ""


def begin(kind: AnyKind) -> Course:
    first = kind.lesson[0].begins
    assert first is not None
    return Course(table_from_position(kind, first))


def resume(kind: AnyKind, done: Sequence[str]) -> Course:
    """As far as it was played: what no longer is a step of this lesson is left out."""
    course = begin(kind)
    for text in done[: len(kind.lesson) - 1]:
        try:
            course = course.play(text)
        except WrongAnswer:
            break
    return course


@dataclass(frozen=True, slots=True)
class PosedPuzzle:
    """A puzzle, and the game that it is of."""

    kind: AnyKind
    puzzle: Puzzle

    def table(self) -> LessonTable:
        return table_from_position(self.kind, self.puzzle.position).script(self.puzzle.played)

    def after(self, answer: str) -> LessonTable:
        """The table once the answer was given: who is named moves nothing."""
        table = self.table()
        if self.puzzle.suspect is not None:
            return table
        return table.play(LEARNER, read_move(self.kind.rules, answer))

    @property
    def right(self) -> tuple[str, ...]:
        """Every right answer: moves, or the number of a seat."""
        suspect = self.puzzle.suspect
        return self.puzzle.moves if suspect is None else (str(suspect),)

    def check(self, answer: str) -> str:
        """The answer as it is written, if it is right; else WrongAnswer."""
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
"""By name, in the order in which they are offered."""


def puzzle_of_day(day: date) -> PosedPuzzle:
    """Another one each day, all of them in turn."""
    names = sorted(POSED_PUZZLES)
    return POSED_PUZZLES[names[day.toordinal() % len(names)]]


def next_puzzle(name: str) -> str:
    """The name of the puzzle after this one; after the last comes the first."""
    names = list(POSED_PUZZLES)
    return names[(names.index(name) + 1) % len(names)]


# Progress is kept in the session: with an account or without.

STEPS, ANSWERS = "lessons", "puzzles"


def course_of(session: SessionBase, kind: AnyKind) -> Course:
    """The lesson of this game, as far as they have come."""
    return resume(kind, session.get(STEPS, {}).get(kind.name, ()))


def save_course(session: SessionBase, course: Course) -> None:
    session[STEPS] = {**session.get(STEPS, {}), course.table.kind.name: list(course.done)}


def puzzle_answers(session: SessionBase) -> Mapping[str, str]:
    """Their right answers, by the name of the puzzle."""
    found: Mapping[str, str] = session.get(ANSWERS, {})
    return found


def save_answer(session: SessionBase, name: str, answer: str) -> None:
    session[ANSWERS] = {**puzzle_answers(session), name: answer}


def forget_answer(session: SessionBase, name: str) -> None:
    answers = puzzle_answers(session)
    session[ANSWERS] = {known: answers[known] for known in answers if known != name}
