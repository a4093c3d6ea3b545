"""Logs: one line an event, and never a secret in it."""

from __future__ import annotations

import json
import logging

import pytest
from django.test import Client

from config.logs import JsonLine, PlainLine, redact


@pytest.mark.parametrize(
    "secret",
    [
        "mira@undermine.example",
        "hunter2hunter2",
        "MTA:1uQx9y:abcdefghijklmnopqrstuvw",
    ],
)
def test_secrets_are_taken_out(secret: str) -> None:
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
    line = JsonLine().format(record("two\nlines for mira@undermine.example"))
    assert "\n" not in line
    assert json.loads(line)["message"] == "two\nlines for <email>"


def test_a_plain_line_names_level_and_logger() -> None:
    assert "INFO undermine hello" in PlainLine().format(record("hello"))


@pytest.mark.django_db
def test_a_request_is_logged_by_its_name_and_not_its_path(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "undermine.request"):
        client.get("/accounts/confirm-email/a-secret-key/")
    lines = [entry.getMessage() for entry in caplog.records if entry.name == "undermine.request"]
    assert len(lines) == 1
    assert "a-secret-key" not in lines[0]
    assert "confirm-email" in lines[0]
