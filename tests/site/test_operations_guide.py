"""docs/operations.md followed literally in a clean folder: from nothing to a move, and back."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
import requests

from config.environment import ROOT
from tests.site.operations_guide import OneMachine, fenced, python_first, repository
from tools import machine
from tools.run_tests import clean

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        not (machine.POSTGRES.find() and machine.REDIS.find()),
        reason="PostgreSQL or Redis is not installed",
    ),
]

PASSWORD = "a lamp in the dark $9"
HIDDEN = re.compile(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"')


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user nobody may read, like a machine's root."""
    with tempfile.TemporaryDirectory(prefix="undermine-walk-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def servers() -> Iterator[tuple[str, str]]:
    """PostgreSQL, which requires a password, and Redis."""
    with ExitStack() as stack:
        server = stack.enter_context(machine.postgres())
        (socket,) = parse_qs(urlsplit(server).query)["host"]
        hba = Path(socket, "data", "pg_hba.conf")
        hba.write_text("local all undermine scram-sha-256\n" + hba.read_text())
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("SELECT pg_reload_conf()")
        yield socket, stack.enter_context(machine.redis())


@pytest.fixture
def here(folder: Path, servers: tuple[str, str]) -> Iterator[OneMachine]:
    socket, broker = servers
    port = machine.free_port()
    mail = folder / "mail"
    mail.mkdir(mode=0o777)
    mail.chmod(0o777)
    changes = {
        "https://undermine.example": f"http://localhost:{port}\nPORT={port}",
        "TRUSTED_PROXY_COUNT=1": "TRUSTED_PROXY_COUNT=0",
        "postgres://undermine@127.0.0.1/undermine": f"postgres://undermine@/undermine?host={socket}",
        "redis://127.0.0.1:6379/0": broker,
        "smtp+tls://undermine@mail.example:587": f"filemail://{mail}",
        "runuser -u postgres -- ": "",
        "head -c 24 /dev/urandom | base64": "echo 'p@ss:/w#rd%41$(x)'",
    }
    environ = {
        "PATH": python_first(folder / "bin"),
        "REPOSITORY": str(repository(folder / "origin")),
        "PGHOST": socket,
        "PGUSER": "postgres",
        "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
    }
    one = OneMachine(folder, changes, environ)
    try:
        yield one
    finally:
        one.close()


class Visitor:
    """A visitor whose browser runs no scripts."""

    def __init__(self, one: OneMachine) -> None:
        self.one, self.browser = one, requests.Session()
        self.url = one.changes["https://undermine.example"].split()[0]

    def get(self, path: str) -> requests.Response:
        return self.browser.get(self.url + path, timeout=60)

    def send(self, page: requests.Response, path: str, **fields: str) -> requests.Response:
        data = dict(HIDDEN.findall(page.text)) | fields
        answer = self.browser.post(self.url + path, data=data, timeout=60)
        assert answer.status_code == 200, answer.text
        return answer

    def until(self, path: str) -> None:
        """Wait until it answers 200; a process that ends instead says why."""
        while (ended := self.one.ended()) == "":
            try:
                if self.get(path).status_code == 200:
                    return
            except requests.ConnectionError:
                pass
            time.sleep(0.2)
        raise AssertionError(ended)

    def mailed(self, pattern: str) -> str:
        for _ in range(600):
            for file in sorted((self.one.folder / "mail").glob("*.log")):
                if found := re.search(pattern, file.read_text()):
                    return found[0]
            time.sleep(0.2)
        raise AssertionError(f"no mail with {pattern}")

    def sign_in(self, email: str) -> None:
        """Sign in by password, and confirm the address by the link in the mail."""
        door = {"login": email, "password": PASSWORD}
        self.send(self.get("/accounts/login/"), "/accounts/login/", **door)
        link = urlsplit(self.mailed(r"http://\S+/confirm-email/\S+/")).path
        self.send(self.get(link), link)
        if self.get("/settings/").history:
            self.send(self.get("/accounts/login/"), "/accounts/login/", **door)
        assert not self.get("/settings/").history

    def open_table(self) -> str:
        form = {"title": "Walk", "size": "3", "bots": "2", "pace": "24", "public": "yes"}
        return urlsplit(self.send(self.get("/new/?game=classic"), "/new/", **form).url).path

    def move(self, table: str) -> int:
        """Wait for the bots, play an offered move and return the new version."""
        for _ in range(600):
            page = self.get(table)
            offered = sorted(set(re.findall(r'name="move"\s+value="([^"]+)"', page.text)))
            if offered:
                self.send(page, f"{table}move/", move=unescape(offered[0]))
                return self.version(table)
            time.sleep(0.2)
        raise AssertionError("the bots do not move")

    def version(self, table: str) -> int:
        return int(dict(HIDDEN.findall(self.get(table).text)).get("version", 0))


def test_from_nothing_to_a_running_site_backed_up_and_restored(here: OneMachine) -> None:
    code, secrets, database, units, operator, upgrade = fenced("### On one machine, with systemd")
    save, way_back = fenced("## Back up and restore")
    for block in (code, secrets, database, units):
        here.follow(block)
    visitor = Visitor(here)
    visitor.until("/readyz")
    here.follow(operator, createsuperuser="--noinput --name Chief --email chief@example.org")
    visitor.sign_in("chief@example.org")
    table = visitor.open_table()
    visitor.move(table)
    here.follow(upgrade)
    visitor.until("/readyz")
    visitor.move(table)
    said = here.follow(save)
    assert "1 accounts, 1 tables" in said
    lost = visitor.open_table()
    visitor.move(table)
    said = here.follow(way_back)
    assert "Restored: 1 accounts, 1 tables" in said
    visitor.until("/readyz")
    assert visitor.get(lost).status_code == 404
    visitor.move(table)
    assert "all sound" in here.shell.type(".venv/bin/python manage.py replay --all")
    restored_elsewhere(here)


def restored_elsewhere(here: OneMachine) -> None:
    """Restore on a fresh machine: into an empty database, without --replace."""
    here.shell.type("createdb --owner undermine other")
    url = here.changes["postgres://undermine@127.0.0.1/undermine"].replace("/undermine?", "/other?")
    here.shell.type(f"export DATABASE_URL='{url}'")
    assert "Restored: 1 accounts" in here.follow(
        ".venv/bin/python manage.py restore /var/backups/undermine\n"
    )


def test_the_steps_of_the_dockerfile_make_a_site(folder: Path) -> None:
    """The steps of its first stage, in a clean folder with just the files that the image gets."""
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    source, kept = folder / "srv/undermine", [rule[1:] for rule in rules if rule[0] == "!"]
    origin = repository(folder / "origin")
    source.mkdir(parents=True)
    for name in kept:
        copy = shutil.copytree if (origin / name).is_dir() else shutil.copy
        copy(origin / name, source / name)
    stage = (ROOT / "Dockerfile").read_text().split("\nFROM ")[1].replace("/srv/", f"{folder}/srv/")
    (given,) = re.findall("^ENV (.*)$", stage, re.M)
    environ = dict(pair.split("=", 1) for pair in shlex.split(given))
    environ = clean() | environ | {"PATH": python_first(folder / "bin")}
    steps = re.findall("^RUN (.*)$", stage, re.M)
    assert len(steps) == 2
    for step in steps:
        subprocess.run(["sh", "-ec", step], cwd=source, env=environ, check=True)
    assert (folder / "srv/build/static/staticfiles.json").exists()
    programs = {path.name for path in (folder / "srv/venv/bin").iterdir()}
    assert {"gunicorn", "celery", "python"} <= programs
