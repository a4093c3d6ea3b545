"""Who won a game of The Duel, and with how much gold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.kinds.duel.rules.cards import BLUE, GREEN
from games.kinds.duel.rules.rounds import outcome
from games.kinds.duel.rules.state import State
from games.mine.notation import Seat, print_seat
from games.mine.progress import Progress
from games.mine.results import Part, Results, Side, Standing, Told


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


def of_game(dealt: Told, winners: Sequence[Seat], seats: int) -> list[Part]:
    """Each is a side; who begins the game is green. A shared win is a draw. (D5, D28)"""
    green = next(event.seat for event in dealt if event.kind == "round-began")
    return [
        Part(GREEN if seat == green else BLUE, print_seat(seat), int(not won), won)
        for seat, won in ((seat, seat in winners) for seat in range(seats))
    ]


RESULTS: Final = Results(sides, standings, of_game=of_game)
