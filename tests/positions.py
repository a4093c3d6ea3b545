"""Tables in a chosen position, written through the store."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from config.clock import now
from games.engine import Seeds
from games.tables.models import Table
from games.tables.services.unit_of_work import table_for_update
from tests import real_tables

GOALS = ["8,-2 stone-ne", "8,0 treasure", "8,2 stone-nw"]
CORRIDOR = [f"{x},0 ew" for x in range(1, 7)]


def at_position(*players: User, options: dict[str, Any] | None = None, **position: Any) -> Table:
    """Make a running table of these players, in a position as in a scenario file."""
    table = real_tables.running(*players, options=options or {})
    put(table, **position)
    return table


def put(table: Table, **position: Any) -> None:
    with table_for_update(table.code, now()) as work:
        rules = work.loaded.rules
        if table.kind == "classic":
            position.setdefault("goals", GOALS)
        seeds = Seeds.from_number(7, rules.rounds)
        work.put(rules.position(table.options, len(work.seats), seeds, position))
        work.end_turn()  # the next player's turn starts over
    real_tables.have_seen(table)


def last_round(*players: User, **more: Any) -> Table:
    """Make a last round of three players: the first can reach the treasure with a straight card."""
    hands = {
        "p1": ["ew", "map", "broken-pick", "rockfall"],
        "p2": ["nes", "fix-pick-lantern"],
        "p3": ["ne", "ns"],
    }
    roles = {"p1": "digger", "p2": "digger", "p3": "saboteur"}
    given: dict[str, Any] = {
        "cards": CORRIDOR,
        "hands": hands,
        "roles": roles,
        "round": 3,
        "turn": "p1",
    }
    return at_position(*players, **(given | more))


# --- The Duel and the solo game -------------------------------------------------------------------

DUEL_GOALS = [
    "5,-2 nesw 0", "5,0 nw 2", "5,2 n.e.w 0", "7,-1 n.s.w 0", "7,1 n.e.s.w 0", "9,0 ne 2",
]  # fmt: skip
SOLO_GOALS = [
    "8,-2 nesw 0", "8,0 nw 2", "8,2 n.e.w 0", "10,-1 n.s.w 0", "10,1 n.e.s.w 0", "12,0 ne 2",
]  # fmt: skip


def last_duel(*players: User, **more: Any) -> Table:
    """Make a last round with three markers left: green can pay a troll and claim, then blue can."""
    given: dict[str, Any] = {
        "goals": DUEL_GOALS,
        "hands": {
            "p1": ["nesw+troll@s", "ns.ew+gold@n", "map", "key", "broken-pick", "ew"],
            "p2": ["new.s+gold@s", "ns", "rockfall", "fix-pick", "ne", "ne"],
        },
        "stock": ["ew", "ns", "nw", "ne.w"],
        "markers_left": 3,
        "gold": {"p1": [2], "p2": [1, 1]},
        "round": 3,
        "turn": "p1",
    }
    table = real_tables.running(*players, kind="duel", options={"colours": "first_is_green"})
    put(table, **(given | more))
    return table


def last_solo(player: User, **more: Any) -> Table:
    """Make a last round with one marker left: the next gold ends the game."""
    given: dict[str, Any] = {
        "goals": SOLO_GOALS,
        "hands": {"p1": ["ns.ew+gold@n", "map", "key", "ew", "ne", "nw"]},
        "stock": ["ew", "ns"],
        "markers_left": 1,
        "gold": {"p1": [3, 3, 3, 3, 3]},
        "round": 3,
    }
    table = real_tables.running(player, kind="solo", public=False)
    put(table, **(given | more))
    return table


# --- The Lost Mines -------------------------------------------------------------------------------

MINES = ["9,0 gems", "9,2 gold", "9,4 silver", "9,6 dragon"]


def in_the_woods(*players: User, **more: Any) -> Table:
    """Make a last round of three players: blue's path leads to the gold, with a trap on it."""
    given: dict[str, Any] = {
        "mines": MINES,
        "cards": [f"{x},2 ew" for x in range(2, 9)],
        "clans": {"p1": "blue loyal", "p2": "yellow selfish", "p3": "blue saboteur"},
        "dwarfs": {"p1": "6,2"},
        "traps": ["7,2/e"],
        "treasures_left": ["gold 4", "gems 5", "gold 2"],
        "hands": {
            "p1": ["nesw", "trap", "scout-mine-treasure", "scout-treasure-dwarf", "ew"],
            "p2": ["ns", "storm", "axe", "es"],
            "p3": ["sw", "rope", "troll", "es"],
        },
        "round": 2,
        "turn": "p1",
    }
    table = real_tables.running(*players, kind="lost_mines")
    put(table, **(given | more))
    return table
