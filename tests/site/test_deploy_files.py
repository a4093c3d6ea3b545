"""Files for deployment. No Docker engine runs here: they are read, not started."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.celery import BOTS, QUEUES, ROUTES
from config.environment import NAMES, ROOT
from tools import bootstrap, machine, processes, stack

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
UNITS = sorted((ROOT / "docs/deploy/systemd").glob("*.service"))
PROCESSES = {"web", *(worker.name for worker in processes.WORKERS), "beat"}
PROGRAMS = Path(sys.executable).parent


def procfile() -> dict[str, str]:
    lines = (ROOT / "Procfile").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line)


def unit(path: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(path)
    return parser["Service"]


def test_every_file_is_generated_from_the_one_list() -> None:
    stale = [str(path) for path, text in processes.files().items() if path.read_text() != text]
    assert stale == []
    page = (ROOT / "docs/operations.md").read_text()
    assert all(f"| {name} | `" in page for name in PROCESSES)


def test_an_added_process_appears_in_every_file(monkeypatch: pytest.MonkeyPatch) -> None:
    added = processes.Worker("digger", "digs", 3, "digging")
    monkeypatch.setattr(processes, "WORKERS", (*processes.WORKERS, added))
    files = {path.name: text for path, text in processes.files().items()}
    for name in ("Procfile", "compose.yaml", "undermine-digger.service"):
        assert "--hostname digger@" in files[name]
        assert "--queues digs --concurrency ${DIGGER_CONCURRENCY" in files[name]
    assert "undermine-digger.service" in files["undermine.target"]
    assert "DIGGER_CONCURRENCY=3" in files["undermine-digger.service"]


def test_workers_have_the_flags_of_make_run() -> None:
    workers = [child.command for child in stack.processes(8000) if "worker" in child.command]
    assert len(workers) > 2
    assert all(set(processes.ALONE) <= set(command) for command in workers)


def test_thinking_bots_share_no_process_with_clocks() -> None:
    """Not even on a developer's machine: the slots of a worker are threads there."""
    commands = [list(child.command) for child in stack.processes(8000)]
    queues = [c[c.index("--queues") + 1].split(",") for c in commands if "--queues" in c]
    assert [found for found in queues if BOTS in found] == [[BOTS]]


def test_every_queue_has_its_own_worker() -> None:
    assert sorted(worker.queue for worker in processes.WORKERS) == sorted(QUEUES)
    assert {route["queue"] for route in ROUTES.values()} == set(QUEUES)


def test_counts_come_from_the_environment() -> None:
    assert {worker.variable for worker in processes.WORKERS} <= set(NAMES)
    assert "--workers" not in processes.WEB


def test_all_named_programs_exist() -> None:
    for command in procfile().values():
        for program in re.findall(r"(?:^|&& )(\S+)", command):
            assert (PROGRAMS / program).exists() or shutil.which(program), program


# --- compose.yaml -----------------------------------------------------------------------------


def test_compose_has_every_process_and_server() -> None:
    assert set(SERVICES) == PROCESSES | {"setup", "postgres", "redis"}


def test_everything_in_compose_has_limits_and_restarts() -> None:
    for name, service in SERVICES.items():
        assert {"mem_limit", "pids_limit", "logging"} <= set(service), name
        assert service["restart"] == ("no" if name == "setup" else "unless-stopped")
        assert service["healthcheck"].get("disable") == (
            True if name in ("setup", "beat") else None
        )


