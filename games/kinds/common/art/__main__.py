"""`python -m games.drawing`: write all sprites; `--sheet OUT.html`: a sheet to look at them."""

from __future__ import annotations

import sys
from pathlib import Path

from games.kinds.common.art.files import path
from games.kinds.common.art.sheet import sheet
from games.kinds.common.art.sprite import GAMES, sprite


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--sheet"]:
        Path(arguments[1]).write_text(sheet(arguments[2:]))
        return
    for game, drawn in GAMES.items():
        path(game).write_text(sprite(drawn))
        sys.stdout.write(f"{path(game)}: {len(drawn.names)} drawings\n")


if __name__ == "__main__":
    main(sys.argv[1:])
