"""The rules of conduct: a public page, and one rule for every reason."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.moderation import code_of_conduct
from games.moderation.texts import BREACH_REASONS, REPORTED_AS, Reason, TableReason

pytestmark = pytest.mark.django_db


def test_every_reason_but_goodwill_has_a_rule() -> None:
    assert (
        set(code_of_conduct.RULE_BY_REASON)
        == set(BREACH_REASONS)
        == set(Reason) - {Reason.GOODWILL}
    )
    assert set(code_of_conduct.RULE_BY_REASON.values()) <= set(code_of_conduct.RULES)
    assert set(code_of_conduct.RULE_BY_TABLE_REASON) <= set(TableReason)
    assert set(code_of_conduct.RULE_BY_TABLE_REASON.values()) <= set(code_of_conduct.RULES)


def test_kinds_of_reports_suggest_valid_reasons() -> None:
    assert {reason for fitting in REPORTED_AS.values() for reason in fitting} <= set(BREACH_REASONS)


def test_every_rule_has_its_own_number_and_anchor_on_the_page() -> None:
    page = Client().get(reverse("conduct")).content.decode()
    anchors = re.findall(r'<section id="([\w-]+)"', page)
    assert anchors == [rule.anchor for rule in code_of_conduct.RULES]
    assert len(set(anchors)) == len(anchors)
    assert [rule.number for rule in code_of_conduct.RULES] == list(range(1, len(anchors) + 1))


@pytest.mark.parametrize("name", ["home", "terms"])
def test_the_page_is_linked_from_everywhere(name: str) -> None:
    assert reverse("conduct") in Client().get(reverse(name)).content.decode()
