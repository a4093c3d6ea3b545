"""The whole site for a test, on the database and the broker of its leg."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests import plugin
from tools import machine
from tools.running_site import Site, started


def environment(folder: Path, port: int) -> dict[str, str]:
    """Return this leg's settings: folder and port in local mode, or production's settings."""
    ours = ("PYTEST_XDIST_WORKER", "DJANGO_ALLOW_ASYNC_UNSAFE")
    rest = {name: value for name, value in os.environ.items() if name not in ours}
    here = {"VAR_DIR": str(folder), "PORT": str(port), "LOG_LEVEL": "WARNING"}
    if plugin.LEG == "sqlite":
        return rest | here
    production = {
        "SITE_URL": f"http://localhost:{port}",
        "EMAIL_URL": f"filemail://{folder / 'mail'}",
        "BROKER_URL": rest["BROKER_URL"].rsplit("/", 1)[0] + f"/{8 + plugin.NUMBER}",
    }
    return rest | here | production


def new_database(server: str) -> str:
    """Create a database on that PostgreSQL server; `drop_database` removes it."""
    name = f"site_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return re.sub(r"(://[^/]*/)[^?]*", rf"\g<1>{name}", server)


def drop_database(url: str, server: str) -> None:
    """Drop the database: the server may be DATABASE_URL's, so leave nothing behind."""
    name = urlsplit(url).path.strip("/")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """Start, wait until it answers, and leave nothing behind."""
    (folder / "mail").mkdir(parents=True, exist_ok=True)
    if not (folder / "static").exists():
        (folder / "static").symlink_to(plugin.STATIC)
    port = machine.free_port()
    with (
        own_database(environment(folder, port)) as environ,
        started(folder, port, environ, stdout=subprocess.PIPE) as site,
    ):
        yield site


@contextmanager
def own_database(environ: dict[str, str]) -> Iterator[dict[str, str]]:
    """Use SQLite's file in the folder; create PostgreSQL's database and drop it afterwards."""
    if plugin.LEG == "sqlite":
        yield environ
        return
    server = os.environ["DATABASE_URL"]
    url = new_database(server)
    try:
        yield environ | {"DATABASE_URL": url}
    finally:
        drop_database(url, server)
