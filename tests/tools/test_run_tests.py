"""Tools missing on a machine are reported loudly, with the command to install them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from config.environment import PRODUCTION_SIGNS, ROOT
from tools import machine, run_tests
from tools.machine import Tool
from tools.run_tests import Run

ABSENT = Tool("Nothing", "no-such-package", ("no-such-program-anywhere",), ("/no/such/folder",))


def test_a_missing_tool_is_not_found() -> None:
    assert ABSENT.find() is None


def test_a_tool_is_found_on_the_path_or_in_debians_own_place() -> None:
    assert Tool("sh", "dash", ("sh",)).find()
    assert Tool("sh", "dash", ("no-such-program", "env"), ("/usr/b*",)).find()


def test_what_was_not_tested_is_listed_with_the_command_to_fix_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "UNDER_CI", False)
    assert run_tests.summary([ABSENT]) == 0
    said = capsys.readouterr().out
    assert "NOT TESTED" in said
    assert "apt-get install -y no-such-package" in said


def test_in_ci_a_missing_tool_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "UNDER_CI", True)
    assert run_tests.summary([ABSENT]) == 1
    assert run_tests.summary([]) == 0


def test_the_first_leg_inherits_no_production_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in PRODUCTION_SIGNS:
        monkeypatch.setenv(name, "something")
    assert not set(PRODUCTION_SIGNS) & set(run_tests.clean())
    environ = run_tests.distributed("postgres://there", "redis://there/0")
    assert environ["DATABASE_URL"] == "postgres://there"


def test_compiled_bytecode_is_kept_for_the_next_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in run_tests.clean()


def test_the_tournaments_file_exists() -> None:
    """A moved file would drop out of `make soak` or run among the other long tests."""
    assert (ROOT / run_tests.TOURNAMENTS).is_file()


def test_a_long_run_names_the_commit_and_fails_as_its_tests_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_pair.py").write_text("def test_one(): pass\ndef test_two(): assert 0\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:randomly"]
    monkeypatch.setattr(run_tests, "PYTEST", [*command, "-o", "addopts=", "--noconftest"])
    where = (f"--rootdir={tmp_path}", str(tmp_path))
    both, one, none = run_tests._at_once(
        Run("two tests", run_tests.clean(), where),
        Run("one test", run_tests.clean(), (*where, "-k", "one")),
        Run("none", run_tests.clean(), (*where, "-m", "no_such_mark")),
    )
    told = f"- two tests, commit {run_tests._commit()}: 1 failed, 1 passed in "
    assert (both[0].startswith(told), both[1]) == (True, 1)
    assert ("1 passed" in one[0], one[1]) == (True, 0)
    assert none[1] == 0
