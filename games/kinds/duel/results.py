"""Who won a game of The Duel, and with how much gold."""

from __future__ import annotations

from typing import Final

from games.kinds.duel.rules.rounds import outcome
from games.kinds.duel.rules.state import State
from games.mine.notation import print_seat
from games.mine.progress import Progress
from games.mine.results import Results, Side, Standing


def sides(state: State) -> list[Side]:
    """Everybody for themselves."""
    return [Side(print_seat(seat), (seat,)) for seat in range(state.seats)]


def standings(progress: Progress[State]) -> list[Standing]:
    """Only the whole game is won. Green begins it. (D5, D28)"""
    end = progress.ended and outcome(progress.ended)
    if not end:
        return []
    share = 1 / len(end.winners)
    return [
        Standing((print_seat(seat), colour), share * (seat in end.winners), gold)
        for seat, (colour, gold) in enumerate(zip(progress.after.colours, end.scores, strict=True))
    ]


RESULTS: Final = Results(sides, standings)
