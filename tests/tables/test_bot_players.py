"""Bots at tables: each is a dwarf of some strength, and marked as a bot wherever they are named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.engine.bots import STRENGTHS
from games.kinds.common import dwarfs
from games.kinds.common.dwarfs import BY_KEY, DWARFS
from games.kinds.common.words.phrases import Names, plain
from games.players.names import SeatNames, seat_name
from games.replays import records
from games.replays.export import as_json, record
from games.replays.replay import replay_of_record
from games.tables import services
from games.tables.bot_players import dwarf_of, unused_dwarfs
from games.tables.forms import TableForm
from games.tables.models import LogEntry, Seat, Table
from games.tables.presenters import lists, people
from games.tables.presenters.log import entry_line
from games.tables.services.lobby import TablePlan
from tests.at_table import get
from tests.factories import UserFactory
from tests.real_tables import lobby, running, signed_in
from tests.tables.play import load, new_table, on_turn, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def bots(table: Table) -> list[Seat]:
    return list(table.seats.exclude(bot="").order_by("number"))


def keys(table: Table) -> list[str]:
    return [dwarf_of(seat).key for seat in bots(table)]


# --- who plays there ----------------------------------------------------------------------------


def test_nine_bots_of_a_table_are_nine_dwarfs() -> None:
    table = running(UserFactory.create(), bots=9)
    assert len(set(keys(table))) == 9
    assert set(keys(table)) <= BY_KEY.keys()


def test_different_tables_have_different_dwarfs() -> None:
    met = [tuple(keys(running(UserFactory.create(), bots=3))) for _ in range(6)]
    assert len(set(met)) > 1


def test_no_bot_has_the_name_of_a_player_at_the_table() -> None:
    namesake = Seat(number=0, user=User(name="hilda"))
    found = list(unused_dwarfs([namesake], ["hilda", "runa"]))
    assert [dwarf.key for dwarf in (found[0], found[-1])] == ["runa", "hilda"]
    assert len(found) == len(DWARFS)


def test_a_row_of_the_last_release_has_a_dwarf_too() -> None:
    """Old code doesn't know the column and leaves it empty."""
    table = running(UserFactory.create(), bots=3)
    table.seats.update(dwarf="")
    assert keys(table) == [DWARFS[number].key for number in (1, 2, 3)]


def test_each_bot_has_the_requested_strength() -> None:
    table = running(UserFactory.create(), bots=4, strengths=("hard", "normal"))
    assert [seat.bot for seat in bots(table)] == ["hard", "normal", "normal", "normal"]


def test_a_bot_that_takes_over_is_normal_and_a_new_dwarf() -> None:
    loaded = new_table(2, bots=7, offer_hours=0)
    leaver = next(seat for seat in loaded.seats if seat.user)
    assert leaver.user is not None
    services.leave(leaver.user, loaded.table.code, now())
    seat = loaded.table.seats.get(number=leaver.number)
    assert seat.bot == "normal"
    assert len(set(keys(loaded.table))) == 8


def test_the_same_dwarf_takes_over_again() -> None:
    loaded = new_table(3, offer_hours=0)
    player = on_turn(loaded)
    number = next(seat.number for seat in loaded.seats if seat.user == player)
    services.leave(player, loaded.table.code, now())
    first = loaded.table.seats.get(number=number).dwarf
    services.take_back(player, loaded.table.code, now())
    services.leave(player, loaded.table.code, now())
    assert loaded.table.seats.get(number=number).dwarf == first


def test_a_rematch_has_the_same_bots() -> None:
    player = UserFactory.create()
    old = running(player, bots=3, strengths=("easy", "hard", "normal"))
    Table.objects.filter(pk=old.pk).update(status=Table.Status.FINISHED)
    new = services.rematch(player, old.code, now())
    assert [(seat.bot, seat.dwarf) for seat in bots(new)] == [
        (seat.bot, seat.dwarf) for seat in bots(old)
    ]


# --- names ---------------------------------------------------------------------------------------


def test_a_bot_is_marked_wherever_it_is_named() -> None:
    player = UserFactory.create()
    table = running(player, bots=2)
    loaded = load(table)
    seat = bots(table)[0]
    name = dwarf_of(seat).name
    marked = f"{name} (bot)"
    names = SeatNames(loaded.seats, 0)
    assert seat_name(seat) == names.plain(seat.number) == f"{names.of(seat.number)}"[3:-4] == marked
    row = lists.rows([table], player, now())[0]
    assert marked in [person.name for person in row.people]
    assert marked in record(loaded, names)["seats"].values()
    page = get(signed_in(player), table)
    strip = plain(page.content.decode().split('id="players"')[1].split("</ul>")[0])
    assert name in strip
    assert "bot" in strip.split(name)[1]
    assert marked not in strip, "it says so next to the name"
    assert marked in page.content.decode()


def test_bots_have_the_faces_of_their_dwarfs() -> None:
    table = running(UserFactory.create(), bots=4)
    faces = people.faces(table.seats.select_related("user").order_by("number"))
    assert [faces[seat.number] for seat in bots(table)] == keys(table)
    assert dwarfs.is_dwarf_code(str(faces[0]))


