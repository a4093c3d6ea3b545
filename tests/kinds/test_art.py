"""The sprite of cards is what the code draws, and every card can be drawn."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from config.environment import ROOT
from games.engine.notation import read_face, read_joint
from games.kinds import KINDS
from games.kinds.classic.rules.cards import ACTIONS, DIGGER, GOALS, NUGGETS, PATHS, SABOTEUR
from games.kinds.common.art.sprite import Art, picture, sheet, sprite
from games.kinds.common.art.tunnels import tunnels
from games.kinds.duel import art
from games.kinds.duel.rules import cards as duel_cards
from games.kinds.lost_mines.art import tokens
from games.kinds.lost_mines.rules import cards as forest_cards

SVG = "{http://www.w3.org/2000/svg}"
PAINT = re.compile(r"none|var\(--([a-z0-9-]+)\)")
MOST = 10_000
LIMITS = {"classic": 6_600, "duel": 9_600}
"""Bytes of a sprite as sent: the page of a table loads its game's."""

DUEL_GOALS = [f"{gold}-{face}" for face, gold in duel_cards.GOALS.items()]
DUEL_OTHERS = (
    "start-blue", "start-green", "goal", "back", "dwarf-blue", "dwarf-green", "nugget-1",
    "nugget-2", "nugget-3", "token-marker", "token-marker-blue", "token-marker-green", "token-key",
)  # fmt: skip
FOREST_OTHERS = (
    "start-blue", "start-yellow", "mine", "mine-gems", "mine-gold", "mine-silver", "mine-dragon",
    "dwarf-blue", "dwarf-yellow", "back", "board", "field", "slot", "figure-blue", "figure-yellow",
    "token-axe", "token-boat", "token-rope", "token-trap", "token-troll", "token-dragon",
    "token-gems", "token-gold", "token-silver",
)  # fmt: skip

ARTS = {name: kind.art for name, kind in KINDS.items() if name != "solo"}
CLASSIC, DUEL, LOST_MINES = ARTS["classic"], ARTS["duel"], ARTS["lost_mines"]
REDRAW = "run python -m games.kinds.common.art"
every_game = pytest.mark.parametrize("game", ARTS)


def drawn(game: str) -> ElementTree.Element:
    return ElementTree.fromstring(sprite(ARTS[game]))


def symbols(game: str) -> set[str]:
    return {symbol.attrib["id"] for symbol in drawn(game).iter(f"{SVG}symbol")}


@every_game
def test_the_sprite_is_what_the_code_draws(game: str) -> None:
    assert ARTS[game].stored.read_text() == sprite(ARTS[game]), (
        "run python -m games.kinds.common.art"
    )


def test_every_classic_card_has_its_symbol() -> None:
    nuggets = {f"nugget-{value}" for value in NUGGETS}
    wanted = {*PATHS, *ACTIONS, *GOALS, *nuggets, DIGGER, SABOTEUR, "start", "goal", "back"}
    assert wanted <= symbols("classic")


def test_every_card_of_the_duel_has_its_symbol() -> None:
    goals = {f"goal-{goal}" for goal in DUEL_GOALS}
    assert {*duel_cards.CARDS, *goals, *DUEL_OTHERS} <= symbols("duel")


def test_every_card_of_the_lost_mines_has_its_symbol() -> None:
    values = {f"treasure-{kind}-{value}" for kind, value in forest_cards.treasure_pile()}
    kinds = {f"treasure-{kind}" for kind in forest_cards.TREASURES}
    people = {f"dwarf-{clan}-{who}" for clan, who in forest_cards.dwarf_pool(9)}
    wanted = {*forest_cards.CARDS, *values, *kinds, *people, *FOREST_OTHERS}
    assert wanted <= symbols("lost_mines")


def test_solo_is_played_with_the_cards_of_the_duel() -> None:
    assert KINDS["solo"].art is KINDS["duel"].art
    assert len({art.file for art in ARTS.values()}) == len(ARTS)


@every_game
def test_every_name_in_the_sprite_is_unique(game: str) -> None:
    names = [element.attrib["id"] for element in drawn(game).iter() if "id" in element.attrib]
    assert len(names) == len(set(names))


