"""Logs: one line per event, and never a secret in it."""

from __future__ import annotations

import json
import logging
import sys

import pytest
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from config.observability.logs import JsonLineFormatter, PlainFormatter, redact
from tests.factories import UserFactory
from tests.fuzz.asking import FORM_TYPE, Asked
from tests.fuzz.site import ask, logged
from tests.real_tables import signed_in


@pytest.mark.parametrize(
    "secret",
    [
        "mira@undermine.example",
        "hunter2hunter2",
        "MTA:1uQx9y:abcdefghijklmnopqrstuvw",
    ],
)
def test_secrets_are_removed(secret: str) -> None:
    lines = (
        f"sent to {secret}" if "@" in secret else f"password={secret}",
        f"redis://user:{secret}@localhost/0",
        f"Not Found: /accounts/confirm-email/{secret}/",
    )
    for line in lines:
        if "confirm" not in line or len(secret) > 20:
            assert secret not in redact(line)


def record(message: str) -> logging.LogRecord:
    return logging.LogRecord("undermine", logging.INFO, __file__, 1, message, (), None)


def test_a_json_line_is_one_object_on_one_line() -> None:
    line = JsonLineFormatter().format(record("two\nlines for mira@undermine.example"))
    assert "\n" not in line
    assert json.loads(line)["message"] == "two\nlines for <email>"


def test_a_plain_line_names_level_and_logger() -> None:
    assert "INFO undermine hello" in PlainFormatter().format(record("hello"))


FIELDS = ("method", "route", "status", "user", "network", "milliseconds", "request_id")


@pytest.mark.django_db
def test_the_log_line_of_a_request_has_user_and_route_and_costs_no_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    user = UserFactory.create()
    with logged() as lines:
        answer = signed_in(user).get("/notices/", headers={"user-agent": "x"})
    with logged() as more, django_assert_num_queries(0):
        Client(REMOTE_ADDR="203.0.113.77").get("/terms/")
        Client(REMOTE_ADDR="203.0.113.78").get("/terms/")
        Client(REMOTE_ADDR="").get("/terms/")
    told = [json.loads(line) for line in (*lines, *more) if "undermine.request" in line]
    assert [set(FIELDS) - set(line) for line in told] == [set()] * 4
    assert told[0]["user"] == user.pk
    assert told[0]["request_id"] == answer.headers["X-Request-ID"]
    assert (told[1]["user"], told[1]["route"], told[1]["status"]) == (None, "terms", 200)
    assert told[1]["network"] == told[2]["network"] != told[3]["network"] is None
    assert "203.0.113" not in "".join(more)


@pytest.mark.django_db
def test_a_request_is_logged_by_route_name_and_not_by_path(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "undermine.request"):
        client.get("/accounts/confirm-email/a-secret-key/")
    lines = [entry.getMessage() for entry in caplog.records if entry.name == "undermine.request"]
    assert len(lines) == 1
    assert "a-secret-key" not in lines[0]
    assert "confirm-email" in lines[0]


KEY = "kx7q2m"  # short, so that no rule about long words hides it
WITH_KEY = (f"/join/{KEY}/", f"/appeal/{KEY}/", f"/n/off/{KEY}/", f"/t/{KEY}/move/", f"/{KEY}/")


@pytest.mark.django_db
@pytest.mark.parametrize("path", WITH_KEY)
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"HTTP_HOST": "elsewhere.example"},
        {"HTTP_ORIGIN": "https://elsewhere.example"},
        {"CONTENT_TYPE": f"{FORM_TYPE}; charset=utf-16"},
        {"CONTENT_TYPE": "multipart/form-data; boundary="},
        {"CONTENT_LENGTH": "9000000"},
    ],
)
def test_keys_in_addresses_are_not_logged_and_strangers_cause_no_error_lines(
    path: str, headers: dict[str, str]
) -> None:
    with logged() as lines:
        for method in ("GET", "POST"):
            body = f"token={KEY}".encode()
            ask(Asked("visitor", method, path.encode(), KEY.encode(), body, headers=headers))
    assert len(lines) >= 2
    assert not [line for line in lines if KEY in line]
    assert not [line for line in lines if '"ERROR"' in line]


def fault(words: str) -> logging.LogRecord:
    """Return a record as Django logs an error, with the request that caused it."""
    request = RequestFactory().post(f"/join/{KEY}/", {"code": f"{KEY}-typed"})
    request.POST  # noqa: B018  (a view had read it)
    try:
        raise ValueError(words)
    except ValueError:
        entry = record("%s: %s")
        entry.args, entry.exc_info = ("Internal Server Error", request.path), sys.exc_info()
    entry.__dict__ |= {"status_code": 500, "request": request}
    return entry


@pytest.mark.parametrize("line", [JsonLineFormatter(), PlainFormatter()])
def test_an_error_is_logged_without_the_data_sent(line: logging.Formatter) -> None:
    told = line.format(fault(f"no such row: {KEY}-typed at /join/{KEY}/"))
    assert "ValueError: no such row" in told
    assert "<hidden>" not in told
    assert "Traceback" in told
    assert KEY not in told


@pytest.mark.parametrize("line", [JsonLineFormatter(), PlainFormatter()])
def test_no_error_fills_the_log(line: logging.Formatter) -> None:
    assert len(line.format(fault("x" * 100_000))) < 10_000


def test_no_header_fills_the_log() -> None:
    with logged() as lines:
        ask(Asked("visitor", "GET", b"/", headers={"HTTP_HOST": "é" * 5_000}))
    assert max(map(len, lines)) < 3_000


def test_an_error_in_json_is_json() -> None:
    assert json.loads(JsonLineFormatter().format(fault("a fault")))["status_code"] == 500


@pytest.mark.parametrize("line", [JsonLineFormatter(), PlainFormatter()])
def test_a_web_server_logs_no_address(line: logging.Formatter) -> None:
    entry = record("Error handling request %s")
    entry.args = (f"/join/{KEY}/",)
    assert KEY not in line.format(entry)
    unread = record(f"Invalid request from ip=10.1.2.3: Invalid HTTP request line: 'GET /{KEY}'")
    assert not [part for part in (KEY, "10.1.2.3") if part in line.format(unread)]


@pytest.mark.parametrize("address", ["8.8.8.8", "2a00:1450:4001:831::200e"])
def test_network_addresses_are_hidden(address: str) -> None:
    told = JsonLineFormatter().format(record(f"asked by {address}, at 12:30:45 by 192.168.0.7."))
    assert json.loads(told)["message"] == "asked by <address>, at 12:30:45 by 192.168.0.7."


def test_values_are_hidden_before_encoding_as_json() -> None:
    entry = record("a line")
    entry.__dict__ |= {
        "token": 12345678,
        "status_code": 404,
        "seconds": float("nan"),
        "found": {"password": ["hunter2"], "who": ("mira@undermine.example", b"x", None)},
    }
    told = json.loads(JsonLineFormatter().format(entry), parse_constant=pytest.fail)
    assert (told["token"], told["status_code"], told["seconds"]) == ("<hidden>", 404, "nan")
    assert told["found"] == {"password": "<hidden>", "who": ["<email>", "b'x'", None]}


def test_a_broken_record_is_still_a_line() -> None:
    entry = record("%d moves")
    entry.args = ("many",)
    assert "TypeError" in json.loads(JsonLineFormatter().format(entry))["message"]


def test_the_time_of_a_line_has_its_zone() -> None:
    entry = record("a line")
    entry.created, entry.msecs = 0.0, 7
    assert json.loads(JsonLineFormatter().format(entry))["time"] == "1970-01-01T00:00:00.007Z"
