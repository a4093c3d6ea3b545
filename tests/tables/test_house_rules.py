"""The rules of a table: an edition's, or house rules."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User
from games.engine import chosen_options
from games.kinds import KINDS
from games.tables.models import Table
from tests import real_tables
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db]

FORM = {
    "token": "abcdefgh2345", "title": "Rainy Tuesday", "size": 4, "bots": 0, "pace": 24,
    "public": "yes",
}  # fmt: skip


@pytest.fixture
def me() -> User:
    return UserFactory.create()


@pytest.fixture
def home(me: User) -> Client:
    return real_tables.signed_in(me)


def opened(home: Client, **changed: object) -> Table:
    home.post("/new/", FORM | changed)
    return Table.objects.get()


def usual() -> dict[str, object]:
    return dict(chosen_options(KINDS["classic"].rules.options, {}))


def test_an_edition_overrides_single_options(home: Client) -> None:
    table = opened(home, preset="2004", option_gold="per_digger", option_maps=5)
    assert table.options == usual()


def test_the_newer_edition_pays_by_diggers(home: Client) -> None:
    table = opened(home, preset="newer", option_gold="per_player", option_totals="open")
    assert table.options == usual() | {"gold": "per_digger"}


@pytest.mark.parametrize("preset", [{"preset": "house"}, {"preset": ""}, {}])
def test_house_rules_are_used_as_given(home: Client, preset: dict[str, str]) -> None:
    table = opened(home, **preset, option_totals="open", option_maps=5)
    assert table.options == usual() | {"totals": "open", "maps": 5}


def test_an_unknown_edition_gets_an_error_and_opens_nothing(home: Client) -> None:
    answer = home.post("/new/", FORM | {"preset": "1999"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"preset"}
    assert not Table.objects.exists()


def test_the_form_preselects_an_edition_and_gives_the_script_all_their_options(
    home: Client,
) -> None:
    form = home.get("/new/?game=classic").context["form"]
    assert form["preset"].value() == "2004"
    told = json.loads(form.editions)
    assert told["2004"] == usual()
    assert told["newer"] == usual() | {"gold": "per_digger"}


@pytest.mark.parametrize("kind", ["duel", "solo", "lost_mines"])
def test_a_game_with_one_edition_has_no_choice_of_editions(home: Client, kind: str) -> None:
    form = home.get(f"/new/?game={kind}").context["form"]
    assert form.edition_field is None
    assert KINDS[kind].options.edition({}) == []


@pytest.mark.parametrize(
    ("options", "label", "own"),
    [
        ({}, "2004 rules", 0),
        ({"gold": "per_digger"}, "Newer edition", 0),
        ({"gold": "per_digger", "maps": 5}, "House rules", 2),
    ],
)
def test_the_edition_is_named_first_before_joining(
    client: Client, options: dict[str, object], label: str, own: int
) -> None:
    table = real_tables.lobby(size=5, options=options)
    answer = client.get(table.get_absolute_url())
    first, *rest = answer.context["settings"]
    assert str(first.value.label) == label
    assert [setting.usual for setting in rest].count(False) == own
    page = answer.content.decode()
    assert page.index(label) < page.index(str(rest[0].value.label))


def test_the_table_names_the_edition_too(me: User, home: Client) -> None:
    table = real_tables.running(me, *UserFactory.create_batch(2), options={"gold": "per_digger"})
    page = home.get(table.get_absolute_url()).content.decode()
    assert "Newer edition" in page


def test_every_edition_consists_of_existing_options() -> None:
    for kind in KINDS.values():
        editions = kind.options.presets
        found = [kind.options.preset(edition.options) for edition in editions.values()]
        assert found == list(editions)
