"""The rules pages are complete: every rule, option, refusal and card has its place."""

from __future__ import annotations

import re
from typing import Any

import pytest

from config.environment import ROOT
from games.kinds import KINDS
from games.kinds.common.words.phrases import openings
from games.kinds.kind import GameKind

ALL = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
Kind = GameKind[Any, Any]


def written_down() -> list[str]:
    """Return the numbers of all rules in `docs/rules/`."""
    texts = [path.read_text() for path in sorted((ROOT / "docs/rules").glob("*.md"))]
    return re.findall(r"^- \*\*([A-Z]\d+)\*\*", "\n".join(texts), re.M)


def test_every_rule_is_on_exactly_one_page() -> None:
    found = [number for kind in KINDS.values() for number in kind.rulebook.rules]
    assert sorted(found) == sorted(written_down())


@ALL
def test_rules_are_in_order(kind: Kind) -> None:
    numbers = [int(number[1:]) for number in kind.rulebook.rules]
    assert numbers == list(range(1, len(numbers) + 1))


@ALL
def test_every_rule_has_an_example_of_this_game(kind: Kind) -> None:
    scenarios = kind.rulebook.scenarios
    assert {scenario.rule for scenario in scenarios} == set(kind.rulebook.rules)
    assert {scenario.data["game"] for scenario in scenarios} == {kind.name}


@ALL
def test_an_example_shows_more_than_a_deal(kind: Kind) -> None:
    """Each has a refusal or says what must follow."""
    for scenario in kind.rulebook.scenarios:
        steps = scenario.data["step"]
        told = any("refused" in step or "facts" in step for step in steps)
        assert told or len(steps) == 1, scenario


@ALL
def test_every_refusal_and_option_leads_to_a_rule(kind: Kind) -> None:
    numbers = set(written_down())
    assert {kind.rulebook.of_refusal(code) for code in kind.rules.refusals} <= numbers
    assert {kind.rulebook.of_option(option.name) for option in kind.rules.options} <= numbers


@ALL
def test_everything_explained_leads_to_a_rule(kind: Kind) -> None:
    explained = [name for name in kind.art.names if kind.words.HELP.of(name)]
    assert [name for name in explained if not kind.rulebook.of_card(name)] == []


@ALL
def test_every_card_of_the_deck_is_counted(kind: Kind) -> None:
    cards = {name for name in kind.art.names if openings(name) or name in kind.words.HELP.actions}
    assert cards <= set(kind.rulebook.counts)


@ALL
def test_the_numbers_in_a_rule_come_from_the_engine(kind: Kind) -> None:
    """A placeholder without a value, or a value without a placeholder, would fail here."""
    for number, rule in kind.rulebook.rules.items():
        text = " ".join(str(words) for words in rule.text)
        assert set(re.findall(r"%\((\w+)\)s", text)) == set(rule.values), number
        assert "%(" not in " ".join(rule.paragraphs)
