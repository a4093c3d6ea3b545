"""The broker of local mode: whole messages, no duplicates, and none that can stop a worker."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu.connection import Connection
from kombu.entity import Queue
from kombu.exceptions import ChannelError

from config.jobs import local_broker

QUEUE = "hints"
NO_MESSAGES = [b"", b"{", b"[]", b"null", b"{}", b'"text"', b"\xff\xfe", b'{"properties": 7}']


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "broker"


@pytest.fixture
def link(folder: Path) -> Iterator[Connection]:
    local_broker.register()
    options = {"folder": str(folder), "polling_interval": 0.01}
    with Connection("folder://", transport_options=options) as link:
        link.connect()
        yield link


def publish(
    link: Connection, task: str, body: object = None, to: str = QUEUE, **headers: object
) -> None:
    headers = {"task": task, **headers}
    queue = Queue(to, routing_key=to)(link.default_channel)
    link.Producer().publish(body or [], routing_key=to, declare=[queue], headers=headers)


def taken(link: Connection, name: str = QUEUE) -> list[str]:
    """Return the tasks of all waiting messages, in the order in which a worker gets them."""
    queue = link.SimpleQueue(name)
    found: list[str] = []
    while True:
        try:
            message = queue.get_nowait()
        except queue.Empty:
            return found
        found.append(message.headers["task"])
        message.ack()


def test_messages_are_delivered_in_order(link: Connection) -> None:
    for task in ("remind", "clean", "move"):
        publish(link, task)
    assert taken(link) == ["remind", "clean", "move"]
    assert taken(link) == []


def test_equal_hints_wait_once_and_different_ones_separately(link: Connection) -> None:
    for _ in range(5):
        publish(link, "move")
        publish(link, "move", [7])
    assert taken(link) == ["move", "move"]
    publish(link, "move")
    assert taken(link) == ["move"], "a task that was taken no longer replaces another"


def test_a_hint_for_later_does_not_replace_one_for_now(link: Connection) -> None:
    """A worker may hold the later one for seconds; the other must not wait that long."""
    for eta in ("2026-03-01T12:00:01+00:00", None, "2026-03-01T12:00:01+00:00", None):
        publish(link, "move", eta=eta)
    publish(link, "move", eta="2026-03-01T12:00:02+00:00")
    assert taken(link) == ["move"] * 3


def test_each_queue_has_its_own_messages(link: Connection) -> None:
    for name in ("mail", "mailbox", "clocks"):
        publish(link, f"for-{name}", to=name)
    publish(link, "for-clocks", to="mail")
    assert taken(link, "mail") == ["for-mail", "for-clocks"]
    assert taken(link, "clocks") == ["for-clocks"], "equal tasks in two queues differ"
    assert taken(link, "mailbox") == ["for-mailbox"]


def test_a_worker_of_several_queues_takes_from_all_of_them_in_turn(link: Connection) -> None:
    for number in range(3):
        publish(link, "many", [number], to="clocks")
    publish(link, "one", to="bots")
    found: list[str] = []
    queues = [Queue(name, routing_key=name) for name in ("clocks", "bots")]
    consumer = link.Consumer(queues, no_ack=True, accept=["json"])
    consumer.register_callback(lambda body, message: found.append(message.headers["task"]))
    with consumer:
        while len(found) < 4:
            link.drain_events(timeout=60)
    assert "one" in found[:2]


def test_a_hint_without_a_limit_is_not_lost_behind_one_that_expires(link: Connection) -> None:
    publish(link, "move", expires="2020-01-01T00:00:00+00:00")
    publish(link, "move")
    message = link.SimpleQueue(QUEUE).get_nowait()
    assert "expires" not in message.headers


def test_a_half_written_message_is_not_delivered(link: Connection, folder: Path) -> None:
    (folder / "new" / "half").write_bytes(b'{"body": ')
    assert taken(link) == []
    assert (folder / "new" / "half").exists()


@pytest.mark.parametrize("text", NO_MESSAGES)
def test_an_invalid_message_is_put_aside_and_the_next_one_delivered(
    text: bytes, link: Connection, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = folder / "waiting" / f"{QUEUE}.broken"
    broken.write_bytes(text)
    os.utime(broken, (1, 1))  # the oldest
    publish(link, "move")
    with caplog.at_level(logging.WARNING, "undermine.broker"):
        message = link.SimpleQueue(QUEUE).get_nowait()
    assert message.headers["task"] == "move"
    assert [path.read_bytes() for path in (folder / "unreadable").iterdir()] == [text]
    assert len(caplog.records) == 1


def test_unreadable_messages_do_not_fill_the_disk(link: Connection, folder: Path) -> None:
    for number in range(local_broker.MAX_UNREADABLE + 20):
        (folder / "waiting" / f"{QUEUE}.{number}").write_bytes(b"{")
    assert taken(link) == []
    assert len(list((folder / "unreadable").iterdir())) == local_broker.MAX_UNREADABLE


def test_leftovers_of_killed_processes_are_removed(link: Connection, folder: Path) -> None:
    old, fresh = folder / "taken" / "old", folder / "new" / "fresh"
    old.write_text("{}")
    fresh.write_text("{}")
    os.utime(old, (1, 1))
    local_broker.remove_orphans(folder)
    assert not old.exists()
    assert fresh.exists()


def test_an_unwritable_folder_is_a_broker_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    options = {"folder": str(tmp_path / "file")}
    link = Connection("folder://", transport_options=options)
    with pytest.raises(ChannelError):
        link.connect()
