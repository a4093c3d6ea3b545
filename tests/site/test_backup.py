"""Backup and restore, on the database of each leg."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from config.celery import app
from config.clock import now
from config.jobs.sweeps import SWEEPS
from games.notices.models import Notice
from games.replays import log_check
from games.tables import services
from games.tables.models import Seat, Table
from tests.factories import UserFactory
from tests.sinks import MailSink, mail_sink
from tests.tables.play import kinds, load, new_table, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

HOUR = timedelta(hours=1)
app.loader.import_default_modules()  # all tasks


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "undermine.backup"


@pytest.fixture
def post(settings: LazySettings) -> Iterator[MailSink]:
    with mail_sink() as sink:
        settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = sink.host, sink.port
        yield sink


def told(command: str, *arguments: str | Path, out: pytest.CaptureFixture[str]) -> str:
    call_command(command, *map(str, arguments))
    return out.readouterr().out


def test_a_restored_table_is_unchanged_continues_and_can_be_backed_up_again(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = play_on(new_table(3), 6)
    said = told("backup", file, out=capsys)
    assert file.stat().st_mode & 0o077 == 0
    play_on(before, 5)
    later = new_table(3)
    assert told("restore", file, "--replace", out=capsys).split(": ")[1] in said
    assert not Table.objects.filter(code=later.table.code).exists()
    restored = load(before.table)
    assert restored.state == before.state
    assert (restored.table.version, restored.table.length) == (
        before.table.version,
        before.table.length,
    )
    went_on = play_on(restored, 5)
    assert went_on.table.version > restored.table.version
    call_command("backup", str(file), "--replace")
    call_command("restore", str(file), "--replace")
    assert load(before.table).state == went_on.state
    assert log_check.check_table(went_on.table).sound
    assert UserFactory.create().pk > max(seat.user_id for seat in went_on.seats if seat.user_id)


def test_nothing_is_overwritten_without_the_option(file: Path) -> None:
    UserFactory.create()
    call_command("backup", str(file))
    whole = file.read_bytes()
    with pytest.raises(CommandError, match="--replace"):
        call_command("backup", str(file))
    UserFactory.create()
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(file))
    assert file.read_bytes() == whole
    assert User.objects.count() == 2


def test_a_broken_backup_is_refused_and_the_database_stays(file: Path) -> None:
    user = UserFactory.create()
    call_command("backup", str(file))
    whole = file.read_bytes()
    UserFactory.create()
    size = len(whole)
    page = max(whole.find(user.email.encode()), 0) // 4096 * 4096  # PostgreSQL's is packed
    blank = whole[:page] + bytes(4096) + whole[page + 4096 :]
    for broken in (b"", b"x" * 500, whole[: size // 2], whole[: size // 100 * 97], blank):
        file.write_bytes(broken)
        with pytest.raises(CommandError):
            call_command("restore", str(file), "--replace")
    assert User.objects.count() == 2
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_backup_of_a_newer_release_is_refused(file: Path) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tables", "9999_of_tomorrow")
    try:
        call_command("backup", str(file))
    finally:
        recorder.record_unapplied("tables", "9999_of_tomorrow")
    UserFactory.create()
    with pytest.raises(CommandError, match=r"newer release.*tables 9999_of_tomorrow"):
        call_command("restore", str(file), "--replace")
    assert User.objects.count() == 1


def send_all() -> None:
    """Send everything that waits, as workers would."""
    Notice.objects.filter(state=Notice.State.WAITING).update(due_at=now())
    for name in SWEEPS:
        if name.startswith(("notices.", "accounts.")):
            app.tasks[name]()


def test_only_mail_that_waited_at_the_backup_is_sent_again(file: Path, post: MailSink) -> None:
    first = new_table(3)
    Notice.objects.update(
        created_at=now() - HOUR
    )  # the notice of the start waits for the first turn
    send_all()
    before = len(post.letters)
    assert before
    play_on(first, 1)
    waiting = Notice.objects.filter(state=Notice.State.WAITING).count()
    assert waiting
    call_command("backup", str(file))
    send_all()
    sent = len(post.letters) - before
    assert sent == waiting
    call_command("restore", str(file), "--replace")
    send_all()
    send_all()
    assert len(post.letters) == before + 2 * sent
    assert not Notice.objects.filter(state=Notice.State.WAITING).exists()


def test_nobody_misses_a_turn_because_the_backup_is_old(file: Path) -> None:
    """The last sweep and the backup were two hours ago; somebody had one hour left."""
    loaded, at = new_table(3), now()
    seats = Seat.objects.filter(table=loaded.table, on_turn=True)
    seats.update(due_at=at - HOUR, remind_at=at - HOUR)
    services.note_sweep(at - 2 * HOUR)
    call_command("backup", str(file))
    services.note_sweep(at)
    call_command("restore", str(file), "--replace")
    for name in SWEEPS:
        if name.startswith("tables."):
            app.tasks[name]()
    assert kinds(load(loaded.table)) == []
    due = seats.get().due_at
    assert due is not None
    assert abs(due - (now() + HOUR)) < HOUR / 2
