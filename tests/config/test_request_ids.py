"""The ID of a request: taken from our proxy, included in every log line, page and task."""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, RequestFactory

from config.celery import app
from config.jobs import sweeps
from config.observability import request_ids
from config.serving import error_pages
from tests.fuzz.site import logged
from tools import machine

GIVEN = "7f3a9c52d1e84b06"
HOSTILE = [
    "short",
    "x" * 65,
    "with space in it",
    'quote"quote"',
    "néé-" * 4,
    "line\tbreak-line",
    "",
]


def answered(given: str) -> str:
    headers = {"X-Request-ID": given.encode().decode("latin-1")}
    return str(Client().get("/terms/", headers=headers).headers["X-Request-ID"])


def test_our_proxy_may_set_the_request_id(settings: LazySettings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    assert answered(GIVEN) == GIVEN


def test_a_stranger_may_not_set_the_request_id(settings: LazySettings) -> None:
    settings.TRUSTED_PROXY_COUNT = 0
    assert GIVEN != answered(GIVEN) != answered(GIVEN)


@pytest.mark.parametrize("given", HOSTILE)
def test_a_request_id_that_is_no_plain_word_is_replaced(settings: LazySettings, given: str) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    found = answered(given)
    assert found != given
    assert request_ids.VALID_ID.fullmatch(found)


def test_every_log_line_of_a_request_has_its_id_and_no_other_line() -> None:
    def view(request: HttpRequest) -> HttpResponse:
        logging.getLogger("undermine.tests").warning("in the view")
        with ThreadPoolExecutor(1) as pool:
            pool.submit(copy_context().run, logging.getLogger("undermine.tests").warning, "aside")
        return HttpResponse(request.id)  # type: ignore[attr-defined]

    with logged() as lines:
        answer = request_ids.RequestIdMiddleware(view)(RequestFactory().get("/"))
        logging.getLogger("undermine.tests").warning("afterwards")
    told = [json.loads(line).get("request_id") for line in lines]
    number = answer.headers["X-Request-ID"]
    assert told == [number, number, None]
    assert answer.content.decode() == number


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_keep_their_own_ids() -> None:
    async def all_at_once() -> list[str]:
        answers = await asyncio.gather(*(AsyncClient().get("/terms/") for _ in range(8)))
        return [answer.headers["X-Request-ID"] for answer in answers]

    # In its own thread: an earlier browser test leaves a running event loop in this one.
    with logged() as lines, ThreadPoolExecutor(1) as pool:
        numbers = pool.submit(lambda: asyncio.run(all_at_once())).result()
    told = [json.loads(line)["request_id"] for line in lines if "undermine.request" in line]
    assert sorted(told) == sorted(numbers)
    assert len(set(numbers)) == 8


@pytest.mark.parametrize("status", [400, 413, 500])
def test_a_small_error_page_shows_the_request_id(status: int, settings: LazySettings) -> None:
    page = request_ids.RequestIdMiddleware(lambda request: error_pages.small_page(request, status))
    answer = page(RequestFactory().get("/"))
    assert f"<code>{answer.headers['X-Request-ID']}</code>" in answer.content.decode()
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
    bare = page(RequestFactory().get("/"))
    assert bare.headers["X-Request-ID"] in bare.content.decode()


@pytest.mark.both
def test_a_message_to_a_worker_has_the_id_of_its_request() -> None:
    def view(request: HttpRequest) -> HttpResponse:
        sweeps.wake_worker("tests.woken")
        return HttpResponse()

    with app.connection_for_read() as line:
        queue = line.SimpleQueue(app.conf.task_default_queue)
        queue.clear()
        number = request_ids.RequestIdMiddleware(view)(RequestFactory().get("/")).headers[
            "X-Request-ID"
        ]
        message = queue.get(timeout=machine.PATIENCE)
        message.ack()
        queue.close()
    assert message.headers["request_id"] == number


def test_a_task_knows_the_request_that_sent_it_only_while_it_runs() -> None:
    told: list[str] = []

    def tell() -> None:
        told.append(request_ids.current_id())

    task = app.task(name="tests.woken")(tell)
    copy_context().run(task.apply, headers={"request_id": GIVEN})
    copy_context().run(task.apply)
    del app.tasks["tests.woken"]
    assert told == [GIVEN, ""]
