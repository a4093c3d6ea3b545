"""Workers are killed at random moments while turns fall due: nothing is lost, nothing doubled.

Tables are played and age while workers run the sweeps: a light process that loops over them, or a
real Celery worker on the real broker. Each is killed (SIGKILL) after a random moment. Real
receiving servers count what they accept. In the end every due notice was delivered exactly once;
only what a server had accepted from a worker killed before recording it may come twice.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.db import connection, connections

from accounts.models import User
from config.clock import now
from config.environment import ROOT, new_vapid_key
from games.notices import delivery
from games.notices.channels import web_push
from games.notices.channels import webhooks as webhook
from games.notices.models import Notice, PushSubscription
from games.notices.tasks import mail_notices, send_notices
from games.notices.validity import START_DELAY
from games.tables import services, tasks
from games.tables.models import Seat, Table
from tests import plugin
from tests.factories import UserFactory
from tests.sinks import OK, Browser, MailSink, WebSink, mail_sink, web_sink
from tests.tables.play import any_move, load, new_table, on_turn, token
from tools.machine import PATIENCE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both,
]

LEASE = 2
SWEEPS = (tasks.remind, tasks.miss_turns, tasks.end_offers, send_notices, mail_notices)
fork = multiprocessing.get_context("fork")
Name = tuple[str, str]
"""What was delivered: where, and which notice."""


@dataclass
class World:
    """Tables that people play, and every receiving server."""

    post: MailSink
    web: WebSink
    chance: random.Random
    games: list[Table] = field(default_factory=list)
    listeners: list[User] = field(default_factory=list)
    allowed: Counter[Name] = field(default_factory=Counter)
    """What had been accepted, and not yet noted, when a worker was killed."""
    known: Counter[Name] = field(default_factory=Counter)

    def accepted(self) -> Counter[Name]:
        """Return how often each thing was accepted by the receiving servers."""
        found: Counter[Name] = Counter()
        for letter in list(self.post.letters):
            found["mail", _number(r"<\w+\.(\d+)\.", str(letter["Message-ID"]))] += 1
        for request in list(self.web.requests):
            if request.path == "/hook":
                found["/hook", request.headers["undermine-delivery"]] += 1
            else:
                found[request.path, _number(r"notice-(\d+)", request.headers["topic"])] += 1
        return found

    def noted(self) -> set[Name]:
        """Return what was delivered according to the rows."""
        paths = {row.pk: row.endpoint.removeprefix(self.web.url("")) for row in _browsers()}
        found: set[Name] = set()
        for pk, channel, state, reached in Notice.objects.values_list(
            "pk", "channel", "state", "reached"
        ):
            if channel == "push":
                found |= {(paths[browser], str(pk)) for browser in reached}
            elif state == Notice.State.SENT:
                found.add(("mail" if channel == "mail" else "/hook", str(pk)))
        return found

    def at_a_kill(self, workers: int) -> None:
        """Note what workers were sending at a kill: at most one thing each."""
        self.settle()
        accepted = self.accepted()
        in_hand = {
            name
            for name in set(accepted) - self.noted()
            if accepted[name] > self.known[name]  # since the kill before
        }
        assert len(in_hand) <= workers, in_hand
        self.allowed.update(in_hand)
        self.known = accepted

    def settle(self) -> None:
        """Wait until nothing that was sent can still be accepted."""
        idle = 0
        deadline = time.monotonic() + PATIENCE
        while idle < 2 and time.monotonic() < deadline:
            idle = 0 if self.post.lines or self.web.lines else idle + 1
            time.sleep(0.02)


def _number(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, text
    return found[1]


def _browsers() -> list[PushSubscription]:
    return list(PushSubscription.objects.all())


@pytest.fixture
def world(settings: LazySettings) -> Iterator[World]:
    settings.LEASE_SECONDS = LEASE
    settings.OUTGOING_LOOPBACK = True
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    with mail_sink() as post, web_sink() as web:
        settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = post.host, post.port
        seed = secrets.randbelow(10**9)
        print(f"chance was seeded with {seed}")
        yield World(post, web, random.Random(seed))


def people(world: World) -> None:
    """Make three tables of people, and two users who are notified by every channel."""
    world.games = [new_table(3).table for _ in range(3)]
    for number in range(2):
        user = UserFactory.create()
        webhook.set_webhook(user, world.web.url("/hook"))
        for name in ("desk", "phone"):
            made = Browser(world.web, f"{number}-{name}")
            web_push.subscribe(user, made.endpoint, made.p256dh, made.auth)
        world.listeners.append(user)


def something_happens(world: World) -> None:
    """Let somebody move, let a turn (nearly) run out, and create a notice."""
    what = world.chance.randrange(4)
    table = world.chance.choice(world.games)
    if what == 0:
        move(table)
    elif what == 1:
        grow_old(table, "remind_at")
    elif what == 2:
        grow_old(table, "due_at")
    delivery.send_test(world.chance.choice(world.listeners), now())


def move(table: Table) -> None:
    loaded = load(table)
    if loaded.table.status != Table.Status.RUNNING or not any(
        s.on_turn and s.user for s in loaded.seats
    ):
        return
    try:
        user = on_turn(loaded)
        text = any_move(loaded)
        services.play_move(user, table.code, text, loaded.table.version, token(), now())
    except (services.Refused, AssertionError):
        pass  # a worker was quicker


def grow_old(table: Table, column: str) -> None:
    """Let this turn's time run out, or nearly."""
    seats = Seat.objects.filter(table=table, on_turn=True, user__isnull=False, due_at__isnull=False)
    seats.update(**{column: now() - timedelta(seconds=1)})


