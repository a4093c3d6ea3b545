"""A dozen dwarfs play as bots: each has their own name, face and temperament."""

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


def test_there_are_more_dwarfs_than_seats_and_all_differ() -> None:
    most = max(max(kind.rules.players) for kind in KINDS.values())
    assert len(DWARFS) == 12 > most
    for said in ("key", "name", "about"):
        assert len({str(getattr(dwarf, said)) for dwarf in DWARFS}) == len(DWARFS)
    assert len({(dwarf.temperament, dwarf.tempo) for dwarf in DWARFS}) == len(DWARFS)


def test_keys_of_dwarfs_fit_the_column_and_addresses_of_drawings() -> None:
    room = Seat._meta.get_field("dwarf").max_length
    assert room is not None
    assert all(re.fullmatch("[a-z]+", d.key) and len(d.key) <= room for d in DWARFS)


def test_temperaments_lean_either_way_and_tempos_are_moderate() -> None:
    for leaning in ("bold", "trusting"):
        assert {getattr(dwarf.temperament, leaning) for dwarf in DWARFS} == {-1, 0, 1}
    assert all(0.5 <= dwarf.tempo <= 1.5 for dwarf in DWARFS)


def test_without_a_known_key_the_seat_number_decides_on_the_dwarf() -> None:
    assert dwarf_by("hilda", 4).name == "Hilda"
    assert dwarf_by("", 4) is dwarf_by("of a newer release", 4) is DWARFS[4]
    assert len({dwarf_by("", number).key for number in range(10)}) == 10


def test_a_bots_name_alone_is_marked_as_a_bots() -> None:
    assert bot_name(DWARFS[0]) == "Grimbart (bot)"


def test_the_sprite_is_what_the_code_draws() -> None:
    stored = faces.STORED.read_text()
    assert stored == faces.bot_sprite(), "run python -m games.kinds.common.art"


def test_every_dwarf_has_a_face_and_no_two_are_the_same() -> None:
    root = ElementTree.fromstring(faces.bot_sprite())
    drawn = {s.attrib["id"] for s in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert drawn == {dwarf.key for dwarf in DWARFS}
    assert len(set(faces.FACES.values())) == len(DWARFS)


def test_a_bots_face_comes_from_the_sprite_and_a_players_from_its_own_file() -> None:
    page = Template("{% load drawings %}{% dwarf 'hilda' %}{% dwarf 17 %}").render(Context())
    bot, player = re.findall(r'href="[^"]*/(\w+)[^"/]*#([a-z0-9-]+)"', page)
    assert (bot, player) == (("bots", "hilda"), (dwarfs.default_code(17), "d"))
