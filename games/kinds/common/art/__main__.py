"""`python -m games.kinds.common.art`: write all sprites; `--sheet OUT.html`: a page of them."""

from __future__ import annotations

import sys
from pathlib import Path

from games.kinds import KINDS
from games.kinds.common.art import faces
from games.kinds.common.art.sprite import sheet, sprite


def main(arguments: list[str]) -> None:
    arts = {kind.art.file: kind.art for kind in KINDS.values()}  # two games may share a sprite
    if arguments[:1] == ["--sheet"]:
        chosen = [KINDS[name].art for name in arguments[2:]]
        Path(arguments[1]).write_text(sheet(chosen or arts.values()))
        return
    for art in arts.values():
        art.stored.write_text(sprite(art))
        sys.stdout.write(f"{art.stored}: {len(art.names)} drawings\n")
    faces.STORED.write_text(faces.bot_sprite())
    sys.stdout.write(f"{faces.STORED}: {len(faces.FACES)} drawings\n")


if __name__ == "__main__":
    main(sys.argv[1:])
