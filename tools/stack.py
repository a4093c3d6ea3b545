"""`make run`: everything Undermine needs, in one terminal.

Migrates, collects static files, seeds the demo (local mode), then starts the web server, Celery's
workers and beat. Whichever of them ends is started again; Ctrl-C stops them all.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from config.celery import CLOCKS, DELIVERY, MAIL
from config.environment import DEMO_EMAIL, DEMO_MODERATOR_EMAIL, DEMO_PASSWORD
from tools.processes import WORKERS, worker_arguments
from tools.supervisor import Child, watch


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
    except ImproperlyConfigured as error:
        sys.exit(f"Undermine cannot start. {error}")
    refuse_a_port_in_use(settings.PORT)
    prepare()
    announcement = Announcement(settings.SITE_URL, settings.PORT)
    sys.exit(watch(processes(settings.PORT), announcement))


def refuse_a_port_in_use(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            sys.exit(
                f"Undermine: port {port} is in use. Say for instance: PORT={port + 1} make run"
            )


def prepare() -> None:
    """Bring database, cache table, static files and demo up to date."""
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    collect_static(settings.STATIC_ROOT)
    if settings.LOCAL_MODE:
        call_command("demo", verbosity=0)


def collect_static(target: Path) -> None:
    """Collect them if a source is newer: compressing takes seconds."""
    manifest = target / "staticfiles.json"
    sources = [
        settings.BASE_DIR / name for name in ("requirements.txt", "config/serving/static_files.py")
    ]
    sources += [path for path in (settings.BASE_DIR / "static").rglob("*") if path.is_file()]
    newest = max(path.stat().st_mtime for path in sources)
    if not manifest.exists() or manifest.stat().st_mtime < newest:
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)


def processes(port: int) -> list[Child]:
    """Return the web server, the workers and beat."""
    # Celery warns root at length, but a container has no other user.
    python = [sys.executable, "-W", "ignore:You're running the worker", "-m"]
    celery = [*python, "celery", "-A", "config", "--quiet"]
    web = [
        *python,
        *("gunicorn", "config.asgi:application", "--config", "python:config.gunicorn"),
        *("--bind", f"127.0.0.1:{port}"),
        *("--log-level", "warning"),
        *(["--reload"] if settings.DEBUG else []),
    ]
    beat = [*celery, "beat", "--pidfile=", "--loglevel", "WARNING"]
    return [Child("web server", web), *workers(celery), Child("beat", beat)]


def workers(celery: list[str]) -> list[Child]:
    """Return a worker for each queue, so that none waits for another.

    In local mode one worker has all deliveries, as writing emails to a folder is quick. There
    workers use threads: the processes of a pool would share a lock on the broker's files, and one
    that is killed while waiting for work would keep it. Bots still have a process of their own.
    """
    found = []
    for worker in WORKERS:
        queues, slots = [worker.queue], worker.slots
        if settings.LOCAL_MODE:
            if worker.queue == MAIL:
                continue
            queues += [MAIL] if worker.queue == DELIVERY else []
            slots = 2 if worker.queue == CLOCKS else 1
        concurrency = os.environ.get(worker.variable, str(slots))
        command = [*celery, *worker_arguments(worker.name, queues, concurrency)]
        command += ["--pool", "threads"] if settings.LOCAL_MODE else []
        title = worker.name if worker.queue == CLOCKS else f"{worker.name} worker"
        found.append(Child(title, command))
    return found


def trial(address: str) -> str:
    """Return how to sign in as demo player and demo moderator."""
    return (
        f"  play:     {DEMO_EMAIL}, password {DEMO_PASSWORD}\n"
        f"  moderate: {address}/admin/ as {DEMO_MODERATOR_EMAIL}, same password; "
        "the page shows the code"
    )


class Announcement:
    """Prints where the site is and how to sign in, as soon as the server answers."""

    def __init__(self, address: str, port: int) -> None:
        self.address, self.port, self.made = address, port, False

    def __call__(self) -> None:
        if self.made:
            return
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return
        print(f"Undermine runs at {self.address} – Ctrl-C stops it.", flush=True)
        if settings.LOCAL_MODE:
            print(trial(self.address), flush=True)
        self.made = True


if __name__ == "__main__":
    main()
