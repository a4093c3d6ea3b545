"""What readers may know of topics now: a handful of queries, however many topics and readers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.live.topics import LOBBY, RUNNING, Topic
from games.tables import access
from games.tables.access import Glimpse
from games.tables.models import Table
from games.tables.presenters import list_keys, talk

AT_ONCE = 500
SOMEBODY, VISITOR = User(), AnonymousUser()
"""For what depends only on whether they are signed in."""

Question = tuple[Topic, int | None]
"""A topic, and the number of whoever wants to know; None is a visitor."""


@dataclass(slots=True)
class Answers:
    """The key for each question; none, where the reader has no right to the topic (any more)."""

    keys: dict[Question, str] = field(default_factory=dict)
    seats: dict[int, frozenset[int]] = field(default_factory=dict)
    """By player, the tables where they sit: a change there changes their lists."""


def answers(questions: Collection[Question]) -> Answers:
    found = Answers()
    found.keys |= _of_tables(question for question in questions if question[0].kind == "table")
    watching = [question for question in questions if question[0] == RUNNING]
    if watching:
        found.keys |= dict.fromkeys(watching, list_keys.running())
    readers = {user for topic, user in questions if topic.kind == "home" and user is not None}
    if not readers and not any(topic == LOBBY for topic, _ in questions):
        return found
    lobby = list_keys.lobby()
    found.keys |= {question: lobby for question in questions if question[0] == LOBBY}
    for user, home in _homes(readers):
        found.keys[Topic("home", user), user] = f"{home.key}-{lobby}"
        found.seats[user] = home.tables
    return found


def of_names(user: int | None, names: Iterable[str]) -> dict[Topic, str]:
    """The topics that a reader asks for by these names, without those they have no right to."""
    wanted = set(names)
    codes = [name.removeprefix("table:") for name in wanted if name.startswith("table:")]
    tables = Table.objects.filter(code__in=codes).values_list("pk", "code") if codes else ()
    found = {Topic("table", number): f"table:{code}" for number, code in tables}
    allowed = _of_tables((topic, user) for topic in found)
    topics = {topic: name for topic, name in found.items() if (topic, user) in allowed}
    topics |= {topic: topic.kind for topic in (LOBBY, RUNNING) if topic.kind in wanted}
    if "home" in wanted and user is not None:
        topics[Topic("home", user)] = "home"
    return topics


def _of_tables(questions: Iterable[Question]) -> dict[Question, str]:
    by_table: dict[int, list[Question]] = {}
    for question in questions:
        by_table.setdefault(question[0].number, []).append(question)
    found: dict[Question, str] = {}
    for numbers in _batches(by_table):
        asked = [(topic.number, user) for n in numbers for topic, user in by_table[n]]
        for (number, user), glimpse in access.glimpses(asked).items():
            found[Topic("table", number), user] = _key(glimpse, user)
    return found


def _key(glimpse: Glimpse, user: int | None) -> str:
    """The same as the poll of this reader would say."""
    reader = VISITOR if user is None else SOMEBODY
    return talk.key(glimpse, talk.hears_gallery(reader, glimpse.seat))


def _batches(numbers: Iterable[int]) -> Iterator[list[int]]:
    left = iter(numbers)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _homes(users: Collection[int]) -> Iterator[tuple[int, list_keys.HomeKey]]:
    for some in _batches(users):
        yield from list_keys.homes(some).items()
