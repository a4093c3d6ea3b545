"""A picture: one drawing in two forms, and what it shows in words."""

from __future__ import annotations

from dataclasses import dataclass

from games.tables.presenters.pictures import painting


@dataclass(frozen=True, slots=True)
class Picture:
    """Made of what everybody may see."""

    name: str
    """Of which table, and which version of it; or of what else."""
    svg: str
    words: str

    @property
    def png(self) -> bytes:
        return painting.png(self.svg, self.name)

    @property
    def width(self) -> int:
        """How wide a page may show it, in its pixels."""
        return painting.width(self.svg)

    @property
    def mark(self) -> str:
        """Different for every picture, and made of nothing but what is to be seen."""
        return painting.fingerprint(self.svg)
