"""`manage.py doctor`: checks of every part, each with a sentence that says what to do.

All checks run at once, each in a thread with a time limit, so that a silent service delays none.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core import checks
from django.core.cache import cache
from django.core.mail import get_connection
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config import environment
from config.clock import now
from config.jobs import sweeps
from config.observability.logs import redact
from games.site import metrics

OK, WARNING, WRONG = "ok", "warning", "wrong"
SECONDS = 10.0
"""The time limit for all checks together, as they run in parallel."""
MAIL_SECONDS = 6
OLDEST_POSTGRESQL = 14
SKEW, FAR_APART = 2, 30
LATE, FAR_TOO_LATE = 5 * 60, 30 * 60
MANY_MESSAGES = 1_000
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000
SMTP = "django.core.mail.backends.smtp.EmailBackend"
FOLDER = "django.core.mail.backends.filebased.EmailBackend"


class Finding(NamedTuple):
    name: str
    state: str
    sentence: str


Found = Iterator[tuple[str, str]]
"""States and sentences of one check."""


class Check(NamedTuple):
    run: Callable[[], Found]
    otherwise: str
    """The advice if it fails or doesn't answer."""


def examine(seconds: float = SECONDS) -> list[Finding]:
    """Run all checks; return their findings in the order of `CHECKS`."""
    found: dict[str, list[Finding]] = {}
    threads = [
        threading.Thread(target=_run, args=(name, check, found), daemon=True)
        for name, check in CHECKS.items()
    ]
    for thread in threads:
        thread.start()
    deadline = monotonic() + seconds
    silent = f"No answer within {SECONDS:.0f} seconds."
    for thread in threads:
        thread.join(max(0.0, deadline - monotonic()))
    return [
        finding
        for name, check in CHECKS.items()
        for finding in found.get(name) or [Finding(name, WRONG, f"{silent} {check.otherwise}")]
    ]


def _run(name: str, check: Check, found: dict[str, list[Finding]]) -> None:
    try:
        found[name] = [Finding(name, state, sentence) for state, sentence in check.run()]
    except Exception as error:  # any error is the finding
        said = redact(f"{type(error).__name__}: {error}".strip().splitlines()[0])[:200]
        found[name] = [Finding(name, WRONG, f"{said} – {check.otherwise}")]
    finally:
        connection.close()  # this thread's own


def _settings() -> Found:
    local = settings.LOCAL_MODE
    for sentence in [] if local else environment.problems(environment.read(os.environ)):
        yield WRONG, sentence
    found = checks.run_checks(include_deployment_checks=not local)
    messages = [message for message in found if not message.is_silenced()]
    for message in messages:
        state = WRONG if message.level >= checks.ERROR else WARNING
        yield state, " ".join(f"{message.msg} {message.hint or ''} ({message.id})".split())
    if not messages:
        yield OK, "Local mode: nothing is set." if local else "Sound."


def _database() -> Found:
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        yield OK, f"{connection.display_name} answers."
        return
    with connection.cursor() as cursor:
        version = int(_asked(cursor, "SHOW server_version_num")) // 10_000
        encoding, zone = _asked(cursor, "SHOW server_encoding"), _asked(cursor, "SHOW timezone")
    if version < OLDEST_POSTGRESQL:
        yield WRONG, f"PostgreSQL {version} is too old: use {OLDEST_POSTGRESQL} or newer."
    if encoding != "UTF8":
        yield WRONG, f"Its encoding is {encoding}: recreate it with ENCODING 'UTF8'."
    if zone != settings.TIME_ZONE:
        yield WARNING, f"Its time zone is {zone}: it must not override TIME_ZONE of the settings."
    yield OK, f"PostgreSQL {version} answers."


def _asked(cursor: object, sql: str) -> str:
    cursor.execute(sql)  # type: ignore[attr-defined]
    return str(cursor.fetchone()[0])  # type: ignore[attr-defined]


def _clock() -> Found:
    """Compare clocks: workers and web processes judge deadlines by their own."""
    if connection.vendor != "postgresql":
        yield OK, "Only this machine's clock counts."
        return
    with connection.cursor() as cursor:
        before = now()
        cursor.execute("SELECT clock_timestamp()")
        there: datetime = cursor.fetchone()[0]
        after = now()
    skew = max(before - there, there - after, timedelta(0)).total_seconds()
    words = f"It differs from the database's by {skew:.1f} seconds."
    yield _graded(skew, SKEW, FAR_APART, words, "Synchronize both by NTP.")


