"""A new table: presets, bots on its seats, and inviting an earlier group."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import relations
from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.notices.models import Notice
from games.tables import clocks, presets, rate_limits, services
from games.tables import time_controls as clock_words
from games.tables.forms import TableForm
from games.tables.models import Invitation, Seat, Table
from games.tables.presenters import lists
from games.tables.presets import PRESETS, TONIGHT, TablePreset
from games.tables.services.groups import recent_groups
from games.tables.time_controls import LIVE_SETTINGS, TURN_LENGTHS
from tests import real_tables
from tests.factories import UserFactory
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

TITLE = {"title": "Rainy Tuesday", "token": "abcdefgh2345"}
FOR_MANY = [name for name, kind in KINDS.items() if not kind.is_for_one]


@pytest.fixture
def me() -> User:
    return UserFactory.create()


@pytest.fixture
def home(me: User) -> Client:
    return real_tables.signed_in(me)


def opened(home: Client, asked: str, **form: object) -> Table:
    answer = home.post(f"/new/?{asked}", TITLE | form)
    assert answer.status_code == 302, answer.context["form"].errors
    return Table.objects.latest("pk")


def bots(table: Table) -> dict[int, str]:
    return dict(table.seats.exclude(bot="").values_list("number", "bot"))


# --- presets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_sets_only_values_of_the_form_and_has_a_description(
    preset: TablePreset,
) -> None:
    assert preset.pace in TURN_LENGTHS
    for name, value in preset.clock.items():
        assert value in clock_words.SETTING_WORDS[name].values
    assert str(preset.words.sentence)
    assert preset.facts


@pytest.mark.parametrize("kind", FOR_MANY)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_an_untouched_form_has_its_presets_values(kind: str, preset: TablePreset) -> None:
    shown = TableForm(kind, preset=preset)
    sent = {f"chair_{number}": state for number, (state, _) in enumerate(shown.seat_row, 1)}
    form = TableForm(kind, TITLE | sent, preset=preset)
    assert form.is_valid(), form.errors
    plan = form.plan()
    assert (plan.pace_hours, plan.pace_minutes) == preset.pace
    assert plan.public is preset.public
    assert plan.size == KINDS[kind].usual_size
    assert plan.bots == (plan.size - 1 if preset.bots else 0)
    for name, value in {**clock_words.USUAL_SETTINGS, **preset.clock}.items():
        assert getattr(plan, name) == value


def test_values_of_a_preset_can_be_changed(home: Client) -> None:
    table = opened(
        home, "game=classic&occasion=tonight", pace="24", public="yes", clock_excused="2"
    )
    assert (table.pace_hours, table.pace_minutes, table.public) == (24, 0, True)
    assert (table.excused, table.offer_hours, table.sleep_aware) == (2, 0, False)


@pytest.mark.parametrize("game", ["classic", "duel"])  # one with editions, one without
def test_the_chosen_preset_is_marked(home: Client, game: str) -> None:
    page = home.get(f"/new/?game={game}&occasion=tonight")
    marked = [offered["preset"] for offered in page.context["presets"] if offered["chosen"]]
    assert marked == [TONIGHT]
    assert page.content.decode().count('aria-current="true"') == 2  # the game and the preset


def test_the_page_offers_every_preset_and_preselects_the_first(home: Client) -> None:
    page = home.get("/new/?game=duel")
    assert [offered["preset"] for offered in page.context["presets"]] == list(PRESETS)
    assert page.context["form"].preset == PRESETS[0]
    again = home.get("/new/?game=duel&occasion=tonight").context["form"]
    assert (again.preset, str(again["pace"].value())) == (TONIGHT, "10m")
    assert not again.more_chosen


def test_solo_players_and_guests_get_fewer_choices(home: Client) -> None:
    assert home.get("/new/?game=solo").context["presets"] == []
    assert presets.presets_for(alone=False, is_guest=True) == (presets.PRACTICE,)
    assert home.get("/new/?game=solo&occasion=tonight").context["form"].preset is None


# --- a live table ---------------------------------------------------------------------------------


def test_a_live_table_ignores_settings_that_would_stop_its_clock(home: Client) -> None:
    table = opened(home, "game=classic", pace="10m", public="no", size="3", clock_excused="1")
    assert {name: getattr(table, name) for name in LIVE_SETTINGS} == dict(LIVE_SETTINGS)
    assert (table.pace_hours, table.pace_minutes, table.excused) == (1, 10, 1)
    page = home.get(table.get_absolute_url()).content.decode()
    assert "10 minutes a turn" in page
    assert "10 minutes a turn" in home.get("/tables/mine/?show=waiting").content.decode()


def test_a_live_table_has_no_bank(home: Client) -> None:
    form = TITLE | {"pace": "10m", "public": "no", "size": "3", "clock_bank_hours": "24"}
    answer = home.post("/new/?game=classic", form)
    assert list(answer.context["form"].errors) == ["clock_bank_hours"]
    assert not Table.objects.exists()


def test_ten_minutes_count_at_night_too_with_a_reminder_after_eight() -> None:
    fixed: dict[str, Any] = dict(LIVE_SETTINGS)
    loaded = new_table(3, pace_hours=1, pace_minutes=10, **fixed)
    table = loaded.table
    seat = next(seat for seat in loaded.seats if seat.on_turn)
    assert seat.user is not None
    seat.user.quiet_from, seat.user.quiet_to = now().time(), (now() + timedelta(hours=8)).time()
    at = now()
    clocks.start(seat, table, at, clocks.for_turn(seat, table))
    assert seat.due_at == at + timedelta(minutes=10)
    assert seat.remind_at == at + timedelta(minutes=8)


def test_a_search_by_turn_length_distinguishes_ten_minutes_and_an_hour(home: Client) -> None:
    for minutes in (0, 10):
        real_tables.lobby(title=f"Minutes {minutes}", pace_hours=1, pace_minutes=minutes)
    for pace, found in (("1", "Minutes 0"), ("10m", "Minutes 10")):
        rows = home.get("/tables/", {"pace": pace}).context["rows"]
        assert [row.table.title for row in rows] == [found]


# --- seats ----------------------------------------------------------------------------------------


def test_every_seat_is_as_chosen(home: Client, me: User) -> None:
    chairs = {"chair_1": "free", "chair_2": "hard", "chair_3": "easy", "chair_4": "none"}
    table = opened(home, "game=classic&occasion=friendly", **chairs)
    assert (table.size, bots(table)) == (4, {2: "hard", 3: "easy"})
    me.refresh_from_db()
    assert me.bot_strength == "hard"


@pytest.mark.parametrize(
    "chairs",
    [
        {"chair_1": "free"},
        {"chair_1": "free", "chair_2": "none"},
        {"chair_1": "free", "chair_2": "godlike"},
        {f"chair_{number}": "none" for number in range(1, 10)},
    ],
)
def test_impossible_seats_get_an_error_and_open_nothing(
    home: Client, chairs: dict[str, str]
) -> None:
    answer = home.post("/new/?game=classic&occasion=friendly", TITLE | chairs)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"seats"}
    assert str(answer.context["form"].errors["seats"][0]) in answer.content.decode()
    assert not Table.objects.exists()


def test_a_form_with_errors_keeps_its_seats(home: Client) -> None:
    sent = {"title": "x", "chair_1": "hard", "chair_2": "free", "chair_3": "easy"}
    form = home.post("/new/?game=classic&occasion=friendly", sent).context["form"]
    assert [state for state, _ in form.seat_row][:4] == ["hard", "free", "easy", "none"]
    assert form.more_chosen


# --- seats in a lobby -----------------------------------------------------------------------------


def set_chair(client: Client, table: Table, number: int, state: str, **how: str) -> list[str]:
    path = reverse("table-chair", args=[table.code, number])
    answer = client.post(path, {"chair": state}, headers=how)
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_the_owner_can_add_change_and_remove_a_bot(home: Client, me: User) -> None:
    table = real_tables.lobby(me, size=4)
    assert set_chair(home, table, 2, "easy") == []
    first = table.seats.get(number=2)
    assert set_chair(home, table, 2, "hard") == []
    assert bots(table) == {2: "hard"}
    assert table.seats.get(number=2).dwarf == first.dwarf
    assert set_chair(home, table, 2, "free") == set_chair(home, table, 2, "free") == []
    assert bots(table) == {}


def test_two_taps_at_once_add_one_bot_and_update_pages_once(home: Client, me: User) -> None:
    table = real_tables.lobby(me, size=4)
    for _ in range(2):
        set_chair(home, table, 3, "normal")
    table.refresh_from_db()
    assert (bots(table), table.changes) == ({3: "normal"}, 1)


@pytest.mark.parametrize(
    ("number", "state"),
    [(1, "easy"), (1, "free"), (0, "free"), (4, "easy"), (2, "godlike"), (2, "")],
)
def test_a_taken_or_missing_seat_is_not_changed(
    home: Client, me: User, number: int, state: str
) -> None:
    table = real_tables.lobby(me, size=4)
    services.join(UserFactory.create(), table.code, now())
    assert len(set_chair(home, table, number, state)) == 1
    assert table.seats.count() == 2
    assert bots(table) == {}


def test_only_the_owner_can_set_seats_and_only_in_a_lobby(home: Client, me: User) -> None:
    theirs = real_tables.lobby(size=4)
    assert len(set_chair(home, theirs, 1, "easy")) == 1
    running = real_tables.running(me, *UserFactory.create_batch(2))
    assert len(set_chair(real_tables.signed_in(me), running, 1, "easy")) == 1
    assert not Seat.objects.exclude(bot="").exists()


def test_a_bot_on_the_last_seat_does_not_begin_the_game(home: Client, me: User) -> None:
    table, stranger = real_tables.lobby(me, size=3, bots=1), UserFactory.create()
    set_chair(home, table, 2, "hard")
    table.refresh_from_db()
    assert table.status == Table.Status.LOBBY
    assert table not in lists.open_to_join(stranger, now())
    home.post(reverse("table-start", args=[table.code]))
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    assert bots(table) == {1: "easy", 2: "hard"}


def test_a_tap_returns_the_seats_and_a_late_one_redirects_to_the_table(
    home: Client, me: User
) -> None:
    table = real_tables.lobby(me, size=3)
    path = reverse("table-chair", args=[table.code, 1])
    answer = home.post(path, {"chair": "easy"}, headers={"HX-Request": "true"})
    assert b"<html" not in answer.content
    assert b"Bot: easy" in answer.content
    services.join(UserFactory.create(), table.code, now())
    late = home.post(path, {"chair": "hard"}, headers={"HX-Request": "true"})
    assert late["HX-Redirect"] == table.get_absolute_url()


# --- earlier groups -------------------------------------------------------------------------------


def played(me: User, *others: User, title: str = "Wet Boots") -> Table:
    return real_tables.running(me, *others, title=title)


def asked(table: Table) -> set[User | None]:
    return {row.user for row in Invitation.objects.filter(table=table).select_related("user")}


def test_earlier_groups_are_offered_once_and_the_latest_first(me: User) -> None:
    ann, bob, cid = UserFactory.create_batch(3)
    old, same, new = played(me, ann, bob), played(me, bob, ann), played(me, bob, cid)
    real_tables.lobby(me)
    played(*UserFactory.create_batch(3))
    found = recent_groups(me)
    assert [company.table for company in found] == [new, same]
    assert {user.pk for user in found[1].people} == {ann.pk, bob.pk}
    Table.objects.filter(pk=new.pk).update(status=Table.Status.ABANDONED)
    assert [company.table for company in recent_groups(me)] == [same]
    assert old not in [company.table for company in recent_groups(me)]


def test_blocked_guest_deleted_and_departed_players_are_not_offered(me: User) -> None:
    blocked, gone, left, friend, guest = UserFactory.create_batch(5)
    table = real_tables.lobby(me, size=6, public=False)
    for user in (blocked, gone, left, friend, guest):
        services.join(user, table.code, now())
    relations.block(me, blocked, now())
    relations.block(friend, me, now())  # never shown to blocked players
    User.objects.filter(pk=gone.pk).update(is_active=False)
    User.objects.filter(pk=guest.pk).update(email="", guest_until=now() + timedelta(days=9))
    services.leave(left, table.code, now())
    assert [company.people for company in recent_groups(me)] == [(friend,)]


def test_a_tap_in_the_lobby_invites_a_whole_group_once(home: Client, me: User) -> None:
    ann, bob, foe = UserFactory.create_batch(3)
    earlier, table = played(me, ann, bob, foe), real_tables.lobby(me, size=5)
    relations.block(foe, me, now())
    path = reverse("table-invite", args=[table.code])
    assert earlier.code in home.get(table.get_absolute_url()).content.decode()
    for _ in range(2):
        home.post(path, {"company": earlier.code})
    assert asked(table) == {ann, bob, foe}
    told = Notice.objects.filter(kind="invited", table=table).values_list("recipient", flat=True)
    assert sorted(set(told)) == sorted({ann.pk, bob.pk})
    assert earlier.code not in home.get(table.get_absolute_url()).content.decode()


def test_a_group_of_somebody_elses_table_is_not_invited(home: Client, me: User) -> None:
    theirs, table = played(*UserFactory.create_batch(3)), real_tables.lobby(me)
    path = reverse("table-invite", args=[table.code])
    for code in (theirs.code, "nosuchcode23", table.code):
        answer = home.post(path, {"company": code}, headers={"HX-Request": "true"})
        assert answer.context["why"]
    assert asked(table) == set()


def test_every_invited_player_of_a_group_counts_as_an_invitation(
    home: Client, me: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = rate_limits.Limit("invitations", 3, timedelta(hours=1))
    monkeypatch.setattr(rate_limits, "INVITATIONS", few)
    first, second = (played(me, *UserFactory.create_batch(2)) for _ in range(2))
    table = real_tables.lobby(me, size=9)
    for earlier in (first, second):
        home.post(reverse("table-invite", args=[table.code]), {"company": earlier.code})
    assert len(asked(table)) == 2


def test_a_new_table_invites_the_chosen_group(home: Client, me: User) -> None:
    ann, bob = UserFactory.create_batch(2)
    earlier = played(me, ann, bob)
    assert earlier.code in home.get("/new/?game=classic").content.decode()
    table = opened(home, "game=classic&occasion=friendly", company=[earlier.code])
    assert asked(table) == {ann, bob}


def test_inviting_a_group_needs_a_free_seat(home: Client, me: User) -> None:
    earlier = played(me, *UserFactory.create_batch(2))
    chairs = {"chair_1": "easy", "chair_2": "easy", "company": [earlier.code]}
    answer = home.post("/new/?game=classic&occasion=practice", TITLE | chairs)
    assert set(answer.context["form"].errors) == {"company"}
    unknown = home.post("/new/?game=classic", TITLE | {"company": ["nosuchcode23"]})
    assert "company" in unknown.context["form"].errors
    assert Table.objects.filter(owner=me).count() == 1


def test_the_page_costs_the_same_however_long_the_past(home: Client, me: User) -> None:
    played(me, *UserFactory.create_batch(2))
    home.get("/new/")
    with CaptureQueriesContext(connection) as few:
        home.get("/new/")
    for _ in range(4):
        played(me, *UserFactory.create_batch(3))
    with CaptureQueriesContext(connection) as many:
        home.get("/new/")
    assert len(many) == len(few) <= 4


# --- the link -------------------------------------------------------------------------------------


def test_the_owner_of_a_lobby_sees_its_link_as_text_and_qr_code(home: Client, me: User) -> None:
    table = real_tables.lobby(me, public=False)
    page = home.get(table.get_absolute_url()).content.decode()
    assert page.index('id="invite-link"') < page.index('id="seats"')
    drawing = page.split('class="link-code"')[1].split("</svg>")[0]
    assert 'fill="#fff"' in drawing
    assert 'stroke="#000"' in drawing
    assert "style" not in drawing
    guest = UserFactory.create()
    services.join(guest, table.code, now())
    seen = real_tables.signed_in(guest).get(table.get_absolute_url()).content.decode()
    assert 'class="link-code"' not in seen
    assert table.invite_code not in seen