def test_the_log_names_the_bot_that_took_over_even_when_the_player_is_back() -> None:
    loaded = new_table(3, offer_hours=0)
    player = on_turn(loaded)
    services.leave(player, loaded.table.code, now())
    services.take_back(player, loaded.table.code, now())
    after = load(loaded.table)
    entry = after.table.log.get(kind=LogEntry.Kind.HANDOVER)
    assert entry.seat is not None
    line = entry_line(entry, SeatNames(after.seats, None))
    assert line is not None
    assert f"{dwarf_of(after.seats[entry.seat]).name} (bot) plays on" in plain(line.text)


# --- before joining -------------------------------------------------------------------------------


def test_a_lobby_shows_the_strength_of_its_bots() -> None:
    table = lobby(size=5, bots=2, strengths=("hard",))
    said = plain(get(Client(), table).content.decode())
    assert "Strength: Hard." in said
    for seat in bots(table):
        assert f"{dwarf_of(seat).name} (bot)" in said
        assert str(dwarf_of(seat).about) in said


def test_the_form_remembers_the_strength() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    asked: dict[str, Any] = {"title": "Wet Boots", "size": "4", "bots": "3", "pace": "72"}
    asked |= {"public": "no", "token": token()}
    answer = client.post("/new/?game=classic", asked | {"strength": "hard"})
    table = Table.objects.get(owner=user)
    assert answer.headers["Location"] == f"/t/{table.code}/"
    assert {seat.bot for seat in bots(table)} == {"hard"}
    user.refresh_from_db()
    assert user.bot_strength == "hard"
    assert client.get("/new/").context["form"]["strength"].value() == "hard"
    client.post("/new/?game=classic", asked | {"token": token()})
    assert {seat.bot for seat in bots(Table.objects.latest("pk"))} == {"hard"}


def test_a_table_without_bots_does_not_change_the_preferred_strength() -> None:
    user = UserFactory.create()
    asked = {"title": "Wet Boots", "size": "4", "bots": "0", "pace": "72", "public": "no"}
    signed_in(user).post("/new/?game=classic", asked | {"strength": "hard"})
    user.refresh_from_db()
    assert user.bot_strength == ""


@pytest.mark.parametrize("given", ["", "easy", "normal", "hard"])
def test_a_plan_has_the_strength(given: str) -> None:
    data = {"title": "Wet Boots", "size": "4", "bots": "3", "pace": "72", "public": "no"}
    form = TableForm("classic", data | {"strength": given}, initial={"strength": "normal"})
    assert form.is_valid()
    assert form.plan().strengths == (given or "normal",) * 3
    assert set(form.plan().strengths) <= set(STRENGTHS)


def test_an_unknown_strength_is_refused() -> None:
    data = {"title": "Wet Boots", "size": "4", "bots": "3", "pace": "72", "public": "no"}
    form = TableForm("classic", data | {"strength": "godlike"})
    assert not form.is_valid()
    assert list(form.errors) == ["strength"]


# --- records --------------------------------------------------------------------------------------


@pytest.fixture
def told(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The record of a Duel that ended at once."""
    player = UserFactory.create()
    table = services.open_table(player, TablePlan("duel", 2, "Two Picks", bots=1), token(), now())
    services.resign(player, table.code, now())
    loaded = load(table)
    found: dict[str, Any] = json.loads(as_json(record(loaded, SeatNames(loaded.seats, None))))
    return found


def test_a_record_names_its_bots(told: dict[str, Any]) -> None:
    dwarf = BY_KEY[told["dwarfs"]["p2"]]
    assert told["bots"] == {"p2": "easy"}
    assert told["seats"]["p2"] == f"{dwarf.name} (bot)"
    found = records.read(json.dumps(told))
    replay = replay_of_record(found, records.play(found))
    assert list(replay.faces) == [0, dwarf.key]
    assert replay.called(None)(1).bot(1) == f"{dwarf.name} (bot)"


def test_a_record_from_before_bots_were_dwarfs_opens_as_before(told: dict[str, Any]) -> None:
    del told["bots"], told["dwarfs"]
    told["seats"]["p2"] = "Bot 2"
    found = records.read(json.dumps(told))
    replay = replay_of_record(found, records.play(found))
    assert list(replay.faces) == [0, 1]
    assert replay.called(None)(1) == Names({0: told["seats"]["p1"], 1: "Bot 2"}, None)


@pytest.mark.parametrize("wrong", [["p2"], {"p9": "easy"}, {"x": "hilda"}, "p2"])
@pytest.mark.parametrize("field", ["bots", "dwarfs"])
def test_a_record_with_bots_on_missing_seats_is_refused(
    told: dict[str, Any], field: str, wrong: Any
) -> None:
    with pytest.raises(records.BadRecord) as refusal:
        records.read(json.dumps(told | {field: wrong}))
    assert refusal.value.code == "wrong-seats"
