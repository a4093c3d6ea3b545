"""Tests that share a world are run by one process; see tests/scheduling.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from config.environment import ROOT

TESTS = """
import pathlib, pytest, time
{mark}
@pytest.mark.parametrize("number", range(8))
def test_one(number, worker_id):
    time.sleep(0.1)  # long enough that the other process would take some, too
    (pathlib.Path(__file__).parent / "ran" / f"{name}-{{number}}").write_text(worker_id)
"""
OF_A_TABLE = """
import pathlib, pytest, time
every_table = pytest.mark.parametrize("number", range(3))
@every_table
def test_one(number, worker_id):
    ran(f"of_a_table-{number}-one", worker_id)
@every_table
def test_two(number, worker_id):
    ran(f"of_a_table-{number}-two", worker_id)
def ran(name, worker_id):
    time.sleep(0.1)
    (pathlib.Path(__file__).parent / "ran" / name).write_text(worker_id)
"""
COMMITS = """
import pathlib, pytest, time
@pytest.mark.parametrize("number", range(6))
def test_early(number, worker_id):
    ran(f"early-{number}", worker_id)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", range(6))
def test_commits(number, worker_id):
    ran(f"commits-{number}", worker_id)
@pytest.mark.parametrize("number", range(6))
def test_after(number, worker_id):
    ran(f"after-{number}", worker_id)
def ran(name, worker_id):
    time.sleep(0.1)
    (pathlib.Path(__file__).parent / "ran" / name).write_text(f"{worker_id} {time.monotonic_ns()}")
"""


def test_marked_files_and_tables_are_run_by_one_process_and_others_by_all(tmp_path: Path) -> None:
    (tmp_path / "ran").mkdir()
    mark = 'pytestmark = pytest.mark.xdist_group("a world")'
    (tmp_path / "test_b.py").write_text(TESTS.format(mark=mark, name="whole"))
    (tmp_path / "test_a.py").write_text(TESTS.format(mark="", name="shared"))
    (tmp_path / "test_0.py").write_text(OF_A_TABLE)
    _run(tmp_path)
    assert len(_workers(tmp_path, "whole")) == 1
    assert len(_workers(tmp_path, "shared")) == 2
    for number in range(3):
        assert len(_workers(tmp_path, f"of_a_table-{number}")) == 1


def test_tests_that_commit_start_at_once_in_one_process_that_never_goes_back(
    tmp_path: Path,
) -> None:
    (tmp_path / "ran").mkdir()
    (tmp_path / "test_a.py").write_text(COMMITS)
    _run(tmp_path)
    ran = [(*file.read_text().split(), file.name) for file in (tmp_path / "ran").iterdir()]
    assert len(ran) == 18
    first, second = (
        [name.partition("-")[0] for worker, _, name in sorted(ran, key=_when) if worker == process]
        for process in ("gw0", "gw1")
    )
    assert (first[0], second[0]) == ("early", "commits")
    assert "early" not in second


def _when(ran: tuple[str, ...]) -> int:
    return int(ran[1])


def _run(folder: Path) -> None:
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = django_db\n")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "tests.scheduling"]
    command += ["-p", "no:django", "-p", "no:randomly", "--rootdir", str(folder)]
    run = subprocess.run(
        [*command, "-c", str(folder / "pytest.ini"), str(folder)],
        cwd=ROOT,
        text=True,
        capture_output=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def _workers(folder: Path, name: str) -> set[str]:
    return {file.read_text() for file in (folder / "ran").glob(f"{name}-*")}
