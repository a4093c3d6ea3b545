"""A lesson or puzzle as far as it was played, judged by the rules of its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.kinds.common.lessons import LEARNER, Lesson, Position, Step
from games.kinds.common.words.misfit import misfit
from games.kinds.kind import GameKind
from games.kinds.language import read_move
from games.mine import Event, Move, NotationError, OtherGamesMove, Refusal, Seeds, read_seat

AnyKind = GameKind[Any, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """Something that was done at the table."""

    number: int
    seat: int
    before: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table that nobody stores: its state, and what was done since it was laid."""

    kind: AnyKind
    position: Position
    state: Any
    played: tuple[Played, ...] = ()
    counted: int = 0
    """How many things were done, also before it was laid anew."""
    seen: int = 0
    """Up to which of them the learner knew of when they did their last one."""

    @property
    def view(self) -> Any:
        return self.kind.rules.view(self.state, LEARNER)

    def play(self, seat: int, move: Move | OtherGamesMove) -> Table:
        """With this move made. The end of a round stays: nothing is dealt after it."""
        progress = self.kind.rules.play(self.state, seat, move)
        number = self.counted + 1
        done = Played(number, seat, self.state, progress.events)
        state = progress.after if progress.ended is None else progress.ended
        seen = self.counted if seat == LEARNER else self.seen
        return replace(self, state=state, played=(*self.played, done), counted=number, seen=seen)

    def script(self, lines: Iterable[str]) -> Table:
        """With what others do: `p2 place ew at 4,0`."""
        table = self
        for line in lines:
            who, _, text = line.partition(" ")
            table = table.play(read_seat(who), read_move(self.kind.rules, text))
        return table


def laid(kind: AnyKind, position: Position, counted: int = 0) -> Table:
    """The table as a position describes it."""
    rules = kind.rules
    seeds = Seeds.from_number(0, rules.ROUNDS)
    state = rules.position(position.options, position.players, seeds, position.lies)
    return Table(kind, position, state, counted=counted, seen=counted)


class NotThis(Exception):  # noqa: N818  (nothing went wrong: they learn)
    """What the learner did is not what the step waits for; `said` says why."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def why_refused(table: Table, move: Move | OtherGamesMove, refusal: Refusal) -> str:
    """The sentence for a refusal; for a card that does not fit, with the side."""
    if refusal.code == "does-not-fit":
        return misfit(table.view.mine, move)
    return table.kind.words.refusal(refusal.code)


# --- a lesson -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Course:
    """A lesson up to the step that waits for its learner."""

    lesson: Lesson
    table: Table
    done: tuple[str, ...] = ()
    """What was done in each step before, in notation; nothing where there was only to read."""
    lesson_learnt: str = ""
    """Why the rules refused what was tried in the step before."""

    @property
    def number(self) -> int:
        return len(self.done)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def over(self) -> bool:
        return self.number == self.lesson.last

    def read(self, text: str) -> Move | OtherGamesMove:
        return read_move(self.table.kind.rules, text)

    def does(self, text: str) -> Course:
        """One step on. NotThis where this is not what is waited for: then nothing has changed."""
        step = self.step
        if self.over or not step.moves:
            return self if self.over else self._next("", self.table)
        move = self._meant(text)
        if step.refused:
            return self._next(text, self.table, self._refusal(move))
        return self._next(text, self.table.play(LEARNER, move))

    def _meant(self, text: str) -> Move | OtherGamesMove:
        rules, step = self.table.kind.rules, self.step
        try:
            move = self.read(text)
        except NotationError:
            raise NotThis(str(step.hint)) from None
        if rules.print_move(move) in step.moves:
            return move
        raise NotThis(self._refusal(move) or str(step.hint))

    def _refusal(self, move: Move | OtherGamesMove) -> str:
        try:
            self.table.play(LEARNER, move)
        except Refusal as refusal:
            return why_refused(self.table, move, refusal)
        return ""

    def _next(self, text: str, table: Table, learnt: str = "") -> Course:
        table = table.script(self.step.then)
        following = self.lesson.steps[self.number + 1]
        if following.begins is not None:
            table = laid(table.kind, following.begins, table.counted)
        return Course(self.lesson, table, (*self.done, text), learnt)

    @property
    def shown_move(self) -> str:
        """What is pointed at, and what is done for who wants to be shown it."""
        return self.step.moves[0] if self.step.moves else ""


def begin(kind: AnyKind) -> Course:
    first = kind.lesson.steps[0].begins
    assert first is not None
    return Course(kind.lesson, laid(kind, first))


def again(kind: AnyKind, done: Sequence[str]) -> Course:
    """As far as it was played: what no longer is a step of this lesson is left out."""
    course = begin(kind)
    for text in done[: kind.lesson.last]:
        try:
            course = course.does(text)
        except NotThis:
            break
    return course
