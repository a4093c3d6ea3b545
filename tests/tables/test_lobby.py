"""A table before the deal: who sees it, who may do what, and what the pages say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.notices.models import Notice
from games.tables import rate_limits, services
from games.tables.models import Invitation, Seat, Table
from games.tables.presenters import link_previews, lists
from tests import real_tables
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both]

AGAIN = {"HX-Request": "true"}


@pytest.fixture
def owner() -> User:
    return UserFactory.create()


@pytest.fixture
def guest() -> User:
    return UserFactory.create()


def at(table: Table, route: str = "table", *more: object) -> str:
    return reverse(route, args=[table.code, *more])


def link(table: Table) -> str:
    return reverse("invitation", args=[table.invite_code])


def seated(table: Table) -> set[User | None]:
    return {seat.user for seat in Seat.objects.filter(table=table).select_related("user")}


def said(answer: object) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]  # type: ignore[attr-defined]


# --- who sees it ----------------------------------------------------------------------------------


def test_a_private_table_is_not_found_by_strangers(guest: User, client: Client) -> None:
    table = real_tables.lobby(public=False)
    stranger = real_tables.signed_in(guest)
    for visitor, answer in ((client, 302), (stranger, 404)):  # signed out: redirected to sign in
        assert visitor.get(at(table)).status_code == answer
        assert visitor.get(at(table, "lobby-poll")).status_code == 404
        for route in ("join", "leave", "start", "invite", "rematch"):
            assert visitor.post(at(table, f"table-{route}")).status_code == answer
        for route in ("remove", "chair"):
            assert visitor.post(at(table, f"table-{route}", 0)).status_code == answer
    assert stranger.post(at(table, "table-decline")).status_code == 404
    assert len(seated(table)) == 1


def test_a_public_table_shows_its_settings_to_everybody(client: Client) -> None:
    table = real_tables.lobby(size=5, bots=1, options={"totals": "open"})
    answer = client.get(at(table))
    assert answer.status_code == 200
    page = answer.content.decode()
    for setting in answer.context["settings"]:
        assert str(setting.value.sentence) in page.replace("&#x27;", "'")
    assert [s.usual for s in answer.context["settings"]].count(False) == 1
    assert len(answer.context["row"].free) == 3


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 of 5 seats is taken.", "2 of 5 seats are taken."),
        ("nl", "1 van 5 plaatsen is bezet.", "2 van 5 plaatsen zijn bezet."),
    ],
)
def test_the_number_of_taken_seats_uses_the_right_plural(language: str, one: str, two: str) -> None:
    for bots, said in ((0, one), (1, two)):
        table = real_tables.lobby(size=5, bots=bots)
        page = Client(headers={"accept-language": language}).get(at(table)).content.decode()
        assert said in page


def test_only_the_owner_sees_the_link_and_the_invitations(owner: User, guest: User) -> None:
    table = real_tables.lobby(owner)
    services.invite_email(owner, table.code, "dori@example.org", now())
    for who, sees in ((owner, True), (guest, False)):
        page = real_tables.signed_in(who).get(at(table)).content.decode()
        assert (table.invite_code in page) is sees
        assert ("dori@example.org" in page) is sees


def test_a_lobby_costs_few_queries_however_many_players(owner: User) -> None:
    """Two of them are for the owner's earlier groups, however many there are."""
    real_tables.running(owner, *UserFactory.create_batch(2))
    table = real_tables.lobby(owner, size=10)
    client = real_tables.signed_in(owner)
    client.get(at(table))
    with CaptureQueriesContext(connection) as few:
        client.get(at(table))
    for user in UserFactory.create_batch(8):
        services.join(user, table.code, now())
    for _ in range(3):
        real_tables.running(owner, *UserFactory.create_batch(3))
    with CaptureQueriesContext(connection) as many:
        client.get(at(table))
    assert len(many) == len(few) <= 8


# --- joining --------------------------------------------------------------------------------------


def test_anybody_can_join_a_public_table(guest: User) -> None:
    table = real_tables.lobby()
    answer = real_tables.signed_in(guest).post(at(table, "table-join"))
    assert answer["Location"] == at(table)
    assert guest in seated(table)


def test_taking_the_last_seat_begins_the_game(guest: User) -> None:
    table = real_tables.lobby(bots=1)
    real_tables.signed_in(guest).post(at(table, "table-join"))
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING


def test_a_player_who_is_too_late_gets_a_message(guest: User) -> None:
    table = real_tables.lobby(bots=1)
    services.join(UserFactory.create(), table.code, now())
    answer = real_tables.signed_in(guest).post(at(table, "table-join"))
    assert answer.status_code == 302
    assert len(said(answer)) == 1
    assert guest not in seated(table)


def test_a_visitor_signs_in_first_and_comes_back_to_the_table(client: Client) -> None:
    table = real_tables.lobby()
    answer = client.post(at(table, "table-join"))
    assert answer["Location"] == f"{reverse('account_login')}?next={at(table)}"
    answer = client.post(link(table))
    assert answer["Location"] == f"{reverse('account_login')}?next={link(table)}"
    assert len(seated(table)) == 1


