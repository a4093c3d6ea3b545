"""The processes of the site: the one list of them, and the files that repeat it.

`python -m tools.configuration` writes those files; `make run` starts the same processes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from config.celery import BOTS, CLOCKS, DELIVERY, MAIL
from config.environment import ROOT

ALONE = ("--without-gossip", "--without-mingle", "--without-heartbeat")
"""Workers need not talk to each other: their work is in the rows."""
SETUP = (
    "python manage.py migrate --noinput && python manage.py createcachetable && "
    "python manage.py collectstatic --noinput"
)
WEB = "gunicorn config.asgi:application --config python:config.gunicorn"
CELERY = "celery -A config --quiet"
BEAT = f"{CELERY} beat --loglevel WARNING"


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker with a queue of its own."""

    name: str
    queue: str
    slots: int
    """How much it does at a time, unless its variable says otherwise."""
    what: str

    @property
    def variable(self) -> str:
        return f"{self.name.upper()}_CONCURRENCY"

    def command(self, slots: str) -> str:
        return " ".join([CELERY, *worker_arguments(self.name, [self.queue], slots)])


WORKERS = (
    Worker("worker", CLOCKS, 2, "clocks and clean-ups"),
    Worker("bot", BOTS, 2, "bots"),
    Worker("delivery", DELIVERY, 4, "push and webhooks"),
    Worker("mail", MAIL, 2, "mail"),
)


def worker_arguments(name: str, queues: Sequence[str], slots: str) -> list[str]:
    return [
        *("worker", "--hostname", f"{name}@%h", "--queues", ",".join(queues)),
        *("--concurrency", slots, *ALONE, "--loglevel", "WARNING"),
    ]


def files() -> dict[Path, str]:
    """Return what each file that repeats the list should contain."""
    compose, docker, page = ROOT / "compose.yaml", ROOT / "Dockerfile", ROOT / "docs/operations.md"
    return {
        ROOT / "Procfile": _procfile(),
        compose: _compose(compose.read_text()),
        docker: _dockerfile(docker.read_text()),
        page: _operations(page.read_text()),
        **{ROOT / "docs/deploy/systemd" / name: text for name, text in _systemd().items()},
    }


def _from_environment(worker: Worker) -> str:
    return worker.command(f"${{{worker.variable}:-{worker.slots}}}")


def _procfile() -> str:
    lines = [f"release: {SETUP}", f"web: {WEB} --bind 0.0.0.0:${{PORT:-8000}}"]
    lines += [f"{worker.name}: {_from_environment(worker)}" for worker in WORKERS]
    return "\n".join([*lines, f"beat: {BEAT}", ""])


# --- compose.yaml, Dockerfile, docs/operations.md: some of their lines ---

SERVICE = """\
  {name}:
    <<: *undermine
    command: {command}
    healthcheck:
      <<: *look
      test: ["CMD-SHELL", "celery -A config inspect ping --destination {name}@$$HOSTNAME --timeout 10"]
"""  # noqa: E501  (as in the file)


def _compose(text: str) -> str:
    services = "".join(
        SERVICE.format(name=worker.name, command=_from_environment(worker)) for worker in WORKERS
    )
    text = re.sub(r"(?m)^(    command: )gunicorn .*", rf"\g<1>{WEB} --bind 0.0.0.0:8000", text)
    text = re.sub(r"(?m)^(    command: )celery .* beat .*", rf"\g<1>{BEAT}", text)
    head, end = "  # The workers, from tools/processes.py.\n", "  beat:"
    return text.partition(head)[0] + head + services + end + text.partition(end)[2]


def _dockerfile(text: str) -> str:
    command = json.dumps([*WEB.split(), "--bind", "0.0.0.0:8000"])
    return re.sub(r"(?m)^CMD .*", f"CMD {command}", text)


def _operations(text: str) -> str:
    """Replace the rows of the table of processes: web, each worker, beat."""
    for name, command in (("web", WEB), ("beat", BEAT)):
        text = re.sub(rf"(?m)^\| {name} \| `[^`]*`", f"| {name} | `{command}`", text)
    rows = (
        f"| {worker.name} | `{worker.command(str(worker.slots))}` | any number |\n"
        for worker in WORKERS
    )
    return re.sub(r"(?ms)^(\| web [^\n]*\n).*?^(?=\| beat )", rf"\1{''.join(rows)}", text)


# --- systemd ---

UNIT = """\
[Unit]
Description=Undermine: {what}
PartOf=undermine.target
Wants=network-online.target
After=network-online.target postgresql.service redis-server.service
StartLimitIntervalSec=0

[Service]
User=undermine
WorkingDirectory=/srv/undermine
{more}
Restart=always
RestartSec=2
TimeoutStopSec=60
MemoryMax=1G
TasksMax=256
NoNewPrivileges=yes
CapabilityBoundingSet=
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077

[Install]
WantedBy=undermine.target
"""
TARGET = """\
[Unit]
Description=Undermine: web server, workers and beat
Wants={units}

[Install]
WantedBy=multi-user.target
"""


def _systemd() -> dict[str, str]:
    reload = "ExecReload=/bin/kill -HUP $MAINPID"
    found = {
        "web": _unit(
            "web server", f"{WEB} --bind 127.0.0.1:${{PORT}}", "PORT=8000", reload, "KillMode=mixed"
        )
    }
    for worker in WORKERS:
        command = worker.command(f"${{{worker.variable}}}").replace("%h", "%%h")
        default = f"{worker.variable}={worker.slots}"
        found[worker.name] = _unit(worker.what, command, default, "KillMode=mixed")
    found["beat"] = _unit("the timetable", BEAT)
    units = {f"undermine-{name}.service": text for name, text in found.items()}
    return {**units, "undermine.target": TARGET.format(units=" ".join(units))}


def _unit(what: str, command: str, default: str = "", *more: str) -> str:
    lines = [
        *([f"Environment={default}"] if default else []),
        "EnvironmentFile=/etc/undermine/environment",
        f"ExecStart=/srv/undermine/.venv/bin/{command}",
        *more,
    ]
    return UNIT.format(what=what, more="\n".join(lines))
