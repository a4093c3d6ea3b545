"""Random playouts with full legal-move enumeration, one thread, next to python-chess's.

Both are timed in turns within one run, so that a busy machine slows both. python-chess gets the
lightest possible loop: list the legal moves, choose one, push it; it doesn't even check for draws.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

import chess

from games.engine.playout import play_through
from games.kinds import GAMES
from games.laboratory.playing import SEED_STRIDE

PLIES = 200
WANTED = {"classic": (1, 2), "lost_mines": (0.4, 0.8)}
"""The required and desired rate of a game, as multiples of python-chess's."""


def our_moves(game: str, players: int, seed: int, games: int = 40) -> int:
    """Play this many whole games; return the number of moves."""
    numbers = range(seed * SEED_STRIDE, seed * SEED_STRIDE + games)
    return sum(1 for n in numbers for _ in play_through(GAMES[game], players, {}, n))


def chess_moves(seed: int, games: int = 20) -> int:
    """Play this many random games of chess; return the number of moves."""
    chance = random.Random(seed)
    moves = 0
    for _ in range(games):
        board = chess.Board()
        while moves_now := list(board.legal_moves):
            board.push(chance.choice(moves_now))
            moves += 1
            if board.ply() >= PLIES:
                break
    return moves


def rate(play: Callable[[], int]) -> float:
    """Return moves per second."""
    began = perf_counter()
    moves = play()
    return moves / (perf_counter() - began)


def compare(game: str, players: int, laps: int) -> tuple[float, float]:
    """Return our rate and python-chess's, as medians of several alternating laps."""
    our_moves(game, players, 0, games=5)
    ours, theirs = [], []
    for lap in range(1, laps + 1):
        ours.append(rate(lambda lap=lap: our_moves(game, players, lap)))  # type: ignore[misc]
        theirs.append(rate(lambda lap=lap: chess_moves(lap)))  # type: ignore[misc]
    return median(ours), median(theirs)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), help="left out: all of them")
    parser.add_argument("--players", type=int)
    parser.add_argument("--laps", type=int, default=7)
    chosen = parser.parse_args(arguments)
    for game in [chosen.game] if chosen.game else GAMES:
        report(game, chosen.players or min(5, max(GAMES[game].players)), chosen.laps)


def report(game: str, players: int, laps: int) -> None:
    """Return a line with a game's rate, python-chess's, and the required and desired rate."""
    ours, theirs = compare(game, players, laps)
    least, aim = WANTED.get(game, (0.6, 1))
    print(f"playouts: {game}, {players} players: {ours:,.0f} moves/s")
    print(f"playouts: python-chess: {theirs:,.0f} moves/s")
    print(f"playouts: {game} ratio {ours / theirs:.2f} (at least {least}, aim {aim})")


if __name__ == "__main__":
    main()