def test_compose_sets_only_known_variables() -> None:
    known = {*NAMES, *(f"{name}_FILE" for name in NAMES)}
    for name in PROCESSES | {"setup"}:
        assert set(SERVICES[name]["environment"]) <= known
    asked = set(re.findall(r"(?<!\$)\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked - {"UNDERMINE_VERSION"} <= set(NAMES)


def test_secrets_in_compose_are_files_for_one_setting() -> None:
    """No password is part of a URL or a variable, where some characters are special."""
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if name.endswith("_FILE"):
                secret = value.removeprefix("/run/secrets/")
                assert secret in service["secrets"]
                assert COMPOSE["secrets"][secret] == {"file": f"secrets/{secret}"}
            assert "PASSWORD" not in name or name.endswith("_FILE")
            assert not re.search(r"//[^/@]*:[^/@]*@", value)
    assert {"/secrets/", ".env"} <= set((ROOT / ".gitignore").read_text().splitlines())


def test_compose_publishes_ports_on_loopback_only() -> None:
    ports = [port for service in SERVICES.values() for port in service.get("ports", [])]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_new_processes_wait_for_the_migrations() -> None:
    for name in PROCESSES:
        assert SERVICES[name]["depends_on"] == {
            "setup": {"condition": "service_completed_successfully"}
        }
    assert "manage.py migrate" in SERVICES["setup"]["command"]


# --- Dockerfile -------------------------------------------------------------------------------


def instructions(word: str) -> list[str]:
    return re.findall(rf"^{word} (.+)$", DOCKERFILE, re.M)


def test_the_image_is_small_unprivileged_and_has_a_health_check() -> None:
    bases = [
        re.fullmatch(r"python:(\d\.\d+)-slim-\w+(?: AS \w+)?", b) for b in instructions("FROM")
    ]
    assert len(bases) == 2
    for base in bases:
        assert base
        assert tuple(map(int, base[1].split("."))) in bootstrap.FITTING
    (user,) = instructions("USER")
    assert re.fullmatch("[1-9][0-9]*", user)
    (healthcheck,) = instructions("HEALTHCHECK")
    assert '"tools/healthcheck.py", "/healthz"' in healthcheck


def test_no_secret_is_in_a_layer() -> None:
    assert not re.search(r"^(ARG|ENV) .*(SECRET|PASSWORD|KEY|TOKEN|_URL)", DOCKERFILE, re.M)
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in rules, "everything is left out that is not named"
    kept = {rule[1:] for rule in rules if rule.startswith("!")}
    assert kept == {
        "accounts", "config", "games", "locale", "static", "templates", "tools", "manage.py",
        "requirements.txt",
    }  # fmt: skip
    assert all((ROOT / name).exists() for name in kept)


# --- systemd ----------------------------------------------------------------------------------


def test_every_process_has_a_unit_that_restarts_with_few_privileges() -> None:
    assert {path.stem.removeprefix("undermine-") for path in UNITS} == PROCESSES
    target = (ROOT / "docs/deploy/systemd/undermine.target").read_text()
    for path in UNITS:
        service = unit(path)
        assert path.name in target
        assert (service["Restart"], service["User"]) == ("always", "undermine")
        assert (service["NoNewPrivileges"], service["ProtectSystem"]) == ("yes", "strict")
        assert "StartLimitIntervalSec=0" in path.read_text(), "it is never given up"
        for variable in re.findall(r"\$\{(\w+)\}", service["ExecStart"]):
            assert f"Environment={variable}=" in path.read_text(), "has a default"


@pytest.mark.skipif(not machine.SYSTEMD.find(), reason="systemd is not installed")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """Our programs replace those of the site, because systemd checks that they exist."""
    for path in (ROOT / "docs/deploy/systemd").iterdir():
        text = path.read_text().replace("/srv/undermine/.venv/bin", str(PROGRAMS))
        (tmp_path / path.name).write_text(text)
    files = [str(path) for path in tmp_path.iterdir()]
    command = [machine.SYSTEMD.path(), "verify", "--man=no", *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    for file in files:
        if file.endswith(".service"):
            strict = [machine.SYSTEMD.path(), "security", "--offline=yes", "--threshold=20", file]
            rated = subprocess.run(strict, capture_output=True, text=True)
            assert rated.returncode == 0, rated.stdout[-200:]


# --- the workflow -----------------------------------------------------------------------------


def test_the_workflow_runs_the_script_on_every_python() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    (job,) = workflow["jobs"].values()
    assert job["steps"][-1]["run"] == ".ci/run"
    assert job["strategy"]["matrix"]["python"] == [f"3.{minor}" for _, minor in bootstrap.FITTING]
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    assert used
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_every_process_logs_in_our_format() -> None:
    """A server's own start-up lines and Celery's banner would not be JSON."""
    assert "--config python:config.gunicorn" in processes.WEB
    assert processes.CELERY == "celery -A config --quiet"
    assert processes.BEAT.startswith(processes.CELERY)
