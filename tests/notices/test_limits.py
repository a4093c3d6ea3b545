"""Limits on the notices that one player causes; none for players who blocked or muted them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse

from accounts import relations
from accounts.models import User
from config.clock import now
from games.notices.models import Notice
from games.notices.triggers import MAX_BETWEEN_TWO, MAX_FROM_ONE, MAX_PER_TABLE, MAX_TO_ONE
from games.tables import rate_limits, services
from games.tables.models import Invitation, Table
from games.tables.refusals import Refused
from tests import real_tables
from tests.notices.tables import DAY, MINUTE, reader, send
from tests.sinks import MailSink
from tests.tables.play import any_move, let_it_pass, load, on_turn, play, play_until, refused, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

Away = Callable[[User, User, datetime], None]


@pytest.fixture
def three() -> list[User]:
    return [reader() for _ in range(3)]


def table_of(users: list[User], **plan: object) -> Table:
    """Make a private table of these players, with no notice waiting."""
    table = real_tables.running(*users, public=False, **plan)
    Notice.objects.all().delete()
    return table


def call(speaker: User, listener: User, table: Table) -> None:
    services.say(speaker, table.code, f"@{listener.name}, hurry up!", token(), now())


def look(user: User, table: Table) -> None:
    assert real_tables.signed_in(user).get(table.get_absolute_url()).status_code == 200


def got(post: MailSink, user: User) -> int:
    """Return how many mails have reached this player."""
    send(now())
    return sum(letter["To"] == user.email for letter in post.letters)


def told(user: User, by: User, kind: str = "chat") -> int:
    return Notice.objects.filter(recipient=user, by=by, kind=kind).count()


def caused(by: User, to: User, number: int, table: Table | None = None) -> None:
    """Create notices from one player to another, an hour ago."""
    rows = [
        Notice(
            recipient=to, by=by, kind="chat", table=table, cause="n", cause_number=1000 * by.pk + n
        )
        for n in range(number)
    ]
    Notice.objects.bulk_create(rows)


# --- cases from practice --------------------------------------------------------------------------


def test_sixty_messages_with_a_name_are_one_mail(three: list[User], post: MailSink) -> None:
    table = table_of(three)
    for _ in range(60):
        call(three[0], three[1], table)
        send(now())
    assert got(post, three[1]) == 1
    table.refresh_from_db()
    assert table.talk == 60


def test_leaving_and_returning_all_day_causes_a_few_mails(
    three: list[User], post: MailSink
) -> None:
    table = table_of(three)
    waits = next(user for user in three[1:] if user != on_turn(load(table)))
    leaver = next(user for user in three if user not in (waits, on_turn(load(table))))
    for _ in range(25):
        with suppress(Refused):
            services.leave(leaver, table.code, now())
            send(now())
            services.take_back(leaver, table.code, now())
            send(now())
    assert 0 < got(post, waits) <= MAX_PER_TABLE
    assert table.log.filter(kind="returned").count() == 6
    with refused("too-often"):
        services.take_back(leaver, table.code, now())
    services.take_back(leaver, table.code, now() + DAY)


@pytest.mark.parametrize("keep_away", [relations.block, relations.mute, None])
def test_asking_for_a_rematch_all_day_causes_a_few_mails_and_none_to_blockers(
    three: list[User], post: MailSink, keep_away: Away | None
) -> None:
    table = table_of(three)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    if keep_away is not None:
        keep_away(three[1], three[0], now())
    opened = 0
    for _ in range(25):
        with suppress(Refused):
            code = services.rematch(three[0], table.code, now()).code
            opened += 1
            send(now())
            services.leave(three[0], code, now())
    assert got(post, three[2]) == MAX_BETWEEN_TWO
    assert got(post, three[1]) == (MAX_BETWEEN_TWO if keep_away is None else 0)
    assert opened == rate_limits.NEW_TABLES.times - 1  # the first table counts too
    with refused("too-many-tables"):
        services.rematch(three[0], table.code, now())


# --- unread chat ----------------------------------------------------------------------------------


def test_a_player_who_has_read_the_chat_is_notified_again(three: list[User]) -> None:
    table = table_of(three)
    call(three[0], three[1], table)
    call(three[2], three[1], table)  # whoever writes: it is the same unread chat
    assert (told(three[1], three[0]), told(three[1], three[2])) == (1, 0)
    look(three[1], table)
    call(three[2], three[1], table)
    assert told(three[1], three[2]) == 1


def test_looking_at_another_table_does_not_mark_chat_as_read(three: list[User]) -> None:
    table, other = table_of(three), table_of(three)
    call(three[0], three[1], table)
    look(three[1], other)
    call(three[0], three[1], table)
    assert told(three[1], three[0]) == 1
    call(three[0], three[1], other)
    assert told(three[1], three[0]) == 2


def test_a_player_who_reads_at_once_still_gets_few_mentions_a_day(three: list[User]) -> None:
    table = table_of(three)
    for _ in range(MAX_PER_TABLE + 5):
        call(three[0], three[1], table)
        look(three[1], table)
    assert told(three[1], three[0]) == MAX_PER_TABLE
    Notice.objects.update(created_at=now() - DAY - MINUTE)
    call(three[0], three[1], table)
    assert told(three[1], three[0]) == MAX_PER_TABLE + 1


# --- the limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("senders", "readers", "each"),
    [(1, 1, MAX_BETWEEN_TWO), (4, 1, MAX_TO_ONE // 4), (1, 10, MAX_FROM_ONE // 10)],
)
def test_each_limit_holds_across_tables(
    three: list[User], senders: int, readers: int, each: int
) -> None:
    speaker, listener, _ = three
    table = table_of(three)
    others = [reader() for _ in range(max(senders, readers))]
    for n in range(senders):
        for m in range(readers):
            by = speaker if senders == 1 else others[n]
            caused(by, listener if readers == 1 else others[m], each)
    call(speaker, listener, table)
    assert not Notice.objects.filter(table=table).exists()
    Notice.objects.filter(pk__in=Notice.objects.values("pk")[:1]).delete()
    call(speaker, listener, table)
    assert Notice.objects.filter(table=table).count() == 1


def test_several_channels_count_as_one_notice(three: list[User]) -> None:
    table = table_of(three)
    User.objects.filter(pk=three[1].pk).update(has_webhook=True, has_push=True)
    for _ in range(MAX_PER_TABLE):
        call(three[0], three[1], table)
        look(three[1], table)
    assert told(three[1], three[0]) == 3 * MAX_PER_TABLE


def test_limits_refuse_no_action_and_turns_are_still_notified(three: list[User]) -> None:
    """Turns are notified even when all limits are used up."""
    table = table_of(three)
    for by in three:
        for to in three:
            caused(by, to, MAX_TO_ONE, table)
    loaded = play(load(table))
    assert Notice.objects.filter(recipient=on_turn(loaded), kind="turn", by=None).count() == 1
    call(three[0], three[1], table)
    services.leave(three[0], table.code, now())
    services.take_back(three[0], table.code, now())
    assert not Notice.objects.filter(kind="seat").exists()


def test_a_seat_offered_by_a_deadline_is_notified_despite_limits(three: list[User]) -> None:
    table = table_of(three, excused=0)
    caused(three[0], three[1], MAX_TO_ONE, table)
    loaded = load(table)
    absent = on_turn(loaded)
    let_it_pass(play_until(let_it_pass(loaded), absent))
    assert Notice.objects.filter(kind="seat", what="offered", by=None).count() == 3


# --- blocked or muted players -------------------------------------------------------------------


@pytest.mark.parametrize("keep_away", [relations.block, relations.mute])
def test_a_blocking_player_is_notified_of_turns_only(three: list[User], keep_away: Away) -> None:
    table = table_of(three)
    loaded = load(table)
    mover = on_turn(loaded)
    following = on_turn(play(loaded))
    third = next(user for user in three if user not in (mover, following))
    keep_away(third, following, now())
    Notice.objects.all().delete()
    call(following, third, table)
    services.leave(following, table.code, now())
    services.take_back(following, table.code, now())
    assert not Notice.objects.filter(recipient=third).exists()
    loaded = load(table)
    services.play_move(
        following, table.code, any_move(loaded), loaded.table.version, token(), now()
    )
    assert Notice.objects.filter(recipient=third, kind="turn").count() == 1


def test_players_are_notified_of_a_lobby_closed_by_its_owner(three: list[User]) -> None:
    table = real_tables.lobby(three[0], public=False, size=4)
    for user in three[1:]:
        services.join(user, table.code, now())
    relations.block(three[2], three[0], now())
    services.leave(three[0], table.code, now())
    (notice,) = Notice.objects.filter(kind="over")
    assert notice.recipient == three[1]


@pytest.mark.parametrize("keep_away", [relations.block, relations.mute])
def test_a_blocked_players_invitation_is_not_sent_but_looks_normal(
    three: list[User], post: MailSink, keep_away: Away
) -> None:
    host, guest, _ = three
    keep_away(guest, host, now())
    table = real_tables.lobby(host, public=False)
    client, path = real_tables.signed_in(host), reverse("table-invite", args=[table.code])
    for named in (guest.name, guest.email):
        assert client.post(path, {"who": named}).status_code == 302
    assert Invitation.objects.filter(table=table).count() == 2
    assert got(post, guest) == 0


def test_a_waiting_notice_is_not_sent_after_a_block(three: list[User], post: MailSink) -> None:
    table = table_of(three)
    call(three[0], three[1], table)
    call(three[0], three[2], table)
    relations.block(three[1], three[0], now())
    assert (got(post, three[1]), got(post, three[2])) == (0, 1)


# --- addresses ------------------------------------------------------------------------------------


def test_an_account_invited_by_address_is_notified_as_it_chose(
    three: list[User], post: MailSink
) -> None:
    host, guest, quiet = three
    User.objects.filter(pk=quiet.pk).update(notice_modes={"invited": {"mail": "off"}})
    table = real_tables.lobby(host, public=False)
    for user in (guest, quiet):
        services.invite_email(host, table.code, user.email, now())
    assert (got(post, guest), got(post, quiet)) == (1, 0)
    (letter,) = post.letters
    body = letter.get_body(("plain",))
    assert body is not None
    assert reverse("invitation", args=[table.invite_code]) in body.get_content()


def test_a_mailbox_gets_few_invitations_a_day_from_all_senders(
    three: list[User], mailoutbox: list[EmailMessage]
) -> None:
    for n, host in enumerate(three * 2):
        table = real_tables.lobby(host, public=False)
        services.invite_email(host, table.code, f"Dori+{n}@example.org", now())
        services.invite_email(host, table.code, f"dora{n}@example.org", now())
    sent = [mail.to[0] for mail in mailoutbox]
    assert sum(to.startswith("dori") for to in sent) == rate_limits.MAILED_TO_ONE
    assert sum(to.startswith("dora") for to in sent) == 6
