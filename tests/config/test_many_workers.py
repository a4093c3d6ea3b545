"""Two workers and two beats at once: sweeps run too often, but each due thing is done once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.mail import send_mail

from accounts.models import OutgoingMail
from config.celery import app
from config.clock import now
from config.jobs import sweeps
from config.jobs.sweeps import SWEEPS
from games.notices.models import Notice
from games.replays import log_check
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable
from tests import plugin, real_tables
from tests.tables.play import age, kinds, load, new_table, told
from tests.worker import until, working

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both, pytest.mark.stack]

EACH = 4
MAIL = plugin.FOLDER / "mail"


def overdue() -> LoadedTable:
    return age(new_table(3, excused=1), "due_at")


def to_remind() -> LoadedTable:
    return age(new_table(3), "remind_at")


def on_offer() -> LoadedTable:
    """A seat that nobody took in time; its player missed too many turns before."""
    loaded = new_table(3)
    nobody = {"due_at": None, "remind_at": None, "absences": 2}
    past = now() - timedelta(hours=1)
    Seat.objects.filter(table=loaded.table, on_turn=True).update(**nobody, offered_until=past)
    return load(loaded.table)


def stale_lobby() -> Table:
    table = real_tables.lobby()
    Table.objects.filter(pk=table.pk).update(expires_at=now() - timedelta(hours=1))
    return table


def waiting() -> int:
    """Return what is still to be sent now."""
    notices = Notice.objects.filter(state=Notice.State.WAITING, due_at__lte=now())
    return notices.count() + OutgoingMail.objects.count()


def delivered() -> int:
    return len(list(MAIL.glob("*.log")))


def every_sweep_ran_since(moment: object) -> bool:
    seen = sweeps.last_runs(SWEEPS)
    return all(name in seen and seen[name] > moment for name in SWEEPS)  # type: ignore[operator]


@pytest.fixture(autouse=True)
def _empty_queue() -> Iterator[None]:
    """Empty the queue: fast beats leave too many messages for the next test's worker."""
    app.control.purge()
    yield
    app.control.purge()


def test_two_workers_and_two_beats_do_each_due_thing_once(
    tmp_path: Path, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.outbox.QueueBackend"
    missed = [overdue() for _ in range(EACH)]
    reminded = [to_remind() for _ in range(EACH)]
    offered = [on_offer() for _ in range(EACH)]
    lobbies = [stale_lobby() for _ in range(EACH)]
    for number in range(EACH):
        send_mail(f"Letter {number}", "Dear Anna", None, ["anna@example.org"])
    before = delivered()
    with ExitStack() as stack:
        for number in range(2):
            stack.enter_context(working(beat=tmp_path / f"beat-{number}"))
        until(lambda: all(kinds(load(loaded.table)) == ["excused"] for loaded in missed))
        until(lambda: all(kinds(load(loaded.table)) == ["handover"] for loaded in offered))
        until(lambda: not Table.objects.filter(status=Table.Status.LOBBY).exists())
        until(lambda: not waiting())
        for _ in range(3):  # whatever would be sent twice is sent now
            moment = now()
            until(lambda moment=moment: every_sweep_ran_since(moment))  # type: ignore[misc]
    for loaded in missed:
        assert kinds(load(loaded.table)) == ["excused"]
        assert [told(seat.user, "missed") for seat in loaded.seats if seat.on_turn] == [["excused"]]
    for loaded in reminded:
        assert [len(told(seat.user, "reminder")) for seat in loaded.seats if seat.on_turn] == [1]
    for loaded in offered:
        assert kinds(load(loaded.table)).count("handover") == 1
    for table in lobbies:
        assert told(table.owner, "over") == ["closed"]
    sent = Notice.objects.filter(state=Notice.State.SENT, channel="mail", bundled=False)
    assert delivered() - before == sent.count() + EACH
    assert not Notice.objects.filter(attempts__gt=1).exists()
    for loaded in (*missed, *reminded, *offered):
        assert log_check.check_table(load(loaded.table).table).sound
