"""Check each part of an installation, with a sentence on what to do.

All looks are taken at once, each in a thread of its own and with a limit: a neighbour that says
nothing is a finding and holds up nobody. `manage.py doctor` prints them.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from django.conf import settings
from django.core import checks
from django.core.cache import cache
from django.core.mail import get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.mail import outbox
from config import environment
from config.clock import now
from config.jobs import monitoring
from config.observability.logs import redact
from games.site import metrics

OK, WARNING, WRONG = "ok", "warning", "wrong"
SECONDS = 10.0
"""For all looks together, since all begin at once."""
MAIL_SECONDS = 6
OLDEST_POSTGRESQL = 14
SKEW, FAR_APART = timedelta(seconds=2), timedelta(seconds=30)
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
"""States and sentences of one look."""


class Look(NamedTuple):
    at: Callable[[], Found]
    otherwise: str
    """What to do when it fails or says nothing."""


def examine(seconds: float = SECONDS) -> list[Finding]:
    """Every part, in the order of `LOOKS`."""
    found: dict[str, list[Finding]] = {}
    threads = [
        threading.Thread(target=_look, args=(name, look, found), daemon=True)
        for name, look in LOOKS.items()
    ]
    for thread in threads:
        thread.start()
    deadline = monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, deadline - monotonic()))
    return [
        finding
        for name, look in LOOKS.items()
        for finding in found.get(name) or [_silent(name, look)]
    ]


def _look(name: str, look: Look, found: dict[str, list[Finding]]) -> None:
    try:
        found[name] = [Finding(name, state, sentence) for state, sentence in look.at()]
    except Exception as error:  # whatever is wrong with a part, that is what was to be found out
        said = redact(f"{type(error).__name__}: {error}".strip().splitlines()[0])[:200]
        found[name] = [Finding(name, WRONG, f"{said} – {look.otherwise}")]
    finally:
        connection.close()  # this thread's own


def _silent(name: str, look: Look) -> Finding:
    return Finding(name, WRONG, f"No answer within {SECONDS:.0f} seconds. {look.otherwise}")


# --- what it stands on ----------------------------------------------------------------------------


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
        yield WRONG, f"PostgreSQL {version} is too old: take {OLDEST_POSTGRESQL} or newer."
    if encoding != "UTF8":
        yield WRONG, f"Its encoding is {encoding}: recreate it with ENCODING 'UTF8'."
    if zone != settings.TIME_ZONE:
        yield WARNING, f"It answers in the zone {zone}: let TIME_ZONE of the settings decide."
    yield OK, f"PostgreSQL {version} answers."


def _asked(cursor: object, sql: str) -> str:
    cursor.execute(sql)  # type: ignore[attr-defined]
    return str(cursor.fetchone()[0])  # type: ignore[attr-defined]


def _clock() -> Found:
    """Deadlines are judged by the clocks of workers and web processes: they must agree."""
    if connection.vendor != "postgresql":
        yield OK, "There is only this machine's."
        return
    with connection.cursor() as cursor:
        before = now()
        cursor.execute("SELECT clock_timestamp()")
        there: datetime = cursor.fetchone()[0]
        after = now()
    skew = max(before - there, there - after, timedelta(0))
    state = OK if skew < SKEW else WARNING if skew < FAR_APART else WRONG
    words = f"It differs from the database's by {skew.total_seconds():.1f} seconds."
    yield state, words if state == OK else f"{words} Set both by NTP: deadlines are columns."


def _migrations() -> Found:
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if waiting:
        yield WRONG, f"{waiting} wait: run `manage.py migrate`."
    else:
        yield OK, "All are applied."


def _cache() -> Found:
    at = now()
    cache.set("doctor", at, timeout=60)
    if cache.get("doctor") == at:
        yield OK, "It keeps what it is given."
    else:
        yield WRONG, "It forgets at once: throttles and signs of life are lost. Look at CACHE_URL."


def _disk() -> Found:
    folder: Path = settings.VAR_DIR
    free = shutil.disk_usage(folder).free
    state = OK if free > LITTLE_SPACE else WARNING if free > NO_SPACE else WRONG
    words = f"{free // 1_000_000} MB are free in VAR_DIR."
    yield state, words if state == OK else f"{words} Make room."
    if not os.access(folder, os.W_OK):
        yield WARNING, "VAR_DIR cannot be written: nothing is counted for /metrics."


# --- what works for it ----------------------------------------------------------------------------


def _broker() -> Found:
    depths = monitoring.queue_depths()
    told = ", ".join(f"{name} {depth}" for name, depth in depths.items())
    for name, depth in depths.items():
        if depth > MANY_MESSAGES:
            yield WARNING, f"{depth} messages wait in {name}: start more workers for it."
    yield OK, f"It answers. Messages that wait: {told}."


def _worker() -> Found:
    seen = monitoring.last_heartbeat()
    if seen is None:
        yield WRONG, "None was ever heard: start a worker and beat."
    elif not monitoring.worker_is_alive():
        yield WRONG, f"The last was heard at {seen:%Y-%m-%d %H:%M:%S} UTC: start worker and beat."
    else:
        yield OK, f"Heard {(now() - seen).total_seconds():.0f} seconds ago."


def _sweeps() -> Found:
    late = sorted(monitoring.late_sweeps())
    if late:
        yield WRONG, f"Late: {', '.join(late)}. Look for them in the log; start more workers."
    else:
        yield OK, "All have run in time."


def _mail() -> Found:
    """As far as its door: nothing is sent."""
    options = {
        outbox.BACKEND_OPTIONS[key]: value
        for key, value in settings.DELIVERY.items()
        if key in outbox.BACKEND_OPTIONS and value not in (None, "")
    }
    if settings.DELIVERY_BACKEND == SMTP:
        server = get_connection(SMTP, **options, timeout=MAIL_SECONDS)
        server.open()
        server.close()
        yield OK, "The server lets us in."
    elif settings.DELIVERY_BACKEND == FOLDER:
        yield from _mail_folder(Path("/", options["file_path"]))
    else:
        yield OK, "There is no server to ask."


def _mail_folder(folder: Path) -> Found:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    if os.access(place, os.W_OK):
        yield OK, "Mail goes into a folder, which can be written."
    else:
        yield WRONG, "Mail goes into a folder that cannot be written: look at EMAIL_URL."


def _due(what: str) -> Look:
    def look() -> Found:
        rows, seconds = metrics.backlog_of(what, now())
        state = OK if seconds < LATE else WARNING if seconds < FAR_TOO_LATE else WRONG
        words = f"{rows} due, the oldest for {seconds:.0f} seconds." if rows else "Nothing is due."
        yield state, words if state == OK else f"{words} {advice}"

    advice = "Look whether workers run and what they log."
    return Look(look, "Look at the database.")


LOOKS: Final[Mapping[str, Look]] = {
    "settings": Look(_settings, "Look at the variables of the README."),
    "database": Look(_database, "Look whether it runs, and at DATABASE_URL."),
    "clock": Look(_clock, "Look at the database."),
    "migrations": Look(_migrations, "Look at the database."),
    "cache": Look(_cache, "Look at CACHE_URL; in the database, run `manage.py createcachetable`."),
    "disk": Look(_disk, "Look at VAR_DIR."),
    "broker": Look(_broker, "Look whether it runs, and at BROKER_URL."),
    "worker": Look(_worker, "Look at the cache."),
    "sweeps": Look(_sweeps, "Look at the cache."),
    "mail server": Look(_mail, "Look whether it runs, and at EMAIL_URL."),
    **{f"due {what}": _due(what) for what in metrics.BACKLOGS},
}
