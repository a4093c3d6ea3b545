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

from config import errors

FORM = "application/x-www-form-urlencoded"
LONGEST_ADDRESS = 4_000  # bytes, of its path and of its query; gunicorn takes no more either
UNREADABLE = (
    BadRequest,
    LookupError,  # a charset that nobody knows, in the head of a part
    MultiPartParserError,
    SuspiciousOperation,
    UnreadablePostError,
    ValueError,
)


class Gate:
    """Refuse what is no text: the head of a request first, its body when a view would read it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _has_sound_head(request):
            return errors.refuse_at_door(request, 400)
        if _length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return errors.refuse_at_door(request, 413)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Here there is a view, and the check of its form key would read the body next."""
        try:
            return None if _has_sound_body(request) else errors.refuse(request, 400)
        except RequestDataTooBig:
            return errors.refuse(request, 413)
        except UNREADABLE:
            return errors.refuse(request, 400)


def is_text(raw: bytes) -> bool:
    """Is this UTF-8, and without a NUL?"""
    try:
        return "\0" not in raw.decode()
    except UnicodeDecodeError:
        return False


# --- the head ---------------------------------------------------------------------------------


def _has_sound_head(request: HttpRequest) -> bool:
    try:
        request.GET  # noqa: B018  (asked for once here, so that nothing after us can fail on it)
    except UNREADABLE:
        return False
    address = list(_address(request))
    short = all(len(part) <= LONGEST_ADDRESS for part in address)  # pages repeat it in their forms
    return short and _speaks_utf8(request) and all(map(is_text, (*address, *_carried(request))))


def _address(request: HttpRequest) -> Iterator[bytes]:
    """Path and query as they came: what Django makes of broken ones looks whole again."""
    scope = getattr(request, "scope", None)
    coding = "latin-1" if scope is None else "utf-8"  # how WSGI and ASGI hand bytes over
    yield request.path.encode("utf-8", "surrogatepass")
    yield unquote_to_bytes((scope or {}).get("raw_path") or b"")
    yield unquote_to_bytes(request.META.get("RAW_URI", "").encode(coding))
    yield unquote_to_bytes(request.META.get("QUERY_STRING", "").encode(coding))


def _speaks_utf8(request: HttpRequest) -> bool:
    """Another charset would decide how address, query and form are read."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    return charset.lower() in ("utf-8", "utf8")


def _carried(request: HttpRequest) -> Iterator[bytes]:
    """Headers, and cookies too: a quoted one may spell a NUL as \\000."""
    headers = [value for name, value in request.META.items() if name.startswith("HTTP_")]
    cookies = [part for cookie in request.COOKIES.items() for part in cookie]
    for text in (request.META.get("CONTENT_TYPE", ""), *headers, *cookies):
        yield str(text).encode("utf-8", "surrogatepass")


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


# --- the body ---------------------------------------------------------------------------------


def _has_sound_body(request: HttpRequest) -> bool:
    """Raises, once, when it cannot be read at all."""
    if request.method != "POST":
        return True
    fields, files = request.POST, request.FILES
    if request.content_type == FORM:
        return is_text(unquote_to_bytes(request.body))
    texts = [*fields, *files, *(text for name in fields for text in fields.getlist(name))]
    for file in (file for name in files for file in files.getlist(name)):
        texts += [file.name or "", file.content_type or ""]
    return all(map(_was_text, texts))


def _was_text(text: str) -> bool:
    """Of a part of a multipart form, which Django has decoded: � stands for what was none."""
    return "\ufffd" not in text and is_text(text.encode("utf-8", "surrogatepass"))
