"""A line of the chat: its time, and what its reader can do about it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Message, Table
from tests.at_table import address, words
from tests.factories import UserFactory
from tests.real_tables import running, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [UserFactory.create(name=name) for name in ("Ada", "Bo", "Cyd")]


@pytest.fixture
def table(people: list[User]) -> Table:
    table = running(*people)
    for user, text in zip(people, ("Hello.", "Trust me.", "Never."), strict=True):
        services.say(user, table.code, text, text, now())
    return table


def lines(client: Client, table: Table) -> list[str]:
    chat = re.search(r'<ul id="chat".*?</ul>', words(client.get(address(table))), re.DOTALL)
    assert chat
    return re.findall(r"<li.*?</li>", chat[0], re.DOTALL)


def links(line: str) -> list[str]:
    return [found.replace("&amp;", "&") for found in re.findall(r'href="([^"]+)"', line)]


def test_each_line_has_its_time(people: list[User], table: Table) -> None:
    at = Message.objects.order_by("pk").values_list("at", flat=True)
    for line, moment in zip(lines(signed_in(people[0]), table), at, strict=True):
        assert f'<time datetime="{moment.isoformat()}">' in line


def test_ones_own_lines_can_neither_be_reported_nor_muted(people: list[User], table: Table) -> None:
    own, *others = lines(signed_in(people[0]), table)
    assert links(own) == []
    assert 'class="own"' in own
    assert all(len(links(line)) == 2 for line in others)


def test_a_line_has_links_to_report_it_and_to_mute_its_author(
    people: list[User], table: Table
) -> None:
    client = signed_in(people[0])
    report, mute = links(lines(client, table)[1])
    form = words(client.get(report))
    assert re.search(r'<option value="\w+" selected>Bo: Trust me.</option>', form)
    assert mute == reverse("manners", args=["Bo"])
    client.post(mute, {"do": "mute"})
    assert len(lines(client, table)) == 2


def test_a_hidden_line_cannot_be_reported(people: list[User], table: Table) -> None:
    Message.objects.filter(user=people[1]).update(hidden_at=now())
    assert links(lines(signed_in(people[0]), table)[1]) == [reverse("manners", args=["Bo"])]


def test_a_visitor_can_do_nothing_about_a_line(table: Table) -> None:
    assert [links(line) for line in lines(Client(), table)] == [[], [], []]
