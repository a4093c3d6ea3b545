"""Clock and absence settings: chosen when a table is opened, and shown before joining."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.tables import time_controls
from games.tables.forms import TableForm
from games.tables.models import Table
from games.tables.services.lobby import SETTINGS, TablePlan
from games.tables.time_controls import TURN_LENGTHS, TurnLength, read_turn_length
from tests import real_tables
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = pytest.mark.django_db

ASKED = {"size": "3", "bots": "0", "pace": "24", "public": "yes", "title": "Wet Boots"}
OTHERWISE = {
    "clock_bank_hours": "72", "clock_sleep_aware": "no", "clock_vacation_ok": "no",
    "clock_excused": "4", "clock_offer_hours": "0", "clock_gives_back": "no",
    "clock_min_reliability": "90",
}  # fmt: skip


@pytest.fixture
def owner() -> User:
    return UserFactory.create()


def opened(owner: User, **more: str) -> Any:
    return signed_in(owner).post("/new/", ASKED | more)


def test_a_form_without_clock_settings_opens_a_table_with_defaults(owner: User) -> None:
    assert opened(owner).status_code == 302
    table, usual = Table.objects.get(), TablePlan("classic", 3, "Wet Boots", pace_hours=24)
    assert {name: getattr(table, name) for name in SETTINGS} == {
        name: getattr(usual, name) for name in SETTINGS
    }


def test_every_choice_of_the_form_reaches_the_table(owner: User) -> None:
    assert opened(owner, **OTHERWISE).status_code == 302
    table = Table.objects.get()
    assert (table.bank_hours, table.sleep_aware, table.vacation_ok) == (72, False, False)
    assert (table.excused, table.offer_hours, table.gives_back) == (4, 0, False)
    assert table.min_reliability == 90


def test_turn_lengths_range_from_ten_minutes_to_a_fortnight() -> None:
    assert (TURN_LENGTHS[0], TURN_LENGTHS[-1]) == (TurnLength(1, 10), TurnLength(14 * 24))
    assert [read_turn_length(str(pace)) for pace in TURN_LENGTHS] == list(TURN_LENGTHS)


@pytest.mark.parametrize("text", ["", "m", "-1", "10 m", "1e3", "\u0661", "9999"])
def test_an_invalid_turn_length_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_turn_length(text)


@pytest.mark.parametrize("name", sorted(OTHERWISE))
def test_values_not_on_offer_are_refused(owner: User, name: str) -> None:
    answer = opened(owner, **{name: "17"})
    assert answer.status_code == 422
    assert name in answer.context["form"].errors
    assert Table.objects.count() == 0


@pytest.mark.parametrize(("pace", "bank"), [("72", "24"), ("24", "24"), ("336", "336")])
def test_a_bank_smaller_than_the_time_per_move_is_refused(
    owner: User, pace: str, bank: str
) -> None:
    answer = opened(owner, pace=pace, clock_bank_hours=bank)
    assert list(answer.context["form"].errors) == ["clock_bank_hours"]


def test_the_defaults_are_those_of_a_plan() -> None:
    usual = TablePlan("classic", 3, "x")
    assert {name: getattr(usual, name) for name in time_controls.USUAL_SETTINGS} == dict(
        time_controls.USUAL_SETTINGS
    )


def test_the_clock_settings_are_folded_while_all_are_defaults() -> None:
    assert not TableForm("classic").clock_chosen
    assert not TableForm("classic", ASKED).clock_chosen
    assert TableForm("classic", ASKED | {"clock_excused": "2"}).clock_chosen


def test_every_offered_value_has_a_name_and_a_sentence() -> None:
    for words in time_controls.SETTING_WORDS.values():
        assert str(words.label)
        for value in words.values.values():
            assert str(value.label)
            assert str(value.sentence)


# --- before joining -----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["table", "invitation"])
@pytest.mark.parametrize("plan", [{}, {"bank_hours": 168, "excused": 0, "offer_hours": 0}])
def test_all_absence_steps_are_shown_before_joining(
    client: Client, owner: User, where: str, plan: dict[str, Any]
) -> None:
    table = real_tables.lobby(owner, **plan)
    path = f"/t/{table.code}/" if where == "table" else f"/join/{table.invite_code}/"
    text = client.get(path).content.decode()
    told = time_controls.time_control(table)
    sentences = [setting.value.sentence for setting in told["settings"]]
    for words in [*told["absence_steps"], told["sentence"], *sentences]:
        assert str(words).replace("'", "&#x27;") in text


def test_each_consequence_of_absence_is_listed_as_a_step() -> None:
    def steps(**plan: Any) -> int:
        return len(time_controls.absence_steps(Table(**plan)))

    assert steps() == 5  # excused, played, offered, bot, back
    assert steps(excused=0) == 4
    assert steps(offer_hours=0) == 4
    assert steps(excused=0, offer_hours=0, gives_back=False) == 2


def test_a_running_table_shows_its_clock_settings_too(owner: User) -> None:
    table = real_tables.running(owner, *UserFactory.create_batch(2), excused=3)
    text = signed_in(owner).get(f"/t/{table.code}/").content.decode()
    for words in time_controls.absence_steps(table):
        assert words.replace("'", "&#x27;") in text


def test_a_value_that_is_no_longer_offered_is_still_shown(client: Client, owner: User) -> None:
    table = real_tables.lobby(owner, offer_hours=5, min_reliability=55, bank_hours=100)
    assert client.get(f"/t/{table.code}/").status_code == 200
