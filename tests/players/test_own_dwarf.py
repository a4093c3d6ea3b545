"""A player's own dwarf: made on its page, drawn for everybody, distinct at a table."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy import deletion, personal_data
from accounts.sign_in import guest_claim
from config.clock import now
from games.kinds.common import dwarfs
from games.kinds.common.art import faces as drawn
from games.tables.presenters import people
from tests.factories import UserFactory
from tests.real_tables import lobby, running, signed_in

PAGE = "/settings/dwarf/"
CODE = "341234"


@pytest.fixture
def ada(db: None) -> User:
    return UserFactory.create(name="Ada")


def form(code: str = CODE, **more: str) -> dict[str, str]:
    return dwarfs.choices_of(code) | more


def address(code: str = CODE) -> str:
    return reverse("dwarf", args=[drawn.drawings_version(), code])


# --- codes and drawings ---------------------------------------------------------------------------


def test_every_choice_of_every_part_gives_a_different_drawing() -> None:
    bare = dwarfs.choices_of("0" * len(dwarfs.DWARF_PARTS))
    for part in dwarfs.DWARF_PARTS:
        codes = [dwarfs.code_of(bare | {part.key: choice.key}) for choice in part.choices]
        assert len({drawn.dwarf_svg(code) for code in codes}) == len(part.choices) <= 10
        assert all(map(dwarfs.is_dwarf_code, codes))
        assert ElementTree.fromstring(drawn.dwarf_svg(codes[-1])).tag.endswith("svg")


@pytest.mark.parametrize("code", ["", "12345", "1234567", "999999", "34123x", "３41234", "-41234"])
def test_an_invalid_code_gives_the_default_dwarf(code: str) -> None:
    assert not dwarfs.is_dwarf_code(code)
    assert dwarfs.dwarf_code(7, code) == dwarfs.default_code(7)


def test_the_default_dwarf_never_changes() -> None:
    given = [dwarfs.default_code(number) for number in range(50)]
    assert given == [dwarfs.default_code(number) for number in range(50)]
    assert all(map(dwarfs.is_dwarf_code, given))
    assert len(set(given)) > 40


def test_a_drawing_is_cached_for_good_and_needs_no_database(client: Client) -> None:
    """This test has no database: a query would fail."""
    answer = client.get(address())
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in answer.headers.get("Vary", "")
    old = client.get(reverse("dwarf", args=["00000000", CODE]))
    assert "immutable" not in old.headers["Cache-Control"]


# --- making a dwarf -----------------------------------------------------------------------------


def test_a_dwarf_is_saved_and_shown_wherever_its_player_is_named(ada: User) -> None:
    client, table = signed_in(ada), lobby(ada)
    assert client.post(PAGE, form(do="save")).headers["Location"] == PAGE
    ada.refresh_from_db()
    assert ada.dwarf == CODE
    for path in ("/players/Ada/", f"/t/{table.code}/", "/tables/"):
        assert address() in Client().get(path).content.decode(), path


@pytest.mark.parametrize("do", ["look", "surprise", ""])
def test_a_preview_saves_nothing(ada: User, do: str) -> None:
    page = signed_in(ada).post(PAGE, form(do=do))
    assert page.status_code == 200
    assert (page.context["code"] == CODE) == (do != "surprise")
    assert dwarfs.is_dwarf_code(page.context["code"])
    ada.refresh_from_db()
    assert ada.dwarf == ""


def test_an_invalid_choice_changes_nothing(ada: User) -> None:
    client = signed_in(ada)
    for wrong in ({"hat": "crown"}, {"skin": "#00ff00"}, {"coat": ""}):
        assert client.post(PAGE, form(do="save") | wrong).status_code == 422
    assert client.post(PAGE, {"do": "save"}).status_code == 422
    ada.refresh_from_db()
    assert ada.dwarf == ""


def test_changing_a_part_returns_only_the_dwarf(ada: User) -> None:
    answer = signed_in(ada).post(PAGE, form(), headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert address() in text
    assert "<html" not in text
    assert "Hood" in text
    assert "Headband" not in text


def test_a_guest_can_make_a_dwarf_and_keeps_it_with_an_account(client: Client, db: None) -> None:
    client.post("/play/solo/")
    assert client.post(PAGE, form(do="save")).status_code == 302
    guest = User.objects.get(guest_until__isnull=False)
    assert guest.dwarf == CODE
    guest_claim.claim_account(guest, "wanda@example.org", "Wanda", now())
    assert User.objects.get(name="Wanda").dwarf == CODE


def test_the_dwarf_is_in_the_export_and_deleted_with_the_account(ada: User) -> None:
    User.objects.update(dwarf=CODE)
    ada.refresh_from_db()
    assert personal_data.account(ada)[1]["dwarf"] == CODE
    deletion.delete_account(ada, now())
    assert User.objects.get(pk=ada.pk).dwarf == ""


# --- at a table -----------------------------------------------------------------------------------


def test_no_two_players_at_a_table_look_the_same(db: None) -> None:
    players = UserFactory.create_batch(10, dwarf=CODE)
    table = running(*players)
    faces = people.faces(table.seats.select_related("user").order_by("number"))
    assert faces[0] == CODE
    assert len(set(faces.values())) == 10
    assert all(dwarfs.is_dwarf_code(str(face)) for face in faces.values())


def test_a_dwarf_of_a_newer_release_breaks_no_page(ada: User) -> None:
    User.objects.update(dwarf="99999999")
    page = signed_in(UserFactory.create()).get("/players/Ada/")
    assert address(dwarfs.default_code(ada.pk)) in page.content.decode()
