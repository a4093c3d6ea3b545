"""A dozen dwarfs play as bots: each has a name, a face and a temperament of their own."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from django.template import Context, Template

from games.kinds import KINDS
from games.kinds.common import dwarfs
from games.kinds.common.art import faces
from games.kinds.common.dwarfs import DWARFS, dwarf_by
from games.kinds.common.words.phrases import bot_name
from games.tables.models import Seat


def test_they_are_more_than_any_table_has_seats_and_nobody_is_like_another() -> None:
    most = max(max(kind.rules.players) for kind in KINDS.values())
    assert len(DWARFS) == 12 > most
    for said in ("key", "name", "about"):
        assert len({str(getattr(dwarf, said)) for dwarf in DWARFS}) == len(DWARFS)
    assert len({(dwarf.temperament, dwarf.tempo) for dwarf in DWARFS}) == len(DWARFS)


def test_their_keys_fit_into_a_row_and_into_an_address_of_a_drawing() -> None:
    room = Seat._meta.get_field("dwarf").max_length
    assert room is not None
    assert all(re.fullmatch("[a-z]+", d.key) and len(d.key) <= room for d in DWARFS)


def test_manners_lean_either_way_and_none_waits_for_ever() -> None:
    for leaning in ("bold", "trusting"):
        assert {getattr(dwarf.temperament, leaning) for dwarf in DWARFS} == {-1, 0, 1}
    assert all(0.5 <= dwarf.tempo <= 1.5 for dwarf in DWARFS)


def test_a_row_that_names_nobody_or_a_stranger_goes_by_the_number_of_the_seat() -> None:
    assert dwarf_by("hilda", 4).name == "Hilda"
    assert dwarf_by("", 4) is dwarf_by("of a newer release", 4) is DWARFS[4]
    assert len({dwarf_by("", number).key for number in range(10)}) == 10


def test_a_bot_is_marked_as_one_wherever_its_name_stands_alone() -> None:
    assert bot_name(DWARFS[0]) == "Grimbart (bot)"


def test_the_sprite_is_what_the_code_draws() -> None:
    stored = faces.STORED.read_text()
    assert stored == faces.bot_sprite(), "run python -m games.kinds.common.art"


def test_everyone_has_a_face_and_no_two_the_same() -> None:
    root = ElementTree.fromstring(faces.bot_sprite())
    drawn = {s.attrib["id"] for s in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert drawn == {dwarf.key for dwarf in DWARFS}
    assert len(set(faces.FACES.values())) == len(DWARFS)


def test_a_bots_face_comes_from_their_sprite_and_a_persons_from_a_file_of_its_own() -> None:
    page = Template("{% load drawings %}{% dwarf 'hilda' %}{% dwarf 17 %}").render(Context())
    bot, player = re.findall(r'href="[^"]*/(\w+)[^"/]*#([a-z0-9-]+)"', page)
    assert (bot, player) == (("bots", "hilda"), (dwarfs.default_code(17), "d"))
