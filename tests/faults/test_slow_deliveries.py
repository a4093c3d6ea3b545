"""A silent mail server and slow webhooks hold up nobody else.

Real workers as production has them, one for clocks, one for bots, one for push and webhooks, one
for mail. While mail waits on a silent server and two accounts on their slow webhooks, turns are
missed, bots move, clean-ups run, and another account gets push and webhook notices.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings, settings

from accounts.models import User
from config.celery import BOTS, CLOCKS, DELIVERY, MAIL, app
from config.clock import now
from config.environment import new_vapid_key
from games.notices import delivery
from games.notices.channels import web_push, webhooks
from games.notices.models import Notice, SlowEnd
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.sinks import Browser, Request, WebSink, mail_sink, silent_sink, web_sink
from tests.tables.play import age, kinds, load, new_table, play
from tests.worker import until, working

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both, pytest.mark.stack]

TOO_LATE = 9  # seconds
PATHS = ("/one", "/two")
WORKERS = ([BOTS], [DELIVERY], [MAIL])


@dataclass
class World:
    """The receiving servers, and the users whose notices wait for them."""

    mail_port: int
    slow: WebSink
    fine: WebSink
    asked: Counter[str]

    @property
    def environ(self) -> dict[str, str]:
        return {
            "EMAIL_URL": f"smtp://127.0.0.1:{self.mail_port}",
            "OUTGOING_LOOPBACK": "true",
            "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
        }


@pytest.fixture
def world(settings: LazySettings) -> Iterator[World]:
    settings.OUTGOING_LOOPBACK = True
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    app.control.purge()
    asked: Counter[str] = Counter()

    def too_late(request: Request) -> int:
        asked[request.path] += 1
        time.sleep(TOO_LATE)
        return 204

    with web_sink() as slow, web_sink() as fine:
        slow.answer = too_late
        yield World(0, slow, fine, asked)
    app.control.purge()


def tell(user: User, channels: tuple[str, ...], count: int = 1) -> None:
    for _ in range(count):
        delivery.send_test(user, now())
    Notice.objects.filter(recipient=user).exclude(channel__in=channels).delete()


def waits(world: World, mails: int, hooks: int) -> None:
    """Create this number of mails, and of notices for each of two slow webhooks."""
    for user in UserFactory.create_batch(mails):
        tell(user, ("mail",))
    for path in PATHS:
        user = UserFactory.create()
        webhooks.set_webhook(user, world.slow.url(path))
        tell(user, ("webhook",), hooks)


def told_elsewhere(world: World) -> Browser:
    """Notify another account, last of all."""
    user = UserFactory.create()
    webhooks.set_webhook(user, world.fine.url("/hook"))
    browser = Browser(world.fine, "desk")
    web_push.subscribe(user, browser.endpoint, browser.p256dh, browser.auth)
    tell(user, ("webhook", "push"))
    return browser


def old_notice() -> Notice:
    ended = now() - settings.KEEP_NOTICES - timedelta(days=1)
    user = UserFactory.create()
    return Notice.objects.create(recipient=user, kind="turn", state="sent", ended_at=ended)


def bots_to_move() -> LoadedTable:
    loaded = new_table(1, bots=2)
    if any(seat.on_turn and seat.user for seat in loaded.seats):
        play(loaded)
    return age(loaded, "act_at")


def bots_moved(loaded: LoadedTable) -> bool:
    bots = [seat.number for seat in loaded.seats if seat.bot]
    return loaded.table.log.filter(kind="move", seat__in=bots).exists()


def put_off(world: World) -> Counter[str]:
    """Return how many notices of each slow webhook were postponed without being tried."""
    rows = Notice.objects.filter(channel="webhook", state="waiting", attempts=0, due_at__gt=now())
    found = rows.values_list("recipient__webhook__url", flat=True)
    return Counter(url.removeprefix(world.slow.url("")) for url in found)


@contextmanager
def site(world: World, tmp_path: Path) -> Iterator[None]:
    with ExitStack() as stack:
        beat = tmp_path / "beat"
        stack.enter_context(working(beat, [CLOCKS], world.environ))
        for queues in WORKERS:
            stack.enter_context(working(None, queues, world.environ))
        yield


def others_go_on(world: World) -> None:
    """Expect that other due work is done while the slow ones still wait."""
    missed, played, gone = age(new_table(3, excused=1), "due_at"), bots_to_move(), old_notice()
    browser = told_elsewhere(world)
    until(lambda: kinds(load(missed.table)) == ["excused"])
    until(lambda: bots_moved(played))
    until(lambda: not Notice.objects.filter(pk=gone.pk).exists())
    until(lambda: world.fine.at("/hook") and browser.shown())


@pytest.mark.parametrize(
    ("mails", "hooks"),
    [pytest.param(8, 5, id="a-few"), pytest.param(60, 30, id="sixty", marks=pytest.mark.soak)],
)
def test_a_silent_mail_server_and_slow_webhooks_hold_up_nobody_else(
    world: World, tmp_path: Path, mails: int, hooks: int
) -> None:
    waits(world, mails, hooks)
    with silent_sink() as (port, lines):
        world.mail_port = port
        with site(world, tmp_path):
            until(lambda: lines and set(world.asked) == set(PATHS))
            others_go_on(world)
            until(lambda: all(put_off(world)[path] >= hooks - 3 for path in PATHS))
    assert not Notice.objects.filter(channel="mail", state="sent").exists()
    assert max(world.asked.values()) <= 3


@pytest.mark.soak
def test_when_they_answer_again_everything_arrives(world: World, tmp_path: Path) -> None:
    waits(world, 60, 30)
    with silent_sink() as (port, lines):
        world.mail_port = port
        with site(world, tmp_path):
            until(lambda: lines and all(put_off(world)[path] >= 27 for path in PATHS))
    world.slow.answer = lambda request: 204
    Notice.objects.filter(state="waiting").update(due_at=now(), leased_until=None)
    SlowEnd.objects.update(until=now())
    with mail_sink(port) as post, site(world, tmp_path):
        until(lambda: not Notice.objects.filter(state="waiting").exists())
        assert set(Notice.objects.values_list("state", flat=True)) == {"sent"}
        assert sorted(post.ids.values()) == [1] * 60
    arrived = {each.headers["undermine-delivery"] for each in world.slow.requests}
    assert len(arrived) == 60
