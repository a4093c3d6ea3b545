"""Secrecy, tested: a reader gets the same bytes in all worlds that look the same to them.

A table is played for a while and every page of it is rendered. Then everything that the reader may
not know is changed in the rows: cards, roles, goals, gold, seeds, digests, and what others hid in
the log. The pages must not change by a byte, their headers included.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from accounts.models import User
from config.clock import now
from games.engine import Event, Rng
from games.replays import moments
from games.tables import services, store
from games.tables.models import LogEntry, Round, Seat, Table
from games.tables.presenters import log
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.positions import (
    DUEL_GOALS,
    SOLO_GOALS,
    in_the_woods,
    last_duel,
    last_round,
    last_solo,
)
from tests.real_tables import have_seen
from tests.tables.other_pasts import another_past, replays
from tests.tables.play import load, moves_on, new_table, play, token

pytestmark = pytest.mark.django_db  # views don't depend on the database: one leg is enough

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
WORLDS = 2  # other than the one that was played
RANDOM = ("Set-Cookie", "Undermine-Reader", "X-Request-ID")
CHANGING = (
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'),
    re.compile(r'"X-CSRFToken": "[^"]*"'),
    re.compile(r'name="token"\s+value="[^"]*"'),
)
OTHERS: dict[str, Callable[[Any], Any]] = {
    "card": lambda card: "rockfall" if card != "rockfall" else "nesw",
    "what": lambda what: "treasure" if what != "treasure" else "stone-ne",
    "amount": lambda amount: amount % 3 + 1,
}


def disguise(loaded: LoadedTable, number: int | None, rng: Rng) -> None:
    """Change everything in the rows, and in the past made from them, that this seat or a spectator
    may not know."""
    another_past(loaded, number, rng, lambda event: disguised(loaded, event, number))
    view = loaded.rules.view(loaded.state, number)
    store.put(loaded, next(loaded.rules.worlds(view, rng)), NOON)
    store.save_game(loaded)
    Round.objects.filter(table=loaded.table, ended_at=None).update(seed="00" * 32, salt="00" * 16)
    if loaded.table.status == Table.Status.RUNNING:
        Table.objects.filter(pk=loaded.table.pk).update(seed="00" * 32, salt="00" * 16)
    entries = list(loaded.table.log.all())
    for entry in entries:
        entry.events = [disguised(loaded, event, number) for event in entry.events]
        if loaded.table.status != Table.Status.RUNNING:
            continue  # after the end, all moves and results are open: they are in the record
        entry.state_hash = "0" * 64
        if entry.seat != number and entry.move.startswith(("discard", "pick")):
            entry.move = "discard rockfall" if entry.move.startswith("discard") else "pick 1"
        if entry.seat != number and " take " in entry.move:  # which treasure they named
            entry.move = entry.move.partition(" take ")[0] + " take 9"
    LogEntry.objects.bulk_update(entries, ["events", "state_hash", "move"])
    log.entry.cache_clear()  # entries are only ever changed here


def disguised(loaded: LoadedTable, row: list[Any], number: int | None) -> list[Any]:
    """Return the event with other values wherever the reader may not know them."""
    event = Event(*row)
    seen = loaded.rules.view_event(event, number)
    hidden = {name for name in Event._fields if getattr(event, name) != getattr(seen, name)}
    return list(event._replace(**{name: OTHERS[name](getattr(event, name)) for name in hidden}))


def everything(user: User | None, loaded: LoadedTable) -> dict[str, tuple[object, ...]]:
    """Return everything this reader can fetch of this table, with headers and sizes."""
    client = Client()
    if user is not None:
        client.force_login(user)
    code = loaded.table.code
    paths = ["/", f"/t/{code}/", f"/t/{code}/log/", f"/t/{code}/export/", "/tables/"]
    paths += [f"/t/{code}/poll/", f"/t/{code}/poll/?v={loaded.table.changes}.0.0"]
    paths += [f"/t/{code}/board.svg", f"/t/{code}/seen/"]
    paths += [
        f"/join/{loaded.table.invite_code}/",
        "/settings/notices/sent/",
        "/settings/vacation/",
    ]
    paths += replays(loaded)
    seat = loaded.seat_of(user)
    if seat is not None:
        paths.append("/tables/mine/")
        moves = loaded.rules.moves_of(loaded.rules.view(loaded.state, seat.number))
        listed = [move.written() for move in moves]
        thrown = [text for text in listed if text.startswith("discard") and text.count(" ") == 1]
        texts = dict.fromkeys([*listed[:6], *thrown])  # these say why a card is not played
        paths += [f"/t/{code}/preview/?move={text}" for text in texts]
        paths += [f"/t/{code}/{part}/" for part in ("advice", "opinion", "hindsight")]
    return {path: whole(client.get(path)) for path in paths}


def whole(answer: Any) -> tuple[object, ...]:
    """Return status, headers and every byte, without what is random in every response."""
    text = answer.content.decode()
    for pattern in CHANGING:
        text = pattern.sub("", text)
    headers = {name: value for name, value in answer.headers.items() if name not in RANDOM}
    return answer.status_code, sorted(headers.items()), len(text), text


def played(
    moves: int, kind: str = "classic", players: int = 4, **options: str | int
) -> LoadedTable:
    """Make a table with chat and notes, after this number of moves."""
    loaded = new_table(players, options=options, kind=kind)
    for seat in loaded.seats:
        assert seat.user is not None
        services.say(seat.user, loaded.table.code, f"hello from {seat.number}", token(), now())
        services.write_note(seat.user, loaded.table.code, f"note of {seat.number}")
    loaded = moves_on(loaded, moves)
    have_seen(loaded.table)
    return load(loaded.table)


READERS_OF: list[tuple[str, int, Sequence[int | None]]] = [
    ("classic", 4, (0, 1, 2, 3, None)),
    ("duel", 2, (0, 1, None)),
    ("solo", 1, (0, None)),
    ("lost_mines", 4, (0, 2, None)),
]


@contextmanager
def taken_back() -> Iterator[None]:
    """Roll back changes to the rows, so that the next reader gets the original table."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    moments.moments_cache.clear()


