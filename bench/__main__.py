"""`make bench`: run every benchmark in turn. `python -m bench web …`: run one of them, or one of
the long ones about the games (`tournaments`, `balance`)."""

import sys

from bench import balance, growth, live, playouts, sweeps, tournaments, web

MEASURES = {
    "playouts": playouts.main,
    "web": web.main,
    "live": live.main,
    "growth": growth.main,
    "sweeps": sweeps.main,
}
WHEN_ASKED = {"tournaments": tournaments.main, "balance": balance.main}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        (MEASURES | WHEN_ASKED)[sys.argv[1]](sys.argv[2:])
    else:
        for measure in MEASURES.values():
            measure([])
