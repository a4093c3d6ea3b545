"""What tables know about a player, and how they let go of him."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts import leaving
from config.clock import now
from games import services
from games.models import Invitation, Note, Notice
from games.services.lobby import Plan
from tests.factories import UserFactory
from tests.games.play import load, new_table, on_turn, play_on, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_my_data_has_my_tables_messages_and_notes_and_nobody_elses(client: Client) -> None:
    table = play_on(new_table(3), 4)
    me, other = (seat.user for seat in table.seats[:2])
    assert me is not None
    assert other is not None
    services.say(me, table.game.code, "mind the gap", token(), now())
    services.say(other, table.game.code, "what gap", token(), now())
    services.write_note(me, table.game.code, "Ada discards a lot")
    services.write_note(other, table.game.code, "he writes a lot")
    client.force_login(me)
    text = client.post("/settings/data/").content.decode()
    book = json.loads(text)
    assert book["tables"][0]["code"] == table.game.code
    assert "mind the gap" in text
    assert "Ada discards a lot" in text
    assert "what gap" not in text
    assert "he writes a lot" not in text


def test_my_data_tells_no_role_hand_or_seed(client: Client) -> None:
    table = play_on(new_table(3), 4)
    client.force_login(on_turn(table))
    text = client.post("/settings/data/").content.decode()
    assert table.game.seed not in text
    assert not any(word in text for word in ("saboteur", "stock", "nesw"))


def test_a_table_lives_on_when_a_player_deletes_his_account() -> None:
    table = play_on(new_table(3), 4)
    leaver = on_turn(table)
    services.write_note(leaver, table.game.code, "nothing")
    plan = Plan("classic", 4, "Another")
    lobby = services.open_table(leaver, plan, token(), now())
    leaving.leave(leaver, now())
    after = load(table.game)
    assert after.game.status == "running"
    assert after.seats[table.state.turn].bot == "easy"
    assert load(lobby).game.status == "cancelled"
    assert not Notice.objects.filter(recipient=leaver).exists()
    assert not Note.objects.filter(user=leaver).exists()


def test_a_finished_table_keeps_its_former_player_without_a_name() -> None:
    table = play_on(new_table(3), 500)
    leaver = table.seats[0].user
    assert leaver is not None
    leaving.leave(leaver, now())
    seat = load(table.game).seats[0]
    assert seat.score is not None
    assert seat.user is not None
    assert seat.user.display_name == "former player"


def test_invitations_to_a_former_player_are_gone() -> None:
    owner, guest = UserFactory.create_batch(2)
    game = services.open_table(owner, Plan("classic", 4, "Come"), token(), now())
    services.invite(owner, game.code, str(guest.name), now())
    leaving.leave(guest, now())
    assert not Invitation.objects.exists()
