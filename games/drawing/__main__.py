"""`python -m games.drawing [CARD…]`: write the sprite, with these cards besides the classic."""

from __future__ import annotations

import sys

from games.drawing.sprite import CLASSIC, SPRITE, sprite


def main(more: list[str]) -> None:
    cards = dict.fromkeys((*CLASSIC, *more))
    SPRITE.write_text(sprite(cards))
    sys.stdout.write(f"{SPRITE}: {len(cards)} cards\n")


if __name__ == "__main__":
    main(sys.argv[1:])
