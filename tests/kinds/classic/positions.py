"""Positions and games of the classic game, for its minds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.kinds.classic import rules as classic
from games.kinds.classic.minds import MINDS
from games.kinds.classic.minds.hard import HardMind
from games.kinds.classic.rules.moves import Move
from games.kinds.language import read_move
from games.mine import Lots, Seeds, print_move
from games.mine.arena import Player, Remembering, battle
from games.mine.minds import EASY, HARD, NORMAL, STEADY, Manner, Mind, Step

GOALS = ["8,-2 stone-nw", "8,0 treasure", "8,2 stone-ne"]
TUNNEL = [f"{x},0 ew" for x in range(1, 8)]
STRENGTHS: dict[str, Mind[Move, classic.View]] = {
    EASY: MINDS[EASY],
    NORMAL: MINDS[NORMAL],
    HARD: HardMind(playouts=48),  # as it thinks, but not for so long
}

LOTS = {EASY: 12, NORMAL: 4, HARD: 2}
"""How often a choice is looked at."""


def table(players: int = 4, options: Any = None, **position: Any) -> classic.State:
    """A position. Whoever is not named is a digger with a card that leads nowhere."""
    names = [f"p{seat + 1}" for seat in range(players)]
    roles = dict.fromkeys(names, "digger") | position.pop("roles", {})
    hands = {name: ["ns", "ns"] for name in names} | position.pop("hands", {})
    whole = {"goals": GOALS, "stock": ["ne"] * 20, **position, "roles": roles, "hands": hands}
    return classic.position(options or {}, players, Seeds.from_number(1), whole)


class Played:
    """A position played on move by move, and remembered."""

    def __init__(self, state: classic.State) -> None:
        self.state = state
        self.memories = Remembering(classic, state.seats)

    def then(self, *moves: str) -> Played:
        """These moves, by whoever is on turn."""
        for text in moves:
            progress = classic.play(self.state, self.state.turn, read_move(classic, text))
            self.memories.happened(self.state, progress.events)
            self.state = progress.after
        return self

    @property
    def view(self) -> classic.View:
        return classic.view(self.state, self.state.turn)

    @property
    def memory(self) -> Sequence[Step[classic.View]]:
        return self.memories.memory(self.state.turn)

    def chosen(self, strength: str, manner: Manner = STEADY) -> set[str]:
        """What a mind chooses here, by whatever lot."""
        mind, view, memory = STRENGTHS[strength], self.view, self.memory
        return {
            print_move(mind.choose(view, memory, manner, Lots(bytes([lot]), "mind")))
            for lot in range(LOTS[strength])
        }


def moments(players: int, number: int, every: int, strength: str = NORMAL) -> Iterator[Played]:
    """Some moments of a game between minds, with what was played before."""
    played: Played | None = None
    seats = [Player(STRENGTHS[strength])] * players
    for count, turn in enumerate(battle(classic, seats, number)):
        if played is None:
            played = Played(turn.progress.before)
        if count % every == every - 1:
            yield played
        played.memories.happened(turn.progress.before, turn.progress.events)
        played.state = turn.progress.after
