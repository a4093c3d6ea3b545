"""All games of some tables, counted table by table."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from games.laboratory.counting import Count
from games.laboratory.crowd import in_processes, watched
from games.laboratory.playing import Game, Table, play


def run(tasks: Sequence[Game], jobs: int) -> dict[Table, Count]:
    """In the order in which the tables are first named; a terminal sees how far it is."""
    counts: dict[Table, Count] = {}
    played = watched(in_processes(play, tasks, jobs), len(tasks), sys.stderr)
    for game, found in zip(tasks, played, strict=True):
        counts.setdefault(game.table, Count()).add(found)
    return counts
