"""The players' side: reporting, blocking, muting, appealing."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts import relations
from accounts.models import User
from config.clock import now
from games.moderation.models import Report, Sanction
from games.moderation.permissions import SENIOR
from games.moderation.services import sanctions
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Invitation, Message, Table
from games.tables.presenters import lists
from games.tables.refusals import Refused
from tests.at_table import get
from tests.factories import UserFactory
from tests.moderation.staff import grounds, staff, token
from tests.real_tables import lobby, running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create() for _ in range(3)]


def say(user: User, table: Table, text: str) -> None:
    services.say(user, table.code, text, token(), now())


# --- blocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_keeps_both_apart_at_public_tables(three: list[User], blocker: int) -> None:
    relations.block(three[blocker], three[1 - blocker], now())
    table = lobby(three[0], 3)
    with pytest.raises(Refused, match="not-together"):
        services.join(three[1], table.code, now())
    assert services.join(three[2], table.code, now())


def test_a_block_does_not_apply_at_private_tables(three: list[User]) -> None:
    relations.block(three[0], three[1], now())
    table = lobby(three[0], 3, public=False)
    assert services.join(three[1], table.code, now())


def test_a_block_can_be_taken_back(three: list[User]) -> None:
    relations.block(three[0], three[1], now())
    relations.block(three[0], three[1], now())
    relations.unblock(three[0], three[1])
    assert services.join(three[1], lobby(three[0], 3).code, now())


def test_an_invitation_by_a_blocked_player_is_not_sent_and_they_cannot_tell(
    three: list[User],
) -> None:
    host, guest, _ = three
    relations.block(guest, host, now())
    table = lobby(host, 3, public=False)
    services.invite(host, table.code, guest.name or "", now())
    assert Invitation.objects.filter(table=table, user=guest).exists()
    assert not Notice.objects.filter(recipient=guest).exists()
    assert list(lists.invited_to(guest)) == []
    relations.unblock(guest, host)
    assert list(lists.invited_to(guest)) == [table]


# --- mutes ----------------------------------------------------------------------------------------


def test_a_mute_hides_messages_only_for_the_muting_player(three: list[User]) -> None:
    table = running(*three)
    say(three[1], table, "swordfish")
    relations.mute(three[0], three[1], now())
    assert "swordfish" not in get(signed_in(three[0]), table).content.decode()
    assert "swordfish" in get(signed_in(three[2]), table).content.decode()
    assert "swordfish" in get(signed_in(three[1]), table).content.decode()


def test_the_page_of_a_player_mutes_and_blocks(three: list[User]) -> None:
    client, path = signed_in(three[0]), reverse("manners", args=[three[1].name])
    for wanted, there in (("mute", True), ("unmute", False)):
        client.post(path, {"do": wanted})
        assert three[0].mutes.filter(other=three[1]).exists() is there
    for wanted, there in (("block", True), ("unblock", False)):
        client.post(path, {"do": wanted})
        assert three[0].blocks.filter(other=three[1]).exists() is there
    assert client.post(path, {"do": "marry"}).status_code == 404
    assert client.get(reverse("manners", args=["Nobody-9"])).status_code == 404


# --- reporting ------------------------------------------------------------------------------------


def fields(client: Client, query: dict[str, str]) -> dict[str, str]:
    """Return the hidden fields of the form, as a browser would send them."""
    page = client.get(reverse("report"), query).content.decode()
    form = page[page.index('class="form"') :]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_a_message_is_reported_from_the_table(three: list[User]) -> None:
    table = running(*three)
    say(three[1], table, "you fool")
    client = signed_in(three[0])
    assert f"{reverse('report')}?table={table.code}" in get(client, table).content.decode()
    sent = fields(client, {"table": table.code})
    page = client.get(reverse("report"), {"table": table.code}).content.decode()
    (key,) = re.findall(r'<option value="([0-9a-f]{16})"', page)
    answer = client.post(reverse("report"), sent | {"kind": "message", "message": key})
    assert answer["Location"] == reverse("my-reports")
    found = Report.objects.get()
    assert (found.about, found.table, found.message) == (three[1], table, Message.objects.get())


def test_the_gallery_is_not_offered_to_the_seated(three: list[User]) -> None:
    table = running(*three)
    say(UserFactory.create(), table, "he has the gold")
    page = signed_in(three[0]).get(reverse("report"), {"table": table.code}).content.decode()
    assert "he has the gold" not in page


def test_a_player_is_reported_from_their_page(three: list[User]) -> None:
    client = signed_in(three[0])
    sent = fields(client, {"player": three[1].name or ""})
    client.post(reverse("report"), sent | {"kind": "stalling", "words": "waits on purpose"})
    assert Report.objects.get().about == three[1]
    assert "waits on purpose" in client.get(reverse("my-reports")).content.decode()
    assert "waits on purpose" not in signed_in(three[1]).get(reverse("my-reports")).content.decode()


def test_a_strangers_table_cannot_be_reported(three: list[User]) -> None:
    table = running(*three, public=False)
    client = signed_in(UserFactory.create())
    assert client.get(reverse("report"), {"table": table.code}).status_code == 404
    assert client.get(reverse("report")).status_code == 404


def test_too_many_reports_are_refused(three: list[User]) -> None:
    client = signed_in(three[0])
    for n in range(21):
        sent = fields(client, {"player": three[1].name or ""})
        client.post(reverse("report"), sent | {"kind": "other", "words": f"again {n}"})
    assert Report.objects.get().times == 10


# --- appeals --------------------------------------------------------------------------------------


def test_the_link_in_the_notice_allows_one_appeal_signed_out() -> None:
    sanction = sanctions.ban(staff(SENIOR), UserFactory.create(), grounds(), now())
    path = reverse("appeal", args=[sanction.appeal_token])
    client = Client()
    assert client.get(path).status_code == 200
    assert not Report.objects.exists()
    for _ in range(2):
        client.post(path, {"words": "It was my brother."})
    assert Report.objects.get().kind == Report.Kind.APPEAL
    assert client.get(path).status_code == 200
    assert client.get(reverse("appeal", args=["no-such-token"])).status_code == 404


def test_a_banned_player_may_appeal_while_signed_in() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    sanctions.ban(staff(SENIOR), user, grounds(), now())
    assert client.get("/").status_code == 403
    token_ = Sanction.objects.get().appeal_token
    assert client.get(reverse("appeal", args=[token_])).status_code == 200


def test_a_blocked_player_is_not_offered_the_table(three: list[User]) -> None:
    table = lobby(three[0], 3)
    relations.block(three[0], three[1], now())
    assert table not in lists.open_to_join(three[1], now())
    assert table in lists.open_to_join(three[2], now())


@pytest.mark.parametrize("away", [relations.mute, relations.block])
def test_mentions_by_blocked_or_muted_players_are_not_notified(
    three: list[User], away: Callable[[User, User, datetime], None]
) -> None:
    table = running(*three)
    away(three[1], three[0], now())
    say(three[0], table, f"@{three[1].name} and @{three[2].name}!")
    called = Notice.objects.filter(table=table, kind="chat")
    assert [notice.recipient for notice in called] == [three[2]]