@every_game
def test_no_two_drawings_are_the_same(game: str) -> None:
    pictures = [picture(name, ARTS[game]) for name in ARTS[game].names]
    assert len(pictures) == len(set(pictures))


@every_game
def test_all_shared_parts_exist_and_are_used(game: str) -> None:
    root = drawn(game)
    used = {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used == {group.attrib["id"] for group in root.iter(f"{SVG}g") if "id" in group.attrib}


@every_game
def test_all_colours_are_variables_of_the_palette(game: str) -> None:
    known = set(re.findall(r"--([a-z0-9-]+):", (ROOT / "static/css/palette.css").read_text()))
    for element in drawn(game).iter():
        assert not {"style", "class", "color"} & set(element.attrib)
        for paint in (element.get("fill", "none"), element.get("stroke", "none")):
            found = PAINT.fullmatch(paint)
            assert found, paint
            assert found[1] is None or found[1] in known


@every_game
def test_numbers_have_few_digits(game: str) -> None:
    assert not re.search(r"\d\.\d{3}|\.\d{3}|\de-\d", sprite(ARTS[game]))


@every_game
def test_the_sprite_has_no_url_references(game: str) -> None:
    assert "url(" not in sprite(ARTS[game])


@every_game
def test_the_sprite_is_light(game: str) -> None:
    assert len(gzip.compress(ARTS[game].stored.read_bytes(), 9)) <= LIMITS.get(game, MOST)


@pytest.mark.parametrize("drawing", [DUEL, LOST_MINES], ids=["duel", "lost mines"])
def test_only_drawings_with_gold_use_its_colour(drawing: Art) -> None:
    drawings = {name: picture(name, drawing) for name in drawing.names}
    marks = re.compile(r"--gold\)|#part-(nugget|gold)")
    golden = [name for name, svg in drawings.items() if marks.search(svg)]
    assert golden
    assert all(re.search(r"gold|nugget|selfish|goal-[123]", name) for name in golden), golden


def test_a_goal_shows_as_many_lumps_as_it_is_worth() -> None:
    for goal in DUEL_GOALS:
        lumps = picture(f"goal-{goal}", DUEL).count('"#part-nugget"')
        assert lumps == int(goal[0])


def test_colours_differ_in_shape_too() -> None:
    """Blue and other clothes can be distinguished even without their colours."""
    pairs = [
        (DUEL, "start-blue", "start-green"),
        (DUEL, "dwarf-blue", "dwarf-green"),
        (DUEL, "token-marker-blue", "token-marker-green"),
        (LOST_MINES, "figure-blue", "figure-yellow"),
        (LOST_MINES, "dwarf-blue", "dwarf-yellow"),
    ]
    for drawing, one, other in pairs:
        assert outline(picture(one, drawing)) != outline(picture(other, drawing))


def outline(drawing: str) -> list[str]:
    """The lines of a drawing without its colours, and without the rock, strewn by chance."""
    return re.findall(r' d="([^"]+)"', drawing)


def test_the_sheet_shows_every_drawing_in_both_themes() -> None:
    page = sheet([LOST_MINES])
    for name in LOST_MINES.names:
        assert page.count(f'href="#cards-lost-mines-{name}"') == 4


def test_different_connections_look_different() -> None:
    faces = ("ns", "n.s", "nesw", "ns.ew", "ne.sw", "nw.es", "n.e.s.w", "ns.e.w", "n.ew.s")
    assert len({tunnels(read_face(face)) for face in faces}) == len(faces)


@pytest.mark.parametrize(("face", "openings"), [("n", 1), ("ew", 2), ("n.e.s", 3), ("ns.ew", 4)])
def test_every_opening_has_its_prop(face: str, openings: int) -> None:
    assert picture(face, CLASSIC).count('"#part-prop"') == openings


@pytest.mark.parametrize(("face", "ends"), [("ns", 0), ("n", 1), ("ew.s", 1), ("n.e.s.w", 4)])
def test_every_dead_end_has_its_rubble(face: str, ends: int) -> None:
    assert len(re.findall(r"#part-(stub|side|nook)", picture(face, CLASSIC))) == ends


@pytest.mark.parametrize("face", forest_cards.PATHS)
def test_every_way_out_of_the_forest_has_its_gate(face: str) -> None:
    openings = len(face.split("+")[0])
    assert picture(face, LOST_MINES).count('"#part-gate"') == openings


@pytest.mark.parametrize("turned", [False, True])
def test_markers_and_keys_lie_on_their_card(turned: bool) -> None:
    goals = [goal.partition("-")[2] for goal in DUEL_GOALS if goal[0] != "0"]
    claimed = [card for card in duel_cards.PATHS if "gold" in card or "troll" in card] + goals
    doors = [card for card in (*duel_cards.PATHS, *goals) if "door" in card]
    spots = [art.marker_place(card, turned) for card in claimed]
    spots += [art.key_place(card, turned) for card in doors]
    for x, y, _ in spots:
        assert 8 <= x <= 72
        assert 8 <= y <= 112


def test_a_key_follows_its_door_when_the_card_is_turned() -> None:
    assert art.key_place("nesw+door:blue@s")[1] > 60 > art.key_place("nesw+door:blue@s", True)[1]


@pytest.mark.parametrize("count", range(1, 10))
def test_each_dwarf_on_a_card_has_its_own_place(count: int) -> None:
    spots = tokens.figures(count)
    assert len({(x, y) for x, y, _ in spots}) == count
    assert all(10 <= x <= 70 and 16 <= y <= 104 for x, y, _ in spots)


def test_a_joint_is_in_the_middle_of_a_side() -> None:
    assert tokens.joint(read_joint("2,0/e")) == (240, 60)
    assert tokens.joint(read_joint("2,0/s")) == (200, 120)


def rendered(tag: str, **given: str) -> str:
    return Template("{% load drawings %}" + tag).render(Context(given))


def test_a_card_is_a_picture_hidden_from_screen_readers() -> None:
    svg = ElementTree.fromstring(rendered('{% card "nes" kind="classic" %}'))
    assert svg.attrib == {
        "class": "card", "viewBox": "0 0 80 120", "aria-hidden": "true", "focusable": "false",
    }  # fmt: skip
    assert re.search(r"img/cards\.(\w+\.)?svg#nes$", svg[0].attrib["href"])
    assert "transform" not in svg[0].attrib


def test_a_turned_card_is_rotated_around_its_centre() -> None:
    svg = ElementTree.fromstring(rendered('{% card "nes" turned=True kind="classic" %}'))
    assert svg[0].attrib["transform"] == "rotate(180 40 60)"


def test_a_card_on_a_board_is_at_its_place() -> None:
    tag = '{% card_at "n.e" -80 240 width=40 turned=True kind="classic" %}'
    use = ElementTree.fromstring(rendered(tag))
    place = [use.attrib[name] for name in ("x", "y", "width", "height", "transform")]
    assert place == ["-80", "240", "40", "60", "rotate(180 -60 270)"]


def test_a_card_name_is_escaped() -> None:
    assert "<b>" not in rendered('{% card name kind="classic" %}', name='"><b>')


def test_each_game_has_its_own_sprite() -> None:
    tag = '{% card "nesw+door:blue@s" kind="solo" %}'
    use = ElementTree.fromstring(rendered(tag))[0]
    assert re.search(r"img/cards-duel\.(\w+\.)?svg#nesw\+door:blue@s$", use.attrib["href"])
    assert re.search(r"img/cards-lost-mines\.", rendered('{% sprite "lost_mines" %}'))


def test_a_token_is_centred_on_its_place() -> None:
    use = ElementTree.fromstring(rendered('{% token_at "token-key" 100 60 size=.5 kind="duel" %}'))
    place = [use.attrib[name] for name in ("x", "y", "width", "height")]
    assert place == ["90", "50", "20", "20"]


def test_a_figure_has_the_letter_of_its_player() -> None:
    group = ElementTree.fromstring(rendered('{% figure_at "yellow" "Ö" 40 60 kind="lost_mines" %}'))
    assert group.attrib == {"aria-hidden": "true"}
    assert group[0].attrib["href"].endswith("#figure-yellow")
    assert group[1].text == "Ö"


def test_a_figures_letter_is_escaped() -> None:
    tag = '{% figure_at "blue" letter 0 0 kind="lost_mines" %}'
    assert "<b>" not in rendered(tag, letter="<b>")
