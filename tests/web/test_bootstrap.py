"""The installer's troubles, each in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import bootstrap
from config.environment import ROOT


@pytest.mark.parametrize(
    ("log", "word"),
    [
        ("WARNING: Retrying after connection broken by 'NewConnectionError(…)'", "network"),
        ("error: command 'gcc' failed: No such file or directory", "compiler"),
        (
            "ERROR: Could not install packages: [Errno 28] No space left on device",
            "disk",
        ),
        ("something quite new", "install.log"),
    ],
)
def test_what_pip_says_becomes_a_sentence(log: str, word: str) -> None:
    sentence = bootstrap.why(log)
    assert word in sentence
    assert "\n" not in sentence


def test_no_network_is_one_sentence_and_no_half_installed_stamp(tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "VENV": str(tmp_path / "venv"),
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_NO_INDEX": "",
        "PIP_CONFIG_FILE": os.devnull,
    }
    python = getattr(sys, "_base_executable", sys.executable)
    command = [python, "config/bootstrap.py", "requirements.txt"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr.strip().splitlines() == [
        "Undermine: The package index cannot be reached: check the network and try again."
    ]
    assert list(tmp_path.glob("venv/*.installed")) == []


def test_installed_requirements_are_not_installed_again(tmp_path: Path) -> None:
    wanted = bootstrap.fingerprint(ROOT / "requirements-dev.txt")
    assert wanted != bootstrap.fingerprint(ROOT / "requirements.txt")
    (tmp_path / "requirements.installed").write_text(
        bootstrap.fingerprint(ROOT / "requirements.txt")
    )
    environ = {**os.environ, "VENV": str(tmp_path)}
    command = [sys.executable, "config/bootstrap.py", "requirements.txt"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
