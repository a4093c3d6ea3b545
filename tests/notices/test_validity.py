"""No notice is sent to somebody it no longer concerns."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.notices import delivery
from games.notices.channels import webhooks
from games.notices.creation import Cause
from games.notices.models import Notice
from games.notices.notice_types import NOTICE_TYPES
from games.tables import services
from games.tables.models import Departure, Message, Seat, Table
from games.tables.services.lobby import TablePlan
from games.tables.services.news import NamedInChat
from tests.notices.tables import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    excused,
    hear,
    only,
    reader,
    reminded,
    running,
    send,
    state,
    turn_began,
    write,
)
from tests.sinks import MailSink
from tests.tables.play import load, new_table, play, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def test_nobody_is_notified_of_a_turn_they_have_taken(post: MailSink) -> None:
    loaded, _, notice = running()
    play(loaded)
    only(notice)
    send()
    assert state(notice) == "dropped"
    assert notice.ended_at == NOON
    assert post.letters == []


@pytest.mark.parametrize(
    "change",
    [
        {"on_turn": False},
        {"turn": 1},
        {"user": None},
    ],
)
@pytest.mark.parametrize("kind", ["turn", "reminder", "missed"])
def test_a_turn_is_notified_only_to_the_player_still_on_turn(
    kind: str, change: dict[str, Any], post: MailSink
) -> None:
    loaded, seat, _ = running()
    at = load(loaded.table)
    mine = at.seats[seat.number]
    Notice.objects.all().delete()
    told = {"turn": turn_began, "reminder": reminded, "missed": excused}
    told[kind](at, seat.number)
    notice = Notice.objects.get(kind=kind)
    Seat.objects.filter(pk=seat.pk).update(**change)
    send()
    assert state(notice) == "dropped"
    Seat.objects.filter(pk=seat.pk).update(user=mine.user, on_turn=True, turn=mine.turn)
    Notice.objects.update(state="waiting", leased_until=None)
    send()
    assert state(notice) == "sent"


def test_a_turn_taken_over_is_not_notified_to_the_old_player(post: MailSink) -> None:
    _, seat, notice = running()
    Seat.objects.filter(pk=seat.pk).update(user=reader())
    send()
    assert state(notice) == "dropped"


@pytest.mark.parametrize("status", ["finished", "cancelled", "abandoned"])
def test_no_turn_is_notified_at_an_ended_table(status: str, post: MailSink) -> None:
    loaded, _, notice = running()
    Table.objects.filter(pk=loaded.table.pk).update(status=status)
    send()
    assert state(notice) == "dropped"


def test_a_reminder_replaces_the_turn_notice(post: MailSink) -> None:
    loaded, seat, notice = running()
    at = load(loaded.table)
    reminded(at, seat.number)
    reminder = Notice.objects.get(kind="reminder")
    only(notice, reminder)
    send()
    assert (state(notice), state(reminder)) == ("dropped", "sent")
    assert len(post.letters) == 1


def test_an_outdated_reminder_does_not_replace_the_turn_notice(post: MailSink) -> None:
    loaded, seat, notice = running()
    at = load(loaded.table)
    reminded(at, seat.number)
    Seat.objects.filter(pk=seat.pk).update(missed=1)  # excused: their clock has restarted
    reminder = Notice.objects.get(kind="reminder")
    only(notice, reminder)
    send()
    assert (state(notice), state(reminder)) == ("sent", "dropped")


def test_a_reminder_by_another_channel_or_of_another_turn_replaces_nothing(post: MailSink) -> None:
    loaded, seat, notice = running()
    at = load(loaded.table)
    reminded(at, seat.number)
    other = Notice.objects.get(kind="reminder")
    Notice.objects.filter(pk=other.pk).update(channel="push")
    delivery.send_next(NOON)
    Notice.objects.filter(pk=other.pk).update(channel="mail", cause_number=1, cause_count=0)
    only(notice, other)
    Notice.objects.update(state="waiting", leased_until=None)
    send()
    assert (state(notice), state(other)) == ("sent", "dropped")


def test_a_reminder_of_a_clock_that_has_run_out_is_dropped(post: MailSink) -> None:
    loaded, seat, _ = running()
    at = load(loaded.table)
    reminded(at, seat.number)
    reminder = only(Notice.objects.get(kind="reminder"))
    Seat.objects.filter(pk=seat.pk).update(missed=1)
    send()
    assert state(reminder) == "dropped"


# --- the reader ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"is_active": False},
        {"suspended_until": NOON + DAY},
        {"email": ""},
        {"notice_modes": {"turn": {"mail": "off"}}},
    ],
)
def test_readers_who_cannot_or_do_not_want_to_be_notified_are_not(
    change: dict[str, Any], post: MailSink
) -> None:
    _, seat, notice = running()
    User.objects.filter(seats=seat).update(**change)
    send()
    assert state(notice) == "dropped"
    assert post.letters == []


def test_an_ended_suspension_holds_nothing_back(post: MailSink) -> None:
    _, seat, notice = running()
    User.objects.filter(seats=seat).update(suspended_until=NOON)
    send()
    assert state(notice) == "sent"


def test_another_kind_that_is_switched_off_changes_nothing(post: MailSink) -> None:
    _, seat, notice = running()
    User.objects.filter(seats=seat).update(notice_modes={"chat": {"mail": "off"}})
    send()
    assert state(notice) == "sent"


def test_a_removed_channel_is_not_used(post: MailSink) -> None:
    user = reader()
    webhooks.set_webhook(user, "https://example.org/hook")
    assert delivery.send_test(user, NOON) == 2
    webhooks.remove_webhook(user)
    send()
    assert dict(Notice.objects.values_list("channel", "state")) == {
        "mail": "sent",
        "webhook": "dropped",
    }


# --- tables and seats ---------------------------------------------------------------------------


def lobby() -> Table:
    return services.open_table(reader(), TablePlan("classic", 4, "Narrow bench"), token(), NOON)


def invitation() -> tuple[Table, User, Notice]:
    table, guest = lobby(), reader()
    assert table.owner is not None
    services.invite(table.owner, table.code, guest.name or "", NOON)
    return table, guest, only(Notice.objects.get(recipient=guest))


def test_an_invitation_is_sent(post: MailSink) -> None:
    table, _, notice = invitation()
    send()
    assert state(notice) == "sent"
    assert table.title in post.letters[0]["Subject"]


def test_an_answered_or_outdated_invitation_is_not_sent(post: MailSink) -> None:
    for spoil in (
        lambda table, guest: services.join(guest, table.code, NOON),
        lambda table, guest: services.decline(guest, table.code),
        lambda table, guest: Table.objects.filter(pk=table.pk).update(status="expired"),
    ):
        table, guest, notice = invitation()
        spoil(table, guest)
        Notice.objects.exclude(pk=notice.pk).delete()
        send()
        assert state(notice) == "dropped"


@pytest.mark.parametrize("kind", ["started", "round-over"])
def test_news_of_a_table_goes_only_to_its_players(kind: str, post: MailSink) -> None:
    loaded, seat, _ = running()
    assert seat.user is not None
    here = only(write(seat.user, kind, loaded.table, cause=Cause("round", 1)))
    send()
    away = write(reader(), kind, loaded.table, cause=Cause("round", 1))
    send()
    Notice.objects.filter(pk=here.pk).update(bundled=False)
    assert (state(here) in ("sent", "waiting"), state(away) in ("dropped", "waiting")) == (
        True,
        True,
    )
    send(NOON + DAY)
    assert (state(here), state(away)) == ("sent", "dropped")


def test_a_notice_of_a_move_made_for_them_is_dropped_after_their_own_move(post: MailSink) -> None:
    loaded, seat, _ = running()
    assert seat.user is not None
    told = only(
        write(
            seat.user,
            "missed",
            loaded.table,
            seat=seat.number,
            what="played",
            cause=Cause("deadline", 9, 1),
        )
    )
    send()
    assert state(told) == "dropped"
    Seat.objects.filter(pk=seat.pk).update(absences=1)
    Notice.objects.update(state="waiting", leased_until=None)
    send()
    assert state(told) == "sent"


@pytest.mark.parametrize(
    ("what", "still"),
    [("offered", {"offered_until": NOON + HOUR}), ("bot", {"user": None, "bot": "easy"})],
)
def test_a_seat_change_that_is_outdated_is_not_notified(
    what: str, still: dict[str, Any], post: MailSink
) -> None:
    loaded, seat, _ = running()
    other = next(s for s in loaded.seats if s.number != seat.number)
    assert other.user is not None
    news = only(
        write(other.user, "seat", loaded.table, seat=seat.number, what=what, cause=Cause("x"))
    )
    send()
    assert state(news) == "dropped"
    Seat.objects.filter(pk=seat.pk).update(**still)
    Notice.objects.update(state="waiting", leased_until=None)
    send()
    assert state(news) == "sent"


def test_only_the_player_who_lost_the_seat_is_notified_of_it(post: MailSink) -> None:
    loaded, seat, _ = running()
    loser, stranger = seat.user, reader()
    assert loser is not None
    Seat.objects.filter(pk=seat.pk).update(user=None, bot="easy", former=loser)
    Departure.objects.create(table=loaded.table, user=loser, seat=seat.number)
    Departure.objects.create(table=loaded.table, user=stranger, seat=(seat.number + 1) % 3)
    mine = write(loser, "seat", loaded.table, seat=seat.number, what="lost-bot", cause=Cause("x"))
    theirs = write(stranger, "seat", loaded.table, seat=seat.number, what="bot", cause=Cause("x"))
    only(mine, theirs)
    send()
    assert (state(mine), state(theirs)) == ("sent", "dropped")
    assert "plays for you" in post.letters[0]["Subject"]


def test_a_player_with_their_seat_back_is_not_notified_of_losing_it(post: MailSink) -> None:
    loaded, seat, _ = running()
    assert seat.user is not None
    about = {"seat": seat.number, "what": "lost-bot", "cause": Cause("x")}
    notice = only(write(seat.user, "seat", loaded.table, **about))
    send()
    assert state(notice) == "dropped"


def test_a_player_removed_from_a_lobby_is_notified_unless_they_rejoined(post: MailSink) -> None:
    table, user = lobby(), reader()
    notice = only(write(user, "seat", table, seat=1, what="removed", cause=Cause("x")))
    services.join(user, table.code, NOON)
    send()
    assert state(notice) == "dropped"
    Seat.objects.filter(table=table, user=user).delete()
    Notice.objects.update(state="waiting", leased_until=None)
    send()
    assert state(notice) == "sent"


def test_the_end_of_a_table_is_notified(post: MailSink) -> None:
    loaded, seat, _ = running()
    assert seat.user is not None
    notice = only(write(seat.user, "over", loaded.table, what="cancelled", cause=Cause("table")))
    send()
    assert state(notice) == "dropped"  # it is not over at all
    Table.objects.filter(pk=loaded.table.pk).update(status="cancelled")
    Notice.objects.update(state="waiting", leased_until=None)
    send()
    assert state(notice) == "sent"


def test_a_mention_is_notified_unless_they_have_visited_the_table_since(post: MailSink) -> None:
    loaded = new_table(3)
    speaker, listener = loaded.seats[0], loaded.seats[1]
    assert speaker.user is not None
    assert listener.user is not None
    said = Message.objects.create(
        table=loaded.table, user=speaker.user, seat=0, round_number=1, text="hm", token="t", at=NOON
    )
    hear(loaded, NamedInChat(said, (listener.user,)))
    notice = only(Notice.objects.get(kind="chat"))
    Seat.objects.filter(pk=listener.pk).update(seen_at=NOON + MINUTE)
    send(NOON + HOUR)
    assert state(notice) == "dropped"
    Seat.objects.filter(pk=listener.pk).update(seen_at=NOON - MINUTE)
    Notice.objects.update(state="waiting", leased_until=None)
    send(NOON + HOUR)
    assert state(notice) == "sent"
    assert speaker.user.display_name in post.letters[0]["Subject"]
    said.delete()
    Notice.objects.update(state="waiting", leased_until=None, due_at=NOON)
    send(NOON + HOUR)
    assert state(notice) == "dropped"


def test_every_case_of_a_notice_has_a_title_a_text_and_a_button() -> None:
    for name, kind in NOTICE_TYPES.items():
        for case in () if kind.authored else ("", *kind.cases):
            if (name, case) != ("seat", ""):  # something has always happened to a seat
                assert all(kind.wording(*case.split(":")))
