"""The site as an app: its manifest, icons, service worker, and offline page."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageChops
from pytest_django import DjangoAssertNumQueries

from games.site import web_app
from tests.factories import UserFactory
from tools import app_icons

LANGUAGES = [code for code, _ in settings.LANGUAGES]
MANIFEST = re.compile(r'<link rel="manifest" href="([^"]+)">')
STATIC = re.compile(r'/static/[^"#?]+')


def manifest(client: Client, language: str) -> dict[str, Any]:
    answer = client.get(reverse("manifest", args=[language]))
    assert answer["Content-Type"] == "application/manifest+json"
    assert "public" in answer["Cache-Control"]
    found: dict[str, Any] = answer.json()
    return found


def told_to_the_worker(client: Client) -> dict[str, Any]:
    """Return what precedes its script: facts about this release."""
    first = client.get("/sw.js").content.decode().partition("\n")[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const APP = ").removesuffix(";"))
    return found


# --- the manifest ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_app_has_the_same_id_in_every_language(client: Client, language: str) -> None:
    found = manifest(client, language)
    assert (found["id"], found["start_url"], found["scope"]) == ("/", "/", "/")
    assert (found["display"], found["lang"]) == ("standalone", language)
    assert client.get(reverse("offline"), {"in": language}).status_code == 200


def test_a_manifest_is_in_its_language(client: Client) -> None:
    said = {language: manifest(client, language)["description"] for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    assert client.get("/manifest/xx.webmanifest").status_code == 404


@pytest.mark.django_db
def test_a_page_links_to_the_manifest_in_its_readers_language(client: Client) -> None:
    client.force_login(UserFactory.create(language="de"))
    (named,) = MANIFEST.findall(client.get("/rules/").content.decode())
    assert named == reverse("manifest", args=["de"])


@pytest.mark.django_db
def test_shortcuts_and_shared_links_lead_to_pages(client: Client) -> None:
    found = manifest(client, "en")
    client.force_login(UserFactory.create())
    target = found["share_target"]
    assert (target["method"], set(target["params"])) == ("GET", {"title", "text", "url"})
    for address in [target["action"], *(each["url"] for each in found["shortcuts"])]:
        assert client.get(address).status_code == 200


def test_icons_have_the_stated_size(client: Client) -> None:
    icons = manifest(client, "en")["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        picture = Image.open(BytesIO(client.get(icon["src"]).getvalue()))
        assert "x".join(map(str, picture.size)) == icon["sizes"]
        corner = picture.convert("RGBA").getpixel((0, 0))
        assert isinstance(corner, tuple)
        assert (corner[3] == 255) is (icon["purpose"] == "maskable")


@pytest.mark.parametrize("drawing", app_icons.DRAWINGS, ids=lambda drawing: drawing.name)
def test_icons_are_drawn_from_the_mark(drawing: app_icons.Drawing) -> None:
    kept = Image.open(app_icons.FOLDER / f"{drawing.name}.png").convert("RGBA")
    drawn = Image.open(BytesIO(app_icons.png(drawing))).convert("RGBA")
    assert ImageChops.difference(kept, drawn).getbbox() is None


# --- the worker and its page ----------------------------------------------------------------------


def test_the_worker_is_never_cached(client: Client) -> None:
    assert client.get("/sw.js")["Cache-Control"] == "no-cache"


def test_the_worker_caches_exactly_what_its_page_needs(client: Client) -> None:
    app = told_to_the_worker(client)
    assert list(app["pages"]) == LANGUAGES
    named = set(STATIC.findall(client.get(reverse("offline")).content.decode()))
    missing = {name for name in named - set(app["files"]) if "apple-touch" not in name}
    assert missing == set()
    assert all(name.startswith("/static/") for name in app["files"])
    assert [client.get(name).status_code for name in app["files"]] == [200] * len(
        web_app.OFFLINE_ASSETS
    )


@pytest.mark.django_db
def test_the_offline_page_contains_nothing_about_its_reader(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for_all = [client.get(address).content for address in web_app.offline_addresses().values()]
    assert len(set(for_all)) == len(LANGUAGES)
    assert all(page.count(b"data-sent hidden") == 1 for page in for_all)  # the worker shows it
    client.force_login(UserFactory.create(language="de", theme="dark"))
    assert [
        client.get(address).content for address in web_app.offline_addresses().values()
    ] == for_all
    assert client.get(reverse("offline")).content == for_all[LANGUAGES.index("de")]
    with django_assert_num_queries(0):
        Client().get(reverse("offline"))
