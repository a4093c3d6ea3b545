"""Records: a finished table as a file, replayed and checked by anybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.kinds import KINDS
from games.replays import records
from games.replays.records import REASONS, BadRecord
from games.tables import rate_limits
from games.tables.models import Table
from tests.at_table import HTMX, get, words
from tests.factories import UserFactory
from tests.real_tables import running, signed_in
from tests.replays.test_replay import finished, where
from tests.round_ends import past_round_end

pytestmark = pytest.mark.django_db
every_kind = pytest.mark.parametrize("kind", KINDS)
Told = dict[str, Any]


@pytest.fixture(scope="module")
def duel(django_db_setup: None, django_db_blocker: Any) -> str:
    """The record of a Duel, saved once for all tests."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        saved = text_of(finished("duel"))
        transaction.set_rollback(True)
    return saved


def text_of(table: Table) -> str:
    return words(get(Client(), table, "table-export", format="json"))


def changed(text: str, change: Callable[[Told], object]) -> str:
    told = json.loads(text)
    change(told)
    return json.dumps(told)


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as found:
        records.play(records.read(text))
    return found.value


# --- saved and opened -------------------------------------------------------------------------


@every_kind
def test_a_finished_table_can_be_saved_opened_and_verified(kind: str) -> None:
    table = finished(kind)
    text = text_of(table)
    record = records.read(text)
    moments = records.play(record)
    assert len(moments) == table.length + 1
    assert record.rules.outcome(moments[-1].state) is not None
    assert records.check(record, "it").sound
    assert all(check.fair for check in records.deal_checks(record))
    assert len(text) < records.MAX_BYTES / 2


@every_kind
def test_the_viewer_shows_what_the_replay_of_the_table_shows(kind: str) -> None:
    table = finished(kind)
    text, client = text_of(table), Client()
    for at in ("1", "17", "99999"):
        for eyes in ("1", "watch", "all"):
            own = board(words(get(client, table, "table-replay", **{"at": at, "as": eyes})))
            form = {"record": text, "at": at, "as": eyes}
            assert board(words(client.post("/viewer/", form))) == own


def board(page: str) -> str:
    return page[page.index("<g", page.index('id="board"')) : page.index("</svg>\n")]


def test_a_record_is_a_download_without_account_data(duel: str) -> None:
    answer = get(Client(), finished("duel"), "table-export", format="json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert set(json.loads(duel)) == {
        "format", "version", "complete", "title", "game", "rules_version", "options", "seats",
        "bots", "dwarfs", "whole_game", "rounds", "log", "result",
    }  # fmt: skip


def test_a_running_tables_record_has_no_current_seed_and_cannot_be_opened() -> None:
    users = UserFactory.create_batch(3)
    table = running(*users)
    past_round_end(table)
    for client in (Client(), signed_in(users[0])):
        text = words(get(client, table, "table-export", format="json"))
        told = json.loads(text)
        assert [sorted(row) for row in told["rounds"]] == [
            ["commitment", "round", "salt", "seed"],
            ["commitment", "round"],
        ]
        assert sorted(told["whole_game"]) == ["commitment"]
        assert refused(text).code == "unfinished"


# --- the viewer -------------------------------------------------------------------------------


def test_anybody_can_open_a_file_and_step_through_it(duel: str) -> None:
    client = Client()
    assert client.get("/viewer/").status_code == 200
    page = words(client.post("/viewer/", {"file": SimpleUploadedFile("a.json", duel.encode())}))
    assert where(page)[0] == 0
    assert page.count("Hand of") == 2  # at first with nothing hidden
    step = client.post("/viewer/", {"record": duel, "step": "9", "as": "1"}, headers=HTMX)
    assert where(words(step))[0] == 9
    assert words(step).count("Hand of") == 1
    assert "HX-Replace-Url" not in step


