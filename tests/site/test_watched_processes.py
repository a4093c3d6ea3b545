"""What operators see of real processes in production: lines, figures and reports of faults.

Web servers, a worker and beat are started as the docs say, on a Redis of their own; tables of the
database are taken away and given back, requests are refused, Redis is killed. Every line that they
wrote must be JSON, and no line, metric or report may contain what somebody sent.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import brotli
import psycopg
import pytest
import redis
import requests
from django.db import connection

from config.environment import ROOT
from tests import plugin
from tests.running_site import drop_database, new_database
from tests.sinks import WebSink, web_sink
from tests.worker import until
from tools import machine
from tools.run_tests import distributed

KEY = "kx7q2m9z"
FORM_KEY = "f" * 32
SENT = {"login": "mira@undermine.example", "password": "hunter2hunter2", "remember": KEY}
FORM_COOKIE = {"csrftoken": FORM_KEY}
COOKIES = {"sessionid": f"session-{KEY}", **FORM_COOKIE}
SECRETS = (KEY, "mira@", "hunter2", "f" * 32, "/accounts/login", "203.0.113.9")
WORDS = ("no such table: ", 'relation "accounts_user"')  # of the errors provoked here
TOKEN = "only Prometheus knows this"
TAKEN_AWAY = ("accounts_user", "tables_table", "tables_seat")
ALONE = ("--without-gossip", "--without-mingle", "--without-heartbeat")

Execute = Callable[[str], object]


@dataclass
class Watched:
    """One process, and what it has logged so far."""

    process: subprocess.Popen[bytes]
    log: Path

    def lines(self) -> list[dict[str, Any]]:
        """Return each line as JSON; an invalid line fails here and is shown."""
        found = [json.loads(line) for line in self.log.read_text().splitlines()]
        assert all(set(line) >= {"time", "level", "logger", "message"} for line in found)
        return found

    def has_told(self, *words: str) -> bool:
        return self.process.poll() is None and all(word in self.log.read_text() for word in words)


def commands(ports: tuple[int, int]) -> dict[str, list[str]]:
    here = [sys.executable, "-m"]
    celery = [*here, "celery", "-A", "config", "--quiet"]
    web = [*here, "gunicorn", "--config", "python:config.gunicorn", "config.asgi:application"]
    loop = [*here, "uvicorn", "config.asgi:application", "--log-config", "config/uvicorn.json"]
    return {
        "gunicorn": [*web, "--bind", f"127.0.0.1:{ports[0]}", "--threads", "4"],
        "uvicorn": [*loop, "--port", str(ports[1])],
        "worker": [*celery, "worker", "--concurrency", "1", *ALONE, "--loglevel", "WARNING"],
        "beat": [*celery, "beat", "--loglevel", "WARNING"],
    }


@contextmanager
def watched(command: list[str], environ: Mapping[str, str], log: Path) -> Iterator[Watched]:
    with open(log, "wb") as file:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdout=file, stderr=file, start_new_session=True
        )
    try:
        yield Watched(process, log)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def taken_away(execute: Execute) -> Iterator[None]:
    """Rename these tables, so that queries fail with a traceback."""
    for name in TAKEN_AWAY:
        execute(f"ALTER TABLE {name} RENAME TO away_{name}")
    try:
        yield
    finally:
        for name in TAKEN_AWAY:
            execute(f"ALTER TABLE away_{name} RENAME TO {name}")


def ask_what_is_refused(port: int) -> list[int]:
    """Send a wrong host, a form without its token, bytes that aren't HTTP, a path with a key."""
    at = f"http://localhost:{port}"
    answers = [
        requests.get(f"{at}/join/{KEY}/", headers={"Host": "elsewhere.example"}),
        requests.post(f"{at}/theme/", {"theme": KEY}, cookies=FORM_COOKIE),
        requests.get(f"{at}/{KEY}/", headers={"X-Forwarded-For": "203.0.113.9"}),
    ]
    with socket.create_connection(("127.0.0.1", port), timeout=machine.PATIENCE) as line:
        line.sendall(f"GET /join/{KEY}/ SPDY/9\r\nHost: {KEY}\r\n\r\n".encode())
        line.recv(100)
    return [answer.status_code for answer in answers]


def ask_what_breaks(port: int) -> list[requests.Response]:
    at = f"http://localhost:{port}"
    form = {**SENT, "csrfmiddlewaretoken": FORM_KEY}
    return [
        requests.post(f"{at}/accounts/login/", form, cookies=FORM_COOKIE),
        requests.get(f"{at}/players/{KEY}/", cookies=COOKIES),
    ]


def sign_up(port: int) -> str:
    """Sign up; return the ID of the request, which leaves a mail to be sent."""
    form = {"email": "anna@undermine.example", "username": "Anna", "password1": "lantern and rope"}
    answer = requests.post(
        f"http://localhost:{port}/accounts/signup/",
        {**form, "csrfmiddlewaretoken": FORM_KEY},
        cookies={"csrftoken": FORM_KEY},
        allow_redirects=False,
    )
    assert answer.status_code == 302
    return answer.headers["X-Request-ID"]


def reports(sink: WebSink) -> list[dict[str, Any]]:
    """Return the events that arrived: the last part of each envelope."""
    return [json.loads(envelope.strip().splitlines()[-1]) for envelope in envelopes(sink)]