def _migrations() -> Found:
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if waiting:
        yield WRONG, f"{waiting} not applied: run `manage.py migrate`."
    else:
        yield OK, "All are applied."


def _cache() -> Found:
    at = now()
    cache.set("doctor", at, timeout=60)
    if cache.get("doctor") == at:
        yield OK, "It stores values."
    else:
        yield WRONG, "It loses values, so rate limits and heartbeats fail. Check CACHE_URL."


def _disk() -> Found:
    folder: Path = settings.VAR_DIR
    free = shutil.disk_usage(folder).free
    words = f"{free // 1_000_000} MB are free in VAR_DIR."
    yield _graded(-free, -LITTLE_SPACE, -NO_SPACE, words, "Free some space.")
    if not os.access(folder, os.W_OK):
        yield WARNING, "VAR_DIR is not writable: /metrics has no counters."


def _broker() -> Found:
    depths = sweeps.queue_depths()
    told = ", ".join(f"{name} {depth}" for name, depth in depths.items())
    for name, depth in depths.items():
        if depth > MANY_MESSAGES:
            yield WARNING, f"{depth} messages wait in {name}: start more of its workers."
    yield OK, f"It answers. Waiting messages: {told}."


def _worker() -> Found:
    seen = sweeps.last_heartbeat()
    if seen is None:
        yield WRONG, "None was ever seen: start a worker and beat."
    elif not sweeps.worker_is_alive():
        yield WRONG, f"Last seen at {seen:%Y-%m-%d %H:%M:%S} UTC: start a worker and beat."
    else:
        yield OK, f"Seen {(now() - seen).total_seconds():.0f} seconds ago."


def _sweeps() -> Found:
    late = sorted(sweeps.late_sweeps())
    if late:
        yield WRONG, f"Late: {', '.join(late)}. Check the log for them; start more workers."
    else:
        yield OK, "All ran in time."


def _mail() -> Found:
    """Connect and sign in, but send nothing."""
    if settings.DELIVERY_BACKEND == SMTP:
        server = get_connection(SMTP, timeout=MAIL_SECONDS)
        server.open()
        server.close()
        yield OK, "The server accepts our sign-in."
    elif settings.DELIVERY_BACKEND == FOLDER:
        yield from _mail_folder(Path(settings.EMAIL_FILE_PATH))
    else:
        yield OK, "There is no server to check."


def _mail_folder(folder: Path) -> Found:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    if os.access(place, os.W_OK):
        yield OK, "Emails go to a folder, which is writable."
    else:
        yield WRONG, "Emails go to a folder that is not writable: check EMAIL_URL."


def _due(what: str) -> Check:
    def check() -> Found:
        rows, seconds = metrics.backlog_of(what, now())
        words = f"{rows} due, the oldest for {seconds:.0f} seconds." if rows else "Nothing is due."
        advice = "Check that workers run, and what they log."
        yield _graded(seconds, LATE, FAR_TOO_LATE, words, advice)

    return Check(check, "Check the database.")


def _graded(value: float, much: float, too_much: float, words: str, advice: str) -> tuple[str, str]:
    state = OK if value < much else WARNING if value < too_much else WRONG
    return state, words if state == OK else f"{words} {advice}"


CHECKS: Final[Mapping[str, Check]] = {
    "settings": Check(_settings, "Check the variables of docs/configuration.md."),
    "database": Check(_database, "Check that it runs, and DATABASE_URL."),
    "clock": Check(_clock, "Check the database."),
    "migrations": Check(_migrations, "Check the database."),
    "cache": Check(_cache, "Check CACHE_URL; for the database, run `manage.py createcachetable`."),
    "disk": Check(_disk, "Check VAR_DIR."),
    "broker": Check(_broker, "Check that it runs, and BROKER_URL."),
    "worker": Check(_worker, "Check the cache."),
    "sweeps": Check(_sweeps, "Check the cache."),
    "mail server": Check(_mail, "Check that it runs, and EMAIL_URL."),
    **{f"due {what}": _due(what) for what in metrics.BACKLOGS},
}


class Command(BaseCommand):
    help = "Look at every part; a line for each. Ends with 1 if something is wrong."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for a program that reads it")

    def handle(self, *args: Any, **options: Any) -> None:
        found = examine()
        if options["json"]:
            self.stdout.write(json.dumps([finding._asdict() for finding in found], indent=2))
        else:
            for name, state, sentence in found:
                self.stdout.write(f"{state:8} {name}: {sentence}")
        if any(finding.state == WRONG for finding in found):
            sys.exit(1)