def test_a_step_of_a_record_costs_no_query(
    duel: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    client.post("/viewer/", {"record": duel})
    with django_assert_num_queries(0):
        client.post("/viewer/", {"record": duel, "at": "20"})


def test_names_in_a_record_are_escaped(duel: str) -> None:
    bad = '<script>alert("x")</script>'
    text = changed(
        duel, lambda told: told.update(title=bad, seats={"p1": bad, "p2": "\u202eB\ud800"})
    )
    page = words(Client().post("/viewer/", {"record": text, "at": "30"}))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert records.read(text).names[1] == "B"


def test_too_many_records_from_one_network_are_refused(
    duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(
        rate_limits, "RECORDS", rate_limits.Limit("few", 1, rate_limits.RECORDS.each)
    )
    client = Client()
    titled = [changed(duel, partial(dict.update, title=f"Try {n}")) for n in range(2)]
    first, second = (words(client.post("/viewer/", {"record": text})) for text in titled)
    assert 'id="board"' in first
    assert str(REASONS["too-often"]) in second
    again = words(client.post("/viewer/", {"record": titled[0], "at": "3"}))
    assert 'id="board"' in again  # an open record can still be viewed


# --- invalid records --------------------------------------------------------------------------

WRONG: dict[str, Callable[[Told], object]] = {
    "no-record": lambda told: told.update(format="pgn"),
    "newer-record": lambda told: told.update(version=2),
    "unfinished": lambda told: told.update(complete=False),
    "unknown-game": lambda told: told.update(game="chess"),
    "newer-rules": lambda told: told.update(rules_version=99),
    "no-such-options": lambda told: told.update(options={"cheating": "allowed"}),
    "wrong-seats": lambda told: told["seats"].pop("p2"),
    "wrong-seeds": lambda told: told["rounds"][0].update(seed="zz"),
    "too-many-moves": lambda told: told.update(log=told["log"][:1] * (records.MAX_ENTRIES + 1)),
    "wrong-log": lambda told: told["log"].reverse(),
    "wrong-move": lambda told: told["log"][1].update(move="place nesw at 40,40"),
    "too-deep": lambda told: told.update(more=[[[[[[[[[[]]]]]]]]]]),
}


@pytest.mark.parametrize("code", WRONG)
def test_an_invalid_record_is_refused_with_the_reason(duel: str, code: str) -> None:
    text = changed(duel, WRONG[code])
    assert refused(text).code == code
    cache.clear()
    page = words(Client().post("/viewer/", {"record": text}))
    assert "message error" in page
    assert 'id="board"' not in page


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "too-deep"),
        ("{" * 200, "no-json"),
        ("x" * (records.MAX_BYTES + 1), "too-large"),
        ("[]", "no-record"),
        ("7", "no-record"),
        ("null", "no-record"),
        ("NaN", "no-record"),
        ('{"format": 9' + "9" * 5000 + "}", "no-json"),
    ],
)
def test_a_file_that_is_no_record_is_refused(text: str, code: str) -> None:
    assert refused(text).code == code


ODD: list[Any] = [
    None, True, -1, 0, 10**30, 1.5, "", "p1", "p9", "p" + "9" * 5000, "x" * 500, "\ud800", [], {},
    [[]], {"p1": 1}, "deal", "undo", "absent", "2026-02-30", "place ew at 1,0", "discard ew ew ew",
]  # fmt: skip


def test_a_changed_record_either_opens_or_is_refused(duel: str) -> None:
    """A little fuzzing: replace some value somewhere."""
    luck = Random("records")
    for _ in range(100):
        told = json.loads(duel)
        spoil(told, luck)
        assert why_not(json.dumps(told)) in ("", *REASONS)


def why_not(text: str) -> str:
    try:
        record = records.read(text)
        records.play(record)
        records.check(record, "it")
    except BadRecord as bad:
        return bad.code
    return ""


def spoil(told: Any, luck: Random) -> None:
    """Put something odd at a random place."""
    while True:
        keys = list(told) if isinstance(told, dict) else list(range(len(told)))
        key = luck.choice(keys)
        if luck.random() < 0.4 or not isinstance(told[key], dict | list) or not told[key]:
            told[key] = luck.choice(ODD)
            return
        told = told[key]


def test_odd_values_are_shown_or_refused_by_the_page(duel: str) -> None:
    luck = Random("pages")
    for _ in range(12):
        told = json.loads(duel)
        spoil(told, luck)
        cache.clear()
        form = {"record": json.dumps(told), "at": "25", "as": "2"}
        assert Client().post("/viewer/", form).status_code in (200, 400)


# --- by command -------------------------------------------------------------------------------


def test_the_commands_take_a_file(
    duel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "duel.json"
    file.write_text(duel)
    call_command("replay", str(file))
    call_command("verify", str(file), "--deal")
    said = capsys.readouterr().out
    assert "all sound" in said
    assert said.count("fair") == 4  # three rounds and the whole game
    assert "stock:" in said


def test_the_commands_say_what_is_wrong_with_a_file(duel: str, tmp_path: Path) -> None:
    file = tmp_path / "duel.json"

    def lie(told: Told) -> None:
        told["log"][6]["state"] = "0" * 64
        told["rounds"][1]["commitment"] = "0" * 64

    file.write_text(changed(duel, lie))
    for command in ("replay", "verify"):
        with pytest.raises(SystemExit):
            call_command(command, str(file))
    file.write_text("nonsense")
    for command in ("replay", "verify"):
        with pytest.raises(CommandError):
            call_command(command, str(file))


def test_a_false_result_is_detected(duel: str) -> None:
    text = changed(duel, lambda told: told["result"]["scores"].update(p1=999))
    assert not records.check(records.read(text), "it").sound
