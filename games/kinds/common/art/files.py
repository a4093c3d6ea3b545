"""Which file holds the drawings of which game: a page of a table loads one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

IMAGES: Final = Path(__file__).parents[2] / "static" / "img"
SPRITE_OF: Final = {
    "classic": "cards",
    "duel": "cards-duel",
    "solo": "cards-duel",
    "lost_mines": "cards-lost-mines",
}


def address(game: str) -> str:
    """The sprite of a game as a static file."""
    return f"img/{SPRITE_OF[game]}.svg"


def path(game: str) -> Path:
    return IMAGES / f"{SPRITE_OF[game]}.svg"
