"""Topics of streams, and the keys that tell their readers what changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.tables import access
from games.tables.access import Counts
from games.tables.models import Table
from games.tables.presenters import chat_log, list_keys

MAX_TOPICS = 12
"""The maximum of topics per stream: the tabs of one browser share it."""


class Topic(NamedTuple):
    """A table or a player's lists, by key; the open tables; the tables to watch."""

    kind: Literal["table", "home", "lobby", "running"]
    number: int = 0


LOBBY = Topic("lobby")
RUNNING = Topic("running")


BATCH_SIZE = 500
SIGNED_IN, VISITOR = User(), AnonymousUser()
"""Stand-ins where it only matters whether a reader is signed in."""

Question = tuple[Topic, int | None]
"""A topic and the key of a reader; None is a visitor."""


@dataclass(slots=True)
class Answers:
    """The key for each question, without topics that the reader has no access to."""

    keys: dict[Question, str] = field(default_factory=dict)
    seats: dict[int, frozenset[int]] = field(default_factory=dict)
    """The tables of each player: a change there changes their lists."""


def current_keys(questions: Collection[Question]) -> Answers:
    found = Answers()
    found.keys |= _table_keys(question for question in questions if question[0].kind == "table")
    watching = [question for question in questions if question[0] == RUNNING]
    if watching:
        found.keys |= dict.fromkeys(watching, list_keys.running_key())
    readers = {user for topic, user in questions if topic.kind == "home" and user is not None}
    if not readers and not any(topic == LOBBY for topic, _ in questions):
        return found
    lobby = list_keys.lobby_key()
    found.keys |= {question: lobby for question in questions if question[0] == LOBBY}
    for some in _batches(readers):
        for user, home in list_keys.home_keys(some).items():
            found.keys[Topic("home", user), user] = f"{home.key}-{lobby}"
            found.seats[user] = home.tables
    return found


def topics_by_name(user: int | None, names: Iterable[str]) -> dict[Topic, str]:
    """Return the topics with these names that the reader has access to."""
    wanted = set(names)
    codes = [name.removeprefix("table:") for name in wanted if name.startswith("table:")]
    tables = Table.objects.filter(code__in=codes).values_list("pk", "code") if codes else ()
    found = {Topic("table", number): f"table:{code}" for number, code in tables}
    allowed = _table_keys((topic, user) for topic in found)
    topics = {topic: name for topic, name in found.items() if (topic, user) in allowed}
    topics |= {topic: topic.kind for topic in (LOBBY, RUNNING) if topic.kind in wanted}
    if "home" in wanted and user is not None:
        topics[Topic("home", user)] = "home"
    return topics


def _table_keys(questions: Iterable[Question]) -> dict[Question, str]:
    by_table: dict[int, list[Question]] = {}
    for question in questions:
        by_table.setdefault(question[0].number, []).append(question)
    found: dict[Question, str] = {}
    for numbers in _batches(by_table):
        asked = [(topic.number, user) for n in numbers for topic, user in by_table[n]]
        for (number, user), glimpse in access.counts_of_all(asked).items():
            found[Topic("table", number), user] = _key(glimpse, user)
    return found


def _key(glimpse: Counts, user: int | None) -> str:
    """Return the key that this reader's poll would compare."""
    reader = VISITOR if user is None else SIGNED_IN
    return chat_log.chat_key(glimpse, chat_log.hears_gallery(reader, glimpse.seat))


def _batches(numbers: Iterable[int]) -> Iterator[list[int]]:
    left = iter(numbers)
    while some := list(islice(left, BATCH_SIZE)):
        yield some
