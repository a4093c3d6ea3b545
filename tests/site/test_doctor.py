"""`manage.py doctor`: it finds and names what is wrong, and never hangs."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from accounts.models import OutgoingMail
from config.celery import app
from config.clock import now
from config.jobs import sweeps
from games.site.management.commands import doctor
from games.site.management.commands.doctor import OK, WARNING, WRONG
from tests.config.test_settings import SAFE, manage
from tests.sinks import mail_sink
from tests.site.test_health import age, everything_ran
from tools import machine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _all_is_well(settings: LazySettings) -> None:
    # Browser tests of the same process need DJANGO_ALLOW_ASYNC_UNSAFE.
    settings.SILENCED_SYSTEM_CHECKS = [*settings.SILENCED_SYSTEM_CHECKS, "async.E001"]
    everything_ran()


def states(seconds: float = doctor.SECONDS) -> dict[str, set[str]]:
    """Return the states of each part."""
    found: dict[str, set[str]] = {}
    for finding in doctor.examine(seconds):
        found.setdefault(finding.name, set()).add(finding.state)
    return found


def wrong(seconds: float = doctor.SECONDS) -> list[str]:
    return [name for name, found in states(seconds).items() if WRONG in found]


@contextmanager
def silent_server() -> Iterator[int]:
    """A server that accepts every connection and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@contextmanager
def broker_at(url: str) -> Iterator[None]:
    known = app.conf.broker_url
    app.conf.broker_url = url
    app.conf.broker_write_url = app.conf.broker_read_url = None
    try:
        yield
    finally:
        app.conf.broker_url = known


def mail_at(settings: LazySettings, port: int) -> None:
    settings.DELIVERY_BACKEND = doctor.SMTP
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port


@pytest.mark.both
def test_on_a_healthy_site_nothing_is_wrong_and_every_part_is_named() -> None:
    found = states()
    assert wrong() == []
    assert set(found) == set(doctor.CHECKS)
    assert all(OK in found[name] for name in found if name != "settings")


def test_a_missing_worker_and_a_late_sweep_are_wrong() -> None:
    cache.set(sweeps.HEARTBEAT_KEY, now() - sweeps.HEARTBEAT_LATE_AFTER)
    age("tables.remind", timedelta(days=1))
    assert wrong() == ["worker", "sweeps"]
    cache.delete(sweeps.HEARTBEAT_KEY)
    assert "worker" in wrong()


@pytest.mark.both
def test_a_pending_migration_is_wrong() -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET app = 'gone' WHERE app = 'accounts'")
        try:
            found = wrong()
        finally:
            cursor.execute("UPDATE django_migrations SET app = 'accounts' WHERE app = 'gone'")
    assert found == ["migrations"]


@pytest.mark.both
def test_overdue_mail_is_first_a_warning_and_then_wrong() -> None:
    mail = OutgoingMail.objects.create(recipients="a@b.example", mime="", due_at=now())
    for seconds, state in ((0, OK), (doctor.LATE, WARNING), (doctor.FAR_TOO_LATE, WRONG)):
        OutgoingMail.objects.update(due_at=now() - timedelta(seconds=seconds))
        assert states()["due mail"] == {state}
    mail.delete()


def test_a_mail_server_is_checked_without_sending_mail(settings: LazySettings) -> None:
    with mail_sink() as sink:
        mail_at(settings, sink.port)
        assert states()["mail server"] == {OK}
        assert sink.letters == []
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "undermine", "hunter2"
        (finding,) = [one for one in doctor.examine() if one.name == "mail server"]
        assert finding.state == WRONG  # it has no such user
        assert "hunter2" not in finding.sentence


@pytest.mark.both
def test_refusing_servers_are_wrong_and_others_still_checked(settings: LazySettings) -> None:
    mail_at(settings, 9)
    with broker_at("redis://127.0.0.1:9/0"):
        assert wrong() == ["broker", "mail server"]


def test_a_silent_server_is_given_up(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by its own time limit, long before the overall one."""
    monkeypatch.setattr(doctor, "MAIL_SECONDS", 1)
    monkeypatch.setattr(
        sweeps, "BROKER_TIMEOUTS", {"socket_timeout": 1, "socket_connect_timeout": 1}
    )
    with silent_server() as port, broker_at(f"redis://127.0.0.1:{port}/0"):
        mail_at(settings, port)
        found = {one.name: one for one in doctor.examine(machine.PATIENCE)}
    for name in ("broker", "mail server"):
        assert found[name].state == WRONG
        assert "imeout" in found[name].sentence.replace("timed out", "timeout")


def test_a_check_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def stuck() -> Iterator[tuple[str, str]]:
        release.wait()
        yield OK, "at last"

    looks = {"stuck": doctor.Check(stuck, "Check it."), "disk": doctor.CHECKS["disk"]}
    monkeypatch.setattr(doctor, "CHECKS", looks)
    try:
        assert states(seconds=1) == {"stuck": {WRONG}, "disk": {OK}}
    finally:
        release.set()


def test_the_command_ends_with_1_if_something_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("doctor")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= len(doctor.CHECKS)
    assert all(line.split()[0] in (OK, WARNING) for line in lines)
    cache.delete(sweeps.HEARTBEAT_KEY)
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--json")
    assert ended.value.code == 1
    found = {one["name"]: one["state"] for one in json.loads(capsys.readouterr().out)}
    assert found["worker"] == WRONG


def test_with_only_broken_servers_it_ends_and_reveals_no_secret(tmp_path: Path) -> None:
    secret = "hunter2hunter2"
    (tmp_path / "key").write_text(SAFE["SECRET_KEY"])
    done = manage(
        "doctor",
        "--json",
        **SAFE
        | {
            "VAR_DIR": str(tmp_path),
            "SECRET_KEY": "",
            "SECRET_KEY_FILE": str(tmp_path / "key"),
            "DATABASE_URL": f"postgres://undermine:{secret}@127.0.0.1:9/undermine",
            "BROKER_URL": f"redis://:{secret}@127.0.0.1:9/0",
            "EMAIL_URL": f"smtp://undermine:{secret}@127.0.0.1:9",
        },
    )
    found = {one["name"]: one["state"] for one in json.loads(done.stdout)}
    assert done.returncode == 1
    assert {"database", "broker", "cache", "mail server"} <= {
        name for name, state in found.items() if state == WRONG
    }
    assert found["settings"] == OK
    assert secret not in done.stdout + done.stderr
    assert SAFE["SECRET_KEY"] not in done.stdout + done.stderr