LONG = 80
SHORT_AND_LONG = [LONG, *(pytest.param(moves, marks=pytest.mark.soak) for moves in (1, 17, 45))]


@pytest.mark.parametrize("moves", SHORT_AND_LONG)
@pytest.mark.parametrize(("kind", "players", "readers"), READERS_OF)
def test_no_reader_can_tell_two_worlds_apart(
    kind: str, players: int, readers: Sequence[int | None], moves: int
) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = played(moves, kind, players)
        for reader in some(readers) if moves == LONG else readers:
            with taken_back():
                tells_no_worlds_apart(loaded, reader, 1 if moves == LONG else WORLDS)


def some(readers: Sequence[int | None]) -> Sequence[int | None]:
    """Return every second player and a spectator; all of them, and more worlds, in long runs."""
    return *readers[:-1:2], readers[-1]


def tells_no_worlds_apart(loaded: LoadedTable, reader: int | None, worlds: int = WORLDS) -> None:
    user = None if reader is None else loaded.seats[reader].user
    first = everything(user, loaded)
    for world in range(worlds):
        disguise(load(loaded.table), reader, Rng(b"%d" % world, "worlds"))
        other = everything(user, load(loaded.table))
        assert "\n".join(differences(first, other)) == "", f"reader {reader}"


WHILE_A_GOAL_WAITS: list[tuple[str, int, Sequence[int | None]]] = [
    ("duel", 2, (0, 1, None)),
    ("solo", 1, (0, None)),
    ("lost_mines", 3, (0, 1, 2, None)),
]


@pytest.mark.parametrize(("kind", "players", "readers"), WHILE_A_GOAL_WAITS)
def test_no_reader_can_tell_two_worlds_apart_while_a_goal_waits_to_be_laid(
    kind: str, players: int, readers: Sequence[int | None]
) -> None:
    """Each has looked at a goal that the other hasn't, and one is open but not yet laid."""
    with time_machine.travel(NOON, tick=False):
        loaded = a_mine_waits() if kind == "lost_mines" else a_goal_waits(kind, players)
        for reader in some(readers):
            with taken_back():
                tells_no_worlds_apart(loaded, reader, worlds=1)


