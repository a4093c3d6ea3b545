"""How much code one move and one reminder mail run through."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.template import Template
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.notices import composing
from games.notices import tasks as notice_tasks
from games.notices.models import Notice
from games.tables import store
from games.tables.models import Table
from tests.at_table import HTMX, play
from tests.factories import UserFactory
from tests.notices.tables import only, reminded
from tests.notices.tables import running as running_with_turn_mail
from tests.real_tables import running, signed_in
from tests.sinks import mail_sink

ROOMS = ("accounts", "config", "games")
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
"""Not counted: from Python 3.12 on most of them aren't functions."""


@contextmanager
def walk(start: str) -> Iterator[set[CodeType]]:
    """Collect every function of ours that is called by the function of this name."""
    roots = tuple(f"{settings.BASE_DIR / room}/" for room in ROOMS)
    seen: set[CodeType] = set()
    inside = 0

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal inside
        code = frame.f_code
        if not code.co_filename.startswith(roots):
            return
        if code.co_name == start:
            inside += {"call": 1, "return": -1}.get(event, 0)
        if event == "call" and inside and code.co_name not in COMPREHENSIONS:
            seen.add(code)

    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(None)


@contextmanager
def rendered() -> Iterator[set[str | None]]:
    """Collect every template that is rendered, included ones too."""
    names: set[str | None] = set()
    render = Template.render

    def note(template: Template, context: Any) -> Any:
        names.add(template.name)
        return render(template, context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", note)
        yield names


def discard(table: Table) -> tuple[set[CodeType], set[str | None]]:
    """Discard a card as the page does; return the functions and templates it passed through."""
    loaded = store.load(Table.objects.get(pk=table.pk))
    number = loaded.rules.waiting_for(loaded.state)[0]
    card = loaded.state.hands[number][0]
    user = loaded.seats[number].user
    assert user is not None
    client = signed_in(user)
    with rendered() as templates, walk("move") as seen:
        answer = play(client, table, f"discard {card}", headers=HTMX)
    assert answer.status_code == 200
    assert Table.objects.get(pk=table.pk).version > loaded.table.version
    return seen, templates


@pytest.mark.django_db
def test_a_move_runs_through_few_functions(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """From view to response. Before you raise a limit, see what can be left out instead."""
    table = running(*UserFactory.create_batch(3))
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(12):
            discard(table)  # fills the process's caches
    seen, templates = discard(table)
    files = {code.co_filename for code in seen}
    assert len(files) <= 45, sorted(files)
    assert len(seen) <= 260, Counter(code.co_filename for code in seen)
    assert len(templates) < 19, sorted(map(str, templates))


def remind(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> set[CodeType]:
    """Return the functions that a reminder runs through to the mail server, without its picture."""
    loaded, seat, _ = running_with_turn_mail()
    reminded(loaded, seat.number)
    only(Notice.objects.get(kind="reminder", channel="mail"))
    monkeypatch.setattr(composing, "_picture", lambda *_: None)
    with mail_sink() as sink:
        settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = sink.host, sink.port
        with walk("run_sweep") as seen:
            notice_tasks.mail_notices()
        assert len(sink.letters) == 1
    return seen


@pytest.mark.django_db
def test_a_reminder_mail_runs_through_few_files(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    """Without the game, which words its log lines, and what every sweep and log line needs."""
    aside = ("/games/kinds/", "/games/engine/", "/config/observability/", "/config/storage/",
             "/config/clock", "/config/jobs/sweeps")  # fmt: skip
    remind(monkeypatch, settings)  # imports what a process imports once
    files = {code.co_filename for code in remind(monkeypatch, settings)}
    counted = {file for file in files if not any(part in file for part in aside)}
    assert len(counted) <= 20, sorted(counted)
