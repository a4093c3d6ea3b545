"""What one person does reaches others so often and no more, and never those who keep them away."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse

from accounts import manners
from accounts.models import User
from config.clock import now
from games import notice_limits, services, throttle
from games.models import Game, Invitation, Notice
from games.notice_limits import AT_TABLE, BETWEEN, FROM_ONE, TO_ONE
from games.services import Refused
from tests import tables
from tests.delivery.tables import DAY, MINUTE, reader, send
from tests.games.play import (
    any_move,
    let_it_pass,
    load,
    on_turn,
    play,
    play_until,
    refused,
    token,
)
from tests.sinks import MailSink

pytestmark = [pytest.mark.django_db, pytest.mark.both]

Away = Callable[[User, User, datetime], None]


@pytest.fixture
def three() -> list[User]:
    return [reader() for _ in range(3)]


def table_of(users: list[User], **plan: object) -> Game:
    """A private table of these; nothing waits to be told."""
    game = tables.running(*users, public=False, **plan)
    Notice.objects.all().delete()
    return game


def call(speaker: User, listener: User, game: Game) -> None:
    services.say(speaker, game.code, f"@{listener.name}, hurry up!", token(), now())


def look(user: User, game: Game) -> None:
    assert tables.signed_in(user).get(reverse("table", args=[game.code])).status_code == 200


def got(post: MailSink, user: User) -> int:
    """How many mails have reached this player."""
    send(now())
    return sum(letter["To"] == user.email for letter in post.letters)


def told(user: User, by: User, kind: str = "chat") -> int:
    return Notice.objects.filter(recipient=user, by=by, kind=kind).count()


def caused(by: User, to: User, number: int, game: Game | None = None) -> None:
    """So many notices of one to another, an hour ago."""
    rows = [
        Notice(recipient=to, by=by, kind="chat", game=game, cause=f"{by.pk}-{to.pk}-{n}")
        for n in range(number)
    ]
    Notice.objects.bulk_create(rows)


# --- what was done on trial -----------------------------------------------------------------------


def test_sixty_lines_with_a_name_in_them_are_one_mail(three: list[User], post: MailSink) -> None:
    game = table_of(three)
    for _ in range(60):
        call(three[0], three[1], game)
        send(now())
    assert got(post, three[1]) == 1
    game.refresh_from_db()
    assert game.talk == 60


def test_leaving_and_coming_back_all_day_is_a_few_mails(three: list[User], post: MailSink) -> None:
    game = table_of(three)
    waits = next(user for user in three[1:] if user != on_turn(load(game)))
    leaver = next(user for user in three if user not in (waits, on_turn(load(game))))
    for _ in range(25):
        with suppress(Refused):
            services.leave(leaver, game.code, now())
            send(now())
            services.take_back(leaver, game.code, now())
            send(now())
    assert 0 < got(post, waits) <= AT_TABLE
    assert game.moves.filter(kind="returned").count() == 6
    with refused("too-often"):
        services.take_back(leaver, game.code, now())
    services.take_back(leaver, game.code, now() + DAY)


@pytest.mark.parametrize("keep_away", [manners.block, manners.mute, None])
def test_asking_for_a_rematch_all_day_is_a_few_mails_and_none_to_who_keeps_away(
    three: list[User], post: MailSink, keep_away: Away | None
) -> None:
    game = table_of(three)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    if keep_away is not None:
        keep_away(three[1], three[0], now())
    opened = 0
    for _ in range(25):
        with suppress(Refused):
            code = services.rematch(three[0], game.code, now()).code
            opened += 1
            send(now())
            services.leave(three[0], code, now())
    assert got(post, three[2]) == BETWEEN
    assert got(post, three[1]) == (BETWEEN if keep_away is None else 0)
    assert opened == throttle.NEW_TABLES.times - 1  # the first table counts too
    with refused("too-many-tables"):
        services.rematch(three[0], game.code, now())


# --- talk until it was read -----------------------------------------------------------------------


def test_who_has_looked_at_the_table_is_told_anew(three: list[User]) -> None:
    game = table_of(three)
    call(three[0], three[1], game)
    call(three[2], three[1], game)  # whoever speaks: it is the same talk
    assert (told(three[1], three[0]), told(three[1], three[2])) == (1, 0)
    look(three[1], game)
    call(three[2], three[1], game)
    assert told(three[1], three[2]) == 1


def test_looking_at_another_table_reads_nothing(three: list[User]) -> None:
    game, other = table_of(three), table_of(three)
    call(three[0], three[1], game)
    look(three[1], other)
    call(three[0], three[1], game)
    assert told(three[1], three[0]) == 1
    call(three[0], three[1], other)
    assert told(three[1], three[0]) == 2


def test_somebody_who_reads_at_once_is_not_called_all_day_either(three: list[User]) -> None:
    game = table_of(three)
    for _ in range(AT_TABLE + 5):
        call(three[0], three[1], game)
        look(three[1], game)
    assert told(three[1], three[0]) == AT_TABLE
    Notice.objects.update(created_at=now() - DAY - MINUTE)
    call(three[0], three[1], game)
    assert told(three[1], three[0]) == AT_TABLE + 1


# --- the limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("senders", "readers", "each"), [(1, 1, BETWEEN), (4, 1, TO_ONE // 4), (1, 10, FROM_ONE // 10)]
)
def test_each_limit_holds_for_the_next_table_too(
    three: list[User], senders: int, readers: int, each: int
) -> None:
    speaker, listener, _ = three
    game = table_of(three)
    others = [reader() for _ in range(max(senders, readers))]
    for n in range(senders):
        for m in range(readers):
            by = speaker if senders == 1 else others[n]
            caused(by, listener if readers == 1 else others[m], each)
    call(speaker, listener, game)
    assert not Notice.objects.filter(game=game).exists()
    Notice.objects.filter(pk__in=Notice.objects.values("pk")[:1]).delete()
    call(speaker, listener, game)
    assert Notice.objects.filter(game=game).count() == 1


def test_told_by_several_ways_is_told_once(three: list[User]) -> None:
    game = table_of(three)
    User.objects.filter(pk=three[1].pk).update(has_webhook=True, has_push=True)
    for _ in range(AT_TABLE):
        call(three[0], three[1], game)
        look(three[1], game)
    assert told(three[1], three[0]) == 3 * AT_TABLE


def test_no_limit_refuses_anything_and_the_game_goes_on_telling(three: list[User]) -> None:
    """Everybody has heard enough of everybody: turns are told all the same."""
    game = table_of(three)
    for by in three:
        for to in three:
            caused(by, to, TO_ONE, game)
    table = play(load(game))
    assert Notice.objects.filter(recipient=on_turn(table), kind="turn", by=None).count() == 1
    call(three[0], three[1], game)
    services.leave(three[0], game.code, now())
    services.take_back(three[0], game.code, now())
    assert not Notice.objects.filter(kind="seat").exists()


def test_a_seat_that_a_deadline_offers_is_told_whatever_was_told_before(three: list[User]) -> None:
    game = table_of(three, excused=0)
    caused(three[0], three[1], TO_ONE, game)
    table = load(game)
    absent = on_turn(table)
    let_it_pass(play_until(let_it_pass(table), absent))
    assert Notice.objects.filter(kind="seat", what="offered", by=None).count() == 3


# --- who keeps somebody away ----------------------------------------------------------------------


@pytest.mark.parametrize("keep_away", [manners.block, manners.mute])
def test_who_keeps_somebody_away_hears_of_turns_and_of_nothing_else(
    three: list[User], keep_away: Away
) -> None:
    game = table_of(three)
    table = load(game)
    mover = on_turn(table)
    following = on_turn(play(table))
    third = next(user for user in three if user not in (mover, following))
    keep_away(third, following, now())
    Notice.objects.all().delete()
    call(following, third, game)
    services.leave(following, game.code, now())
    services.take_back(following, game.code, now())
    assert not Notice.objects.filter(recipient=third).exists()
    table = load(game)
    services.play_move(following, game.code, any_move(table), table.game.version, token(), now())
    assert Notice.objects.filter(recipient=third, kind="turn").count() == 1


def test_a_lobby_closed_by_its_owner_is_told_to_those_who_sat_there(three: list[User]) -> None:
    game = tables.lobby(three[0], public=False, size=4)
    for user in three[1:]:
        services.join(user, game.code, now())
    manners.block(three[2], three[0], now())
    services.leave(three[0], game.code, now())
    (notice,) = Notice.objects.filter(kind="over")
    assert notice.recipient == three[1]


@pytest.mark.parametrize("keep_away", [manners.block, manners.mute])
def test_an_invitation_by_name_or_address_goes_nowhere_and_looks_like_any_other(
    three: list[User], post: MailSink, keep_away: Away
) -> None:
    host, guest, _ = three
    keep_away(guest, host, now())
    game = tables.lobby(host, public=False)
    client, path = tables.signed_in(host), reverse("table-invite", args=[game.code])
    for who in (guest.name, guest.email):
        assert client.post(path, {"who": who}).status_code == 302
    assert Invitation.objects.filter(game=game).count() == 2
    assert got(post, guest) == 0


def test_what_waited_is_not_sent_to_who_has_blocked_since(
    three: list[User], post: MailSink
) -> None:
    game = table_of(three)
    call(three[0], three[1], game)
    call(three[0], three[2], game)
    manners.block(three[1], three[0], now())
    assert (got(post, three[1]), got(post, three[2])) == (0, 1)


# --- addresses ------------------------------------------------------------------------------------


def test_an_account_invited_by_its_address_is_told_as_it_chose(
    three: list[User], post: MailSink
) -> None:
    host, guest, quiet = three
    User.objects.filter(pk=quiet.pk).update(notice_modes={"invited": {"mail": "off"}})
    game = tables.lobby(host, public=False)
    for user in (guest, quiet):
        services.invite_email(host, game.code, user.email, now())
    assert (got(post, guest), got(post, quiet)) == (1, 0)
    (letter,) = post.letters
    body = letter.get_body(("plain",))
    assert body is not None
    assert reverse("invitation", args=[game.invite_code]) in body.get_content()


def test_one_mailbox_gets_few_invitations_a_day_whoever_sends_them(
    three: list[User], mailoutbox: list[EmailMessage]
) -> None:
    for n, host in enumerate(three * 2):
        game = tables.lobby(host, public=False)
        services.invite_email(host, game.code, f"Dori+{n}@example.org", now())
        services.invite_email(host, game.code, f"dora{n}@example.org", now())
    sent = [mail.to[0] for mail in mailoutbox]
    assert sum(to.startswith("dori") for to in sent) == notice_limits.MAILED_TO_ONE
    assert sum(to.startswith("dora") for to in sent) == 6
