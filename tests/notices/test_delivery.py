"""A notice is claimed, sent once, and marked; whatever fails is tried again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import LazySettings
from django.db import connection

from accounts import leases
from config.clock import now
from games.notices import claims, delivery
from games.notices.causes import Cause
from games.notices.models import Notice
from games.notices.tasks import mail_notices
from tests.notices.tables import DAY, HOUR, MINUTE, NOON, reader, running, send, state, write
from tests.sinks import OK, MailSink

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_a_turn_is_told_once_and_marked(post: MailSink) -> None:
    _, seat, notice = running()
    assert send() == 1
    [letter] = post.letters
    assert seat.user is not None
    assert letter["To"] == seat.user.email
    assert state(notice) == "sent"
    assert (notice.ended_at, notice.leased_until, notice.attempts) == (NOON, None, 1)
    assert send(NOON + DAY) == 0
    assert len(post.letters) == 1


def test_what_is_not_due_waits(post: MailSink) -> None:
    running()
    assert send(NOON - MINUTE) == 0
    assert post.letters == []


def test_the_longest_due_is_told_first(post: MailSink) -> None:
    user = reader()
    late, early = (
        write(user, "test", cause=Cause("late")),
        write(user, "test", cause=Cause("early")),
    )
    Notice.objects.filter(pk=early.pk).update(due_at=NOON - MINUTE)
    delivery.send_next(NOON)
    assert (state(early), state(late)) == ("sent", "waiting")


def test_a_worker_that_died_with_a_claim_delays_and_loses_nothing(post: MailSink) -> None:
    _, _, notice = running()
    assert claims.claim(NOON)
    assert send(NOON + leases.length() - MINUTE / 60) == 0
    assert send(NOON + leases.length()) == 1
    assert len(post.letters) == 1
    assert state(notice) == "sent"
    assert notice.attempts == 2


def test_a_claim_counts_the_attempt_before_anything_is_tried() -> None:
    _, _, notice = running()
    claims.claim(NOON)
    notice.refresh_from_db()
    assert (notice.attempts, notice.leased_until) == (1, NOON + leases.length())


def test_a_mail_keeps_its_id_when_it_is_sent_again(post: MailSink) -> None:
    """The server had accepted it, and the worker died before it could write that down."""
    _, _, notice = running()
    send()
    Notice.objects.filter(pk=notice.pk).update(state="waiting", leased_until=NOON + MINUTE)
    send(NOON + HOUR)
    assert list(post.ids.values()) == [2]
    other = write(reader(), "test")
    send()
    assert len(post.ids) == 2
    assert str(other.pk) in str(post.letters[-1]["Message-ID"])


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_tell_everything_once(post: MailSink) -> None:
    for _ in range(16):
        write(reader(), "test")
    everyone = reader(digest_hour=18)
    for number in range(6):
        write(everyone, "test", cause=Cause("many", number))
    Notice.objects.filter(recipient=everyone).update(bundled=True)
    start = Barrier(4)

    def work(_: int) -> None:
        try:
            start.wait()
            send()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    send()
    assert sorted(post.ids.values()) == [1] * 17
    assert set(Notice.objects.values_list("state", flat=True)) == {"sent"}


def test_an_empty_sweep_asks_once(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert send() == 0


@pytest.mark.parametrize("moves", [0, 40])
def test_telling_a_turn_costs_the_same_however_long_the_game(
    moves: int, post: MailSink, django_assert_max_num_queries: object
) -> None:
    running(moves)
    with django_assert_max_num_queries(21):  # type: ignore[operator]  # nine for the board
        delivery.send_next(NOON)
    assert len(post.letters) == 1


def test_the_task_sends_what_is_due(post: MailSink) -> None:
    delivery.test(reader(), now())
    assert mail_notices() >= 1
    assert len(post.letters) == 1


# --- failures -----------------------------------------------------------------------------------


def test_a_server_that_is_busy_is_asked_again_after_a_pause(post: MailSink) -> None:
    _, _, notice = running()
    post.on_data = lambda letter: "451 greylisted, come back"
    send()
    assert state(notice) == "waiting"
    assert (notice.attempts, notice.leased_until) == (1, None)
    assert notice.due_at == NOON + MINUTE
    assert "451" in notice.last_error
    post.on_data = lambda letter: OK
    assert send(NOON + MINUTE / 2) == 0
    assert send(NOON + MINUTE) == 1
    assert state(notice) == "sent"
    assert notice.last_error == ""


def test_pauses_grow_and_after_three_days_we_give_up(post: MailSink) -> None:
    user = reader()
    notice = write(user, "test")
    post.on_data = lambda letter: "451 not today"
    at, pauses = NOON, []
    while delivery.send_next(at):
        notice.refresh_from_db()
        pauses.append((notice.due_at - at) / MINUTE)
        at = notice.due_at
    assert pauses[:4] == [1, 2, 4, 8]
    assert max(pauses) == 360
    assert notice.state == "failed"
    assert notice.ended_at is not None
    assert 2 * DAY < notice.ended_at - NOON <= 3 * DAY
    assert "451" in notice.last_error


def test_an_address_that_does_not_exist_is_given_up_at_once(post: MailSink) -> None:
    notice = write(reader(email="nobody@example.org"), "test")
    post.answer = lambda address: "550 no such user <nobody@example.org>"
    send()
    assert state(notice) == "failed"
    assert "nobody@" not in notice.last_error
    assert "550" in notice.last_error


def test_a_server_that_is_down_costs_only_time(post: MailSink, settings: LazySettings) -> None:
    notice = write(reader(), "test")
    settings.DELIVERY = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": 1}
    send()
    assert state(notice) == "waiting"
    assert "ConnectionRefused" in notice.last_error


def test_one_that_cannot_be_told_holds_up_no_other(post: MailSink) -> None:
    bad, good = write(reader(email="bad@example.org"), "test"), write(reader(), "test")
    post.answer = lambda address: "451 later" if address.startswith("bad") else OK
    send()
    assert (state(bad), state(good)) == ("waiting", "sent")


def test_a_notice_that_kills_its_workers_wears_out(post: MailSink) -> None:
    notice = write(reader(), "test")
    Notice.objects.filter(pk=notice.pk).update(attempts=leases.WORN_OUT - 1)
    post.on_data = lambda letter: "451 no"
    send()
    assert state(notice) == "failed"


def test_what_failed_is_logged_without_secrets(
    post: MailSink, caplog: pytest.LogCaptureFixture
) -> None:
    user = reader()
    notice = write(user, "test")
    post.answer = lambda address: f"451 <{address}> password=swordfish"
    send()
    assert f"notice {notice.pk}" in caplog.text
    for text in (caplog.text, Notice.objects.get(pk=notice.pk).last_error):
        assert user.email not in text
        assert "swordfish" not in text
