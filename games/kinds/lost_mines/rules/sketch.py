"""The board as text, with dwarfs and tokens, for failures and bug reports."""

from __future__ import annotations

from games.kinds.lost_mines.rules.state import Table
from games.mine import sketch
from games.mine.notation import print_cell, print_joint, print_seat


def draw(view: Table) -> str:
    """The cards, and below them what stands on them."""
    lines = [sketch.draw(view)]
    lines += [
        f"dwarf {print_seat(seat)} at {print_cell(cell)}" for seat, cell in enumerate(view.dwarfs)
    ]
    lines += [f"overcome {print_cell(cell)}" for cell in view.overcome]
    lines += [f"trap on {print_joint(joint)}" for joint in view.traps]
    lines += [
        f"troll of {print_seat(owner)} on {print_joint(joint)}" for joint, owner in view.trolls
    ]
    return "\n".join(lines)
