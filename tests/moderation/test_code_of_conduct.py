"""The rules of conduct: a public page, and one rule for every reason."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.moderation import conduct
from games.moderation.words import BREACHES, REPORTED_AS, Reason, TableReason

pytestmark = pytest.mark.django_db


def test_every_reason_that_is_no_kindness_has_a_rule() -> None:
    assert set(conduct.BROKEN) == set(BREACHES) == set(Reason) - {Reason.GOODWILL}
    assert set(conduct.BROKEN.values()) <= set(conduct.RULES)
    assert set(conduct.BROKEN_AT_TABLE) <= set(TableReason)
    assert set(conduct.BROKEN_AT_TABLE.values()) <= set(conduct.RULES)


def test_reports_lead_to_reasons_that_bind() -> None:
    assert {reason for fitting in REPORTED_AS.values() for reason in fitting} <= set(BREACHES)


def test_every_rule_has_a_number_and_an_anchor_of_its_own_on_the_page() -> None:
    page = Client().get(reverse("conduct")).content.decode()
    anchors = re.findall(r'<section id="([\w-]+)"', page)
    assert anchors == [rule.anchor for rule in conduct.RULES]
    assert len(set(anchors)) == len(anchors)
    assert [rule.number for rule in conduct.RULES] == list(range(1, len(anchors) + 1))


@pytest.mark.parametrize("name", ["home", "terms"])
def test_the_page_is_found_from_everywhere(name: str) -> None:
    assert reverse("conduct") in Client().get(reverse(name)).content.decode()
