"""Positions and games of the classic game, for its bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine import Rng, Seeds
from games.engine.bots import EASY, EVEN_TEMPER, HARD, NORMAL, Bot, SeenMove, Temperament
from games.engine.playout import BotPlayer, TableMemory, play_bots
from games.kinds import read_move
from games.kinds.classic.bots import BOTS, HardBot
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.moves import Move
from games.kinds.classic.rules.state import State, View

GOALS = ["8,-2 stone-nw", "8,0 treasure", "8,2 stone-ne"]
TUNNEL = [f"{x},0 ew" for x in range(1, 8)]
STRENGTHS: dict[str, Bot[Move, View]] = {
    EASY: BOTS[EASY],
    NORMAL: BOTS[NORMAL],
    HARD: HardBot(playouts=48),  # it thinks the same way, but for a shorter time
}

RNG = {EASY: 12, NORMAL: 4, HARD: 2}
"""How many random choices are looked at."""


def table(players: int = 4, options: Any = None, **position: Any) -> State:
    """Make a position; players not named are diggers with a card that leads nowhere."""
    names = [f"p{seat + 1}" for seat in range(players)]
    roles = dict.fromkeys(names, "digger") | position.pop("roles", {})
    hands = {name: ["ns", "ns"] for name in names} | position.pop("hands", {})
    whole = {"goals": GOALS, "stock": ["ne"] * 20, **position, "roles": roles, "hands": hands}
    return CLASSIC_RULES.position(options or {}, players, Seeds.from_number(1), whole)


class Played:
    """A position that is played on move by move, with memories."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.memories = TableMemory(CLASSIC_RULES, state.seats)

    def then(self, *moves: str) -> Played:
        """Play these moves, each by the player on turn."""
        for text in moves:
            progress = CLASSIC_RULES.play(
                self.state, self.state.turn, read_move(CLASSIC_RULES, text)
            )
            self.memories.happened(self.state, progress.events)
            self.state = progress.after
        return self

    @property
    def view(self) -> View:
        return CLASSIC_RULES.view(self.state, self.state.turn)

    @property
    def memory(self) -> Sequence[SeenMove[View]]:
        return self.memories.memory(self.state.turn)

    def chosen(self, strength: str, temperament: Temperament = EVEN_TEMPER) -> set[str]:
        """Return all moves that a bot may choose here, over many seeds."""
        bot, view, memory = STRENGTHS[strength], self.view, self.memory
        return {
            bot.choose(view, memory, temperament, Rng(bytes([lot]), "mind")).written()
            for lot in range(RNG[strength])
        }


def moments(players: int, number: int, every: int, strength: str = NORMAL) -> Iterator[Played]:
    """Yield some moments of a game between bots, with what was played before."""
    played: Played | None = None
    seats = [BotPlayer(STRENGTHS[strength])] * players
    for count, turn in enumerate(play_bots(CLASSIC_RULES, seats, number)):
        if played is None:
            played = Played(turn.progress.before)
        if count % every == every - 1:
            yield played
        played.memories.happened(turn.progress.before, turn.progress.events)
        played.state = turn.progress.after