def test_opening_an_invitation_changes_nothing_and_its_button_joins(
    guest: User, client: Client
) -> None:
    table = real_tables.lobby(public=False)
    comer = real_tables.signed_in(guest)
    for visitor in (client, comer):
        answer = visitor.get(link(table))
        assert answer.status_code == 200
        assert answer.context["settings"]
    table.refresh_from_db()
    assert (len(seated(table)), table.changes) == (1, 0)
    assert comer.post(link(table))["Location"] == at(table)
    assert guest in seated(table)
    assert comer.get(link(table))["Location"] == at(table)


def test_an_unknown_invitation_is_not_found(client: Client) -> None:
    path = reverse("invitation", args=["nosuchcode23"])
    assert client.get(path).status_code == 404
    assert client.post(path).status_code == 404


@pytest.mark.parametrize("status", ["running", "finished", "cancelled", "expired"])
def test_an_old_invitation_says_that_it_is_too_late(guest: User, status: str) -> None:
    table = real_tables.lobby(public=False)
    Table.objects.filter(pk=table.pk).update(status=status)
    client = real_tables.signed_in(guest)
    answer = client.get(link(table))
    assert answer.status_code == 200
    assert "settings" not in answer.context
    assert said(client.post(link(table)))
    assert guest not in seated(table)


def test_an_expired_lobby_says_so_to_those_who_waited(guest: User) -> None:
    table = real_tables.lobby()
    services.join(guest, table.code, now())
    Table.objects.filter(pk=table.pk).update(expires_at=now() - timedelta(hours=1))
    assert services.expire_lobby(table.code, now())
    answer = real_tables.signed_in(guest).get(at(table))
    assert answer.status_code == 200
    assert answer.context["table"].status == Table.Status.EXPIRED


# --- leaving, removing, beginning -----------------------------------------------------------------


def test_a_player_can_leave_the_lobby(guest: User) -> None:
    table = real_tables.lobby()
    services.join(guest, table.code, now())
    assert real_tables.signed_in(guest).post(at(table, "table-leave"))["Location"] == "/"
    assert guest not in seated(table)


def test_the_owner_can_close_their_table(owner: User) -> None:
    table = real_tables.lobby(owner)
    real_tables.signed_in(owner).post(at(table, "table-leave"))
    table.refresh_from_db()
    assert table.status == Table.Status.CANCELLED


def test_only_the_owner_can_remove_a_player(owner: User, guest: User) -> None:
    table = real_tables.lobby(owner, size=4)
    services.join(guest, table.code, now())
    other = UserFactory.create()
    services.join(other, table.code, now())
    assert said(real_tables.signed_in(other).post(at(table, "table-remove", 1)))
    assert guest in seated(table)
    real_tables.signed_in(owner).post(at(table, "table-remove", 1))
    assert guest not in seated(table)


def test_the_owner_can_begin_when_there_are_enough_players(owner: User, guest: User) -> None:
    table = real_tables.lobby(owner, size=6, bots=1)
    assert said(real_tables.signed_in(owner).post(at(table, "table-start")))
    services.join(guest, table.code, now())
    assert said(real_tables.signed_in(guest).post(at(table, "table-start")))
    assert said(real_tables.signed_in(owner).post(at(table, "table-start"))) == []
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING


def test_a_rematch_leads_all_to_the_same_table(owner: User, guest: User) -> None:
    old = real_tables.running(owner, guest, UserFactory.create())
    assert said(real_tables.signed_in(owner).post(at(old, "table-rematch")))
    Table.objects.filter(pk=old.pk).update(status=Table.Status.FINISHED)
    places = {
        real_tables.signed_in(u).post(at(old, "table-rematch"))["Location"] for u in (owner, guest)
    }
    assert len(places) == 1
    assert places != {at(old)}


def test_a_rematch_that_never_filled_can_be_requested_again(owner: User, guest: User) -> None:
    old = real_tables.running(owner, guest, UserFactory.create())
    Table.objects.filter(pk=old.pk).update(status=Table.Status.FINISHED)
    client = real_tables.signed_in(owner)
    first = client.post(at(old, "table-rematch"))["Location"]
    Table.objects.filter(pk__gt=old.pk).update(status=Table.Status.EXPIRED)
    assert client.post(at(old, "table-rematch"))["Location"] not in (first, at(old))


# --- waiting --------------------------------------------------------------------------------------


def test_waiting_in_an_unchanged_lobby_costs_one_query(guest: User) -> None:
    table = real_tables.lobby()
    client = real_tables.signed_in(guest)
    client.get("/")
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(at(table, "lobby-poll"), {"v": table.changes}, headers=AGAIN)
    assert answer.status_code == 204
    assert len(queries) <= 3  # the session, its user, and the table


def test_a_lobby_has_the_same_key_as_its_stream(owner: User) -> None:
    table = real_tables.lobby(owner)
    shown = real_tables.signed_in(owner).get(at(table)).content.decode()
    assert f'data-live="table:{table.code}"' in shown
    assert f'data-key="{table.changes}.{table.talk}.0"' in shown


