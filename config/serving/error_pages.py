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
from django.utils.functional import Promise
from django.utils.log import log_response
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.storage import limits

logger = logging.getLogger("undermine.errors")

SMALL_PAGES = {
    400: (
        _("This cannot be read"),
        _(
            "We could not read what your browser sent. Nothing was changed. Go back, reload the "
            "page and try again."
        ),
    ),
    413: (
        _("Too much for one cart"),
        _(
            "What you sent is far bigger than anything we ask for. Nothing was changed. Go back "
            "and send less."
        ),
    ),
    500: (
        _("The roof came down"),
        _(
            "Something broke on our side, and it has been written down. If you were making a "
            "move, look at the table first: it may well have been made. Then try again."
        ),
    ),
    503: (
        _("The mine is closed for a moment"),
        _(
            "The site cannot reach its database just now; this is usually brief. If you were "
            "making a move, look at the table first: it may well have been made. Then try again."
        ),
    ),
}
"""Titles and texts, by status."""
BUSY_PAGE = (
    _("One at a time"),
    _("Somebody else is busy here just now. Nothing was changed: try again."),
)
RETRY_AFTER = "2"  # seconds


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return small_page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _full_page(request, 403, "403.html")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _full_page(request, 404, "404.html")


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond to an error in our code, an unreachable database or a row locked for too long."""
    error = sys.exc_info()[1]
    trouble = limits.outage_kind(error)
    if trouble is None:
        return small_page(request, 500)
    response = busy_page(request) if trouble == "busy" else small_page(request, 503)
    response.headers["Retry-After"] = RETRY_AFTER
    log_trouble(logger, request, response, trouble, type(error).__name__)
    return response


def log_trouble(
    log: logging.Logger, request: HttpRequest, response: HttpResponse, trouble: str, what: str
) -> None:
    """Log a 5xx that isn't an error in our code; Django then doesn't log it."""
    log_response(
        "%s: %s", trouble, what, response=response, request=request, logger=log, level="warning"
    )


def busy_page(request: HttpRequest) -> HttpResponse:
    """Answer a request whose row is locked; it changed nothing.

    htmx gets a sentence, which static/js/site.js shows.
    """
    if request.headers.get("HX-Request") != "true":
        return small_page(request, 503, BUSY_PAGE)
    said = gettext("Somebody else is changing this right now. Nothing was saved. Try again.")
    return HttpResponse(said, "text/plain; charset=utf-8", 503, headers={"Undermine-Busy": "yes"})


def small_page(
    request: HttpRequest, status: int, words: tuple[Promise, Promise] | None = None
) -> HttpResponse:
    """Render a page that needs neither session nor database."""
    _ignore_body(request)
    number: str = getattr(request, "id", "")
    title, text = words or SMALL_PAGES.get(status, SMALL_PAGES[500])
    try:
        page = loader.render_to_string(
            "alone.html", {"title": title, "text": text, "request_id": number}
        )
    except Exception as error:
        _log_failure(status, error)
        line = f"{status} {HTTPStatus(status).phrase} {number}".strip()
        return HttpResponse(f"{line}\n", "text/plain", status)
    return HttpResponse(page, status=status)


def small_page_in_browser_language(request: HttpRequest, status: int) -> HttpResponse:
    """Render the small page before the language middleware has run."""
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