def envelopes(sink: WebSink) -> list[str]:
    assert {request.headers["content-encoding"] for request in sink.requests} <= {"br"}
    return [brotli.decompress(request.body).decode() for request in sink.requests]


def kill_redis(url: str) -> None:
    with redis.Redis.from_url(url) as server:
        number = server.info("server")["process_id"]
    os.kill(number, signal.SIGKILL)


def watch(database: str, execute: Execute, folder: Path, patient: bool) -> None:
    ports = machine.free_port(), machine.free_port()
    (folder / "static").symlink_to(plugin.STATIC)
    with ExitStack() as stack:
        broker = stack.enter_context(machine.redis())
        sink = stack.enter_context(web_sink())
        environ = distributed(database, broker) | {
            "VAR_DIR": str(folder),
            "EMAIL_URL": f"filemail://{folder / 'mail'}",
            "SENTRY_DSN": f"http://public@127.0.0.1:{sink.port}/1",
            "METRICS_TOKEN": TOKEN,
            "LOG_LEVEL": "INFO",
        }
        unset = environ | {"SECRET_KEY": ""}

        def start(name: str, where: Mapping[str, str], log: str) -> Watched:
            return stack.enter_context(watched(commands(ports)[name], where, folder / log))

        crashed = [
            start(name, unset, f"no-{name}.log")
            for name in (commands(ports) if patient else ("uvicorn", "worker"))
        ]
        for one in crashed:
            assert one.process.wait(machine.PATIENCE) != 0
        with taken_away(execute):
            running = [
                start(name, environ, f"{name}.log") for name in ("gunicorn", "uvicorn", "worker")
            ]
            worker = running[-1]
            for port in ports:
                machine.wait_for_port(port)
                assert ask_what_is_refused(port) == [400, 403, 404]
                broken = ask_what_breaks(port)
                assert [answer.status_code for answer in broken] == [500, 500]
                for answer in broken:
                    assert f"<code>{answer.headers['X-Request-ID']}</code>" in answer.text
            until(lambda: worker.has_told("Traceback"))
            until(lambda: {"account_login", "tables.move_bots"} <= places(sink))
        number = sign_up(ports[0])
        until(lambda: worker.has_told("accounts.send_waiting_mail: 1 done", number))
        figures = requests.get(
            f"http://localhost:{ports[1]}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        ).text
        kill_redis(broker)
        until(lambda: worker.has_told("Cannot connect") or worker.has_told("Connection to broker"))
        if patient:
            running.append(start("beat", environ, "beat.log"))
            until(lambda: running[-1].has_told("rror"))
            ask_what_breaks(ports[0])
    look_at_lines(running, crashed)
    look_at_figures(figures)
    for envelope in envelopes(sink):
        assert not [secret for secret in (*SECRETS, *WORDS) if secret in envelope]


def places(sink: WebSink) -> set[str]:
    return {report["transaction"] for report in reports(sink)}


def look_at_lines(all_of_them: list[Watched], crashed: list[Watched]) -> None:
    for one in (*all_of_them, *crashed):
        lines = one.lines()
        assert not [secret for secret in SECRETS if secret in one.log.read_text()]
        if one in crashed:
            assert "SECRET_KEY is missing" in json.dumps(lines)
    web, loop, worker = (one.lines() for one in all_of_them[:3])
    for lines in (web, loop):
        faults = [line for line in lines if line["level"] == "ERROR" and "exc_info" in line]
        assert len(faults) >= 2
        assert all(line["request_id"] for line in faults)
        assert {line.get("status_code") for line in faults} >= {500}
    assert [line for line in worker if line["level"] == "ERROR" and "exc_info" in line]


def look_at_figures(figures: str) -> None:
    """Check that one web server reports what the other one and the worker have counted."""
    counted = 'undermine_requests_total{method="POST",route="%s",status="%s"} %s'
    assert counted % ("accounts:sign-up", 302, 1) in figures
    assert counted % ("account_login", 500, 2) in figures
    assert 'undermine_sweep_steps_total{sweep="accounts.send_waiting_mail"}' in figures
    assert 'undermine_mail_total{outcome="sent"} 1' in figures
    assert not [secret for secret in SECRETS if secret in figures]


needs_redis = pytest.mark.skipif(
    machine.REDIS.find() is None and not machine.UNDER_CI, reason="Redis is not installed"
)


@needs_redis
@pytest.mark.stack
@pytest.mark.django_db(transaction=True)
def test_every_log_line_of_every_process_is_json_without_secrets(tmp_path: Path) -> None:
    def execute(sql: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)

    watch(f"sqlite:///{connection.settings_dict['NAME']}", execute, tmp_path, patient=False)


@pytest.mark.soak
def test_every_log_line_is_json_without_secrets_on_postgresql(tmp_path: Path) -> None:
    with machine.postgres() as server, machine.redis() as broker:
        database = new_database(server)
        environ = distributed(database, broker) | {"VAR_DIR": str(tmp_path)}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        try:
            subprocess.run(migrate, cwd=ROOT, env=environ, check=True)
            with psycopg.connect(database, autocommit=True) as line:
                watch(database, lambda sql: line.execute(sql.encode()), tmp_path, patient=True)
        finally:
            drop_database(database, server)
