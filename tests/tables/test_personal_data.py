"""A player's data at tables: the export, and deletion."""

from __future__ import annotations

import json
from datetime import time

import pytest
from django.test import Client

from accounts import time_zones
from accounts.models import Vacation
from accounts.privacy import deletion
from config.clock import now
from games.notices.models import Notice, PushSubscription, Webhook
from games.players import vacation as vacations
from games.tables import services
from games.tables.models import Departure, Invitation, Note
from games.tables.services.lobby import TablePlan
from tests.factories import UserFactory, show_it_is_them
from tests.tables.play import finished, load, new_table, on_turn, play_on, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]
BROWSER = {"endpoint": "https://push.example/1", "p256dh": "KEY", "auth": "AUTH"}


def test_my_data_has_only_my_tables_messages_and_notes(client: Client) -> None:
    loaded = play_on(new_table(3), 4)
    me, other = (seat.user for seat in loaded.seats[:2])
    assert me is not None
    assert other is not None
    services.say(me, loaded.table.code, "mind the gap", token(), now())
    services.say(other, loaded.table.code, "what gap", token(), now())
    services.write_note(me, loaded.table.code, "Ada discards a lot")
    services.write_note(other, loaded.table.code, "he writes a lot")
    client.force_login(me)
    text = show_it_is_them(client).post("/settings/data/").content.decode()
    book = json.loads(text)
    assert book["tables"][0]["code"] == loaded.table.code
    assert "mind the gap" in text
    assert "Ada discards a lot" in text
    assert "what gap" not in text
    assert "he writes a lot" not in text


def test_my_data_contains_no_role_hand_or_seed(client: Client) -> None:
    loaded = play_on(new_table(3), 4)
    client.force_login(on_turn(loaded))
    text = show_it_is_them(client).post("/settings/data/").content.decode()
    assert loaded.table.seed not in text
    assert not any(word in text for word in ("saboteur", "stock", "nesw"))


def test_a_table_continues_when_a_player_deletes_their_account() -> None:
    loaded = play_on(new_table(3), 4)
    leaver = on_turn(loaded)
    services.write_note(leaver, loaded.table.code, "nothing")
    plan = TablePlan("classic", 4, "Another")
    lobby = services.open_table(leaver, plan, token(), now())
    deletion.delete_account(leaver, now())
    after = load(loaded.table)
    assert after.table.status == "running"
    seat = after.seats[loaded.state.turn]
    assert (seat.user, seat.former) == (None, None)
    assert seat.offered_until is not None
    assert load(lobby).table.status == "cancelled"
    assert not Notice.objects.filter(recipient=leaver).exists()
    assert not Note.objects.filter(user=leaver).exists()


def test_a_finished_table_keeps_its_former_player_without_a_name() -> None:
    loaded = finished()
    leaver = loaded.seats[0].user
    assert leaver is not None
    deletion.delete_account(leaver, now())
    seat = load(loaded.table).seats[0]
    assert seat.score is not None
    assert seat.user is not None
    assert seat.user.display_name == "former player"


def test_invitations_to_a_deleted_player_are_removed() -> None:
    owner, guest = UserFactory.create_batch(2)
    table = services.open_table(owner, TablePlan("classic", 4, "Come"), token(), now())
    services.invite(owner, table.code, str(guest.name), now())
    deletion.delete_account(guest, now())
    assert not Invitation.objects.exists()


def test_a_deleted_player_is_no_seats_former_player() -> None:
    loaded = new_table(3, offer_hours=0)
    leaver = on_turn(loaded)
    services.leave(leaver, loaded.table.code, now())
    assert load(loaded.table).seats[loaded.state.turn].former == leaver
    deletion.delete_account(leaver, now())
    assert load(loaded.table).seats[loaded.state.turn].former is None


def test_my_data_has_my_vacations_browsers_webhook_and_reliability(client: Client) -> None:
    me = UserFactory.create()
    me.push_subscriptions.create(
        endpoint="https://push.example/1", p256dh="KEY", auth="AUTH", label="Firefox"
    )
    Webhook.objects.create(user=me, url="https://hook.example/", secret="SECRET")
    today = time_zones.local_date(now(), me.zone)
    vacations.announce_vacation(me, today, today, now())
    loaded = new_table(3)
    Departure.objects.create(table=loaded.table, user=me, seat=0, in_time=7, missed=2)
    client.force_login(me)
    text = show_it_is_them(client).post("/settings/data/").content.decode()
    book = json.loads(text)
    assert book["vacations"][0]["first day"] == str(today)
    assert book["browsers that show notices"][0]["browser"] == "Firefox"
    assert book["webhook"][0]["address"] == "https://hook.example/"
    assert book["tables left"][0]["turns in time"] == 7
    assert not any(secret in text for secret in ("KEY", "AUTH", "SECRET", "push.example"))


def test_vacations_browsers_and_webhook_are_deleted_with_the_account() -> None:
    me = UserFactory.create(quiet_from=time(22), quiet_to=time(7), has_push=True)
    PushSubscription.objects.create(user=me, **BROWSER)
    Webhook.objects.create(user=me, url="https://hook.example/", secret="SECRET")
    today = time_zones.local_date(now(), me.zone)
    vacations.announce_vacation(me, today, today, now())
    deletion.delete_account(me, now())
    me.refresh_from_db()
    assert not any(model.objects.exists() for model in (Vacation, PushSubscription, Webhook))
    assert (me.quiet_from, me.away_from, me.has_push, me.notice_modes) == (None, None, False, {})
