"""Postponed notices: while the reader is looking, during quiet hours, and once a day."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import User
from games.notices import creation, delivery
from games.notices.creation import Cause
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Seat
from tests.notices.tables import (
    HOUR,
    MINUTE,
    NOON,
    only,
    reader,
    reminded,
    running,
    send,
    state,
    write,
)
from tests.sinks import OK, MailSink
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def looking(seat: Seat, at: datetime) -> None:
    Seat.objects.filter(pk=seat.pk).update(seen_at=at)


# --- while they are looking ---------------------------------------------------------------------


def test_a_turn_mail_waits_while_its_reader_looks_at_the_board(post: MailSink) -> None:
    _, seat, notice = running()
    looking(seat, NOON - MINUTE)
    send()
    assert state(notice) == "waiting"
    assert (notice.attempts, notice.leased_until) == (0, None)
    assert notice.due_at == NOON + MINUTE  # two minutes after they were last seen
    looking(seat, NOON + 5 * MINUTE)
    send(NOON + 6 * MINUTE)
    assert state(notice) == "waiting"
    assert post.letters == []


def test_a_turn_mail_is_sent_when_its_reader_stops_looking(post: MailSink) -> None:
    _, seat, notice = running()
    looking(seat, NOON - MINUTE)
    send()
    send(NOON + MINUTE)
    assert state(notice) == "sent"


def test_a_turn_mail_waits_ten_minutes_at_most(post: MailSink) -> None:
    _, seat, notice = running()
    looking(seat, NOON + 9 * MINUTE)
    send(NOON + 9 * MINUTE)
    notice.refresh_from_db()
    assert notice.due_at == NOON + 10 * MINUTE
    looking(seat, NOON + 10 * MINUTE)
    send(NOON + 10 * MINUTE)
    assert state(notice) == "sent"


def test_a_forgotten_tab_delays_no_mail(post: MailSink) -> None:
    _, seat, notice = running()
    looking(seat, NOON - 2 * MINUTE)
    send()
    assert state(notice) == "sent"


def test_a_player_who_moves_meanwhile_gets_no_mail(post: MailSink) -> None:
    _, seat, notice = running()
    looking(seat, NOON)
    send()
    Seat.objects.filter(pk=seat.pk).update(on_turn=False)
    send(NOON + 3 * MINUTE)
    assert state(notice) == "dropped"
    assert post.letters == []


def test_only_the_turn_mail_waits_while_they_look(post: MailSink) -> None:
    loaded, seat, notice = running()
    looking(seat, NOON)
    assert seat.user is not None
    cause = Cause("turn", seat.turn)
    news = write(seat.user, "missed", loaded.table, seat=seat.number, what="excused", cause=cause)
    send()
    assert (state(news), state(notice)) == ("sent", "waiting")


# --- quiet hours ----------------------------------------------------------------------------------


def quiet(user: User | None, start: int, end: int, zone: str = "UTC") -> None:
    assert user is not None
    User.objects.filter(pk=user.pk).update(
        quiet_from=time(start), quiet_to=time(end), time_zone=zone
    )


def test_quiet_hours_postpone_everything_until_they_end(post: MailSink) -> None:
    _, seat, notice = running()
    quiet(seat.user, 11, 15)
    send()
    assert state(notice) == "waiting"
    assert (notice.due_at, notice.attempts) == (NOON + 3 * HOUR, 0)
    assert send(NOON + 2 * HOUR) == 0
    send(NOON + 3 * HOUR)
    assert state(notice) == "sent"


def test_quiet_hours_are_in_the_readers_time_zone(post: MailSink) -> None:
    _, seat, notice = running()
    quiet(seat.user, 22, 7, "Asia/Tokyo")  # noon in UTC is nine in the evening there
    send()
    assert state(notice) == "sent"
    Notice.objects.update(state="waiting", due_at=NOON + 2 * HOUR)
    send(NOON + 2 * HOUR)
    notice.refresh_from_db()
    assert notice.due_at == datetime(2026, 11, 16, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("night", "end"),
    [
        # Amsterdam: the clock goes back on 25 October 2026, forward on 28 March 2027.
        (datetime(2026, 10, 24, 23, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
        (datetime(2027, 3, 27, 23, tzinfo=UTC), datetime(2027, 3, 28, 5, tzinfo=UTC)),
        (datetime(2026, 11, 16, 23, tzinfo=UTC), datetime(2026, 11, 17, 6, tzinfo=UTC)),
    ],
)
def test_quiet_hours_end_at_seven_local_time_even_when_clocks_change(
    night: datetime, end: datetime, post: MailSink
) -> None:
    _, seat, notice = running()
    quiet(seat.user, 23, 7, "Europe/Amsterdam")
    Notice.objects.update(due_at=night, created_at=night)
    send(night)
    notice.refresh_from_db()
    assert notice.due_at == end
    send(end)
    assert state(notice) == "sent"


def test_a_requested_test_is_sent_at_once(post: MailSink) -> None:
    user = reader(quiet_from=time(0), quiet_to=time(23, 59))
    notice = write(user, "test")
    send()
    assert state(notice) == "sent"


# --- the digest -----------------------------------------------------------------------------------


def subscriber(hour: int = 18, zone: str = "UTC") -> User:
    kinds = ("turn", "started", "over", "chat", "round-over")
    modes = {kind: {"mail": "digest"} for kind in kinds}
    return reader(digest_hour=hour, notice_modes=modes, time_zone=zone)


def bundle(count: int = 3) -> tuple[User, list[Notice]]:
    """Make items of the same day for one reader, at their own tables."""
    user = subscriber()
    rows = [sat_down(user) for _ in range(count)]
    Notice.objects.exclude(pk__in=[row.pk for row in rows]).delete()
    return user, rows


def sat_down(user: User) -> Notice:
    """Make a player at a running table, with the notice of its start."""
    loaded = new_table(3)
    Seat.objects.filter(pk=loaded.seats[1].pk).update(user=user)
    return write(user, "started", loaded.table)


EVENING = NOON + 6 * HOUR


def test_a_day_is_one_mail_at_the_chosen_hour(post: MailSink) -> None:
    user, rows = bundle()
    assert {row.due_at for row in rows} == {EVENING}
    assert send(EVENING - MINUTE) == 0
    assert send(EVENING) == 1
    [letter] = post.letters
    assert letter["To"] == user.email
    assert "3 things" in letter["Subject"]
    assert [state(row) for row in rows] == ["sent"] * 3


def test_items_that_are_no_longer_true_are_left_out(post: MailSink) -> None:
    user, rows = bundle()
    Seat.objects.filter(table=rows[0].table, user=user).update(user=None)
    send(EVENING)
    [letter] = post.letters
    assert "2 things" in letter["Subject"]
    assert [state(row) for row in rows] == ["dropped", "sent", "sent"]


def test_a_digest_without_items_left_is_not_sent(post: MailSink) -> None:
    user, rows = bundle()
    Seat.objects.filter(user=user).update(user=None)
    send(EVENING)
    assert post.letters == []
    assert [state(row) for row in rows] == ["dropped"] * 3


def test_a_failed_digest_is_sent_later_in_full(post: MailSink) -> None:
    _, rows = bundle()
    post.on_data = lambda letter: "451 busy"
    send(EVENING)
    assert {(state(row), row.due_at) for row in rows} == {("waiting", EVENING + MINUTE)}
    post.on_data = lambda letter: OK
    send(EVENING + MINUTE)
    assert len(post.letters) == 1
    assert [state(row) for row in rows] == ["sent"] * 3


def test_a_digest_keeps_its_id_when_an_item_is_dropped(post: MailSink) -> None:
    """The server took it and the worker died; meanwhile the first item is no longer true."""
    user, rows = bundle()
    send(EVENING)
    Notice.objects.update(state="waiting", leased_until=None)
    Seat.objects.filter(table=rows[0].table, user=user).update(user=None)
    send(EVENING + HOUR)
    assert list(post.ids.values()) == [2]


def test_two_readers_get_two_digests(post: MailSink) -> None:
    first, second = subscriber(), subscriber()
    for user in (first, second):
        sat_down(user)
    Notice.objects.filter(bundled=False).delete()
    send(EVENING)
    assert {letter["To"] for letter in post.letters} == {first.email, second.email}


def test_immediate_notices_are_not_in_the_digest(post: MailSink) -> None:
    user, _ = bundle(1)
    other = write(user, "test")
    send(EVENING)
    assert len(post.letters) == 2
    assert state(other) == "sent"


def test_quiet_hours_postpone_the_digest_too(post: MailSink) -> None:
    user, rows = bundle()
    quiet(user, 17, 20)
    send(EVENING)
    assert {(state(row), row.due_at, row.attempts) for row in rows} == {
        ("waiting", EVENING + 2 * HOUR, 0)
    }


def test_a_digest_costs_the_same_however_long_it_is(
    post: MailSink, django_assert_max_num_queries: object
) -> None:
    bundle(8)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        send(EVENING)
    assert len(post.letters) == 1


@pytest.mark.parametrize(
    ("written", "due"),
    [
        (datetime(2026, 10, 24, 20, tzinfo=UTC), datetime(2026, 10, 25, 17, tzinfo=UTC)),
        (datetime(2027, 3, 27, 20, tzinfo=UTC), datetime(2027, 3, 28, 16, tzinfo=UTC)),
        (datetime(2026, 11, 16, 16, 59, tzinfo=UTC), datetime(2026, 11, 16, 17, tzinfo=UTC)),
        (datetime(2026, 11, 16, 17, tzinfo=UTC), datetime(2026, 11, 17, 17, tzinfo=UTC)),
    ],
)
def test_the_digest_keeps_its_local_hour_when_clocks_change(
    written: datetime, due: datetime
) -> None:
    user = subscriber(18, "Europe/Amsterdam")
    [row] = creation.notices_for(user, "round-over", Cause("x"), written)
    assert (row.bundled, row.due_at) == (True, due)


def test_a_digest_is_claimed_as_a_whole_and_nothing_else() -> None:
    user, rows = bundle()
    write(user, "test")
    only_now = Notice.objects.filter(bundled=False)
    only_now.update(due_at=EVENING + timedelta(seconds=1))
    claimed = delivery.claim_next(EVENING)
    assert claimed is not None
    assert [row.pk for row in claimed] == [row.pk for row in rows]


def test_a_digest_of_a_thousand_items_is_still_one_mail(post: MailSink) -> None:
    user = reader()
    rows = [
        Notice(
            recipient=user,
            kind="test",
            cause="n",
            cause_number=n,
            bundled=True,
            due_at=NOON,
            attempts=n % 2,
        )
        for n in range(1100)
    ]
    Notice.objects.bulk_create(rows)
    assert send(NOON) == 1
    assert len(post.letters) == 1
    assert set(Notice.objects.values_list("state", flat=True)) == {"sent"}


# --- while all clocks are stopped -----------------------------------------------------------------


def test_nobody_is_reminded_while_clocks_are_stopped(post: MailSink) -> None:
    loaded, seat, _ = running()
    reminded(loaded, seat.number)
    notice = only(Notice.objects.get(kind="reminder"))
    services.stop_clocks(NOON)
    send()
    assert state(notice) == "waiting"
    assert (notice.attempts, notice.due_at) == (0, NOON + MINUTE)
    services.let_clocks_run(NOON + HOUR)
    send(NOON + HOUR)
    assert state(notice) == "sent"


def test_a_turn_mail_leaves_out_a_deadline_that_will_move(post: MailSink) -> None:
    _, _, notice = running()
    services.note_sweep(NOON - HOUR)  # the clock workers are down while the notice workers run
    send()
    assert state(notice) == "sent"
    assert "You have until" not in str(post.letters[0].get_body(("plain",)))
