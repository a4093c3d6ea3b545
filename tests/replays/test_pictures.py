"""Boards as pictures: what everybody sees, for readers of the table and with a shared address."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from xml.etree import ElementTree

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from games.engine import Rng
from games.kinds import KINDS
from games.replays import picture_files, pictures
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable
from tests import real_tables
from tests.factories import UserFactory
from tests.notices.tables import NOON
from tests.real_tables import signed_in
from tests.tables.play import finished, load, moves_on, new_table, play, play_on, rng, token
from tests.tables.test_secrecy import disguise

pytestmark = pytest.mark.django_db

SIZES = {"classic": 4, "duel": 2, "solo": 1, "lost_mines": 4}


def by_views(kind: str, moves: int) -> LoadedTable:
    """Make a table of this game after this number of moves by bots."""
    loaded = new_table(SIZES[kind], kind=kind)
    for _ in range(moves):
        number = loaded.rules.waiting_for(loaded.state)[0]
        move = loaded.kind.quick_move(loaded.rules.view(loaded.state, number), rng())
        user, table = loaded.seats[number].user, loaded.table
        assert user is not None
        text = move.written()
        services.play_move(user, table.code, text, table.version, token(), NOON)
        loaded = load(table)
    return loaded


def somebody(loaded: LoadedTable) -> Client:
    """Return a browser of the player on the first seat."""
    user = loaded.seats[0].user
    assert user is not None
    return signed_in(user)


def path(loaded: LoadedTable, form: str = "png") -> str:
    return reverse(f"table-board-{form}", args=[loaded.table.code])


# --- what it looks like ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SIZES)
def test_every_game_has_a_small_self_contained_picture(kind: str) -> None:
    picture = pictures.picture_of_table(by_views(kind, 12))
    svg = ElementTree.fromstring(picture.svg)
    used = {use.get("href") for use in svg.iter("{http://www.w3.org/2000/svg}use")}
    known = {f"#{element.get('id')}" for element in svg.iter() if element.get("id")}
    assert used
    assert used <= known
    assert "var(" not in picture.svg
    assert not re.search(
        r"<(text|image|style|script|a)\b|https?://(?!www.w3.org/2000/svg)", picture.svg
    )
    with Image.open(BytesIO(picture.png)) as drawn:
        assert drawn.width == picture.width or len(picture.png) > 30_000  # reduced to fit
    assert len(picture.png) <= picture_files.MAX_BYTES


def test_new_cards_are_framed_and_described() -> None:
    loaded = new_table(3)
    before = pictures.picture_of_table(loaded, read_to=loaded.table.length)
    assert before.svg.count("<rect") == 1  # the paper
    loaded = play(loaded, _place(loaded))
    [cell] = {(x, y) for x, y in loaded.rules.view(loaded.state, None).mine.tiles} - {(0, 0)}
    after = pictures.picture_of_table(loaded, read_to=1)
    assert f'<rect x="{cell[0] * 80}" y="{cell[1] * 120}"' in after.svg
    assert f"{cell[0]},{cell[1]}".replace("-", "−") in after.words


def _place(loaded: LoadedTable) -> str:
    (number,) = loaded.rules.waiting_for(loaded.state)
    moves = [m.written() for m in loaded.rules.legal_moves(loaded.state, number)]
    return next(str(text) for text in moves if text.startswith("place"))


def test_dwarfs_have_the_letters_of_their_players() -> None:
    assert pictures.on_tunic("Ö", 0, 0, 1, "blue") == pictures.on_tunic("o", 0, 0, 1, "blue") != ""
    assert pictures.on_tunic("李", 0, 0, 1, "blue") == ""
    assert pictures.on_tunic("An", 0, 0, 1, "yellow").count("<path") == 2


def test_cells_are_numbered_as_in_sentences() -> None:
    svg = pictures.picture_of_table(new_table(3)).svg
    assert svg.count(pictures.LINES["−"]) == 2  # the rows -2 and -1
    assert svg.count(pictures.LINES["8"]) == 1  # the column of the goals


def test_a_picture_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = pictures.picture_of_table(new_table(3))
    first = picture.png
    painted: list[str] = []
    monkeypatch.setattr(picture_files, "paint", painted.append)
    assert pictures.picture_of_table(load(Table.objects.get())).png == first
    assert painted == []


# --- who may have it ------------------------------------------------------------------------------


def test_readers_get_the_picture_and_strangers_get_404() -> None:
    loaded = new_table(3, public=False)
    for form, kind in (("png", "image/png"), ("svg", "image/svg+xml")):
        answer = somebody(loaded).get(path(loaded, form))
        assert (answer.status_code, answer["Content-Type"]) == (200, kind)
        assert signed_in(UserFactory.create()).get(path(loaded, form)).status_code == 404
        assert (
            Client().get(path(loaded, form)).status_code == 302
        )  # redirected to sign in, as usual


def test_a_public_table_shows_its_board_to_everybody() -> None:
    loaded = new_table(3, public=True)
    assert Client().get(path(loaded)).status_code == 200


def test_a_lobby_has_no_board_yet() -> None:
    user = UserFactory.create()
    table = real_tables.lobby(user)
    assert signed_in(user).get(reverse("table-board-png", args=[table.code])).status_code == 404


def test_an_unchanged_picture_gets_304() -> None:
    loaded = new_table(3, public=True)
    client = Client()
    first = client.get(path(loaded))
    again = client.get(path(loaded), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    play(loaded, _place(loaded))
    later = client.get(path(loaded), headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200


def test_a_picture_costs_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    loaded = moves_on(new_table(3), 30)
    client = somebody(loaded)
    client.get(path(loaded))  # updates the session
    with django_assert_max_num_queries(9):
        client.get(path(loaded))


def test_a_shared_address_shows_the_end_of_a_private_table_to_everybody() -> None:
    loaded = finished()
    Table.objects.filter(pk=loaded.table.pk).update(public=False)
    page = somebody(loaded).get(f"/t/{loaded.table.code}/").content.decode()
    address = picture_files.shared_address(loaded.table)
    assert address in page
    answer = Client().get("/" + address.split("/", 3)[3])
    assert answer.status_code == 200
    assert answer.content == pictures.picture_of_table(loaded).png
    assert answer["X-Robots-Tag"] == "noindex"


def test_a_shared_address_never_shows_what_comes_after() -> None:
    loaded = new_table(3)
    address = "/" + picture_files.shared_address(loaded.table).split("/", 3)[3]
    assert Client().get(address).status_code == 200
    play(loaded, _place(loaded))
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize(
    "change", [lambda a: a.replace(".png", "x.png"), lambda a: a[:9] + "b" + a[10:]]
)
def test_a_made_up_shared_address_is_not_found(change: Callable[[str], str]) -> None:
    address = "/" + picture_files.shared_address(new_table(3).table).split("/", 3)[3]
    assert Client().get(change(address)).status_code == 404


# --- secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SIZES)
def test_no_picture_depends_on_what_only_some_may_know(kind: str) -> None:
    """Players, too, get only what everybody sees, with the same headers."""
    with time_machine.travel(NOON, tick=False):
        loaded = by_views(kind, 25)
        Table.objects.filter(pk=loaded.table.pk).update(public=True)
        users = [None, *(seat.user for seat in loaded.seats)]
        first = [_fetched(user, loaded) for user in users]
        assert all(answer == first[0] for answer in first)
        for world in range(2):
            disguise(load(loaded.table), None, Rng(b"%d" % world, "worlds"))
            assert _fetched(None, loaded) == first[0]


def _fetched(user: object, loaded: LoadedTable) -> list[tuple[bytes, str, str | None]]:
    client = Client() if user is None else signed_in(user)  # type: ignore[arg-type]
    answers = [client.get(path(loaded, form)) for form in ("png", "svg")]
    assert [answer.status_code for answer in answers] == [200, 200]
    return [(a.content, a["ETag"], a.get("Content-Length")) for a in answers]


# --- previews of links ----------------------------------------------------------------------------


def preview(answer: object) -> dict[str, str]:
    page = answer.content.decode()  # type: ignore[attr-defined]
    return dict(re.findall(r'<meta property="og:([a-z:_]+)"\s+content="([^"]*)"', page))


def test_a_public_table_is_previewed_with_its_board() -> None:
    loaded = new_table(3, public=True)
    found = preview(Client().get(f"/t/{loaded.table.code}/"))
    assert found["title"] == loaded.table.title
    table = f"{settings.SITE_URL}/t/{loaded.table.code}/"
    assert found["url"] == table
    assert found["image"] == f"{table}board.png?v={loaded.table.version}"
    assert Client().get("/" + found["image"].split("/", 3)[3]).status_code == 200


def test_a_private_table_has_no_preview() -> None:
    loaded = new_table(3, public=False)
    assert preview(somebody(loaded).get(f"/t/{loaded.table.code}/")) == {}
    assert "og:" not in Client().get(f"/t/{loaded.table.code}/", follow=True).content.decode()


def test_an_invitation_is_previewed_with_host_and_game() -> None:
    owner = UserFactory.create()
    table = real_tables.lobby(owner)
    found = preview(Client().get(f"/join/{table.invite_code}/"))
    assert owner.display_name in found["title"]
    assert table.title in found["title"]
    assert str(KINDS[table.kind].title) in found["description"]
    assert found["image"].endswith(f"/covers/{table.kind}.png")
    assert table.code not in str(found)


def test_the_landing_page_is_previewed() -> None:
    found = preview(Client().get("/"))
    assert found["image"].endswith("/covers/undermine.png")
    assert "/t/" not in str(found)


@pytest.mark.parametrize("name", picture_files.NAMES)
def test_a_cover_has_the_format_of_previews(name: str) -> None:
    answer = Client().get(reverse("cover", args=[name]))
    assert "max-age" in answer["Cache-Control"]
    with Image.open(BytesIO(answer.content)) as drawn:
        assert 1.85 < drawn.width / drawn.height < 1.95
    assert len(answer.content) <= picture_files.MAX_BYTES


def test_the_picture_does_not_depend_on_what_seats_have_read() -> None:
    loaded = play_on(new_table(3), 6)
    first = pictures.picture_of_table(loaded).svg
    Seat.objects.filter(table=loaded.table).update(read_to=0)
    assert pictures.picture_of_table(load(loaded.table)).svg == first
