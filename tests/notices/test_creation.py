"""One cause makes one notice per channel."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.notices import creation
from games.notices.creation import Cause
from games.notices.models import Notice
from games.tables.models import Table
from tests import real_tables
from tests.notices.tables import NOON, reader

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def tell(user: User, kind: str, cause: Cause, table: Table | None = None, what: str = "") -> None:
    creation.save_notices(creation.notices_for(user, kind, cause, NOON, table=table, what=what))


@pytest.mark.parametrize("at_a_table", [True, False])
def test_the_same_cause_is_written_once(at_a_table: bool) -> None:
    table = real_tables.lobby() if at_a_table else None
    user = reader()
    for _ in range(3):
        tell(user, "moderation", Cause("sanction", 7), table)
    assert Notice.objects.filter(recipient=user).count() == 1


def test_a_table_has_one_notice_of_its_end() -> None:
    table, user = real_tables.lobby(), reader()
    tell(user, "over", Cause("table"), table, what="finished")
    tell(user, "over", Cause("table"), table, what="cancelled")
    assert Notice.objects.get(recipient=user).what == "finished"


@pytest.mark.parametrize(
    "other",
    [Cause("deadline", 3, 2), Cause("deadline", 4, 1), Cause("turn", 3, 1)],
    ids=["the next deadline", "another turn", "the turn itself"],
)
def test_another_cause_gets_its_own_notice(other: Cause) -> None:
    table, user = real_tables.lobby(), reader()
    tell(user, "missed", Cause("deadline", 3, 1), table)
    tell(user, "missed", other, table)
    assert Notice.objects.filter(recipient=user).count() == 2


def test_each_table_reader_kind_and_channel_has_its_own_notice() -> None:
    tables = [real_tables.lobby(), real_tables.lobby()]
    user, other = reader(), reader(has_webhook=True)
    for table in tables:
        for player in (user, other):
            for kind in ("started", "over"):
                tell(player, kind, Cause("table"), table)
    assert Notice.objects.filter(recipient=user, cause="table").count() == 4
    assert Notice.objects.filter(recipient=other, cause="table").count() == 8


def test_lifting_a_sanction_gets_its_own_notice() -> None:
    user = reader()
    tell(user, "moderation", Cause("sanction", 7))
    tell(user, "moderation", Cause("lifted", 7))
    tell(user, "moderation", Cause("report", 7))
    assert Notice.objects.filter(recipient=user).count() == 3