LOOKS = [
    ("classic", last_round, 3, "play map at 8,0"),
    ("duel", last_duel, 2, "play map at 5,0"),
    ("solo", last_solo, 1, "play map at 8,0"),
    ("lost_mines", in_the_woods, 3, "play scout-mine-treasure treasure 2"),
    ("lost_mines", in_the_woods, 3, "play scout-treasure-dwarf dwarf p3"),
]


@pytest.mark.parametrize(("kind", "made", "players", "text"), LOOKS)
def test_the_response_to_a_look_reveals_only_what_was_looked_at(
    kind: str, made: Callable[..., Table], players: int, text: str
) -> None:
    """The response to the move itself is the same whatever else is different."""
    with time_machine.travel(NOON, tick=False):
        users = UserFactory.create_batch(players)
        table = made(*users)
        assert table.kind == kind
        form = {"move": text, "version": str(table.version), "token": token()}
        first = looked(users[0], table, form)
        assert "Only you know." in str(first)
        for world in range(WORLDS):
            disguise(load(table), 0, Rng(b"%d" % world, "looks"))
            other = looked(users[0], table, form)
            assert "\n".join(differences({text: first}, {text: other})) == ""


def looked(user: User, table: Table, form: dict[str, str]) -> tuple[object, ...]:
    client = Client(headers={"HX-Request": "true"})
    client.force_login(user)
    return whole(client.post(f"/t/{table.code}/move/", form))


def a_goal_waits(kind: str, players: int) -> LoadedTable:
    alone, users = players == 1, UserFactory.create_batch(players)
    end, far = (8, "12,0") if alone else (5, "9,0")
    goals = SOLO_GOALS if alone else DUEL_GOALS
    position: dict[str, Any] = {
        "cards": [*(["0,1 nesw"] if alone else []), *(f"{x},1 ew" for x in range(1, end))],
        "goals": [goal.replace(f"{end},0 nw 2", f"{end},0 nsw+door:green@s 2") for goal in goals],
        "hands": {"p1": ["map", "nw", "ns"]} | ({} if alone else {"p2": ["map", "ne", "key"]}),
        "stock": ["ew", "ns", "rockfall", "nw", "ne", "key"],
        "markers_left": 5,
    }
    loaded = load(last_solo(*users, **position) if alone else last_duel(*users, **position))
    looks = [f"play map at {far}"] + ([] if alone else ["play map at 7,1"])
    for text in (*looks, f"place nw at {end},1"):
        loaded = play(loaded, text)
    assert loaded.state.phase == "orient"
    assert all(loaded.state.looked)
    return loaded


def a_mine_waits() -> LoadedTable:
    """Make a table with a scouted mine, treasure and dwarf, and the silver open."""
    table = in_the_woods(
        *UserFactory.create_batch(3),
        mines=["9,0 gems", "9,2 silver", "9,4 gold", "9,6 dragon"],
        dwarfs={"p1": "8,2"},
        hands={
            "p1": ["scout-mine-treasure", "ew", "ns"],
            "p2": ["scout-treasure-dwarf", "axe"],
            "p3": ["scout-mine-treasure", "es"],
        },
    )
    loaded = load(table)
    for text in (
        "play scout-mine-treasure mine 9,4",
        "stay",
        "play scout-treasure-dwarf dwarf p1",
        "play scout-mine-treasure treasure 2",
        "stay",
        "discard ew",
        "walk 9,2",
    ):
        loaded = play(loaded, text)
    assert loaded.state.phase == "orient"
    assert all(loaded.state.looked)
    return loaded


READERS = ("seated", "absent", "leaver", "stranger", "visitor")


@pytest.mark.parametrize("moves", [30, pytest.param(3, marks=pytest.mark.soak)])
def test_a_seat_on_offer_reveals_nothing_to_anybody(moves: int) -> None:
    """Neither to a possible replacement, nor to the player who left, nor to those who stay."""
    with time_machine.travel(NOON, tick=False):
        loaded = played(moves)
        users = [seat.user for seat in loaded.seats]
        empty_and_offered(loaded)
        who = {"seated": users[0], "leaver": users[1], "absent": users[2], "visitor": None}
        for reader in READERS:
            with taken_back():
                learns_nothing(loaded, reader, who.get(reader, UserFactory.create()))


