"""The foreman's advice in words: on the next move, and on past moves."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.engine import Rules
from games.engine.bots import Suggestion
from games.kinds.common.words.moves import QUESTION
from games.kinds.common.words.phrases import Line, Names
from games.kinds.kind import GameKind, M, V
from games.learn.advice import Opinion, advice
from games.players.names import SeatNames
from games.replays.replay import Replay, ReplayStep, Viewpoint, step_lines
from games.tables.store import LoadedTable


def suggestions(loaded: LoadedTable, seat: int) -> list[dict[str, Any]]:
    """Describe the suggestions for the seat on turn, the best first."""
    view = loaded.rules.view(loaded.state, seat)
    names = SeatNames(loaded.seats, seat)
    ideas = advice(loaded, seat)
    return [_suggestion(idea, view, loaded.kind, loaded.rules, names) for idea in ideas]


def _suggestion(
    idea: Suggestion[M], view: V, kind: GameKind[M, V], rules: Rules[Any, M, V], names: Names
) -> dict[str, Any]:
    """Describe a suggested move and its reasons."""
    words, preview = kind.words, rules.preview(view, idea.move)
    button = words.button(idea.move, names, partial(rules.preview, view))
    heading = words.heading(idea.move, button.key)
    return {
        "text": idea.move.written(),
        "name": ": ".join(dict.fromkeys((heading, button.label))),  # as the list of moves has it
        "key": button.key,
        "anchor": "moves" if " " in button.key else f"card-{button.key}",  # pairs are folded there
        "is_staged": button.key != QUESTION,  # answers are in the dock, and not on the board
        "would": words.would(idea.move, preview, view.mine, names),
        "reasons": list(dict.fromkeys(words.reason(reason, names) for reason in idea.reasons)),
    }


def judged_move(replay: Replay, found: Opinion) -> dict[str, Any]:
    """Describe a past move and the foreman's opinion of it, for the reader of this replay."""
    index = replay.find(str(found.number))
    step, before = replay.steps[index], replay.moments[found.number - 1]
    view = replay.rules.view(before.state, found.seat)
    names = replay.called(replay.reader)(found.number)
    return {
        "at": step.key,
        "step": index + 1,
        "who": names.plain(found.seat),
        "mine": names.is_me(found.seat),
        "played": _played(replay, step),
        "thought": _suggestion(found.idea, view, replay.kind, replay.rules, names),
        "same": found.same,
    }


def _played(replay: Replay, step: ReplayStep) -> tuple[Line, ...]:
    assert step.moment.entry is not None
    done, _ = step_lines(replay, step.moment.entry, Viewpoint(replay.reader))
    return done[:1]
