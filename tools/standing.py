"""Endurance test: `make run` for a long time, on a busy machine, with bots and people playing.

    python -m tools.standing --minutes 120 --tables 36 --busy 2

Starts the whole site in its own folder, keeps the cores busy, seats people with bots at tables of
every game, and plays their moves over HTTP, like a browser without scripts. It exits with 1 and
says why if a process ended, the log has an ERROR line, or a request failed.
`docs/results/standing.md` is the report of the last run.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import re
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import django
import requests

from config.environment import ROOT
from tools import machine
from tools.running_site import Site, started

if TYPE_CHECKING:
    from accounts.models import User

REPORT = ROOT / "docs" / "results" / "standing.md"
KINDS = (("classic", 5), ("duel", 2), ("solo", 1), ("lost_mines", 5), ("classic", 8))
TABLES_EACH = 3
BREATH = 0.5  # seconds between two people's turns
FIELD = re.compile(r'type="hidden"\s+name="(csrfmiddlewaretoken|version|token)"\s+value="([^"]*)"')
TROUBLE = re.compile(r" (ERROR|CRITICAL) |Traceback|^Undermine: the .* (ended|cannot start)", re.M)


@dataclass(slots=True)
class Tally:
    """What happened, for the report."""

    answers: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    tables: int = 0
    finished: int = 0
    gone: list[str] = field(default_factory=list)
    loads: list[float] = field(default_factory=list)


class Person:
    """A person at some tables, with a browser of their own."""

    def __init__(self, user: User, site: Site, tally: Tally) -> None:
        from django.conf import settings
        from django.test import Client

        client = Client()
        client.force_login(user)
        self.user, self.site, self.tally = user, site, tally
        self.codes: list[str] = []
        self.browser = requests.Session()
        name = settings.SESSION_COOKIE_NAME
        self.browser.cookies.set(name, client.cookies[name].value, domain="localhost.local")

    def sit_down(self, kind: str, players: int) -> None:
        """Open a new table with bots in all other seats."""
        from config.clock import now
        from games.tables import services
        from games.tables.services.lobby import TablePlan

        plan = TablePlan(kind, players, f"Standing {secrets.token_hex(3)}", bots=players - 1)
        table = services.open_table(self.user, plan, secrets.token_hex(8), now())
        self.codes.append(table.code)
        self.tally.tables += 1

    def ask(self, method: str, path: str, data: Mapping[str, str] | None = None) -> str:
        """Send a request, and count the answer, or that there was none."""
        try:
            answer = self.browser.request(method, self.site.url + path, data=data, timeout=120)
        except requests.RequestException as error:
            self.tally.answers[type(error).__name__] += 1
            return ""
        self.tally.answers[str(answer.status_code)] += 1
        return answer.text

    def turn(self, code: str) -> None:
        """Open the table; if it is their turn, move."""
        page = self.ask("GET", f"/t/{code}/")
        moves = sorted(set(re.findall(r'name="move"\s+value="([^"]+)"', page)))
        hidden = dict(FIELD.findall(page))
        if not moves or len(hidden) < 3:
            return
        move = unescape(random.choice(moves))
        self.ask("POST", f"/t/{code}/move/", data={**hidden, "move": move})
        self.tally.moves += 1


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="undermine-standing-") as name, busy(options.busy):
        folder = Path(name)
        with _site(folder, options.log) as site:
            tally = _play(site, options)
            _count_finished(tally)
            whole = site.process.poll() is None
    return _report(tally, options, whole)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--tables", type=int, default=36, help="tables at play at any time")
    parser.add_argument("--busy", type=int, default=2, help="processes that only burn time")
    parser.add_argument("--log", type=Path, default=ROOT / "var" / "standing.log")
    return parser.parse_args()


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep some cores busy."""
    burners = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(count)]
    for burner in burners:
        burner.start()
    yield
    for burner in burners:
        burner.kill()


def _burn() -> None:
    os.nice(15)  # it only uses idle time
    while True:
        sum(range(10_000))


@contextmanager
def _site(folder: Path, log: Path) -> Iterator[Site]:
    """Start the stack like `make run`, logging to a file; use its database."""
    port = machine.free_port()
    os.environ |= {"VAR_DIR": str(folder), "PORT": str(port), "LOG_LEVEL": "WARNING"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as words, started(folder, port, os.environ, words, words) as site:
        django.setup()
        yield site


def _play(site: Site, options: argparse.Namespace) -> Tally:
    """Let everybody take their turns until the time is over."""
    tally, kinds = Tally(), itertools.cycle(KINDS)
    people = [
        Person(_user(f"Stander-{number}"), site, tally)
        for number in range(-(-options.tables // TABLES_EACH))
    ]
    family = site.processes()
    until = time.monotonic() + options.minutes * 60
    while time.monotonic() < until and site.process.poll() is None:
        for person in people:
            _refill(person, kinds)
            for code in person.codes:
                person.turn(code)
            person.ask("GET", "/")
            time.sleep(BREATH)
        tally.loads.append(os.getloadavg()[0])
        family = _missing(site, family, tally)
    return tally


def _user(name: str) -> User:
    """Create a player with a confirmed address."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(name, f"{name.lower()}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _refill(person: Person, kinds: Iterator[tuple[str, int]]) -> None:
    """Replace finished tables by new ones."""
    from games.tables.models import Table

    running = Table.objects.filter(code__in=person.codes, status=Table.Status.RUNNING)
    person.codes = list(running.values_list("code", flat=True))
    while len(person.codes) < TABLES_EACH:
        person.sit_down(*next(kinds))


def _missing(site: Site, family: list[int], tally: Tally) -> list[int]:
    """Record which processes of the site have ended."""
    alive = site.processes()
    tally.gone += [f"process {pid}" for pid in family if pid not in alive]
    return alive


def _count_finished(tally: Tally) -> None:
    from games.tables.models import Table

    tally.finished = Table.objects.filter(
        title__startswith="Standing", status=Table.Status.FINISHED
    ).count()


def _report(tally: Tally, options: argparse.Namespace, whole: bool) -> int:
    trouble = [line for line in options.log.read_text().splitlines() if TROUBLE.search(line)]
    failed = {code: n for code, n in tally.answers.items() if code[0] not in "23"}
    command = f"--minutes {options.minutes:g} --tables {options.tables} --busy {options.busy}"
    load = sum(tally.loads) / max(1, len(tally.loads))
    asked = sum(tally.answers.values())
    lines = [
        "# The last long stand",
        "",
        f"`python -m tools.standing {command}`",
        "",
        f"- {options.minutes:g} minutes, load average {load:.1f} on {os.cpu_count()} cores",
        f"- {tally.tables} tables with bots, of all games; played to their end: {tally.finished}",
        f"- {tally.moves} moves of people, {asked} requests; not answered well: {failed or 0}",
        f"- processes that ended: {len(tally.gone) + (not whole)}",
        f"- lines in the log of errors, traces or processes that ended: {len(trouble)}",
        "",
    ]
    REPORT.write_text("\n".join(lines))
    print("\n".join([*lines, *trouble[:20], *tally.gone]))
    return int(bool(trouble or tally.gone or failed or not whole))


if __name__ == "__main__":
    sys.exit(main())
