"""What is sent to Sentry: what broke and where, and nobody's data (real processes:
`test_watched_processes.py`)."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.environment import ROOT
from config.observability import request_ids, sentry

SECRET = "the role of Mira"


def event() -> Any:
    """Return an event as an SDK with the most careless settings would write it."""
    frame = {"filename": "games/x.py", "function": "play", "lineno": 7, "vars": {"hand": SECRET}}
    return {
        "event_id": "e",
        "level": "error",
        "exception": {
            "values": [
                {
                    "type": "ValueError",
                    "value": SECRET,
                    "mechanism": {"data": {"is": SECRET}},
                    "stacktrace": {"frames": [frame]},
                }
            ]
        },
        "logentry": {
            "message": "no seat for %s with token=abc",
            "params": [SECRET],
            "formatted": SECRET,
        },
        "transaction": f"/join/{SECRET}/",
        "request": {"url": SECRET, "cookies": {"sessionid": SECRET}, "data": SECRET},
        "user": {"email": SECRET, "ip_address": SECRET},
        "extra": {"sys.argv": SECRET},
        "breadcrumbs": {"values": [{"message": SECRET}]},
        "contexts": {"response": {"body": SECRET}},
        "threads": {"values": [SECRET]},
        "server_name": SECRET,
    }


def test_only_the_error_and_its_place_are_sent() -> None:
    told = sentry.strip_event(event(), {})
    assert SECRET not in json.dumps(told)
    assert "abc" not in json.dumps(told)
    (fault,) = told["exception"]["values"]
    assert fault["type"] == "ValueError"
    assert fault["stacktrace"]["frames"] == [
        {"filename": "games/x.py", "function": "play", "lineno": 7}
    ]


def test_a_report_has_the_request_id_and_route() -> None:
    told: list[Any] = []

    def view(request: HttpRequest) -> HttpResponse:
        told.append(sentry.strip_event(event(), {}))
        return HttpResponse()

    number = request_ids.RequestIdMiddleware(view)(RequestFactory().get("/a/b/")).headers[
        "X-Request-ID"
    ]
    assert told[0]["tags"] == {"where": "?", "request_id": number}
    assert told[0]["transaction"] == "?"


@pytest.mark.parametrize("bare", [{}, {"exception": None, "logentry": None}])
def test_an_empty_event_is_a_report_too(bare: Any) -> None:
    assert sentry.strip_event(bare, {})["tags"]["request_id"] == "none"


def test_the_release_is_the_version_and_the_commit() -> None:
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    assert sentry.release().startswith("undermine@0.")
    assert sentry.release().endswith(commit)
