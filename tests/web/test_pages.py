"""Pages around the games."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both]

PAGES = ("/", "/new/", "/rules/", "/privacy/", "/terms/", "/contact/", "/names/")


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


def test_a_form_without_its_token_is_refused_in_our_design() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert b"<main" in answer.content
