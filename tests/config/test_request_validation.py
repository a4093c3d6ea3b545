"""Request validation: malformed requests get a plain 400, and no other code reads them."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import unquote

import pytest

from config.serving.handlers import ASGIApplication
from tests.fuzz import hostile
from tests.fuzz.asking import FORM_TYPE, Asked
from tests.fuzz.site import ask

pytestmark = pytest.mark.django_db  # pages don't depend on the database: one leg is enough

PARTS = "multipart/form-data; boundary=x"
NOWHERE = b"/no/such/page/"
SOMEWHERE = b"/theme/"  # reads its form, and needs no sign-in


def get(path: bytes, **more: Any) -> int:
    return ask(Asked("visitor", "GET", path, **more)).status


def post(path: bytes, body: bytes, kind: str = FORM_TYPE, **headers: str) -> int:
    key = b"csrftoken=" + b"f" * 32
    sent = {"CONTENT_TYPE": kind, "HTTP_X_CSRFTOKEN": "f" * 32} | headers
    return ask(Asked("visitor", "POST", path, body=body, cookie=key, headers=sent)).status


@pytest.mark.parametrize("value", ["%00", "a%00b", "%FF", "%ED%A0%80", "%C0%80"])
def test_no_nul_or_broken_character_is_accepted_in_an_address(value: str) -> None:
    assert get(f"/players/{value}/".encode()) == 400
    assert get(b"/tables/", query=f"q={value}".encode()) == 400
    assert get(f"/t/{value}/".encode()) == 400
    assert get(f"/join/{value}/".encode()) == 400


@pytest.mark.parametrize(
    "cookie", [b"sessionid=a\0b", b'sessionid="a\\000b"', b'theme="\\000"', b"sessionid=\xff\0"]
)
def test_no_nul_is_accepted_in_a_cookie(cookie: bytes) -> None:
    assert get(b"/", cookie=cookie) == 400


def test_no_nul_is_accepted_in_a_header() -> None:
    assert get(b"/", headers={"HTTP_USER_AGENT": "a\0b"}) == 400


def test_text_in_any_script_is_accepted() -> None:
    assert get("/players/Zoë/".encode()) == 404
    assert get(b"/players/Zo%C3%AB/") == 404
    assert get(b"/rules/", query="q=Grüße".encode(), cookie="theme=é".encode()) == 200
    assert get(b"/rules/", headers={"HTTP_USER_AGENT": "caf\xe9"}) == 200
    assert post(SOMEWHERE, "theme=dark&next=/rules/?q=ü".encode()) == 302


@pytest.mark.parametrize(
    "charset", ["utf-16", "utf-7", "latin-1", "zlib", "idna", "unheard-of", "\0", '"utf-16"']
)
@pytest.mark.parametrize("path", [SOMEWHERE, NOWHERE, b"/join/a-secret/"])
def test_charsets_other_than_utf8_are_refused(charset: str, path: bytes) -> None:
    assert post(path, b"theme=dark", f"{FORM_TYPE}; charset={charset}") == 400
    assert get(path, headers={"CONTENT_TYPE": f"text/html; charset={charset}"}) == 400


def test_naming_utf8_is_allowed() -> None:
    assert post(SOMEWHERE, b"theme=dark", f"{FORM_TYPE}; charset=UTF-8") == 302


def test_an_unreadable_content_type_is_refused() -> None:
    assert post(SOMEWHERE, b"theme=dark", "text/plain; charset*=nonsense''%41") == 400
    many = {"query": b"a&" * 1_500}  # read by Django as soon as a charset is named
    assert get(b"/rules/", headers={"CONTENT_TYPE": "text/html; charset=utf-8"}, **many) == 400
    assert get(b"/rules/", headers={"CONTENT_TYPE": "text/html; charset=idna"}, **many) == 400


@pytest.mark.parametrize("more", [b"next=%00", b"next=/\0", b"n%FFxt=/", b"next=\xff", b"%00=1"])
def test_a_form_must_be_text(more: bytes) -> None:
    assert post(SOMEWHERE, b"theme=dark&" + more) == 400


@pytest.mark.parametrize("more", [(b"next", b"/\0"), (b"next", b"/\xff")])
def test_a_multipart_form_must_be_text(more: tuple[bytes, bytes]) -> None:
    assert post(SOMEWHERE, hostile.parts([(b"theme", b"dark")]), PARTS) == 302
    assert post(SOMEWHERE, hostile.parts([(b"theme", b"dark"), more]), PARTS) == 400


@pytest.mark.parametrize("body", hostile.BROKEN_PARTS)
def test_broken_parts_are_refused_where_they_would_be_read(body: bytes) -> None:
    assert post(SOMEWHERE, body, PARTS) == 400


@pytest.mark.parametrize("body", [*hostile.BROKEN_PARTS, hostile.parts([], files=150)])
def test_a_body_sent_to_no_page_is_not_read(body: bytes) -> None:
    assert post(NOWHERE, body, PARTS) == 404


def test_too_much_of_anything_is_refused() -> None:
    assert post(SOMEWHERE, hostile.parts([], files=150), PARTS) == 400
    assert post(SOMEWHERE, b"a=1&" * 1_500) == 400
    assert get(b"/rules/", query=b"a&" * 1_500) == 400
    assert post(SOMEWHERE, b"x" * 600_000) == 413
    assert post(NOWHERE, b"x" * 600_000, PARTS) == 413


def test_an_overlong_address_is_refused() -> None:
    assert get(b"/t/" + b"x" * 5_000 + b"/") == 400
    assert get(b"/rules/", query=b"q=" + b"x" * 5_000) == 400


def test_a_content_length_that_is_no_number_is_refused() -> None:
    assert post(SOMEWHERE, b"theme=dark", CONTENT_LENGTH="²") == 400


@pytest.mark.parametrize(
    ("path", "kind", "body", "status"),
    [
        (b"/rules/", "text/html", b"", 200),
        (b"/players/%00/", "text/html", b"", 400),
        (b"/players/%FF/", "text/html", b"", 400),
        (SOMEWHERE, f"{FORM_TYPE}; charset=utf-16", b"theme=dark", 400),
        (SOMEWHERE, "text/plain; charset*=nonsense''%41", b"", 400),
        (NOWHERE, PARTS, hostile.parts([], files=150), 404),
        (SOMEWHERE, PARTS, hostile.BROKEN_PARTS[0], 400),
        (SOMEWHERE, FORM_TYPE, b"x" * 600_000, 413),
    ],
)
def test_request_validation_covers_asgi_too(
    path: bytes, kind: str, body: bytes, status: int
) -> None:
    assert asyncio.run(_asgi(path, kind, body, len(body))) == status


def test_a_body_longer_than_announced_is_refused() -> None:
    assert asyncio.run(_asgi(SOMEWHERE, FORM_TYPE, b"x" * 600_000, 10)) == 413


async def _asgi(path: bytes, kind: str, body: bytes, length: int) -> int:
    """Call the application as uvicorn would, and return the status."""
    scope = {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": unquote(path.decode()),
        "raw_path": path,
        "query_string": b"",
        "headers": [
            (b"host", b"localhost"),
            (b"content-type", kind.encode()),
            (b"content-length", str(length).encode()),
            (b"x-csrftoken", b"f" * 32),
            (b"cookie", b"csrftoken=" + b"f" * 32),
        ],
    }
    messages = [{"type": "http.request", "body": body}]
    sent: list[Any] = []

    async def receive() -> Any:
        if messages:
            return messages.pop()
        return await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(message)

    await ASGIApplication()(scope, receive, send)
    return int(sent[0]["status"])
