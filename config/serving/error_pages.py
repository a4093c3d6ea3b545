"""Error pages that always work.

First the full page; if that fails, a small one that needs neither session nor database; if even
that fails, a line of text. None of them reads the body of a request or logs what came with it.
"""

from __future__ import annotations

import logging
import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils import translation
from django.utils.log import log_response
from django.utils.translation import gettext

from config.storage import database

logger = logging.getLogger("undermine.errors")

STANDALONE_TEMPLATES = {400: "400.html", 413: "413.html", 503: "503.html"}
"""Small pages, by status; otherwise 500.html."""
RETRY_AFTER = "2"  # seconds


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return small_page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _full_page(request, 403, "403.html")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _full_page(request, 404, "404.html")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error of ours, a database that is down, or a row that is locked for too long."""
    error = sys.exc_info()[1]
    trouble = database.outage_kind(error)
    if trouble is None:
        return small_page(request, 500)
    response = busy_page(request) if trouble == "busy" else small_page(request, 503)
    response.headers["Retry-After"] = RETRY_AFTER
    log_response(
        "%s: %s",
        trouble,
        type(error).__name__,
        response=response,
        request=request,
        logger=logger,
        level="warning",
    )
    return response


def busy_page(request: HttpRequest) -> HttpResponse:
    """Answer a request whose row is locked; it changed nothing.

    htmx gets a sentence, which static/js/site.js shows.
    """
    if request.headers.get("HX-Request") != "true":
        return small_page(request, 503, "503_busy.html")
    said = gettext("Somebody else is changing this right now. Nothing was saved. Try again.")
    return HttpResponse(said, "text/plain; charset=utf-8", 503, headers={"Undermine-Busy": "yes"})


def small_page(request: HttpRequest, status: int, template: str = "") -> HttpResponse:
    """Render a page that needs neither session nor database."""
    _ignore_body(request)
    number: str = getattr(request, "id", "")
    page = template or STANDALONE_TEMPLATES.get(status, "500.html")
    try:
        text = loader.render_to_string(page, {"request_id": number})
    except Exception as error:
        _log_failure(status, error)
        words = f"{status} {HTTPStatus(status).phrase} {number}".strip()
        return HttpResponse(f"{words}\n", "text/plain", status)
    return HttpResponse(text, status=status)


def small_page_in_browser_language(request: HttpRequest, status: int) -> HttpResponse:
    """Render it before the language middleware has run."""
    with translation.override(translation.get_language_from_request(request)):
        return small_page(request, status)


def _full_page(request: HttpRequest, status: int, template: str) -> HttpResponse:
    _ignore_body(request)
    try:
        return HttpResponse(loader.render_to_string(template, request=request), status=status)
    except Exception as error:
        _log_failure(status, error)
        return small_page(request, status)


def _ignore_body(request: HttpRequest) -> None:
    """Treat a body that was not or could not be read as empty from here on."""
    if not hasattr(request, "_post"):
        request._mark_post_parse_error()  # type: ignore[attr-defined]


def _log_failure(status: int, error: Exception) -> None:
    logger.error("The page for a %s could not be rendered: %s", status, type(error).__name__)
