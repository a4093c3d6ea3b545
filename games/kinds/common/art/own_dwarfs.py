"""Dwarfs of people's own making, each in a small file by itself, of the parts bots are made of."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from typing import Final

from games.kinds.common.art import bot_faces
from games.kinds.common.art.bot_faces import Face
from games.kinds.common.own_dwarfs import PARTS, chosen, code_of

NAME: Final = "d"
"""Of the drawing within its file: a page takes it by `#d`, with the colours of its own theme."""
SIDE: Final = 48


@lru_cache(maxsize=2_000)
def file(code: str) -> str:
    """The drawing of a code, as an SVG file."""
    shared = "".join(part for part in bot_faces.parts() if 'id="part-cog"' not in part)
    drawing = bot_faces.portrait(Face(**chosen(code)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<defs>{shared}</defs><g id="{NAME}">{drawing}</g></svg>'
    )


@cache
def mark() -> str:
    """Changes when any drawing does: what a browser has kept under another one is old."""
    most = max(len(part.choices) for part in PARTS)
    samples = (
        file(code_of({p.key: p.choices[n % len(p.choices)].key for p in PARTS}))
        for n in range(most)
    )
    return sha256("".join(samples).encode()).hexdigest()[:8]