def learns_nothing(loaded: LoadedTable, reader: str, user: User | None) -> None:
    number = {"seated": 0, "absent": 2}.get(reader)
    first = everything(user, load(loaded.table))
    assert f"/t/{loaded.table.code}/" in first
    disguise(load(loaded.table), number, Rng(b"0", "offers"))
    other = everything(user, load(loaded.table))
    assert "\n".join(differences(first, other)) == "", reader


def empty_and_offered(loaded: LoadedTable) -> None:
    """Let the second player leave, with notes for a replacement, and offer the third seat."""
    leaver = loaded.seats[1].user
    assert leaver is not None
    services.leave(leaver, loaded.table.code, NOON, leave_notes=True)
    Seat.objects.filter(table=loaded.table, number=2).update(offered_until=NOON + timedelta(days=1))


def test_a_seats_knowledge_is_shown_only_after_taking_it() -> None:
    """Before: what spectators see, without notes. After: exactly what its player saw."""
    with time_machine.travel(NOON, tick=False):
        loaded = played(17)
        leaver, new = loaded.seats[1].user, UserFactory.create()
        assert leaver is not None
        view = loaded.rules.view(loaded.state, 1)
        empty_and_offered(loaded)
        page = str(everything(new, load(loaded.table))[f"/t/{loaded.table.code}/"])
        assert "note of 1" not in page
        services.take_seat(new, loaded.table.code, 1, NOON)
        after = load(loaded.table)
        assert after.rules.view(after.state, 1) == view
        assert "note of 1" in str(everything(new, after)[f"/t/{loaded.table.code}/"])


def differences(
    first: dict[str, tuple[object, ...]], other: dict[str, tuple[object, ...]]
) -> list[str]:
    """Return the lines that differ, which show where the leak is."""
    found = []
    for path, answer in first.items():
        if answer != other[path]:
            lines = difflib.unified_diff(
                str(answer[-1]).splitlines(), str(other[path][-1]).splitlines(), path, n=0
            )
            found += list(lines) or [f"{path}: headers or status"]
    return found


def test_no_reader_can_tell_two_worlds_apart_while_gold_is_picked() -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = until_gold_is_picked(played(0, picking="by_hand"))
        for reader in (0, 1, None):
            with taken_back():
                tells_no_worlds_apart(loaded, reader, worlds=1)


def until_gold_is_picked(loaded: LoadedTable) -> LoadedTable:
    """Let everybody dig until a round ends with gold to pick."""
    rng = Rng(b"dig", "moves")
    while loaded.state.phase != "pick":
        view = loaded.rules.view(loaded.state, loaded.state.turn)
        dig = loaded.kind.quick_move(replace(view, roles=("digger",) * view.seats), rng)
        loaded = play(loaded, dig.written())
    return loaded


def test_the_test_would_notice_a_leak() -> None:
    """A change that the reader may see changes their page."""
    with time_machine.travel(NOON, tick=False):
        loaded = played(17)
        user = loaded.seats[0].user
        first = everything(user, loaded)
        disguise(load(loaded.table), 1, Rng(b"leak", "worlds"))  # the world of another reader
        assert everything(user, load(loaded.table)) != first


def test_spectators_chat_is_not_even_counted_for_players() -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = played(9)
        user = loaded.seats[0].user
        first = everything(user, loaded)
        services.say(UserFactory.create(), loaded.table.code, "p2 has it", token(), NOON)
        assert everything(user, load(loaded.table)) == first


def test_visitors_do_not_see_spectators_chat_either() -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = played(9)
        first = everything(None, loaded)
        services.say(UserFactory.create(), loaded.table.code, "p2 has it", token(), NOON)
        assert everything(None, load(loaded.table)) == first
        watcher = everything(UserFactory.create(), load(loaded.table))
        assert "p2 has it" in str(watcher[f"/t/{loaded.table.code}/"])
