"""The rules pages: complete in every language, and linked from wherever a rule matters."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.kinds import KINDS
from tests.factories import UserFactory
from tests.real_tables import running

pytestmark = [pytest.mark.django_db]

GAMES = pytest.mark.parametrize("game", [kind.slug for kind in KINDS.values()])
LINK = re.compile(r'href="(/rules/[a-z-]+/)?#([\w.+:@-]+)"')


def page(game: str, language: str = "en") -> str:
    answer = Client().get(f"/rules/{game}/", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def anchors(text: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', text))


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@GAMES
def test_every_rule_has_a_drawn_example(game: str, language: str) -> None:
    text = page(game, language)
    kind = next(kind for kind in KINDS.values() if kind.slug == game)
    articles = dict(re.findall(r'<article class="rule"\s+id="(\w+)"(.*?)</article>', text, re.S))
    assert list(articles) == list(kind.rulebook.rules)
    for number, article in articles.items():
        assert 'class="mine-picture"' in article, number


@GAMES
def test_every_anchor_is_unique_and_every_link_has_its_target(game: str) -> None:
    text = page(game)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for address, anchor in LINK.findall(text):
        there = Client().get(address).content.decode() if address else text
        assert anchor in anchors(there), f"{address}#{anchor}"


def test_an_unknown_game_has_no_rules() -> None:
    assert Client().get("/rules/poker/").status_code == 404


def test_a_refusal_names_its_rule(client: Client) -> None:
    one, two, three = UserFactory.create_batch(3)
    table = running(one, two, three)
    waiting = table.seats.filter(on_turn=False).first()
    assert waiting is not None
    assert waiting.user is not None
    client.force_login(waiting.user)
    move = {"move": "discard map", "version": table.version, "token": "a"}
    answer = client.post(f"/t/{table.code}/move/", move, headers={"hx-request": "true"})
    assert 'href="/rules/classic/#C7"' in answer.content.decode()


def test_options_name_their_rules(client: Client) -> None:
    client.force_login(UserFactory.create())
    text = client.get("/new/?game=classic").content.decode()
    for number in ("C2", "C4", "C11", "C13", "C21", "C23", "C25"):
        assert f'href="/rules/classic/#{number}"' in text
    assert 'href="/rules/duel/#D17"' in client.get("/new/?game=solo").content.decode()
