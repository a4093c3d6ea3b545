"""No links in titles, names and notes for strangers; and no ordinary title is refused."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts import names
from config.clock import now
from games.kinds import KINDS
from games.tables import services, titles
from games.tables.models import Note, Table
from games.tables.titles import TITLES, mailed_title, validate_title
from tests import real_tables
from tests.factories import UserFactory
from tests.tables.play import new_table

LINKS = (
    "evil.example/login", "evil.example", "Evil.Com", "see t.co/x", "http://evil", "HTTPS://x",
    "www.evil", "me@evil.org", "evil.com:8080", "evil.com-free", "evil.com_", "a.b.c.evil.io",
    "evil。com", "evil．com", "evil｡com", "evil․com", "evilꓸcom", "e\u200bvil.c\u00adom",
    "пример.рф", "उदाहरण.भारत", "evil.xn--p1ai", "💰.la", "163.com", "⒈com", "10.0.0.1/login",
    "tel:/x", "Round 2.Final",
)  # fmt: skip
TEXTS = (
    "3.5", "St. Anton", "Round 2. Final", "Wait...what", "Wait…what", "v1.2.3", "Nr.7", "a.m.",
    "Mr.T", "e.V.", "Lost again :/", "Dig / dug", "9:30 at Bo's", "evil . com", "U.S.A.", "2.0beta",
    "…and.", ".com", "Ho, ho. Ha", "日本。", "Wet & <Boots>", "@ the mine", "50/50",
)  # fmt: skip


@pytest.mark.parametrize("text", LINKS)
def test_a_link_is_found_in_any_spelling(text: str) -> None:
    assert titles.has_link(text)
    assert titles.has_link(f"Come to {text} now")
    with pytest.raises(ValidationError):
        validate_title(text)


@pytest.mark.parametrize("text", [*TEXTS, *map(str, TITLES)])
def test_an_ordinary_title_is_not_a_link(text: str) -> None:
    assert not titles.has_link(text)
    validate_title(text)
    assert titles.without_links(text) == text


@pytest.mark.parametrize("text", ["evil.com", "evil․com", "evil。com", "evilꓸcom"])
def test_a_name_cannot_contain_a_link(text: str) -> None:
    try:
        names.validate(names.normal(text))
    except ValidationError:
        return
    assert not titles.has_link(names.normal(text))


def test_a_link_is_removed_and_the_rest_stays() -> None:
    assert titles.without_links("Gold is left.\nLook: evil.example/x, soon") == (
        "Gold is left.\nLook: … soon"
    )


@pytest.mark.django_db
@pytest.mark.both
def test_notes_passed_on_with_a_seat_contain_no_link() -> None:
    loaded = new_table(3)
    leaver, newcomer = loaded.seats[1].user, UserFactory.create()
    assert leaver is not None
    services.write_note(leaver, loaded.table.code, "Trust p3. See evil.example/login")
    services.leave(leaver, loaded.table.code, now(), leave_notes=True)
    services.take_seat(newcomer, loaded.table.code, 1, now())
    assert Note.objects.get(user=newcomer).text == "Trust p3. See …"


@pytest.mark.django_db
def test_a_title_with_a_link_is_refused() -> None:
    client = real_tables.signed_in(UserFactory.create())
    usual = {"token": "abcdefgh2345", "size": 4, "bots": 0, "pace": 24, "public": "yes"}
    answer = client.post("/new/", usual | {"title": "evil.example/login"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["title"].as_data()[0].code == "link"
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_an_old_title_with_a_link_is_not_mailed() -> None:
    table = real_tables.lobby(title="evil.example/login")
    assert mailed_title(table) == str(KINDS["classic"].title)
    assert mailed_title(real_tables.lobby(title="St. Anton")) == "St. Anton"
