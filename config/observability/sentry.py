"""Error reports to Sentry (SENTRY_DSN), without personal data.

A report only contains type and place of the error, route or task, and request id. Error messages
may contain a hand, a role or user input: they stay in the log, under the request id.
"""

from __future__ import annotations

import subprocess
import tomllib
from typing import TYPE_CHECKING, Any

from celery import current_task

from config.environment import ROOT
from config.observability import request_ids
from config.observability.logs import redact, route

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

KEPT_FIELDS = (
    "event_id",
    "timestamp",
    "level",
    "logger",
    "platform",
    "release",
    "environment",
    "sdk",
)
FRAME_FIELDS = (
    "filename", "module", "function", "lineno", "pre_context", "context_line", "post_context",
    "in_app",
)  # fmt: skip


def start_reporting(dsn: str) -> None:
    """Start reporting; Sentry is only imported here."""
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.django import DjangoIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn,
        release=release(),
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            AtexitIntegration(callback=lambda pending, timeout: None),  # it would print
            CeleryIntegration(propagate_traces=False),
            DedupeIntegration(),
            DjangoIntegration(signals_spans=False),
            LoggingIntegration(level=None, sentry_logs_level=None),
        ],
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=strip_event,
    )


def release() -> str:
    """Return the version and, in a checkout, the commit."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    try:
        commit = subprocess.run(asked, capture_output=True, text=True, timeout=5).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        commit = ""
    return f"undermine@{version}+{commit}" if commit else f"undermine@{version}"


def strip_event(event: Event, hint: Hint) -> Event:
    told: dict[str, Any] = {name: event[name] for name in KEPT_FIELDS if name in event}  # type: ignore[literal-required]
    faults = (event.get("exception") or {}).get("values") or ()
    if faults:
        told["exception"] = {"values": [_strip_exception(fault) for fault in faults]}
    if template := (event.get("logentry") or {}).get("message"):
        told["logentry"] = {"message": redact(str(template))}
    told["transaction"] = _route_or_task()
    told["tags"] = {"where": _route_or_task(), "request_id": request_ids.current_id() or "none"}
    return told  # type: ignore[return-value]


def _route_or_task() -> str:
    request = request_ids.current_request()
    if request is not None:
        return route(request)
    return str(current_task.name) if current_task else "?"


def _strip_exception(fault: Any) -> dict[str, Any]:
    """Return type and place of an exception, without its message."""
    frames = (fault.get("stacktrace") or {}).get("frames") or ()
    places = [{name: frame[name] for name in FRAME_FIELDS if name in frame} for frame in frames]
    told = {name: fault.get(name) for name in ("type", "module")}
    return {**told, "stacktrace": {"frames": places}} if places else told
