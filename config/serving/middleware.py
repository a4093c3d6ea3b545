"""The gate at the door: what is no text gets a plain 400, before anything of ours has read it.

No NUL and no broken UTF-8 comes in, be it in an address, a query, a cookie, a header or a form:
PostgreSQL stores neither, and nobody types either. A body is looked at only where there is a view
that would read it, and only once: one that cannot be read counts as empty from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from config.serving import error_pages

FORM_CONTENT_TYPE = "application/x-www-form-urlencoded"
MAX_URL_BYTES = 4_000  # bytes, of its path and of its query; gunicorn takes no more either
UNREADABLE = (
    BadRequest,
    LookupError,  # a charset that nobody knows, in the head of a part
    MultiPartParserError,
    SuspiciousOperation,
    UnreadablePostError,
    ValueError,
)


class RequestValidation:
    """Refuse what is no text: the head of a request first, its body when a view would read it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _has_valid_head(request):
            return error_pages.small_page_in_browser_language(request, 400)
        if _content_length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return error_pages.small_page_in_browser_language(request, 413)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Here there is a view, and the check of its form key would read the body next."""
        try:
            return None if _has_valid_body(request) else error_pages.small_page(request, 400)
        except RequestDataTooBig:
            return error_pages.small_page(request, 413)
        except UNREADABLE:
            return error_pages.small_page(request, 400)


def is_valid_text(raw: bytes) -> bool:
    """Is this UTF-8, and without a NUL?"""
    try:
        return "\0" not in raw.decode()
    except UnicodeDecodeError:
        return False


# --- the head ---------------------------------------------------------------------------------


def _has_valid_head(request: HttpRequest) -> bool:
    try:
        request.GET  # noqa: B018  (asked for once here, so that nothing after us can fail on it)
    except UNREADABLE:
        return False
    address = list(_url_bytes(request))
    short = all(len(part) <= MAX_URL_BYTES for part in address)  # pages repeat it in their forms
    return (
        short
        and _declares_utf8(request)
        and all(map(is_valid_text, (*address, *_headers_and_cookies(request))))
    )


def _url_bytes(request: HttpRequest) -> Iterator[bytes]:
    """Path and query as they came: what Django makes of broken ones looks whole again."""
    scope = getattr(request, "scope", None)
    coding = "latin-1" if scope is None else "utf-8"  # how WSGI and ASGI hand bytes over
    yield request.path.encode("utf-8", "surrogatepass")
    yield unquote_to_bytes((scope or {}).get("raw_path") or b"")
    yield unquote_to_bytes(request.META.get("RAW_URI", "").encode(coding))
    yield unquote_to_bytes(request.META.get("QUERY_STRING", "").encode(coding))


def _declares_utf8(request: HttpRequest) -> bool:
    """Another charset would decide how address, query and form are read."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    return charset.lower() in ("utf-8", "utf8")


def _headers_and_cookies(request: HttpRequest) -> Iterator[bytes]:
    """Headers, and cookies too: a quoted one may spell a NUL as \\000."""
    headers = [value for name, value in request.META.items() if name.startswith("HTTP_")]
    cookies = [part for cookie in request.COOKIES.items() for part in cookie]
    for text in (request.META.get("CONTENT_TYPE", ""), *headers, *cookies):
        yield str(text).encode("utf-8", "surrogatepass")


def _content_length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


# --- the body ---------------------------------------------------------------------------------


def _has_valid_body(request: HttpRequest) -> bool:
    """Raises, once, when it cannot be read at all."""
    if request.method != "POST":
        return True
    fields, files = request.POST, request.FILES
    if request.content_type == FORM_CONTENT_TYPE:
        return is_valid_text(unquote_to_bytes(request.body))
    texts = [*fields, *files, *(text for name in fields for text in fields.getlist(name))]
    for file in (file for name in files for file in files.getlist(name)):
        texts += [file.name or "", file.content_type or ""]
    return all(map(_is_decoded_text, texts))


def _is_decoded_text(text: str) -> bool:
    """Of a part of a multipart form, which Django has decoded: � stands for what was none."""
    return "\ufffd" not in text and is_valid_text(text.encode("utf-8", "surrogatepass"))


# /healthz: the process is up. It asks nothing of anybody: no session, no database, no cache.

LIVENESS_PATH = "/healthz"


class LivenessMiddleware:
    """Before every other middleware: whatever is wrong with those, this answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != LIVENESS_PATH or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        return HttpResponse("ok", "text/plain", headers={"Cache-Control": "no-store"})
