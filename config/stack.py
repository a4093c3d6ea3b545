"""`make run`: everything Undermine needs, in one terminal.

Migrates, collects static files, seeds the demo (local mode), then starts the web server and a
Celery worker with beat. Ctrl-C, or the end of any of them, stops them all.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

GRACE = 10  # seconds between asking a process to stop and killing it


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
        from django.conf import settings
    except ImproperlyConfigured as error:
        sys.exit(f"Undermine cannot start. {error}")
    refuse_a_port_in_use(settings.PORT)
    prepare()
    sys.exit(watch(start(settings.PORT), settings.SITE_URL))


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
    """Bring database, cache table, static files and demo up to date; all may be run again."""
    from django.conf import settings

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    collect_static(settings.STATIC_ROOT)
    if settings.LOCAL_MODE:
        call_command("demo", verbosity=0)


def collect_static(target: Path) -> None:
    """Only when a source is newer than what was collected: compressing takes seconds."""
    from django.conf import settings

    manifest = target / "staticfiles.json"
    sources = [settings.BASE_DIR / "requirements.txt"]
    sources += [path for path in (settings.BASE_DIR / "static").rglob("*") if path.is_file()]
    newest = max(path.stat().st_mtime for path in sources)
    if not manifest.exists() or manifest.stat().st_mtime < newest:
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)


def start(port: int) -> list[subprocess.Popen[bytes]]:
    """The web server, and the worker that is its own clock."""
    from django.conf import settings

    # Celery warns a root user at length; a container has no other.
    python = [sys.executable, "-W", "ignore:You're running the worker", "-m"]
    workers = os.environ.get("WEB_CONCURRENCY", "1" if settings.LOCAL_MODE else "2")
    web = [
        *python,
        "gunicorn",
        "config.wsgi",
        "--bind",
        f"127.0.0.1:{port}",
        "--workers",
        workers,
        "--threads",
        "8",
        "--log-level",
        "warning",
        *(["--reload"] if settings.DEBUG else []),
    ]
    worker = [
        *python,
        "celery",
        "-A",
        "config",
        "--quiet",
        "worker",
        "-B",
        "--concurrency",
        "2",
        "--schedule",
        settings.CELERY_BEAT_SCHEDULE_FILENAME,
        "--loglevel",
        "WARNING",
    ]
    # Each in a session of its own, so that Ctrl-C reaches them once and through us.
    return [subprocess.Popen(command, start_new_session=True) for command in (web, worker)]


def watch(children: list[subprocess.Popen[bytes]], address: str) -> int:
    """Wait for a signal or for the first child that ends; then stop them all."""
    stopping: list[int] = []

    def ask(number: int, _: FrameType | None) -> None:
        stopping.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ask)
    announced = False
    while not stopping and all(child.poll() is None for child in children):
        announced = announced or announce(address)
        time.sleep(0.2)
    failed = not stopping
    stop(children)
    if failed:
        print("Undermine: a process ended by itself; its last words are above.", flush=True)
    return 1 if failed else 0


def announce(address: str) -> bool:
    """Print the one line, as soon as the server answers."""
    from django.conf import settings

    try:
        socket.create_connection(("127.0.0.1", settings.PORT), timeout=1).close()
    except OSError:
        return False
    print(f"Undermine runs at {address} – Ctrl-C stops it.", flush=True)
    return True


def stop(children: list[subprocess.Popen[bytes]]) -> None:
    """Ask each to end its own processes, wait, then make sure that nothing of it is left."""
    for child in children:
        child.terminate()
    deadline = time.monotonic() + GRACE
    for child in children:
        try:
            child.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        kill_group(child)
        child.wait()


def kill_group(child: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


if __name__ == "__main__":
    main()
