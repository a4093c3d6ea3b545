"""Pages around the games."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.kinds import KINDS
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

RULES = tuple(f"/rules/{kind.slug}/" for kind in KINDS.values())
PAGES = ("/", "/new/", "/rules/", *RULES, "/privacy/", "/terms/", "/contact/", "/names/")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_costs_a_visitor_no_query(
    client: Client, path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_a_page_costs_a_player_few_queries(
    client: Client, path: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(UserFactory.create())
    client.get(path)
    with django_assert_max_num_queries(12 if path == "/" else 4):  # home has every list
        assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Rules"), ("nl", "Spelregels"), ("de", "Regeln")]
)
def test_the_language_follows_the_browser(client: Client, language: str, word: str) -> None:
    answer = client.get("/rules/", headers={"accept-language": language})
    assert f'lang="{language}"'.encode() in answer.content


def test_the_language_switch_is_remembered(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "nl", "next": "/rules/"})
    assert b'lang="nl"' in client.get("/").content


def test_a_form_without_its_token_gets_an_error_page_in_our_design() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert b"<main" in answer.content


# --- privacy -------------------------------------------------------------------------------------


def test_the_privacy_page_states_the_periods_set_here(
    client: Client, settings: LazySettings
) -> None:
    settings.KEEP_NOTICES = timedelta(days=1)
    settings.KEEP_REPORTS = timedelta(days=365)
    settings.KEEP_AUDIT = timedelta(days=4 * 365)
    settings.SESSION_COOKIE_AGE = 60 * 60 * 24 * 23
    page = re.sub(r"\s+(?=<)|(?<=>)\s+", "", client.get("/privacy/").content.decode())
    assert "<dt>Notices, after they were sent</dt><dd>1 day</dd>" in page
    assert "<dt>Reports, after they were resolved</dt><dd>1 year</dd>" in page
    assert "<dt>The record of what moderators did</dt><dd>4 years</dd>" in page
    assert "<dt>A sign-in that is not used</dt><dd>23 days</dd>" in page
