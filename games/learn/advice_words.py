"""What the foreman says, in words: about the move to make now, and about moves of the past."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.safestring import SafeString

from games.engine import Rules
from games.engine.bots import Suggestion
from games.kinds.common.words.moves import QUESTION
from games.kinds.common.words.phrases import Line, Names
from games.kinds.kind import GameKind, M, V
from games.learn.advice import Opinion, advice
from games.players.names import SeatNames
from games.replays.story import Eyes, ReplayStep, Story, step_lines
from games.tables.store import LoadedTable


@dataclass(frozen=True, slots=True)
class MoveAdvice:
    """A move that the foreman thinks of, with what speaks for it."""

    text: str
    """In notation."""
    name: str
    """As the list of moves has it: the card, and where or on whom."""
    key: str
    """The cards it takes from the hand."""
    would: SafeString
    reasons: tuple[SafeString, ...]

    @property
    def anchor(self) -> str:
        """Its anchor in the list of moves; pairs are folded below it."""
        return "moves" if " " in self.key else f"card-{self.key}"

    @property
    def is_staged(self) -> bool:
        """Can it be shown on the board first? Answers are in the dock."""
        return self.key != QUESTION


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of the past, and what the foreman would have played there."""

    at: str
    """The key of its step."""
    step: int
    """Which step it is, counted from one."""
    who: str
    mine: bool
    played: tuple[Line, ...]
    thought: MoveAdvice
    same: bool


def suggestions(loaded: LoadedTable, seat: int) -> list[MoveAdvice]:
    """For the seat on turn, the best first."""
    view = loaded.rules.view(loaded.state, seat)
    names = SeatNames(loaded.seats, seat)
    ideas = advice(loaded, seat)
    return [_suggestion(idea, view, loaded.kind, loaded.rules, names) for idea in ideas]


def _suggestion(
    idea: Suggestion[M], view: V, kind: GameKind[M, V], rules: Rules[Any, M, V], names: Names
) -> MoveAdvice:
    words, preview = kind.words, rules.preview(view, idea.move)
    button = words.button(idea.move, names, partial(rules.preview, view))
    heading = words.heading(idea.move, button.key)
    reasons = dict.fromkeys(words.reason(reason, names) for reason in idea.reasons)
    return MoveAdvice(
        text=idea.move.written(),
        name=": ".join(dict.fromkeys((heading, button.label))),
        key=button.key,
        would=words.would(idea.move, preview, view.mine, names),
        reasons=tuple(reasons),
    )


def judged_moves(story: Story, found: Opinion) -> JudgedMove:
    """For the reader of this story."""
    index = story.find(str(found.number))
    step, before = story.steps[index], story.moments[found.number - 1]
    view = story.rules.view(before.state, found.seat)
    names = story.called(story.reader)(found.number)
    return JudgedMove(
        at=step.key,
        step=index + 1,
        who=names.plain(found.seat),
        mine=names.is_me(found.seat),
        played=_played(story, step),
        thought=_suggestion(found.idea, view, story.kind, story.rules, names),
        same=found.same,
    )


def _played(story: Story, step: ReplayStep) -> tuple[Line, ...]:
    assert step.moment.entry is not None
    done, _ = step_lines(story, step.moment.entry, Eyes(story.reader))
    return done[:1]
