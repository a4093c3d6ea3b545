"""Streams of real web processes, on the database of the leg."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import requests
from django.db import connection

from accounts.models import User
from config.clock import now
from games.live.sources import APPLICATION_NAME
from games.tables import access, services
from games.tables.models import Table
from games.tables.presenters import chat_log
from tests.at_table import random_moves
from tests.factories import UserFactory
from tests.production_site import Person
from tests.production_site import Web as Site
from tests.real_tables import lobby, running, signed_in
from tests.web_process import Reading, Web, serving
from tests.worker import until

pytestmark = [
    pytest.mark.both_in_soak,
    pytest.mark.stack,
    pytest.mark.django_db(transaction=True),
]
on_both = pytest.mark.both
"""For tests where it matters how a database notifies other processes."""


@pytest.fixture(scope="module")
def web(django_db_setup: None) -> Iterator[Web]:
    """One process for all tests; each has its own users, and rows of others are deleted."""
    with serving() as found:
        yield found


@pytest.fixture
def players() -> list[User]:
    return [UserFactory.create() for _ in range(2)]


def key(user: User, table: Table) -> str:
    """Return the key that the poll of this reader would compare."""
    glance = access.counts(user, table.code)
    return chat_log.chat_key(glance, chat_log.hears_gallery(user, glance.seat))


def say(user: User, table: Table) -> None:
    services.say(user, table.code, "A word.", secrets.token_hex(8), now())


def knows(reading: Reading, user: User, table: Table) -> None:
    """Wait until it has the current state."""
    reading.until("news", on=f"table:{table.code}", key=key(user, table))


# --- what is sent -----------------------------------------------------------------------------


@on_both
def test_a_move_in_one_process_appears_in_a_stream_of_another(
    web: Web, players: list[User]
) -> None:
    table = running(*players, kind="duel")
    with serving() as other:
        readings = [other.reading(player, f"table:{table.code}") for player in players]
        for reading, player in zip(readings, players, strict=True):
            knows(reading, player, table)
        people = [
            Person(player.email, table.code, signed_in(player).cookies["sessionid"].value)
            for player in players
        ]
        site = Site(web.url, connection.settings_dict["NAME"])
        for person in people:
            person.look(site)
        before = table.changes
        next(person for person in people if person.on_turn).move(site)
        table.refresh_from_db()
        assert table.changes > before
        for reading, player in zip(readings, players, strict=True):
            knows(reading, player, table)


@on_both
def test_changes_before_the_stream_opened_are_sent_at_once(web: Web, players: list[User]) -> None:
    table = running(*players, kind="duel")
    say(players[1], table)
    reading = web.reading(players[0], f"table:{table.code}")
    knows(reading, players[0], table)
    assert len(reading.events) == 1


@on_both
def test_a_message_a_seat_and_a_vote_are_news(web: Web, players: list[User]) -> None:
    table = lobby(players[0], 3)
    reading = web.reading(players[0], f"table:{table.code}")
    services.join(players[1], table.code, now())
    knows(reading, players[0], table)
    services.join(UserFactory.create(), table.code, now())
    knows(reading, players[0], table)
    say(players[1], table)
    knows(reading, players[0], table)
    services.agree_to_cancel(players[1], table.code, True, now())
    knows(reading, players[0], table)


def more(reading: Reading, topic: str, act: Callable[[], object]) -> None:
    """Do this, and wait until the topic has a new key."""
    told = len(reading.keys(topic))
    act()
    until(lambda: len(reading.keys(topic)) > told)


@on_both
def test_home_gets_news_of_invitations_seats_votes_and_open_tables(
    web: Web, players: list[User]
) -> None:
    ann, bob = players
    private = lobby(bob, 2, kind="duel", public=False)
    reading = web.reading(ann, "home", "lobby")
    until(lambda: reading.keys("home") and reading.keys("lobby"))
    more(reading, "home", lambda: services.invite(bob, private.code, str(ann.name), now()))
    more(reading, "home", lambda: services.decline(ann, private.code))
    more(reading, "home", lambda: services.invite_email(bob, private.code, ann.email, now()))
    more(reading, "home", lambda: services.join(ann, private.code, now()))
    more(reading, "home", lambda: services.agree_to_cancel(bob, private.code, True, now()))
    assert len(reading.keys("lobby")) == 1
    more(reading, "lobby", lambda: lobby(bob))
    until(lambda: reading.keys("home")[-1].endswith(reading.keys("lobby")[-1]))


@on_both
def test_the_list_of_tables_to_watch_gets_moves_at_public_ones_only(
    web: Web, players: list[User]
) -> None:
    public = running(*players, kind="duel")
    private = running(*players, kind="duel", public=False)
    reading = web.reading(None, "running", "lobby")
    until(lambda: reading.keys("running"))
    random_moves(private, 1)
    more(reading, "lobby", lambda: lobby(players[0]))
    assert len(reading.keys("running")) == 1
    more(reading, "running", lambda: random_moves(public, 1))
    more(reading, "running", lambda: running(*players, kind="duel"))


def test_a_topic_that_a_reader_may_not_see_looks_like_a_missing_one(
    web: Web, players: list[User]
) -> None:
    table = running(*players, kind="duel", public=False)
    stranger = UserFactory.create()
    asked = [f"table:{table.code}", "table:aaaaaaaaaaaa", "lobby"]
    reading = web.reading(stranger, *asked)
    until(lambda: reading.keys("lobby"))
    say(players[0], table)
    other = web.reading(players[0], *asked)
    knows(other, players[0], table)
    assert {data["on"] for _, data in reading.events} == {"lobby"}
    assert web.reading(stranger, *asked[:2]).status == 404
    assert web.reading(None, *asked[:2], "home").status == 404


# --- how it ends ------------------------------------------------------------------------------


def suspend(user: User) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=now() + timedelta(days=1))


def change_password(user: User) -> None:
    user.set_password(secrets.token_hex(12))
    user.save()


def deactivate(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("how", [suspend, change_password, deactivate])
def test_a_player_whose_access_ends_gets_bye_and_nothing_after(
    web: Web, players: list[User], how: Callable[[User], None]
) -> None:
    table = running(*players, kind="duel")
    readings = [web.reading(player, f"table:{table.code}") for player in players]
    for reading, player in zip(readings, players, strict=True):
        knows(reading, player, table)
    how(players[0])
    readings[0].until("bye")
    until(lambda: not readings[0].is_open)
    say(players[1], table)
    knows(readings[1], players[1], table)
    assert [name for name, _ in readings[0].events] == ["news", "bye"]


def test_signing_out_ends_the_streams_of_that_browser_only(web: Web, players: list[User]) -> None:
    here, there = signed_in(players[0]), signed_in(players[0])
    readings = [
        web.reading(None, "home", sessionid=client.cookies["sessionid"].value)
        for client in (here, there)
    ]
    for reading in readings:
        until(lambda: reading.keys("home"))  # noqa: B023  (asked at once)
    here.post("/accounts/logout/")
    readings[0].until("bye")
    until(lambda: not readings[0].is_open)
    lobby(players[1])
    until(lambda: len(readings[1].keys("home")) > 1)


@on_both
def test_a_player_who_leaves_a_running_table_loses_that_topic_and_keeps_the_others(
    web: Web, players: list[User]
) -> None:
    table = running(*players, UserFactory.create())
    reading = web.reading(players[0], f"table:{table.code}", "home")
    knows(reading, players[0], table)
    services.leave(players[0], table.code, now())
    reading.until("end", on=f"table:{table.code}")
    told = len(reading.keys(f"table:{table.code}"))
    say(players[1], table)
    lobby(players[1])
    until(lambda: len(reading.keys("home")) > 1)
    assert len(reading.keys(f"table:{table.code}")) == told
    assert reading.is_open


# --- limits -----------------------------------------------------------------------------------


def test_a_full_process_answers_503_and_a_stopping_one_says_when_to_come_back(
    players: list[User],
) -> None:
    """A process without streams answers 404: see tests/browser/test_live.py."""
    with serving(LIVE_STREAMS="2") as web:
        first = web.reading(players[0], "lobby")
        reading = web.reading(players[1], "home")
        assert reading.status == 200
        assert web.reading(None, "lobby").status == 503
        first.close()
        until(lambda: web.reading(None, "lobby").status == 200)
        until(lambda: reading.keys("home"))
        web.stop()
        until(lambda: not reading.is_open)
    name, data = reading.events[-1]
    assert name == "restart"
    assert 0 <= data["in"] <= 5


def test_one_player_has_six_streams_and_the_seventh_closes_the_oldest(
    web: Web, players: list[User]
) -> None:
    readings = [web.reading(players[0], "lobby") for _ in range(7)]
    readings[0].until("bye")
    until(lambda: not readings[0].is_open)
    for reading in readings[1:]:
        until(lambda: reading.keys("lobby"))  # noqa: B023  (asked at once)
    assert all(reading.is_open for reading in readings[1:])


def test_the_headers_of_a_stream_are_as_safe_as_a_pages(web: Web, players: list[User]) -> None:
    reading = web.reading(players[0], "lobby")
    head = {name.lower(): value for name, value in reading.headers.items()}
    assert head["content-type"].startswith("text/event-stream")
    assert "no-store" in head["cache-control"]
    assert head["x-accel-buffering"] == "no"
    assert head["x-content-type-options"] == "nosniff"
    assert {"content-security-policy", "x-request-id", "referrer-policy"} <= set(head)
    assert not {"content-length", "content-encoding"} & set(head)


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {}, 403),
        ("HEAD", {}, 405),
        ("GET", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("GET", {"Origin": "https://elsewhere.example"}, 403),
        ("GET", {"Host": "elsewhere.example"}, 400),
        ("GET", {"Cookie": r'sessionid="\000"'}, 400),
    ],
)
def test_only_requests_of_our_pages_get_a_stream(
    web: Web, method: str, headers: dict[str, str], status: int
) -> None:
    answer = requests.request(method, f"{web.url}/live/?on=lobby", headers=headers, stream=True)
    assert answer.status_code == status


# --- when PostgreSQL hangs up -----------------------------------------------------------------


@on_both
def test_a_lost_channel_loses_nothing(web: Web, players: list[User]) -> None:
    """On SQLite there is no channel to lose."""
    table = running(*players, kind="duel")
    reading = web.reading(players[0], f"table:{table.code}")
    knows(reading, players[0], table)
    if connection.vendor == "postgresql":
        lose_the_channel()
    for _ in range(3):  # while the channel is lost, and afterwards
        say(players[1], table)
        knows(reading, players[0], table)
    assert reading.is_open


def lose_the_channel() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = %s AND datname = current_database()",
            [APPLICATION_NAME],
        )
        assert cursor.rowcount == 1


# --- secrecy ----------------------------------------------------------------------------------

ALLOWED = re.compile(
    r"(?:retry: 4000\n\n|: \n\n"
    r'|event: news\ndata: \{"on":"table:[a-z0-9]{12}","key":"\d+\.\d+\.\d+"\}\n\n'
    r'|event: end\ndata: \{"on":"table:[a-z0-9]{12}"\}\n\n)*'
)


def test_a_stream_reveals_no_more_than_the_poll_of_its_reader(
    web: Web, players: list[User]
) -> None:
    watcher = UserFactory.create()
    table = running(*players, kind="duel")
    topic = f"table:{table.code}"
    readings = {reader: web.reading(reader, topic) for reader in (players[0], watcher, None)}
    for turn in range(24):
        play(table)
        if turn % 4 == 0:
            say(watcher, table)
            say(players[1], table)
            for reader in (players[0], watcher):
                knows(readings[reader], reader, table)
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    for reading in readings.values():
        assert ALLOWED.fullmatch(reading.raw.decode())
        assert len(reading.keys(topic)) > 5
    heard = {reader: [k.split(".") for k in r.keys(topic)] for reader, r in readings.items()}
    assert {gallery for _, _, gallery in heard[players[0]]} == {"0"}
    assert {gallery for _, _, gallery in heard[None]} == {"0"}
    assert {"1", "6"} <= {gallery for _, _, gallery in heard[watcher]}
    assert len({tuple(k) for k in heard[players[0]]}) == len(heard[players[0]])


def play(table: Table) -> None:
    """Play the first legal move for the player on turn."""
    loaded = access.load(access.readable_table(User(pk=0), table.code), User(pk=0))[1]
    seat = next(seat for seat in loaded.seats if seat.on_turn)
    move = next(iter(loaded.rules.legal_moves(loaded.state, seat.number)))
    assert seat.user is not None
    services.play_move(
        seat.user, table.code, move.written(), loaded.table.version,
        secrets.token_hex(8), now(),
    )  # fmt: skip
