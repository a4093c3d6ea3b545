"""A player's own list of blocked and muted players."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import relations
from accounts.models import Block, Mute, User
from config.clock import now
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

PAGE = "/settings/people/"


def keeps_away() -> tuple[User, User, User]:
    """Make a player who has blocked one player and muted another."""
    me, blocked, muted = (UserFactory.create() for _ in range(3))
    relations.block(me, blocked, now())
    relations.mute(me, muted, now())
    return me, blocked, muted


def test_the_list_has_exactly_the_blocked_and_muted_players() -> None:
    me, blocked, muted = keeps_away()
    stranger = UserFactory.create()
    relations.block(stranger, me, now())
    relations.mute(stranger, blocked, now())
    shown = signed_in(me).get(PAGE)
    assert {
        (row, bool(row.blocked_at), bool(row.muted_at)) for row in shown.context["page_obj"]
    } == {
        (blocked, True, False),
        (muted, False, True),
    }
    assert str(stranger.name) not in shown.content.decode()
    assert list(signed_in(muted).get(PAGE).context["page_obj"]) == []


def test_a_button_unblocks_and_a_double_click_is_harmless() -> None:
    me, blocked, muted = keeps_away()
    relations.mute(me, blocked, now())
    client = signed_in(me)
    for _ in range(2):
        client.post(PAGE, {"player": blocked.pk, "do": "unblock"})
    assert not Block.objects.filter(user=me).exists()
    assert Mute.objects.filter(user=me).count() == 2
    for _ in range(2):
        client.post(PAGE, {"player": muted.pk, "do": "unmute"})
    assert [row.other for row in Mute.objects.all()] == [blocked]


def test_the_page_allows_nothing_else() -> None:
    me, blocked, _ = keeps_away()
    client, stranger = signed_in(me), UserFactory.create()
    for fields in (
        {"player": blocked.pk, "do": "mute"}, {"player": blocked.pk}, {"do": "unblock"},
        {"player": stranger.pk, "do": "unblock"}, {"player": "x", "do": "unblock"},
    ):  # fmt: skip
        assert client.post(PAGE, fields).status_code == 404
    signed_in(stranger).post(PAGE, {"player": blocked.pk, "do": "unblock"})
    assert (Block.objects.count(), Mute.objects.count()) == (1, 1)


def test_the_list_is_in_the_settings_and_costs_the_same_for_many() -> None:
    me, _, _ = keeps_away()
    client = signed_in(me)
    assert f'href="{reverse("kept-away")}"' in client.get("/settings/").content.decode()
    with CaptureQueriesContext(connection) as few:
        client.get(PAGE)
    for _ in range(30):
        relations.block(me, UserFactory.create(), now())
    with CaptureQueriesContext(connection) as many:
        answer = client.get(PAGE)
    assert len(many) == len(few)
    assert answer.context["page_obj"].paginator.num_pages == 2
