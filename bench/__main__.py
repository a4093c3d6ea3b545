"""`make bench`: every measure, one after the other. `python -m bench web …`: one of them."""

import sys

from bench import growth, live, playouts, sweeps, web

MEASURES = {
    "playouts": playouts.main,
    "web": web.main,
    "live": live.main,
    "growth": growth.main,
    "sweeps": sweeps.main,
}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        MEASURES[sys.argv[1]](sys.argv[2:])
    else:
        for measure in MEASURES.values():
            measure([])