# --- workers --------------------------------------------------------------------------------------


def sweep_for_ever() -> None:
    """Do what a worker does, without Celery's start-up time."""
    while True:
        for task in SWEEPS:
            task()


@contextmanager
def light_worker(world: World) -> Iterator[Callable[[], None]]:
    """A worker that is killed after a random time."""
    with swept() as pid:
        yield lambda: time.sleep(world.chance.uniform(0.01, 0.25))
        os.kill(pid, signal.SIGKILL)


@contextmanager
def trapped_worker(world: World) -> Iterator[Callable[[], None]]:
    """A worker that the mail server kills after accepting a mail, before confirming it."""
    with swept() as pid:
        sprung = threading.Event()

        def spring(letter: EmailMessage) -> str:
            if not sprung.is_set():
                os.kill(pid, signal.SIGKILL)
                sprung.set()
            return OK

        world.post.on_data = spring
        yield lambda: wait_for(sprung)
        world.post.on_data = lambda letter: OK


def wait_for(sprung: threading.Event) -> None:
    assert sprung.wait(PATIENCE), "no mail was sent"


@contextmanager
def swept() -> Iterator[int]:
    """Start a process that does what a worker does."""
    connections.close_all()  # no process inherits another's connection
    process = fork.Process(target=sweep_for_ever, daemon=True)
    process.start()
    assert process.pid is not None
    try:
        yield process.pid
    finally:
        process.kill()
        process.join()


