"""Home, the lists, and opening a table."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.paginator import Page
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts import relations
from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.tables import rate_limits, services
from games.tables.models import Seat, Table
from games.tables.refusals import REASON_WORDS, reason_sentence
from tests import real_tables
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

AGAIN = {"HX-Request": "true"}


@pytest.fixture
def me() -> User:
    return UserFactory.create()


@pytest.fixture
def home(me: User) -> Client:
    return real_tables.signed_in(me)


def filled(**changed: object) -> dict[str, object]:
    """Return the form with its defaults and these changes."""
    usual = {"token": "abcdefgh2345", "title": "Rainy Tuesday", "size": 4, "bots": 0}
    usual |= {"pace": 24, "public": "yes"}
    return usual | changed


def title_of(answer: object) -> str:
    found = re.search(r"<title>(.*?)</title>", answer.content.decode(), re.S)  # type: ignore[attr-defined]
    assert found
    return " ".join(found[1].split())


def turn_at(me: User, hours: float) -> Table:
    table = real_tables.running(me, *UserFactory.create_batch(2), title=f"In {hours} hours")
    real_tables.give_turn(table, me, due_at=now() + timedelta(hours=hours))
    return table


# --- home ---------------------------------------------------------------------------------------


def test_your_turns_come_first_and_the_most_urgent_first_of_all(me: User, home: Client) -> None:
    games = [turn_at(me, hours) for hours in (30, 2, 100)]
    shown = home.get("/").context["tables"]
    assert [row.table for row in shown["turns"]] == [games[1], games[0], games[2]]
    page = home.get("/").content.decode()
    assert page.index(games[1].code) < page.index(games[0].code) < page.index('id="waiting"')


def test_the_tab_says_how_many_tables_wait_for_you(me: User, home: Client) -> None:
    assert "(" not in title_of(home.get("/"))
    for hours in (1, 2):
        turn_at(me, hours)
    assert title_of(home.get("/")).startswith("(2) ")
    assert title_of(home.get("/", headers=AGAIN)).startswith("(2) ")


def test_every_table_is_in_the_right_list_only(me: User, home: Client) -> None:
    others = UserFactory.create_batch(2)
    mine = turn_at(me, 5)
    theirs = real_tables.running(me, *others)
    real_tables.give_turn(theirs, others[0])
    seated = real_tables.lobby(me)
    open_one = real_tables.lobby(others[0])
    asked = real_tables.lobby(others[1], public=False)
    services.invite(others[1], asked.code, str(me.name), now())
    past = real_tables.running(me, *others)
    Table.objects.filter(pk=past.pk).update(status=Table.Status.FINISHED, ended_at=now())
    past.seats.update(on_turn=False)
    shown = home.get("/").context["tables"]
    assert [row.table for row in shown["turns"]] == [mine]
    assert {row.table for row in shown["waiting"]} == {theirs, seated}
    assert [row.table for row in shown["invitations"]] == [asked]
    assert [row.table for row in shown["open"]] == [open_one]
    assert [row.table for row in shown["over"]] == [past]


def test_an_invitation_to_my_address_is_on_my_home_page(me: User, home: Client) -> None:
    table = real_tables.lobby(public=False)
    assert table.owner
    services.invite_email(table.owner, table.code, me.email.upper(), now())
    assert [row.table for row in home.get("/").context["tables"]["invitations"]] == [table]
    home.post(reverse("table-decline", args=[table.code]))
    assert home.get("/").context["tables"]["invitations"] == []


def test_home_costs_at_most_fifteen_queries(me: User, home: Client) -> None:
    home.get("/")  # updates the session once
    with CaptureQueriesContext(connection) as few:
        home.get("/")
    for _ in range(4):
        turn_at(me, 3)
        real_tables.lobby()
        real_tables.running(me, *UserFactory.create_batch(4))
        host = UserFactory.create()
        services.invite(host, real_tables.lobby(host).code, str(me.name), now())
        relations.follow(me, host, now())
    with CaptureQueriesContext(connection) as many:
        home.get("/")
    assert len(few) <= 13  # without followed players it costs no more
    assert len(many) <= 15


def test_an_unchanged_home_page_costs_one_query(me: User, home: Client) -> None:
    turn_at(me, 60)
    mark = home.get("/").context["mark"]
    with CaptureQueriesContext(connection) as queries:
        answer = home.get("/", {"v": mark}, headers=AGAIN)
    assert answer.status_code == 204
    assert len(queries) <= 3  # the session, its user, and the turns
    turn_at(me, 60)
    assert home.get("/", {"v": mark}, headers=AGAIN).status_code == 200


def test_an_update_of_home_is_a_fragment(home: Client) -> None:
    part = home.get("/", {"v": "old"}, headers=AGAIN).content
    assert b"<html" not in part
    assert b'id="tables"' in part


def test_home_is_reloaded_after_signing_out_elsewhere(home: Client) -> None:
    home.logout()
    answer = home.get("/", {"v": "old"}, headers=AGAIN)
    assert answer["HX-Refresh"] == "true"
    assert answer.content == b""


def test_all_turns_can_be_reached_if_there_are_too_many_for_home(me: User, home: Client) -> None:
    seats = [Seat(table=real_tables.lobby(), number=2, user=me, on_turn=True, due_at=now())
             for _ in range(12)]  # fmt: skip
    Seat.objects.bulk_create(seats)
    answer = home.get("/")
    assert len(answer.context["tables"]["turns"]) == 10
    assert title_of(answer).startswith("(12) ")
    assert len(home.get("/tables/mine/").context["rows"]) == 12


def test_a_visitor_gets_the_landing_page_without_a_query(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/")
    assert "tables" not in answer.context
    assert len(queries) == 0


# --- lists --------------------------------------------------------------------------------------


def test_open_tables_are_listed_page_by_page(client: Client) -> None:
    owner = UserFactory.create()
    for number in range(23):
        real_tables.lobby(owner, title=f"Shaft {number}")
    first, second = (client.get("/tables/", {"page": page}) for page in (1, 2))
    assert len(first.context["rows"]) == 20
    assert len(second.context["rows"]) == 3
    page = second.context["page_obj"]
    assert isinstance(page, Page)
    assert not page.has_next()
    assert client.get("/tables/?page=nonsense").context["page_obj"].number == 1


def test_only_public_tables_with_a_free_seat_are_open(client: Client) -> None:
    real_tables.lobby(public=False)
    real_tables.running(*UserFactory.create_batch(3))
    expired = real_tables.lobby()
    Table.objects.filter(pk=expired.pk).update(expires_at=now() - timedelta(minutes=1))
    wanted = real_tables.lobby()
    assert [row.table for row in client.get("/tables/").context["rows"]] == [wanted]


def test_tables_to_watch_are_public_and_none_that_i_left(me: User, home: Client) -> None:
    table = real_tables.running(me, *UserFactory.create_batch(2))
    other = real_tables.running(*UserFactory.create_batch(3))
    real_tables.running(*UserFactory.create_batch(3), public=False)
    services.leave(me, table.code, now())
    assert [row.table for row in home.get("/tables/?show=running").context["rows"]] == [other]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "lantern"}, {"The Old Lantern"}),
        ({"q": "BOMBUR"}, {"Wet Boots"}),
        ({"q": "classic"}, {"The Old Lantern", "Wet Boots"}),
        ({"q": "nothing of this"}, set()),
        ({"game": "classic", "pace": "8"}, {"Wet Boots"}),
        ({"game": "chess", "pace": "soon"}, {"The Old Lantern", "Wet Boots"}),
    ],
)
def test_tables_can_be_searched_by_title_owner_game_and_turn_length(
    client: Client, asked: dict[str, str], found: set[str]
) -> None:
    real_tables.lobby(title="The Old Lantern")
    real_tables.lobby(UserFactory.create(name="Bombur"), title="Wet Boots", pace_hours=8)
    rows = client.get("/tables/", asked).context["rows"]
    assert {row.table.title for row in rows} == found


def test_my_tables_lists_only_my_tables(me: User, home: Client) -> None:
    table = turn_at(me, 3)
    real_tables.running(*UserFactory.create_batch(3))
    seated = real_tables.lobby(me)
    assert [row.table for row in home.get("/tables/mine/").context["rows"]] == [table]
    assert [r.table for r in home.get("/tables/mine/?show=waiting").context["rows"]] == [seated]
    assert home.get("/tables/mine/?show=over").context["rows"] == []


@pytest.mark.parametrize("path", ["/tables/", "/tables/?show=running", "/tables/mine/?show=turn"])
def test_a_list_costs_the_same_for_one_table_and_for_many(
    me: User, home: Client, path: str
) -> None:
    def build() -> None:
        real_tables.lobby()
        real_tables.running(*UserFactory.create_batch(3))
        turn_at(me, 3)

    build()
    home.get(path)
    with CaptureQueriesContext(connection) as few:
        home.get(path)
    build()
    with CaptureQueriesContext(connection) as many:
        home.get(path)
    assert len(many) == len(few) <= 7


# --- a new table ----------------------------------------------------------------------------------


def test_a_table_is_opened_as_chosen_in_the_form(me: User, home: Client) -> None:
    answer = home.post("/new/", filled(bots=1, public="no", option_totals="open", option_maps=5))
    table = Table.objects.get()
    assert answer["Location"] == table.get_absolute_url()
    assert (table.owner, table.title, table.size, table.pace_hours) == (me, "Rainy Tuesday", 4, 24)
    assert not table.public
    assert table.options["totals"] == "open"
    assert table.options["maps"] == 5
    assert table.options["saboteurs"] == "dealt"
    assert [seat.bot for seat in table.seats.all()] == ["", "easy"]


def test_a_double_click_opens_one_table(home: Client) -> None:
    answers = [home.post("/new/", filled()) for _ in range(2)]
    assert Table.objects.count() == 1
    assert answers[0]["Location"] == answers[1]["Location"]


def test_two_forms_open_two_tables(home: Client) -> None:
    tokens = {home.get("/new/").context["form"]["token"].value() for _ in range(2)}
    for token in tokens:
        home.post("/new/", filled(token=token))
    assert Table.objects.count() == len(tokens) == 2


def test_the_game_begins_with_bots_on_all_other_seats(home: Client) -> None:
    home.post("/new/", filled(size=3, bots=2))
    assert Table.objects.get().status == Table.Status.RUNNING


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "ab"),
        ("title", "x" * 41),
        ("title", "   "),
        ("title", "see www.example.org"),
        ("title", "turned \u202e round"),
        ("size", 2),
        ("size", 11),
        ("size", "many"),
        ("bots", 4),
        ("bots", -1),
        ("pace", 2),
        ("public", "perhaps"),
        ("option_maps", 7),
    ],
)
def test_an_invalid_form_gets_errors_and_opens_nothing(
    home: Client, field: str, value: object
) -> None:
    answer = home.post("/new/", filled(**{field: value}))
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    assert not Table.objects.exists()


def test_the_title_is_prefilled(home: Client) -> None:
    title = str(home.get("/new/").context["form"]["title"].value())
    assert 3 <= len(title) <= 40


def test_an_unknown_game_falls_back_to_the_first(home: Client) -> None:
    context = home.get("/new/?game=no-such-game").context
    assert [kind.name for kind in context["games"]] == list(KINDS)
    assert context["form"].kind == next(iter(KINDS))


def test_a_visitor_cannot_open_a_table(client: Client) -> None:
    client.post("/new/", filled())
    assert not Table.objects.exists()


def test_too_many_new_tables_are_refused_with_an_explanation(me: User, home: Client) -> None:
    for number in range(rate_limits.NEW_TABLES.times):
        assert home.post("/new/", filled(token=f"abcdefgh{number:02}")).status_code == 302
    answer = home.post("/new/", filled())
    assert answer.status_code == 429
    assert answer.context["form"].non_field_errors()
    assert Table.objects.count() == rate_limits.NEW_TABLES.times
    assert rate_limits.may_open(UserFactory.create(), now())
    assert rate_limits.may_open(me, now() + rate_limits.NEW_TABLES.each)


# --- words ----------------------------------------------------------------------------------------


def test_every_option_of_every_game_has_words() -> None:
    with translation.override("en"):
        for kind in KINDS.values():
            assert str(kind.title)
            words = kind.options.words
            assert set(words) == {option.name for option in kind.rules.options}
            for option in kind.rules.options:
                assert set(words[option.name].values) == set(option.values)
                for value in words[option.name].values.values():
                    assert str(value.label)
                    assert str(value.sentence).endswith(".")


def test_every_reason_for_a_refusal_has_a_sentence() -> None:
    assert all(reason_sentence(code).endswith(".") for code in REASON_WORDS)
