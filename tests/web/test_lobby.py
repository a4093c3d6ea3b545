"""A table before the deal, from the outside: who sees it, who may do what, what is said."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games import lists, notice_limits, services
from games.models import Game, Invitation, Notice, Seat
from tests import tables
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both]

AGAIN = {"HX-Request": "true"}


@pytest.fixture
def owner() -> User:
    return UserFactory.create()


@pytest.fixture
def guest() -> User:
    return UserFactory.create()


def at(game: Game, route: str = "table", *more: object) -> str:
    return reverse(route, args=[game.code, *more])


def link(game: Game) -> str:
    return reverse("invitation", args=[game.invite_code])


def seated(game: Game) -> set[User | None]:
    return {seat.user for seat in Seat.objects.filter(game=game).select_related("user")}


def said(answer: object) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]  # type: ignore[attr-defined]


# --- who sees it ----------------------------------------------------------------------------------


def test_a_private_table_is_not_there_for_strangers(guest: User, client: Client) -> None:
    game = tables.lobby(public=False)
    stranger = tables.signed_in(guest)
    for visitor, answer in ((client, 302), (stranger, 404)):  # signed out: asked to sign in
        assert visitor.get(at(game)).status_code == answer
        assert visitor.get(at(game, "lobby-poll")).status_code == 404
        for route in ("join", "leave", "start", "invite", "rematch"):
            assert visitor.post(at(game, f"table-{route}")).status_code == answer
        assert visitor.post(at(game, "table-remove", 0)).status_code == answer
    assert stranger.post(at(game, "table-decline")).status_code == 404
    assert len(seated(game)) == 1


def test_a_public_table_shows_its_settings_to_everybody(client: Client) -> None:
    game = tables.lobby(size=5, bots=1, options={"totals": "open"})
    answer = client.get(at(game))
    assert answer.status_code == 200
    page = answer.content.decode()
    for setting in answer.context["settings"]:
        assert str(setting.value.sentence) in page.replace("&#x27;", "'")
    assert [s.usual for s in answer.context["settings"]].count(False) == 1
    assert len(answer.context["row"].free) == 3


def test_only_the_owner_sees_the_link_and_whom_he_invited(owner: User, guest: User) -> None:
    game = tables.lobby(owner)
    services.invite_email(owner, game.code, "dori@example.org", now())
    for who, sees in ((owner, True), (guest, False)):
        page = tables.signed_in(who).get(at(game)).content.decode()
        assert (game.invite_code in page) is sees
        assert ("dori@example.org" in page) is sees


def test_a_lobby_costs_few_queries_however_many_sit_there(owner: User) -> None:
    game = tables.lobby(owner, size=10)
    client = tables.signed_in(owner)
    client.get(at(game))
    with CaptureQueriesContext(connection) as few:
        client.get(at(game))
    for user in UserFactory.create_batch(8):
        services.join(user, game.code, now())
    with CaptureQueriesContext(connection) as many:
        client.get(at(game))
    assert len(many) == len(few) <= 6


# --- joining --------------------------------------------------------------------------------------


def test_somebody_sits_down_at_a_public_table(guest: User) -> None:
    game = tables.lobby()
    answer = tables.signed_in(guest).post(at(game, "table-join"))
    assert answer["Location"] == at(game)
    assert guest in seated(game)


def test_the_last_seat_begins_the_game(guest: User) -> None:
    game = tables.lobby(bots=1)
    tables.signed_in(guest).post(at(game, "table-join"))
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_who_comes_too_late_is_told_so(guest: User) -> None:
    game = tables.lobby(bots=1)
    services.join(UserFactory.create(), game.code, now())
    answer = tables.signed_in(guest).post(at(game, "table-join"))
    assert answer.status_code == 302
    assert len(said(answer)) == 1
    assert guest not in seated(game)


def test_a_visitor_signs_in_first_and_comes_back_to_the_table(client: Client) -> None:
    game = tables.lobby()
    answer = client.post(at(game, "table-join"))
    assert answer["Location"] == f"{reverse('account_login')}?next={at(game)}"
    answer = client.post(link(game))
    assert answer["Location"] == f"{reverse('account_login')}?next={link(game)}"
    assert len(seated(game)) == 1


def test_opening_an_invitation_changes_nothing_and_its_button_joins(
    guest: User, client: Client
) -> None:
    game = tables.lobby(public=False)
    comer = tables.signed_in(guest)
    for visitor in (client, comer):
        answer = visitor.get(link(game))
        assert answer.status_code == 200
        assert answer.context["settings"]
    game.refresh_from_db()
    assert (len(seated(game)), game.changes) == (1, 0)
    assert comer.post(link(game))["Location"] == at(game)
    assert guest in seated(game)
    assert comer.get(link(game))["Location"] == at(game)


def test_an_unknown_invitation_leads_nowhere(client: Client) -> None:
    path = reverse("invitation", args=["nosuchcode23"])
    assert client.get(path).status_code == 404
    assert client.post(path).status_code == 404


@pytest.mark.parametrize("status", ["running", "finished", "cancelled", "expired"])
def test_an_old_invitation_says_that_it_is_too_late(guest: User, status: str) -> None:
    game = tables.lobby(public=False)
    Game.objects.filter(pk=game.pk).update(status=status)
    client = tables.signed_in(guest)
    answer = client.get(link(game))
    assert answer.status_code == 200
    assert "settings" not in answer.context
    assert said(client.post(link(game)))
    assert guest not in seated(game)


def test_an_expired_lobby_says_so_to_those_who_waited(guest: User) -> None:
    game = tables.lobby()
    services.join(guest, game.code, now())
    Game.objects.filter(pk=game.pk).update(expires_at=now() - timedelta(hours=1))
    assert services.expire_lobby(game.code, now())
    answer = tables.signed_in(guest).get(at(game))
    assert answer.status_code == 200
    assert answer.context["game"].status == Game.Status.EXPIRED


# --- leaving, removing, beginning -----------------------------------------------------------------


def test_a_player_leaves_the_lobby(guest: User) -> None:
    game = tables.lobby()
    services.join(guest, game.code, now())
    assert tables.signed_in(guest).post(at(game, "table-leave"))["Location"] == "/"
    assert guest not in seated(game)


def test_the_owner_closes_his_table(owner: User) -> None:
    game = tables.lobby(owner)
    tables.signed_in(owner).post(at(game, "table-leave"))
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_the_owner_removes_somebody_and_nobody_else_does(owner: User, guest: User) -> None:
    game = tables.lobby(owner, size=4)
    services.join(guest, game.code, now())
    other = UserFactory.create()
    services.join(other, game.code, now())
    assert said(tables.signed_in(other).post(at(game, "table-remove", 1)))
    assert guest in seated(game)
    tables.signed_in(owner).post(at(game, "table-remove", 1))
    assert guest not in seated(game)


def test_the_owner_begins_when_there_are_enough(owner: User, guest: User) -> None:
    game = tables.lobby(owner, size=6, bots=1)
    assert said(tables.signed_in(owner).post(at(game, "table-start")))
    services.join(guest, game.code, now())
    assert said(tables.signed_in(guest).post(at(game, "table-start")))
    assert said(tables.signed_in(owner).post(at(game, "table-start"))) == []
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_a_rematch_leads_all_to_the_same_table(owner: User, guest: User) -> None:
    old = tables.running(owner, guest, UserFactory.create())
    assert said(tables.signed_in(owner).post(at(old, "table-rematch")))
    Game.objects.filter(pk=old.pk).update(status=Game.Status.FINISHED)
    places = {
        tables.signed_in(u).post(at(old, "table-rematch"))["Location"] for u in (owner, guest)
    }
    assert len(places) == 1
    assert places != {at(old)}


def test_a_rematch_that_never_filled_may_be_asked_for_again(owner: User, guest: User) -> None:
    old = tables.running(owner, guest, UserFactory.create())
    Game.objects.filter(pk=old.pk).update(status=Game.Status.FINISHED)
    client = tables.signed_in(owner)
    first = client.post(at(old, "table-rematch"))["Location"]
    Game.objects.filter(pk__gt=old.pk).update(status=Game.Status.EXPIRED)
    assert client.post(at(old, "table-rematch"))["Location"] not in (first, at(old))


# --- waiting --------------------------------------------------------------------------------------


def test_who_waits_asks_for_one_query_while_nothing_happens(guest: User) -> None:
    game = tables.lobby()
    client = tables.signed_in(guest)
    client.get("/")
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(at(game, "lobby-poll"), {"v": game.changes}, headers=AGAIN)
    assert answer.status_code == 204
    assert len(queries) <= 3  # the session, its user, and the table


def test_who_waits_sees_others_arrive_and_is_led_to_the_table(owner: User, guest: User) -> None:
    game = tables.lobby(owner)
    waiting = tables.signed_in(owner)
    services.join(guest, game.code, now())
    answer = waiting.get(at(game, "lobby-poll"), {"v": game.changes}, headers=AGAIN)
    assert str(guest.name) in answer.content.decode()
    assert "HX-Redirect" not in answer
    services.join(UserFactory.create(), game.code, now())
    answer = waiting.get(at(game, "lobby-poll"), {"v": game.changes}, headers=AGAIN)
    assert answer["HX-Redirect"] == at(game)


def test_who_was_removed_from_a_private_table_is_shown_out(owner: User, guest: User) -> None:
    game = tables.lobby(owner, public=False)
    services.join(guest, game.code, now())
    services.remove(owner, game.code, 1, now())
    answer = tables.signed_in(guest).get(at(game, "lobby-poll"), {"v": 1}, headers=AGAIN)
    assert answer.status_code == 404
    assert answer["HX-Refresh"] == "true"


# --- inviting -------------------------------------------------------------------------------------


def test_a_player_is_invited_by_name(owner: User, guest: User) -> None:
    game = tables.lobby(owner, public=False)
    tables.signed_in(owner).post(at(game, "table-invite"), {"who": str(guest.name).upper()})
    assert game in lists.invited_to(guest)
    assert tables.signed_in(guest).get(at(game)).status_code == 200
    tables.signed_in(guest).post(at(game, "table-decline"))
    assert tables.signed_in(guest).get(at(game)).status_code == 404


@pytest.mark.parametrize("who", ["", "no-such-dwarf", "dori@", "x" * 300])
def test_who_cannot_be_invited_is_said_in_the_form(owner: User, who: str) -> None:
    game = tables.lobby(owner)
    client = tables.signed_in(owner)
    answer = client.post(at(game, "table-invite"), {"who": who})
    assert answer.status_code == 422
    assert set(answer.context["invite"].errors) == {"who"}
    part = client.post(at(game, "table-invite"), {"who": who}, headers=AGAIN)
    assert part.context["invite"].errors
    assert b"<html" not in part.content
    assert not Invitation.objects.exists()


def test_only_the_owner_invites(owner: User, guest: User, mailoutbox: list[EmailMessage]) -> None:
    game = tables.lobby(owner)
    answer = tables.signed_in(guest).post(at(game, "table-invite"), {"who": "dori@example.org"})
    assert answer.status_code == 422
    assert mailoutbox == []


def test_inviting_an_address_never_tells_whether_it_has_an_account(
    owner: User, guest: User, mailoutbox: list[EmailMessage]
) -> None:
    client = tables.signed_in(owner)
    seen = []
    for email in (guest.email, "x" * (len(guest.email) - 12) + "@example.org"):
        game = tables.lobby(owner, title="Same", public=False)
        answer = client.post(at(game, "table-invite"), {"who": email})
        after = client.get(at(game)).content.decode()
        for secret in (email, game.code, game.invite_code, str(client.cookies)):
            after = after.replace(secret, "…")
        seen.append((answer.status_code, len(said(answer)), after.count("…"), len(after)))
    assert seen[0] == seen[1]
    assert [mail.to for mail in mailoutbox] == [[email]]  # the stranger; the other by a notice
    assert Notice.objects.get(kind="invited").recipient == guest


def test_a_mailed_invitation_carries_the_link_once(
    owner: User, mailoutbox: list[EmailMessage]
) -> None:
    game = tables.lobby(owner, title="Wet & <Boots>")
    client = tables.signed_in(owner)
    for _ in range(2):
        client.post(at(game, "table-invite"), {"who": "dori@example.org"})
    (mail,) = mailoutbox
    assert mail.to == ["dori@example.org"]
    assert link(game) in str(mail.body)
    assert "Wet & <Boots>" in mail.subject


def test_too_many_mailed_invitations_are_refused_in_words(
    owner: User, mailoutbox: list[EmailMessage]
) -> None:
    game = tables.lobby(owner)
    client = tables.signed_in(owner)
    for number in range(notice_limits.MAILED_FROM_ONE):
        who = f"dori{number}@example.org"
        assert client.post(at(game, "table-invite"), {"who": who}).status_code == 302
    answer = client.post(at(game, "table-invite"), {"who": "nori@example.org"})
    assert answer.status_code == 429
    assert answer.context["invite"].errors
    assert len(mailoutbox) == notice_limits.MAILED_FROM_ONE


def test_nobody_is_invited_to_a_table_that_has_begun(owner: User, guest: User) -> None:
    game = tables.running(owner, *UserFactory.create_batch(2))
    answer = tables.signed_in(owner).post(at(game, "table-invite"), {"who": str(guest.name)})
    assert answer.status_code == 302
    assert said(answer)
    assert not Invitation.objects.exists()
