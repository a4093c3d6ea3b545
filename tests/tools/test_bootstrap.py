"""Problems of the installer, each explained in one sentence."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from config.environment import ROOT
from tools import bootstrap

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
OFFLINE = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_FIND_LINKS": "",
    "PIP_NO_INDEX": "",
    "PIP_CONFIG_FILE": os.devnull,
}


@pytest.mark.parametrize(
    ("log", "word"),
    [
        ("WARNING: Retrying after connection broken by 'NewConnectionError(…)'", "network"),
        ("error: command 'gcc' failed: No such file or directory", "compiler"),
        (
            "ERROR: Could not install packages: [Errno 28] No space left on device",
            "disk",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "hash"),
        ("something quite new", "install.log"),
    ],
)
def test_an_error_of_pip_becomes_one_sentence(log: str, word: str) -> None:
    sentence = bootstrap.why(log)
    assert word in sentence
    assert "\n" not in sentence


def bootstrap_in(
    venv: Path, requirements: str = "requirements.txt", **environ: str
) -> subprocess.CompletedProcess[str]:
    """Bootstrap as `make` does, with the Python this environment was made from."""
    python = getattr(sys, "_base_executable", sys.executable)
    command = [python, "tools/bootstrap.py", requirements]
    world = {**os.environ, "VENV": str(venv), **environ}
    return subprocess.run(command, cwd=ROOT, env=world, capture_output=True, text=True)


def environment_of(version: str, venv: Path) -> Path:
    """Make the remains of an environment in which everything was installed."""
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").touch()
    (venv / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}.0\n")
    wanted = bootstrap.fingerprint(ROOT / "requirements.txt")
    (venv / "requirements.installed").write_text(wanted)
    return venv


def test_installed_requirements_are_not_installed_again(tmp_path: Path) -> None:
    assert bootstrap.fingerprint(ROOT / "requirements-dev.txt") != bootstrap.fingerprint(
        ROOT / "requirements.txt"
    )
    done = bootstrap_in(environment_of(HERE, tmp_path / "venv"), **OFFLINE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_environment_of_another_python_is_recreated_and_a_missing_network_explained(
    tmp_path: Path,
) -> None:
    venv = environment_of("3.10", tmp_path / "venv")
    done = bootstrap_in(venv, **OFFLINE)
    assert f"is of a Python 3.10; here is {HERE}: it is recreated" in done.stdout
    assert f"version = {HERE}" in (venv / "pyvenv.cfg").read_text()
    assert done.returncode != 0
    assert done.stderr.strip().splitlines() == [
        "Undermine: The package index cannot be reached: check the network and try again."
    ]
    assert list(venv.glob("*.installed")) == []


def test_a_package_other_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    venv = environment_of(HERE, tmp_path / "venv")
    (venv / "bin/python").unlink()  # as if the Python it was made with had been removed
    wheel, pins = little_wheel(tmp_path), tmp_path / "pins.txt"
    here = {**OFFLINE, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}
    pins.write_text("little==1.0 --hash=sha256:" + "0" * 64)
    done = bootstrap_in(venv, str(pins), **here)
    assert "it is recreated" in done.stdout
    assert "its hash differs" in done.stderr
    assert list(venv.glob("*.installed")) == []
    pins.write_text(f"little==1.0 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}")
    assert bootstrap_in(venv, str(pins), **here).returncode == 0
    assert list(venv.glob("lib/*/site-packages/little.py"))
    assert (venv / "pins.installed").exists()


def little_wheel(folder: Path) -> Path:
    path, about = folder / "little-1.0-py3-none-any.whl", "little-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("little.py", "")
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: little\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    return path


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_pin_has_its_hashes(name: str) -> None:
    pins = re.split(r"\n(?=\w)", (ROOT / name).read_text().removeprefix("-r requirements.txt\n"))
    assert len(pins) > 40
    assert [pin for pin in pins if "--hash=sha256:" not in pin] == []


@pytest.mark.parametrize("found", [(3, 9), (3, 10), (3, 14)])
def test_an_unsuitable_python_is_explained_in_one_sentence(found: tuple[int, int]) -> None:
    sentence = bootstrap.misfit(found)
    assert f"Python 3.11, 3.12 or 3.13 is needed, and this is 3.{found[1]}" in sentence
    assert ("ready yet" in sentence) == (found > (3, 13))


def test_the_python_that_runs_these_tests_is_supported() -> None:
    assert tuple(sys.version_info[:2]) in bootstrap.FITTING


def test_every_file_names_the_same_pythons() -> None:
    oldest, newest = bootstrap.FITTING[0][1], bootstrap.FITTING[-1][1]
    named = [f"3.{minor}" for minor in range(oldest, newest + 1)]
    words = f"{', '.join(named[:-1])} or {named[-1]}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["requires-python"] == f">=3.{oldest},<3.{newest + 1}"
    assert project["tool"]["ruff"]["target-version"] == f"py3{oldest}"
    assert project["tool"]["mypy"]["python_version"] == f"3.{oldest}"
    assert bootstrap.misfit((3, 2)).startswith(f"Python {words}")
    for name in ("README.md", "docs/operations.md", "Makefile"):
        assert words in (ROOT / name).read_text()
    makefile = (ROOT / "Makefile").read_text()
    assert " ".join(f"python{name}" for name in reversed(named)) in makefile
    assert f"--universal --python-version 3.{oldest} --generate-hashes" in makefile


def test_make_uses_python3_or_the_newest_supported_version(tmp_path: Path) -> None:
    old, new = tmp_path / "python3", tmp_path / "python3.12"
    old.write_text("#!/bin/sh\nexit 1\n")
    new.write_text("#!/bin/sh\nexit 0\n")
    for program in (old, new):
        program.chmod(0o755)
    assert chosen(tmp_path) == str(new)
    old.write_text("#!/bin/sh\nexit 0\n")
    assert chosen(tmp_path) == str(old)


def chosen(folder: Path) -> str:
    """Return the Python that `make` would use if these were the only ones."""
    world = {
        name: value for name, value in os.environ.items() if name not in ("PYTHON", "MAKEFLAGS")
    }
    make = shutil.which("make")
    assert make
    command = [make, "-n", "prod"]
    done = subprocess.run(
        command, cwd=ROOT, env=world | {"PATH": str(folder)}, capture_output=True, text=True
    )
    return done.stdout.split('"')[1]
