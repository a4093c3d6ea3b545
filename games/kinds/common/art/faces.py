"""The faces of the bots' dwarfs, each made of a few parts, in a sprite of their own.

A small cog in the corner distinguishes them from people wherever a face stands alone. People's own
dwarfs are made of the same parts (`common/dwarfs.py`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from games.kinds.common.art.sprite import IMAGES, svg_file
from games.kinds.common.art.svg import again, part
from games.kinds.common.dwarfs import DWARF_PARTS, choices_of, code_of

STORED: Final[Path] = IMAGES / "bots.svg"
EDGE: Final = 'stroke="var(--edge)" stroke-width="1.4"'


class Face(NamedTuple):
    """The looks of a dwarf: two shapes and four colours."""

    hair: str
    hat: str
    skin: str
    locks: str
    """The colour of hair and beard."""
    coat: str
    cloth: str
    """The colour of the hat."""


FACES: Final = {
    "grimbart": Face("full", "hood", "#c98a5e", "#8f857b", "#4a3f38", "#5d5148"),
    "hilda": Face("plaits", "dome", "#f0c29c", "#c98a2b", "#7d3f1d", "#b3541e"),
    "kunz": Face("stubble", "cap", "#e3ab80", "#8a3b1e", "#3f5d46", "#a03a2e"),
    "berthild": Face("bun", "band", "#e3ab80", "#6b4a2f", "#4d6a73", "#2d7d40"),
    "ottokar": Face("braided", "box", "#f0c29c", "#d9cbb3", "#6a4a6f", "#7a3b6b"),
    "runa": Face("curls", "hood", "#a86c45", "#2c211b", "#2f5f6b", "#3f7f86"),
    "wenzel": Face("forked", "dome", "#e3ab80", "#b8713a", "#5a6b3d", "#8a8f96"),
    "friedrun": Face("plaits", "box", "#7d4e31", "#2c211b", "#8a5a2b", "#8d5f3a"),
    "alrun": Face("curls", "band", "#f0c29c", "#a33d1c", "#4a4f8a", "#4a4f8a"),
    "jobst": Face("forked", "cap", "#7d4e31", "#2c211b", "#7a4b2a", "#5d6b34"),
    "gerlind": Face("bun", "dome", "#c98a5e", "#8f857b", "#5b2f3a", "#2f63c8"),
    "tassilo": Face("full", "box", "#a86c45", "#3a2b22", "#2f5f6b", "#55483d"),
}
"""By the key of the dwarf."""


LAMP: Final = (
    '<circle cx="24" cy="12.5" r="4.2" fill="var(--lamp)" stroke="var(--edge)" stroke-width="1.6"/>'
)


def _filled(d: str, fill: str) -> str:
    return f'<path d="{d}" fill="{fill}" {EDGE} stroke-linejoin="round"/>'


def _line(d: str, colour: str, width: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
        ' stroke-linecap="round"/>'
    )


BEARDS: Final = {
    "full": "M10 25C8 38 15 45.5 24 45.5S40 38 38 25z",
    "forked": "M10 25C8 37 11 43 16 47.5L24 41l8 6.5C37 43 40 37 38 25z",
    "braided": "M10 25C9 33 13 38 18 40l2.5 7.5h7L30 40c5-2 9-7 8-15z",
    "stubble": "M11 24Q11 38 24 38T37 24z",
    "pointed": "M10 25C10 37 17 41 24 48C31 41 38 37 38 25z",
    "twin": "M10 25C9 33 11 38 13 41l-1.5 5.5h6L19 41h10l1.5 5.5h6L35 41c2-3 4-8 3-16z",
}
"""Drawn before the coat, below the face."""
LOCKS: Final = {
    "plaits": (
        "M12 19C5 25 6 36 8 45h6.5C13.5 37 14 31 15 27zM36 19c7 6 6 17 4 26h-6.5c1-8 .5-14-.5-18z"
    ),
    "curls": "M9 19q-6 5-2 9-4 6 2 9 1 5 7 3l-1-18zM39 19q6 5 2 9 4 6-2 9-1 5-7 3l1-18z",
    "bun": "M10.5 20C7 28 10 34 14 36l1-14zM37.5 20c3.5 8 .5 14-3.5 16l-1-14z",
}
"""Drawn behind the face."""
FACE: Final = "M12.5 20h23v9q-2 7.5-11.5 7.5T12.5 29z"
MOUSTACHE: Final = "M24 31q-4-2.5-8.5 2.5 5 3 8.5.5 3.5 2.5 8.5-.5Q28 28.5 24 31z"
COG: Final = (
    "M38.2 31.5h3.6l.6 2.4 1.7.7 2.1-1.3 2.5 2.5-1.3 2.1.7 1.7 2.4.6v3.6l-2.4.6-.7 1.7"
    " 1.3 2.1-2.5 2.5-2.1-1.3-1.7.7-.6 2.4h-3.6l-.6-2.4-1.7-.7-2.1 1.3-2.5-2.5 1.3-2.1-.7-1.7"
    "-2.4-.6v-3.6l2.4-.6.7-1.7-1.3-2.1 2.5-2.5 2.1 1.3 1.7-.7z"
)
HATS: Final = {
    "dome": "M9.5 20.5C9 9 16 4.5 24 4.5S39 9 38.5 20.5z",
    "box": "M12 20V9.5Q12 6 16 6h16q4 0 4 3.5V20z",
    "cap": "M9.5 21C10 14 16 10 21 3.5q8-2 9.5 4C35 11 38 15 38.5 21z",
    "hood": "M7 32C5 14 13 4 24 3s19 11 17 29l-5-10Q24 14 12 22z",
    "band": "M10 20C9 9 16 5 24 5s15 4 14 15q-14-6-28 0z",
    "point": "M8.5 20.5Q18 13 23 1.5q1-1 2 0 5 11.5 14.5 19z",
}


def _hair(face: Face) -> str:
    if face.hair in LOCKS:
        bun = f'<circle cx="24" cy="5" r="5" fill="{face.locks}" {EDGE}/>'
        return (bun if face.hair == "bun" else "") + _filled(LOCKS[face.hair], face.locks)
    return _filled(BEARDS[face.hair], face.locks)


def _mouth(face: Face) -> str:
    """Draw a moustache over a beard; lips if there is no beard."""
    if face.hair in LOCKS:
        return _line("M20.5 32.8q3.5 2.2 7 0", "#7a3326", 1.6)
    return _filled(MOUSTACHE, face.locks)


def _hat(face: Face) -> str:
    if face.hat == "bare":
        return _filled(HATS["band"], face.locks)
    crown = _filled(HATS[face.hat], face.cloth)
    if face.hat in ("dome", "box", "point"):
        brim = f'<rect x="7" y="18.5" width="34" height="4" rx="2" fill="{face.cloth}" {EDGE}/>'
        return crown + brim + ("" if face.hat == "point" else LAMP)
    if face.hat == "cap":
        fur = f'<rect x="8" y="18" width="32" height="4.5" rx="2.2" fill="var(--card)" {EDGE}/>'
        return crown + fur
    if face.hat == "band":
        return _filled(HATS["band"], face.locks) + _line("M10 18q14-6 28 0", face.cloth, 4)
    return crown


def portrait(face: Face) -> str:
    """Draw a dwarf in a round window: a bot without its cog, or a person."""
    coat = f'<path d="M6.5 40.5Q12 33 24 33T41.5 40.5A24 24 0 0 1 6.5 40.5z" fill="{face.coat}"/>'
    skin = f'<path d="{FACE}" fill="{face.skin}"/>'
    nose = f'<ellipse cx="24" cy="28.4" rx="3.2" ry="2.8" fill="{face.skin}" {EDGE}/>'
    brows = _line("M15.5 22.8l5 .6M32.5 22.8l-5 .6", face.locks, 2)
    body = coat + _hair(face) + skin + _mouth(face) + again("eyes") + brows + nose + _hat(face)
    return again("ground") + body


PARTS: Final = {
    "ground": (
        '<circle cx="24" cy="24" r="24" fill="var(--rock)"/>'
        '<path d="M0 24A24 24 0 0 1 7 7L30 3 14 20z" fill="var(--rock-1)"/>'
        '<path d="M41 7A24 24 0 0 1 46 33L34 20z" fill="var(--rock-3)"/>'
    ),
    "eyes": "".join(f'<circle cx="{x}" cy="25.6" r="1.6" fill="#1a120d"/>' for x in (18.6, 29.4)),
    "cog": (
        f'<g transform="translate(15 13.7)scale(.6)"><path d="{COG}" fill="var(--lamp)"'
        ' stroke="var(--edge)" stroke-width="1.6"/>'
        '<circle cx="40" cy="42" r="3.4" fill="var(--deeper)"/></g>'
    ),
}
"""The parts that all of them share."""


def bot_sprite() -> str:
    """Return all faces in one file, each under the key of its dwarf."""
    symbols = "\n".join(
        f'<symbol id="{key}" viewBox="0 0 48 48">{portrait(face)}{again("cog")}</symbol>'
        for key, face in FACES.items()
    )
    return svg_file([part(name, drawn) for name, drawn in PARTS.items()], symbols)


NAME: Final = "d"
"""The id of the drawing in its file: a page uses it as `#d`, with its own theme's colours."""
SIDE: Final = 48


@lru_cache(maxsize=2_000)
def dwarf_svg(code: str) -> str:
    """Return the drawing of a code as an SVG file."""
    shared = part("ground", PARTS["ground"]) + part("eyes", PARTS["eyes"])
    drawing = portrait(Face(**choices_of(code)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<defs>{shared}</defs><g id="{NAME}">{drawing}</g></svg>'
    )


@cache
def drawings_version() -> str:
    """Return a version that changes with any drawing, so that browsers don't use old ones."""
    most = max(len(part.choices) for part in DWARF_PARTS)
    samples = (
        dwarf_svg(code_of({p.key: p.choices[n % len(p.choices)].key for p in DWARF_PARTS}))
        for n in range(most)
    )
    return sha256("".join(samples).encode()).hexdigest()[:8]
