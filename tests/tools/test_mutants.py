"""`make mutants` breaks a sample of the code."""

from __future__ import annotations

import random

import pytest

from config.environment import ROOT
from tools import mutants


@pytest.mark.parametrize("glob", [glob for globs in mutants.GROUPS.values() for glob in globs])
def test_each_part_of_the_sample_has_modules(glob: str) -> None:
    assert any(ROOT.glob(glob))


def test_a_mutant_changes_its_line_and_no_annotation() -> None:
    path = "games/tables/rate_limits.py"
    source = (ROOT / path).read_text().splitlines()
    drawn = list(mutants.mutants(path, random.Random(1)))
    assert "remove call" in {mutant.operator for mutant in drawn}
    assert len({mutant.operator for mutant in drawn}) > 3
    for mutant in drawn:
        assert mutant.code().splitlines() != source
        assert " | None" not in source[mutant.line - 1] or "BitOr" not in mutant.operator
