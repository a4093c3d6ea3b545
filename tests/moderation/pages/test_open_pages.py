"""Open pages see what moderators do at a table: it counts as a change.

The same counter says whether a process may still use its cached game (decision 80).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from config.clock import now
from config.jobs.cleanup import cleanings
from games.moderation.permissions import MODERATOR
from games.moderation.services import hiding, table_actions
from games.moderation.services.sanction_records import Grounds
from games.tables import store
from games.tables.models import Table
from games.tables.store import LoadedTable
from tests.at_table import HTMX, Answer, get, key_of
from tests.moderation.at_tables import late_table, order, play, quiet_moves
from tests.moderation.services.test_table_actions import ACTS
from tests.moderation.staff import staff
from tests.real_tables import signed_in
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

Commits = DjangoCaptureOnCommitCallbacks


def poll(reader: Client, loaded: LoadedTable, key: str) -> Answer:
    return reader.get(f"/t/{loaded.table.code}/poll/", {"v": key}, headers=HTMX)


def reader_of(loaded: LoadedTable) -> Client:
    user = loaded.seats[0].user
    assert user
    return signed_in(user)


def is_seen(loaded: LoadedTable, do: Callable[[], object], commits: Commits) -> None:
    """Check that a page opened before gets what is new at its next poll, once."""
    reader = reader_of(loaded)
    key = key_of(get(reader, loaded.table))
    assert poll(reader, loaded, key).status_code == 204
    with commits(execute=True):
        do()
    answer = poll(reader, loaded, key)
    assert answer.status_code == 200
    assert key_of(answer) != key
    assert poll(reader, loaded, key_of(answer)).status_code == 204
    row = Table.objects.get(pk=loaded.table.pk)
    assert store.load(row).state == store.from_rows(row).state


@pytest.mark.parametrize("act", sorted(ACTS))
def test_an_open_page_sees_what_moderators_did(
    act: str, django_capture_on_commit_callbacks: Commits
) -> None:
    _, prepare, do = ACTS[act]
    loaded, moderator = prepare(new_table(3)), staff(MODERATOR)
    is_seen(loaded, lambda: do(moderator, loaded), django_capture_on_commit_callbacks)


def test_an_open_page_sees_a_move_taken_back(django_capture_on_commit_callbacks: Commits) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        loaded = late_table()
        loaded = play(loaded, quiet_moves(loaded)[0])
    moderator = staff(MODERATOR)
    is_seen(
        loaded,
        lambda: table_actions.undo_last_move(order(moderator, loaded)),
        django_capture_on_commit_callbacks,
    )


def test_an_open_page_sees_a_new_title(django_capture_on_commit_callbacks: Commits) -> None:
    loaded, moderator = new_table(3), staff(MODERATOR)
    grounds = Grounds("title", "rude")
    is_seen(
        loaded,
        lambda: hiding.hide_title(moderator, loaded.table, grounds, now()),
        django_capture_on_commit_callbacks,
    )


def test_open_pages_of_a_removed_table_get_404(
    django_capture_on_commit_callbacks: Commits,
) -> None:
    loaded = new_table(3)
    reader = reader_of(loaded)
    key = key_of(get(reader, loaded.table))
    gone = Table.objects.filter(pk=loaded.table.pk)
    gone.update(status=Table.Status.ABANDONED, remove_at=now())
    with django_capture_on_commit_callbacks(execute=True):
        assert cleanings()["tables"].run(now()).done == 1
    assert poll(reader, loaded, key).status_code == 404
    assert get(reader, loaded.table).status_code == 404
