"""Actions at one table within ten minutes are one mail, which is up to date when sent."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.conf import LazySettings
from django.db.models import F

from accounts.models import User
from config.clock import now
from games.moderation.permissions import MODERATOR, NotAllowed
from games.moderation.services import sanctions, table_actions
from games.notices import delivery
from games.notices.models import Notice
from games.tables.store import LoadedTable
from tests.moderation.at_tables import order
from tests.moderation.sent_emails import deliver, html, keep_here, letters, text
from tests.moderation.staff import grounds, staff
from tests.sinks import mail_sink
from tests.tables.play import load, new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _mailbox(settings: LazySettings) -> None:
    keep_here(settings)


@pytest.fixture
def boss() -> User:
    return staff(MODERATOR)


@pytest.fixture
def loaded() -> LoadedTable:
    return new_table(3)


def player(loaded: LoadedTable, number: int) -> User:
    user = loaded.seats[number].user
    assert user is not None
    return user


def pause(boss: User, loaded: LoadedTable, at: datetime, why: str = "looking") -> None:
    table_actions.pause_table(order(boss, loaded, at=at, why=why))


def resume(boss: User, loaded: LoadedTable, at: datetime, why: str = "settled") -> None:
    table_actions.resume_table(order(boss, loaded, at=at, why=why))


def test_several_actions_are_one_mail_with_their_order_and_the_current_state(
    boss: User, loaded: LoadedTable
) -> None:
    user, at = player(loaded, 0), now()
    pause(boss, loaded, at)
    table_actions.set_chat(order(boss, loaded, at=at + 3 * MINUTE, why="chat"), True)
    resume(boss, loaded, at + 8 * MINUTE)
    deliver(at + 9 * MINUTE)
    assert letters(user) == []
    deliver(at + 10 * MINUTE)
    (letter,) = letters(user)
    said = text(letter)
    order_told = [said.index(word) for word in ("paused", "closed the chat", "resumed this table")]
    assert order_told == sorted(order_told)
    assert "no clock runs" not in said
    assert "so are its clocks" in said
    assert "/conduct/#fit-for-all" in html(letter)
    deliver(at + 60 * MINUTE)
    assert len(letters(user)) == 1
    states = Notice.objects.filter(recipient=user, kind="moderation").values_list("state")
    assert set(states) == {("sent",)}


def test_later_actions_are_another_mail(boss: User, loaded: LoadedTable) -> None:
    user, at = player(loaded, 0), now()
    pause(boss, loaded, at)
    deliver(at + 10 * MINUTE)
    resume(boss, loaded, at + 11 * MINUTE)
    table_actions.set_chat(order(boss, loaded, at=at + 15 * MINUTE, why="chat"), True)
    deliver(at + 20 * MINUTE)
    assert len(letters(user)) == 1
    deliver(at + 21 * MINUTE)
    assert len(letters(user)) == 2


def test_a_mail_held_by_quiet_hours_includes_later_actions(boss: User, loaded: LoadedTable) -> None:
    user, at = player(loaded, 0), now().replace(hour=1, minute=0)
    User.objects.filter(pk=user.pk).update(quiet_from="00:00", quiet_to="07:00", time_zone="UTC")
    pause(boss, loaded, at)
    deliver(at + 10 * MINUTE)
    resume(boss, loaded, at + 120 * MINUTE)
    deliver(at + 240 * MINUTE)
    assert letters(user) == []
    deliver(at + 361 * MINUTE)
    (letter,) = letters(user)
    assert "resumed this table" in text(letter)


def test_one_action_is_mailed_with_its_reason_and_effect(boss: User, loaded: LoadedTable) -> None:
    at = now()
    pause(boss, loaded, at)
    deliver(at + 10 * MINUTE)
    said = text(letters(player(loaded, 0))[0])
    assert "We are looking into something" in said
    assert "no clock runs" in said


def test_a_mail_uses_the_names_of_the_time(boss: User, loaded: LoadedTable) -> None:
    at, number = now(), next(seat.number for seat in loaded.seats if seat.on_turn)
    gone, reader = player(loaded, number), player(loaded, (number + 1) % 3)
    table_actions.extend_deadline(order(boss, loaded, at=at, why="away"), number, 24)
    table_actions.remove_player(
        order(boss, loaded, at=at + MINUTE, why="away"), number, "bot", grounds("stalling")
    )
    deliver(at + 10 * MINUTE)
    (letter,) = letters(reader)
    assert "Bot" not in text(letter).split("more time")[0]
    (own,) = letters(gone)
    assert "more time" in text(own)
    assert "/appeal/" in text(own)


def test_two_tables_are_two_mails_and_a_sanction_does_not_wait(boss: User) -> None:
    one, at = new_table(3), now()
    user = player(one, 0)
    two = new_table(3)
    Notice.objects.all().delete()
    pause(boss, one, at)
    pause(boss, two, at)
    Notice.objects.filter(table=two.table, recipient=player(two, 0)).update(recipient=user)
    sanctions.warn(staff(MODERATOR), user, grounds(), at)
    deliver(at)
    assert len(letters(user)) == 1
    deliver(at + 10 * MINUTE)
    assert len(letters(user)) == 3


def test_nothing_is_added_to_a_mail_already_tried(boss: User, loaded: LoadedTable) -> None:
    """It may have arrived: it is sent again unchanged, and later actions separately."""
    user, at = player(loaded, 0), now()
    pause(boss, loaded, at)
    tried = Notice.objects.filter(recipient=user, kind="moderation")
    tried.update(attempts=1, unanswered=1, due_at=at + 60 * MINUTE)
    resume(boss, loaded, at + MINUTE)
    later = tried.get(what="resumed")
    assert later.due_at == at + 11 * MINUTE
    deliver(at + 12 * MINUTE)
    assert len(letters(user)) == 1
    deliver(at + 61 * MINUTE)
    assert len(letters(user)) == 2


def test_two_workers_never_split_a_mail(boss: User, loaded: LoadedTable) -> None:
    user, at = player(loaded, 0), now()
    Notice.objects.exclude(kind="moderation").delete()
    pause(boss, loaded, at)
    resume(boss, loaded, at + MINUTE)
    Notice.objects.exclude(recipient=user).delete()
    first = delivery.claim_next(at + 10 * MINUTE, delivery.MAIL_CHANNELS)
    assert first is not None
    assert [row.what for row in first] == ["paused", "resumed"]
    assert delivery.claim_next(at + 10 * MINUTE, delivery.MAIL_CHANNELS) is None


def test_an_unknown_reason_changes_nothing(boss: User, loaded: LoadedTable) -> None:
    with pytest.raises(NotAllowed, match="unknown"):
        table_actions.pause_table(order(boss, loaded, why="because"))
    assert load(loaded.table).table.paused_at is None
    assert not Notice.objects.filter(kind="moderation").exists()


def test_a_notice_of_the_last_release_without_a_reason_has_words(
    boss: User, loaded: LoadedTable
) -> None:
    at = now()
    table_actions.pause_table(order(boss, loaded, at=at))
    Notice.objects.filter(kind="moderation").update(due_at=F("created_at"))
    deliver(at)
    assert "paused" in text(letters(player(loaded, 0))[0])


def test_an_accepting_mail_server_gets_the_mail_once(
    boss: User, loaded: LoadedTable, settings: LazySettings
) -> None:
    user, at = player(loaded, 0), now()
    pause(boss, loaded, at)
    resume(boss, loaded, at + MINUTE)
    with mail_sink() as sink:
        settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = sink.host, sink.port
        deliver(at + 10 * MINUTE)
        deliver(at + 600 * MINUTE)
    own = [letter for letter in sink.letters if letter["To"] == user.email]
    assert [letter["Subject"] for letter in own] == ["Rainy Tuesday: moderator actions"]
