"""Middleware that rejects malformed requests, answers /healthz, and adds the permissions policy.

NUL and invalid UTF-8 get a plain 400, in a URL, cookie, header or form: PostgreSQL stores neither,
and nobody types them. A body is only checked if there is a view that would read it.
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
MAX_URL_BYTES = 4_000  # of the path and of the query; gunicorn takes no more either
UNREADABLE = (
    BadRequest,
    LookupError,  # an unknown charset in the header of a part
    MultiPartParserError,
    SuspiciousOperation,
    UnreadablePostError,
    ValueError,
)


class RequestValidation:
    """Middleware that rejects a malformed URL or headers, and a body that a view would read."""

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
        """Check the body: the CSRF check would read it next."""
        try:
            return None if _has_valid_body(request) else error_pages.small_page(request, 400)
        except RequestDataTooBig:
            return error_pages.small_page(request, 413)
        except UNREADABLE:
            return error_pages.small_page(request, 400)


def is_valid_text(raw: bytes) -> bool:
    """Return whether this is UTF-8 without NUL."""
    try:
        return "\0" not in raw.decode()
    except UnicodeDecodeError:
        return False


def _has_valid_head(request: HttpRequest) -> bool:
    try:
        request.GET  # noqa: B018  (parsed here, so that nothing later can fail on it)
    except UNREADABLE:
        return False
    address = list(_url_bytes(request))
    short = all(
        len(part) <= MAX_URL_BYTES for part in address
    )  # pages repeat the URL in their forms
    return (
        short
        and _declares_utf8(request)
        and all(map(is_valid_text, (*address, *_headers_and_cookies(request))))
    )


def _url_bytes(request: HttpRequest) -> Iterator[bytes]:
    """Yield path and query as received: Django repairs invalid ones."""
    scope = getattr(request, "scope", None)
    coding = "latin-1" if scope is None else "utf-8"  # how WSGI and ASGI hand bytes over
    yield request.path.encode("utf-8", "surrogatepass")
    yield unquote_to_bytes((scope or {}).get("raw_path") or b"")
    yield unquote_to_bytes(request.META.get("RAW_URI", "").encode(coding))
    yield unquote_to_bytes(request.META.get("QUERY_STRING", "").encode(coding))


def _declares_utf8(request: HttpRequest) -> bool:
    """Return False for any other charset, which would change how the request is decoded."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    return charset.lower() in ("utf-8", "utf8")


def _headers_and_cookies(request: HttpRequest) -> Iterator[bytes]:
    """Yield headers and cookies, as a quoted cookie may contain NUL as \\000."""
    headers = [value for name, value in request.META.items() if name.startswith("HTTP_")]
    cookies = [part for cookie in request.COOKIES.items() for part in cookie]
    for text in (request.META.get("CONTENT_TYPE", ""), *headers, *cookies):
        yield str(text).encode("utf-8", "surrogatepass")


def _content_length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _has_valid_body(request: HttpRequest) -> bool:
    """Return whether a body is valid text. Raise one of `UNREADABLE` if it can't be parsed."""
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
    """Check text that Django has decoded, with � for invalid bytes."""
    return "\ufffd" not in text and is_valid_text(text.encode("utf-8", "surrogatepass"))


LIVENESS_PATH = "/healthz"


class LivenessMiddleware:
    """Middleware that answers /healthz first, without session, database or cache."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != LIVENESS_PATH or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        return HttpResponse("ok", "text/plain", headers={"Cache-Control": "no-store"})


FEATURES_FOR_NOBODY = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment",
    "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
FEATURES_FOR_US = ("clipboard-write", "fullscreen")
PERMISSIONS_POLICY = ", ".join(
    [
        *(f"{name}=()" for name in FEATURES_FOR_NOBODY),
        *(f"{name}=(self)" for name in FEATURES_FOR_US),
    ]
)


class PermissionsPolicyMiddleware:
    """Middleware that adds the permissions policy to pages; browsers ignore it elsewhere."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response