@contextmanager
def celery_worker(world: World) -> Iterator[Callable[[], None]]:
    """A real worker, sweeping on the real broker's messages; killed with its child processes."""
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "prefork"]
    command += ["--concurrency", "1", "--loglevel", "ERROR", "--without-gossip", "--without-mingle"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(world), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip

    def until_it_works() -> None:
        before = len(world.post.letters) + len(world.web.requests)
        deadline = time.monotonic() + PATIENCE
        delivery.send_test(world.listeners[0], now())
        while len(world.post.letters) + len(world.web.requests) == before:
            for task in SWEEPS:
                task.delay()
            assert time.monotonic() < deadline, "the worker did nothing"
            time.sleep(0.5)
        time.sleep(world.chance.uniform(0, 0.25))

    try:
        yield until_it_works
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def environment(world: World) -> dict[str, str]:
    """Settings for a worker of this site: the test's database, broker and receiving servers."""
    rest = {k: v for k, v in os.environ.items() if k != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    rest |= {
        "EMAIL_URL": world.post.url,
        "LEASE_SECONDS": str(LEASE),
        "OUTGOING_LOOPBACK": "true",
        "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
        "VAR_DIR": str(plugin.FOLDER),
    }
    database = str(connection.settings_dict["NAME"])
    if plugin.LEG == "postgres":
        rest["DATABASE_URL"] = re.sub(
            r"(://[^/]*/)[^?]*", rf"\g<1>{database}", os.environ["DATABASE_URL"]
        )
        return rest
    link = plugin.FOLDER / "db.sqlite3"  # where local mode looks for its database
    if Path(database) != link and not link.is_symlink():
        link.unlink(missing_ok=True)
        link.symlink_to(database)
    return rest


# --- in the end -----------------------------------------------------------------------------------


def drain() -> None:
    """Send every notice that is left, once the leases of dead workers have ended.

    A table's start is sent two minutes later, what got no answer an hour: both are now over.
    """
    waiting = Notice.objects.filter(state=Notice.State.WAITING)
    waiting.update(created_at=now() - START_DELAY)
    left, idle = waiting.count(), time.monotonic()
    while left:
        waiting.filter(due_at__gt=now()).update(due_at=now())
        for task in SWEEPS:
            task()
        before, left = left, waiting.count()
        idle = idle if left >= before else time.monotonic()
        assert time.monotonic() - idle < PATIENCE, list(
            waiting.values("kind", "channel", "last_error")
        )
        time.sleep(0.1)


def account(world: World) -> None:
    """Check that everything due was delivered, and nothing twice except what a kill interrupted."""
    accepted, rows = world.accepted(), Notice.objects.all()
    assert {row.state for row in rows} <= {"sent", "dropped"}
    missing = world.noted() - set(accepted)
    assert missing == set()
    for row in rows.filter(state="sent", channel="push"):
        assert len(row.reached) == 2
    doubled = {name for name, times in accepted.items() if times > 1 + world.allowed[name]}
    assert doubled == set()
    unasked = set(accepted) - world.noted() - set(world.allowed)
    assert unasked == set()
    here = Seat.objects.filter(table__in=world.games, on_turn=True, user__isnull=False)
    for seat in here.filter(offered_until=None).select_related("table"):
        told = rows.filter(recipient=seat.user, table=seat.table, cause_number=seat.turn)
        kinds = ("turn", "reminder", "missed")
        assert told.filter(state="sent", kind__in=kinds).exists(), (seat.table.code, seat.turn)


def kill(world: World, light: int, trapped: int, real: int) -> None:
    people(world)
    order: list[Any] = [light_worker] * light + [trapped_worker] * trapped
    order += [celery_worker] * real
    world.chance.shuffle(order)
    for start in order:
        for _ in range(2):
            something_happens(world)
        with start(world) as wait:
            something_happens(world)
            wait()
        world.at_a_kill(1)
    drain()
    account(world)
    counts = len(order), sum(world.accepted().values()), sum(world.allowed.values())
    print("{} kills, {} deliveries, {} of them in hand at a kill".format(*counts))


def test_six_killed_workers_lose_and_double_nothing(world: World) -> None:
    kill(world, light=3, trapped=2, real=1)
    assert world.allowed  # workers were killed while holding an accepted mail


@pytest.mark.soak
@pytest.mark.parametrize("fifty", range(4))
def test_two_hundred_killed_workers_lose_and_double_nothing(world: World, fifty: int) -> None:
    """Fifty per test, so that test processes share the work; as many again in the other leg."""
    kill(world, light=43, trapped=5, real=2)


def test_the_check_would_notice_a_lost_and_a_doubled_mail(world: World) -> None:
    """Without any kill: one mail is lost, and one arrives twice."""
    people(world)
    drain()
    account(world)
    world.post.letters.append(world.post.letters[0])
    with pytest.raises(AssertionError):
        account(world)
    del world.post.letters[-1], world.post.letters[0]
    with pytest.raises(AssertionError):
        account(world)
