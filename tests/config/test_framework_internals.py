"""What we override or use of frameworks beyond their public API, each in one module of ours.

An update that changes it fails here. allauth: tests/accounts/sign_in/test_allauth_internals.py.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest
import requests
import uvicorn
from celery.apps import worker as celery_worker
from django.contrib.sessions.backends.base import SessionBase
from django.core.handlers.asgi import ASGIHandler
from django.core.mail.backends import filebased, smtp
from django.http import HttpRequest
from gunicorn.arbiter import Arbiter
from gunicorn.workers import base
from kombu.transport import TRANSPORT_ALIASES, virtual
from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.jobs import local_broker


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        # accounts/mail/smtp.py
        (smtp.EmailBackend.send_messages, "self email_messages"),
        # config/celery.py
        (celery_worker.safe_say, "msg f"),
        # config/jobs/local_broker.py
        (virtual.Channel._put, "self queue message"),
        (virtual.Channel._get, "self queue timeout"),
        (virtual.Channel._size, "self queue"),
        (virtual.Channel._purge, "self queue"),
        # config/observability/metrics.py
        (values.MultiProcessValue, "process_identifier"),
        (MultiProcessCollector.merge, "files accumulate"),
        (MmapedDict.read_all_values_from_file, "filename"),
        (MmapedDict.write_value, "self key value timestamp"),
        # config/serving/error_pages.py
        (HttpRequest._mark_post_parse_error, "self"),  # type: ignore[attr-defined]
        # config/gunicorn.py
        (uvicorn.Server.on_tick, "self counter"),
        (uvicorn.Server.shutdown, "self sockets"),
        (base.Worker.init_signals, "self"),
        (base.Worker.run, "self"),
        # config/serving/handlers.py
        (HttpRequest._set_content_type_params, "self meta"),  # type: ignore[attr-defined]
        (ASGIHandler.run_get_response, "self request"),
        (ASGIHandler.read_body, "self receive"),
        (ASGIHandler.create_request, "self scope body_file"),
        # config/serving/static_files.py
        (CompressedManifestStaticFilesStorage.post_process, "self args kwargs"),
    ],
)
def test_a_signature_is_as_we_expect(function: Callable[..., Any], parameters: str) -> None:
    assert " ".join(signature(function).parameters) == parameters


def test_attributes_that_we_set_or_read_exist() -> None:
    assert "connection_class" in dir(smtp.EmailBackend)
    assert "_fname" in filebased.EmailBackend._get_filename.__code__.co_names  # type: ignore[attr-defined]
    assert "_session_cache" in SessionBase._get_session.__code__.co_names  # type: ignore[attr-defined]
    assert "_post" in HttpRequest._mark_post_parse_error.__code__.co_names  # type: ignore[attr-defined]
    assert "_content" in vars(requests.Response())  # games/notices/channels/outgoing_requests.py
    assert values.ValueClass is not None
    assert isinstance(Arbiter.WORKER_BOOT_ERROR, int)


def test_our_transport_is_registered() -> None:
    assert TRANSPORT_ALIASES[local_broker.SCHEME] == "config.jobs.local_broker:Transport"
