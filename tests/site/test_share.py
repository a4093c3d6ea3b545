"""A link shared with the app leads to a table of ours, and nowhere else."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client

from games.site.share import destination

CODE = "abcdef234567"
JOIN, TABLE = f"/join/{CODE}/", f"/t/{CODE}/"


@pytest.fixture(autouse=True)
def _ours(settings: LazySettings) -> None:
    settings.SITE_URL = "https://mine.example"


@pytest.mark.parametrize(
    ("shared", "path"),
    [
        (f"https://mine.example{JOIN}", JOIN),
        (f"http://mine.example{JOIN}", JOIN),
        (f"HTTPS://Mine.Example:443{JOIN}", JOIN),
        (f"https://mine.example{TABLE}?next=https://elsewhere.example/#now", TABLE),
        (f"https://mine.example{TABLE}replay/?step=12&eyes=0", f"{TABLE}replay/?step=12&eyes=0"),
        ("https://mine.example/viewer/", "/viewer/"),
        (f"Come and play! https://mine.example{JOIN}.", JOIN),
        (f"(https://mine.example{JOIN})", JOIN),
        (f"first https://elsewhere.example{JOIN} then https://mine.example{TABLE}", TABLE),
    ],
)
def test_our_own_link_is_found(shared: str, path: str) -> None:
    assert destination(shared) == path


@pytest.mark.parametrize(
    "shared",
    [
        "",
        "just words",
        JOIN,
        f"//mine.example{JOIN}",
        f"https://elsewhere.example{JOIN}",
        f"https://elsewhere.example/?https://mine.exemple{JOIN}",
        f"https://mine.example.elsewhere.example{JOIN}",
        f"https://elsewhere.example#@mine.example{JOIN}",
        f"https://mine.example@elsewhere.example{JOIN}",
        f"https://ann:pick@mine.example{JOIN}",
        f"https://mine.example:8443{JOIN}",
        f"https://mine.example:99999{JOIN}",
        f"https://mine.example:x{JOIN}",
        f"https://mine.example\\@elsewhere.example{JOIN}",
        f"https://mine.example%2eelsewhere.example{JOIN}",
        f"https://mine。example{JOIN}",
        f"https://[mine.example{JOIN}",
        f"javascript:alert(1)//https:{JOIN}",
        f"ftp://mine.example{JOIN}",
        f"https://mine.example/{JOIN}",
        f"https://mine.example/x/..{JOIN}",
        f"https://mine.example//elsewhere.example{JOIN}",
        "https://mine.example/",
        "https://mine.example/accounts/logout/",
        "https://mine.example/admin/",
        f"https://mine.example{TABLE}resign/",
        "https://mine.example/join/UPPERCASE234/",
        f"https://mine.example/join/{CODE}%0a/",
    ],
)
def test_anything_else_is_ignored(shared: str) -> None:
    assert destination(shared) == ""


def test_the_page_redirects_from_any_field(client: Client) -> None:
    for field in ("url", "text", "title"):
        answer = client.get("/share/", {field: f"https://mine.example{JOIN}"})
        assert (answer.status_code, answer["Location"]) == (302, JOIN)


def test_without_our_link_the_page_says_what_can_be_shared(client: Client) -> None:
    assert client.get("/share/").status_code == 200
    answer = client.get("/share/", {"text": "<b>https://elsewhere.example/</b>"})
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
    assert b"elsewhere.example" not in answer.content.partition(b"<main")[2]


def test_a_thousand_links_take_no_time() -> None:
    assert destination(f"https://elsewhere.example{JOIN} " * 1000) == ""
