"""The hub and its streams, without a server and without a source of changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from games.live.hub import Hub
from games.live.streams import Reader, Stream
from games.live.topic_keys import LOBBY, Topic
from tests.factories import UserFactory
from tests.real_tables import lobby, running, signed_in

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

VISITOR = Reader(None, "", "")


def stream(reader: Reader = VISITOR, **topics: Topic) -> Stream:
    return Stream(reader, {topic: name for name, topic in (topics or {"lobby": LOBBY}).items()})


def at_work(story: Callable[[Hub], Awaitable[bytes]]) -> bytes:
    """Return what a stream receives in this story, while a hub is running."""

    async def tell() -> bytes:
        hub = Hub()
        work = asyncio.create_task(hub.work())
        try:
            return await story(hub)
        finally:
            work.cancel()

    with ThreadPoolExecutor(1) as pool:  # a browser test may have left a loop in this thread
        return pool.submit(lambda: asyncio.run(tell())).result()


def test_a_player_who_joins_gets_the_current_state() -> None:
    """Otherwise changes between loading the page and opening the stream would be missed."""

    async def story(hub: Hub) -> bytes:
        reader = stream()
        hub.join(reader)
        return await reader.next()

    assert at_work(story).startswith(b'event: news\ndata: {"on":"lobby","key":"')


def test_a_player_who_signed_out_meanwhile_only_gets_bye() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    reader = Reader(user.pk, client.cookies["sessionid"].value, "")
    client.post("/accounts/logout/")

    async def story(hub: Hub) -> bytes:
        late = stream(reader)
        hub.join(late)
        return await late.next()

    assert at_work(story) == b"event: bye\ndata: {}\n\n"


def test_a_topic_that_a_reader_may_not_see_is_never_sent() -> None:
    secret = running(UserFactory.create(), UserFactory.create(), kind="duel", public=False)

    async def story(hub: Hub) -> bytes:
        reader = stream(secret=Topic("table", secret.pk), lobby=LOBBY)
        hub.join(reader)
        return await reader.next()

    assert b"secret" not in at_work(story)


def test_for_a_slow_reader_only_the_latest_key_of_each_topic_waits() -> None:
    async def story(hub: Hub) -> bytes:
        slow = stream(one=Topic("table", 1), two=Topic("table", 2))
        for key in range(100):
            slow.hear(Topic("table", 1), f"{key}.0.0")
            slow.hear(Topic("table", 2), f"{key}.0.0")
        return await slow.next()

    said = at_work(story)
    assert said.count(b"event: ") == 2
    assert said.count(b'"key":"99.0.0"') == 2


def test_the_same_key_is_sent_once() -> None:
    async def story(hub: Hub) -> bytes:
        reader = stream(one=Topic("table", 1), two=Topic("table", 2))
        reader.hear(Topic("table", 1), "1.0.0")
        said = await reader.next()
        reader.hear(Topic("table", 1), "1.0.0")
        reader.hear(Topic("table", 2), "5.0.0")
        return said + await reader.next()

    assert at_work(story).count(b'"on":"one"') == 1


def test_a_stopping_server_sends_restart_even_to_late_readers() -> None:
    async def story(hub: Hub) -> bytes:
        early, late = stream(), stream()
        hub.join(early)
        hub.close()
        hub.join(late)
        assert not hub.streams
        assert not hub.has_room(VISITOR)
        return await early.next() + await late.next()

    said = at_work(story)
    assert said.count(b"event: restart") == said.count(b"event: ") == 2


def test_one_network_cannot_use_up_all_streams(settings: Any) -> None:
    settings.LIVE_STREAMS = 8
    crowd = Reader(None, "", "203.0.113.0/24")

    async def story(hub: Hub) -> bytes:
        readers = [stream(crowd), stream(crowd)]
        for reader in readers:
            hub.join(reader)
        assert not hub.has_room(crowd)
        assert hub.has_room(Reader(None, "", "198.51.100.0/24"))
        hub.leave(readers[0])
        assert hub.has_room(crowd)
        return b""

    at_work(story)


def test_a_change_at_a_table_changes_only_the_lists_of_its_players() -> None:
    ann, bob = UserFactory.create(), UserFactory.create()
    theirs = lobby(ann)
    here, there = (
        stream(Reader(user.pk, signed_in(user).cookies["sessionid"].value, ""),
               home=Topic("home", user.pk))
        for user in (ann, bob)
    )  # fmt: skip

    async def story(hub: Hub) -> bytes:
        for reader in (here, there):
            hub.join(reader)
            await reader.next()
        hub.table_changed(theirs.pk)
        assert hub.waiting == {Topic("home", ann.pk)}
        return b""

    at_work(story)
