"""Every address for every kind of visitor. A route without a row fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from config.clock import now
from config.serving.middleware import PERMISSIONS_POLICY
from tests.factories import PASSWORD, UserFactory
from tools.routes import KINDS, TABLE, address, here

pytestmark = pytest.mark.django_db  # permissions are the same on every database


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """Return the full name of every route below, except the admin's, which have their own test."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield prefix + (pattern.name or str(pattern.pattern))
        elif pattern.namespace != "admin":
            inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            yield from routes(pattern, inner)


@pytest.fixture
def client_of() -> Callable[[str], Client]:
    def sign_in(kind: str) -> Client:
        client = Client()
        if kind != "visitor":
            until = now() + timedelta(days=1) if kind == "suspended" else None
            user = UserFactory.create(suspended_until=until, is_staff=kind == "staff")
            client.force_login(user)
        return client

    return sign_in


def test_every_route_has_a_row() -> None:
    assert set(routes()) == here()


@pytest.mark.parametrize("kind", KINDS)
def test_every_route_answers_each_visitor_as_the_table_says(
    kind: str, client_of: Callable[[str], Client]
) -> None:
    client, names = client_of(kind), sorted(here())
    answers = {name: client.get(address(name)).status_code for name in names}
    assert answers == {name: TABLE[name][KINDS.index(kind)] for name in names}


@pytest.mark.parametrize("kind", ["visitor", "player", "suspended"])
def test_the_admin_is_closed_to_all_but_staff(
    kind: str, client_of: Callable[[str], Client]
) -> None:
    from django.contrib import admin

    client = client_of(kind)
    for model in admin.site._registry:
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        assert client.get(path).status_code in (302, 403)


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_carries_the_strict_policy(
    kind: str, client_of: Callable[[str], Client]
) -> None:
    answer = client_of(kind).get("/")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Permissions-Policy"] == PERMISSIONS_POLICY


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/no-such-page/",
        "/accounts/login/",
        "/static/no-such-file.css",
        "/theme/",
        "/%ff",
    ],
)
def test_every_page_has_a_permissions_policy(client: Client, path: str) -> None:
    assert "camera=()" in client.get(path)["Permissions-Policy"]


@pytest.mark.parametrize("kind", ["player", "suspended", "staff"])
def test_no_shared_cache_keeps_a_readers_page(
    kind: str, client_of: Callable[[str], Client]
) -> None:
    client = client_of(kind)
    paths = [address(name) for name in sorted(here())]
    kept = {path: client.get(path)["Cache-Control"] for path in [*paths, "/no-such-page/"]}
    assert {path: said for path, said in kept.items() if "private" not in said} == {}


@pytest.mark.static_files
def test_what_is_the_same_for_everybody_may_be_cached(client: Client) -> None:
    client.force_login(UserFactory.create())
    page = client.get("/").content.decode()
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert sheet
    assert "public" in client.get(sheet[1])["Cache-Control"]
    assert "Cache-Control" not in Client().get("/rules/").headers


def test_the_response_to_a_sign_in_is_private(client: Client) -> None:
    user = UserFactory.create()
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert answer.status_code == 302
    assert "private" in answer["Cache-Control"]


def test_an_unknown_address_gets_our_own_404(client: Client) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert b"<main" in answer.content


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:1"]
)
def test_switching_the_theme_never_redirects_elsewhere(client: Client, target: str) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": target})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_an_unknown_theme_is_refused(client: Client) -> None:
    assert client.post("/theme/", {"theme": "pink"}).status_code == 400


def test_a_player_keeps_the_theme_on_every_device() -> None:
    user = UserFactory.create()
    first, second = Client(), Client()
    first.force_login(user)
    second.force_login(user)
    first.post("/theme/", {"theme": "dark"})
    assert b'data-theme="dark"' in second.get("/").content
