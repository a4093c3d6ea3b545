"""A process that floods the broker with messages: `python -m tests.publisher COUNT`."""

from __future__ import annotations

import itertools
import os
import sys


def main(count: int) -> int:
    """Publish the messages; return how many the broker refused."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from config.celery import app
    from config.jobs.sweeps import SWEEPS

    refused = 0
    for _, name in zip(range(count), itertools.cycle(sorted(SWEEPS)), strict=False):
        try:
            app.send_task(name)
        except Exception as error:
            print(f"not taken: {error!r}", flush=True)
            refused += 1
    return min(refused, 100)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
