"""Files for those who deploy. No Docker engine runs here: they are read, not started."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import yaml

from config.environment import ROOT, VARIABLES

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
PROCFILE = dict(
    line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines() if line
)


def test_compose_has_every_process_and_server() -> None:
    assert set(COMPOSE["services"]) == {"setup", "web", "worker", "beat", "postgres", "redis"}


def test_compose_sets_only_variables_that_are_read() -> None:
    known = {variable.name for variable in VARIABLES} | {"VENV"}
    for name in ("web", "worker", "beat", "setup"):
        assert set(COMPOSE["services"][name]["environment"]) <= known


def test_compose_opens_nothing_to_the_world() -> None:
    ports = [port for service in COMPOSE["services"].values() for port in service.get("ports", [])]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_the_procfile_has_the_same_processes() -> None:
    assert set(PROCFILE) == {"release", "web", "worker", "beat"}


def test_the_programs_that_are_named_exist() -> None:
    beside = Path(sys.executable).parent
    for command in PROCFILE.values():
        for program in re.findall(r"(?:^|&& )(\S+)", command):
            assert (beside / program).exists() or shutil.which(program), program