def test_a_waiting_player_sees_others_arrive_and_is_redirected_to_the_table(
    owner: User, guest: User
) -> None:
    table = real_tables.lobby(owner)
    waiting = real_tables.signed_in(owner)
    services.join(guest, table.code, now())
    answer = waiting.get(at(table, "lobby-poll"), {"v": table.changes}, headers=AGAIN)
    assert str(guest.name) in answer.content.decode()
    assert "HX-Redirect" not in answer
    services.join(UserFactory.create(), table.code, now())
    answer = waiting.get(at(table, "lobby-poll"), {"v": table.changes}, headers=AGAIN)
    assert answer["HX-Redirect"] == at(table)


def test_a_player_removed_from_a_private_table_is_reloaded_to_404(owner: User, guest: User) -> None:
    table = real_tables.lobby(owner, public=False)
    services.join(guest, table.code, now())
    services.remove(owner, table.code, 1, now())
    answer = real_tables.signed_in(guest).get(at(table, "lobby-poll"), {"v": 1}, headers=AGAIN)
    assert answer.status_code == 404
    assert answer["HX-Refresh"] == "true"


# --- inviting -------------------------------------------------------------------------------------


def test_a_player_can_be_invited_by_name(owner: User, guest: User) -> None:
    table = real_tables.lobby(owner, public=False)
    real_tables.signed_in(owner).post(at(table, "table-invite"), {"who": str(guest.name).upper()})
    assert table in lists.invited_to(guest)
    assert real_tables.signed_in(guest).get(at(table)).status_code == 200
    real_tables.signed_in(guest).post(at(table, "table-decline"))
    assert real_tables.signed_in(guest).get(at(table)).status_code == 404


@pytest.mark.parametrize("who", ["", "no-such-dwarf", "dori@", "x" * 300])
def test_an_impossible_invitation_gets_an_error_in_the_form(owner: User, who: str) -> None:
    table = real_tables.lobby(owner)
    client = real_tables.signed_in(owner)
    answer = client.post(at(table, "table-invite"), {"who": who})
    assert answer.status_code == 422
    assert set(answer.context["invite"].errors) == {"who"}
    part = client.post(at(table, "table-invite"), {"who": who}, headers=AGAIN)
    assert part.context["invite"].errors
    assert b"<html" not in part.content
    assert not Invitation.objects.exists()


def test_only_the_owner_can_invite(
    owner: User, guest: User, mailoutbox: list[EmailMessage]
) -> None:
    table = real_tables.lobby(owner)
    answer = real_tables.signed_in(guest).post(
        at(table, "table-invite"), {"who": "dori@example.org"}
    )
    assert answer.status_code == 422
    assert mailoutbox == []


def test_inviting_an_address_never_reveals_whether_it_has_an_account(
    owner: User, guest: User, mailoutbox: list[EmailMessage]
) -> None:
    client = real_tables.signed_in(owner)
    seen = []
    for email in (guest.email, "x" * (len(guest.email) - 12) + "@example.org"):
        table = real_tables.lobby(owner, title="Same", public=False)
        answer = client.post(at(table, "table-invite"), {"who": email})
        after = client.get(at(table)).content.decode()
        after = after.replace(link_previews.qr_code(settings.SITE_URL + link(table)), "")
        for secret in (email, table.code, table.invite_code, str(client.cookies)):
            after = after.replace(secret, "…")
        seen.append((answer.status_code, len(said(answer)), after.count("…"), len(after)))
    assert seen[0] == seen[1]
    assert [mail.to for mail in mailoutbox] == [[email]]  # the stranger; the other by a notice
    assert Notice.objects.get(kind="invited").recipient == guest


def test_a_mailed_invitation_has_the_link_and_is_sent_once(
    owner: User, mailoutbox: list[EmailMessage]
) -> None:
    table = real_tables.lobby(owner, title="Wet & <Boots>")
    client = real_tables.signed_in(owner)
    for _ in range(2):
        client.post(at(table, "table-invite"), {"who": "dori@example.org"})
    (mail,) = mailoutbox
    assert mail.to == ["dori@example.org"]
    assert link(table) in str(mail.body)
    assert "Wet & <Boots>" in mail.subject


def test_too_many_mailed_invitations_are_refused_with_an_explanation(
    owner: User, mailoutbox: list[EmailMessage]
) -> None:
    table = real_tables.lobby(owner)
    client = real_tables.signed_in(owner)
    for number in range(rate_limits.ADDRESSES_FROM_ONE):
        who = f"dori{number}@example.org"
        assert client.post(at(table, "table-invite"), {"who": who}).status_code == 302
    answer = client.post(at(table, "table-invite"), {"who": "nori@example.org"})
    assert answer.status_code == 429
    assert answer.context["invite"].errors
    assert len(mailoutbox) == rate_limits.ADDRESSES_FROM_ONE


def test_nobody_can_be_invited_to_a_table_that_has_begun(owner: User, guest: User) -> None:
    table = real_tables.running(owner, *UserFactory.create_batch(2))
    answer = real_tables.signed_in(owner).post(at(table, "table-invite"), {"who": str(guest.name)})
    assert answer.status_code == 302
    assert said(answer)
    assert not Invitation.objects.exists()
