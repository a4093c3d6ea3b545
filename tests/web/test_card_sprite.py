"""The sprite of cards is what the code draws, and every card can be drawn."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from config.environment import ROOT
from games.drawing.sprite import CLASSIC, SPRITE, picture, sprite
from games.drawing.tunnels import tunnels
from games.engine.classic.cards import ACTIONS, DIGGER, GOALS, NUGGETS, PATHS, SABOTEUR
from games.engine.notation import read_face

SVG = "{http://www.w3.org/2000/svg}"
PAINT = re.compile(r"none|var\(--([a-z0-9-]+)\)")
OTHER_FACES = (
    "ns.ew", "ns.ew+gold@n", "nw.es+gold@e", "ne.sw", "ew.s+gold@s", "ns.w", "ne.w", "ne.s", "nw.e",
    "nsw.e+gold@e", "new.s+gold@s", "n.ew.s+gold@e", "ns.e.w+gold@n", "n.w+gold@w", "n.s.w", "es",
    "nesw+door:blue@s", "nesw+door:green@w", "new+door:green@n", "nsw+troll@s", "new+troll@e",
    "nw+ladder:blue", "ne+ladder:green",
)  # fmt: skip


def drawn(cards: tuple[str, ...]) -> ElementTree.Element:
    return ElementTree.fromstring(sprite(cards))


def symbols(root: ElementTree.Element) -> set[str]:
    return {symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")}


def test_the_sprite_is_what_the_code_draws() -> None:
    assert SPRITE.read_text() == sprite(), "run python -m games.drawing"


def test_every_classic_card_has_its_symbol() -> None:
    nuggets = {f"nugget-{value}" for value in NUGGETS}
    wanted = {*PATHS, *ACTIONS, *GOALS, *nuggets, DIGGER, SABOTEUR, "start", "goal", "back"}
    assert wanted <= symbols(drawn(CLASSIC))


def test_every_name_in_the_sprite_is_its_own() -> None:
    names = [element.attrib["id"] for element in drawn(CLASSIC).iter() if "id" in element.attrib]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("cards", [CLASSIC, OTHER_FACES], ids=["classic", "others"])
def test_shared_parts_are_there_and_all_used(cards: tuple[str, ...]) -> None:
    root = drawn(cards)
    used = {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used == {group.attrib["id"] for group in root.iter(f"{SVG}g") if "id" in group.attrib}


@pytest.mark.parametrize("cards", [CLASSIC, OTHER_FACES], ids=["classic", "others"])
def test_all_colours_are_variables_of_the_site(cards: tuple[str, ...]) -> None:
    known = set(re.findall(r"--([a-z0-9-]+):", (ROOT / "static/css/site.css").read_text()))
    for element in drawn(cards).iter():
        assert not {"style", "class", "color"} & set(element.attrib)
        for paint in (element.get("fill", "none"), element.get("stroke", "none")):
            found = PAINT.fullmatch(paint)
            assert found, paint
            assert found[1] is None or found[1] in known


@pytest.mark.parametrize("cards", [CLASSIC, OTHER_FACES], ids=["classic", "others"])
def test_numbers_are_short(cards: tuple[str, ...]) -> None:
    assert not re.search(r"\d\.\d{3}|\.\d{3}|\de-\d", sprite(cards))


def test_nothing_refers_to_what_an_outer_page_cannot_reach() -> None:
    assert "url(" not in sprite((*CLASSIC, *OTHER_FACES))


def test_the_sprite_is_light() -> None:
    assert len(gzip.compress(SPRITE.read_bytes(), 9)) <= 14_000


def test_other_faces_stay_out_until_asked_for() -> None:
    assert not set(OTHER_FACES) & symbols(drawn(CLASSIC))
    assert symbols(drawn(OTHER_FACES)) == set(OTHER_FACES)


def test_what_does_not_join_looks_different() -> None:
    faces = ("ns", "n.s", "nesw", "ns.ew", "ne.sw", "nw.es", "n.e.s.w", "ns.e.w", "n.ew.s")
    assert len({tunnels(read_face(face)) for face in faces}) == len(faces)


@pytest.mark.parametrize(("face", "openings"), [("n", 1), ("ew", 2), ("n.e.s", 3), ("ns.ew", 4)])
def test_every_opening_has_its_prop(face: str, openings: int) -> None:
    assert picture(face).count('"#part-prop"') == openings


@pytest.mark.parametrize(("face", "ends"), [("ns", 0), ("n", 1), ("ew.s", 1), ("n.e.s.w", 4)])
def test_every_dead_end_has_its_rubble(face: str, ends: int) -> None:
    assert len(re.findall(r"#part-(stub|side|nook)", picture(face))) == ends


# --- in templates --------------------------------------------------------------------------------


def rendered(tag: str, **given: str) -> str:
    return Template("{% load cards %}" + tag).render(Context(given))


def test_a_card_is_a_picture_hidden_from_readers_ears() -> None:
    svg = ElementTree.fromstring(rendered('{% card "nes" %}'))
    assert svg.attrib == {
        "class": "card", "viewBox": "0 0 80 120", "aria-hidden": "true", "focusable": "false",
    }  # fmt: skip
    assert re.search(r"img/cards\.(\w+\.)?svg#nes$", svg[0].attrib["href"])
    assert "transform" not in svg[0].attrib


def test_a_turned_card_is_turned_about_its_middle() -> None:
    svg = ElementTree.fromstring(rendered('{% card "nes" turned=True %}'))
    assert svg[0].attrib["transform"] == "rotate(180 40 60)"


def test_a_card_on_a_board_stands_at_its_place() -> None:
    use = ElementTree.fromstring(rendered('{% card_at "n.e" -80 240 width=40 turned=True %}'))
    place = [use.attrib[name] for name in ("x", "y", "width", "height", "transform")]
    assert place == ["-80", "240", "40", "60", "rotate(180 -60 270)"]


def test_a_name_cannot_break_out_of_its_address() -> None:
    assert "<b>" not in rendered("{% card name %}", name='"><b>')
