"""What a reader has learnt and solved, in their session: with an account or without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.sessions.backends.base import SessionBase

STEPS, ANSWERS = "lessons", "puzzles"


def steps(session: SessionBase, game: str) -> list[str]:
    """What they did in the lesson of this game, step by step."""
    return list(session.get(STEPS, {}).get(game, ()))


def keep_steps(session: SessionBase, game: str, done: Sequence[str]) -> None:
    session[STEPS] = {**session.get(STEPS, {}), game: list(done)}


def answers(session: SessionBase) -> Mapping[str, str]:
    """Their right answers, by the name of the puzzle."""
    found: Mapping[str, str] = session.get(ANSWERS, {})
    return found


def keep_answer(session: SessionBase, name: str, answer: str) -> None:
    session[ANSWERS] = {**answers(session), name: answer}


def forget_answer(session: SessionBase, name: str) -> None:
    session[ANSWERS] = {known: said for known, said in answers(session).items() if known != name}
