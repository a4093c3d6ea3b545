"""Clean-ups: what they remove and keep, and that they report it correctly."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db.models import Model
from django.test import Client

from accounts.models import (
    EarlierName,
    KeptOut,
    OutgoingMail,
    RefusedAddress,
    User,
    Vacation,
)
from accounts.privacy import retention
from config.clock import now
from config.jobs.cleanup import clean_up, cleanings
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Invitation, Seat, Table
from tests import real_tables
from tests.factories import UserFactory
from tests.faults.test_races import at_once
from tests.moderation import expired_rows as moderation
from tests.tables.play import new_table, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
NO_TIME = timedelta()
WEEK = settings.KEEP_UNCONFIRMED_ACCOUNTS


def count(name: str, at: datetime = NOON) -> int:
    return cleanings()[name].count(at)


def clean(name: str, at: datetime = NOON) -> int:
    return cleanings()[name].run_all(at).done


def there(row: Model) -> bool:
    return type(row)._default_manager.filter(pk=row.pk).exists()


# --- Rows that become due at noon, or a bit before or after ---


def a_table(shift: timedelta) -> Model:
    table = real_tables.lobby()
    later = {"status": Table.Status.EXPIRED, "remove_at": NOON + shift}
    Table.objects.filter(pk=table.pk).update(**later)
    return table


def a_notice(shift: timedelta, state: str = Notice.State.SENT) -> Model:
    ended = NOON - settings.KEEP_NOTICES + shift
    number = Notice.objects.count()
    user = UserFactory.create()
    return Notice.objects.create(
        recipient=user, kind="turn", cause_number=number, state=state, ended_at=ended
    )


def an_invitation(shift: timedelta) -> Model:
    at = NOON - settings.KEEP_INVITED_ADDRESSES + shift
    table = real_tables.running(*UserFactory.create_batch(3))
    return Invitation.objects.create(table=table, email="guest@example.org", at=at)


def an_account(shift: timedelta) -> Model:
    user = UserFactory.create(verified=False)
    return joined(user, NOON - WEEK + shift)


def joined(user: User, at: datetime) -> User:
    User.objects.filter(pk=user.pk).update(joined_at=at)
    return user


def a_guest(shift: timedelta) -> Model:
    return UserFactory.create(email="", password=None, guest_until=NOON + shift)


def a_session(shift: timedelta) -> Model:
    key = f"{Session.objects.count():032}"
    return Session.objects.create(session_key=key, session_data="", expire_date=NOON + shift)


def a_line_of_a_session(shift: timedelta) -> Model:
    seen = NOON - retention.JUST_MADE + shift
    key = f"gone-{UserSession.objects.count()}"
    user = UserFactory.create()
    row: Model = UserSession.objects.create(
        user=user, session_key=key, ip="127.0.0.1", user_agent="Lynx", last_seen_at=seen
    )
    return row


def a_mail(shift: timedelta) -> Model:
    gone = NOON - settings.KEEP_GIVEN_UP_MAIL + shift
    return OutgoingMail.objects.create(recipients="a@example.org", mime="", given_up_at=gone)


def an_earlier_name(shift: timedelta) -> Model:
    until = NOON - settings.KEEP_EARLIER_NAMES + shift
    user = UserFactory.create()
    return EarlierName.objects.create(user=user, name="Old", since=until, until=until)


def a_refused_address(shift: timedelta) -> Model:
    since = NOON - settings.KEEP_REFUSED_ADDRESSES + shift
    return RefusedAddress.objects.create(address=f"{RefusedAddress.objects.count():064}", at=since)


def a_hash_kept_out(shift: timedelta) -> Model:
    user = UserFactory.create()
    return KeptOut.objects.create(user=user, mark=f"{user.pk:064}", until=NOON + shift)


MAKERS: dict[str, Callable[[timedelta], Model]] = {
    "tables": a_table,
    "notices": a_notice,
    "invited-addresses": an_invitation,
    "unconfirmed-accounts": an_account,
    "guests": a_guest,
    "sessions": a_session,
    "signed-in-at": a_line_of_a_session,
    "given-up-mail": a_mail,
    "refused-addresses": a_refused_address,
    "kept-out": a_hash_kept_out,
    "earlier-names": an_earlier_name,
    **moderation.makers(NOON),
}


# --- of every clean-up ----------------------------------------------------------------------------


def test_every_clean_up_except_those_by_day_has_a_boundary_test() -> None:
    assert set(MAKERS) | {"vacations", "device-traces"} == set(cleanings())


@pytest.mark.parametrize("name", MAKERS)
def test_a_row_is_removed_on_the_second_and_not_before(name: str) -> None:
    old, young = MAKERS[name](NO_TIME), MAKERS[name](SECOND)
    assert count(name) == 1
    assert (there(old), there(young)) == (True, True)
    assert clean(name) == 1
    assert (there(old), there(young)) == (False, True)
    assert (count(name), clean(name)) == (0, 0)
    assert clean(name, NOON + SECOND) == 1


@pytest.mark.parametrize("name", MAKERS)
def test_several_batches_are_removed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.jobs.cleanup.BATCHES_PER_QUERY", 1)
    rows = [MAKERS[name](NO_TIME) for _ in range(3)]
    small = replace(cleanings()[name], batch=1)  # so it has to search again after each
    assert [step() for step in small.steps(NOON)] == [1, 1, 1]
    assert not any(there(row) for row in rows)


def test_a_dry_run_reports_and_changes_nothing() -> None:
    rows = [make(timedelta(days=-3650)) for make in MAKERS.values()]
    before = everything()
    lines = said("--dry-run")
    assert everything() == before
    assert len(lines) == len(cleanings())
    for name in MAKERS:
        assert f"{name}: 1 found, 0 removed (dry run)" in lines
    assert all(there(row) for row in rows)


def test_the_command_prints_a_correct_line_for_each_clean_up() -> None:
    rows = [make(timedelta(days=-3650)) for make in MAKERS.values()]
    lines = said()
    for name in MAKERS:
        assert f"{name}: 1 found, 1 removed" in lines
    assert not any(there(row) for row in rows)
    assert set(said()) == {f"{name}: 0 found, 0 removed" for name in cleanings()}


def test_the_command_takes_names_and_refuses_unknown_ones() -> None:
    loaded, mail = a_table(timedelta(days=-3650)), a_mail(timedelta(days=-3650))
    assert said("given-up-mail") == ["given-up-mail: 1 found, 1 removed"]
    assert (there(loaded), there(mail)) == (True, False)
    with pytest.raises(CommandError, match="tables"):
        said("tabels")


def test_the_daily_task_runs_them_all_and_logs_the_same(caplog: pytest.LogCaptureFixture) -> None:
    for make in MAKERS.values():
        make(timedelta(days=-3650))
    with caplog.at_level(logging.INFO):
        assert clean_up() == len(MAKERS)
    told = [record.getMessage() for record in caplog.records]
    for name in MAKERS:
        assert f"cleanup {name}: 1 found, 1 removed" in told


def said(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("cleanup", *arguments, stdout=out)
    return out.getvalue().splitlines()


def everything() -> dict[str, list[Any]]:
    """Return every row of every model."""
    models: list[type[Model]] = [*apps.get_models()]
    return {m._meta.label: list(m._default_manager.order_by("pk").values()) for m in models}


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_is_removed_with_everything_that_belongs_to_it_and_nothing_else() -> None:
    before = rows_by_model()
    players = UserFactory.create_batch(3)
    other = real_tables.running(*players)
    kept = rows_by_model()
    table = new_table(3).table
    users = [seat.user for seat in table.seats.select_related("user") if seat.user]
    play_on(services_table(table), 5)
    services.say(users[0], table.code, "hello", "form-1", now())
    services.write_note(users[0], table.code, "a saboteur, surely")
    services.leave(users[2], table.code, now())
    Invitation.objects.create(table=table, user=players[0])
    Table.objects.filter(pk=other.pk).update(rematch=table)
    Table.objects.filter(pk=table.pk).update(status="abandoned", remove_at=NOON)
    assert clean("tables") == 1
    after = rows_by_model()
    assert {label: after[label] for label in after if label.startswith(OURS)} == {
        label: kept[label] for label in kept if label.startswith(OURS)
    }
    assert before["tables.Table"] == 0
    other.refresh_from_db()
    assert other.rematch is None
    assert User.objects.filter(pk__in=[user.pk for user in users]).count() == 3


def services_table(table: Table) -> Any:
    from games.tables import store

    return store.current(table.pk)


OURS = ("tables.", "notices.", "moderation.")


def rows_by_model() -> dict[str, int]:
    return {m._meta.label: m._default_manager.count() for m in apps.get_models()}


@pytest.mark.parametrize("status", ["lobby", "running", "finished"])
def test_open_running_and_finished_tables_are_never_removed(
    status: str,
) -> None:
    table = real_tables.lobby()
    Table.objects.filter(pk=table.pk).update(status=status, remove_at=NOON - timedelta(days=900))
    assert count("tables") == 0
    assert clean("tables") == 0
    assert there(table)


def test_expired_closed_and_cancelled_tables_get_a_removal_time() -> None:
    at = now()
    expired, closed = real_tables.lobby(), real_tables.lobby()
    Table.objects.filter(pk=expired.pk).update(expires_at=at)
    assert services.expire_lobby(expired.code, at)
    assert closed.owner
    services.leave(closed.owner, closed.code, at)
    cancelled = real_tables.running(*UserFactory.create_batch(3))
    for seat in Seat.objects.filter(table=cancelled).select_related("user"):
        assert seat.user
        services.agree_to_cancel(seat.user, cancelled.code, True, at)
    for table in (expired, closed, cancelled):
        table.refresh_from_db()
        assert table.remove_at == at + settings.KEEP_CLOSED_TABLES
    assert count("tables", at + settings.KEEP_CLOSED_TABLES) == 3


# --- notices, sessions, vacations -----------------------------------------------------------------


def test_a_waiting_notice_is_kept_however_old() -> None:
    assert there(a_notice(timedelta(days=-900), Notice.State.WAITING))
    assert clean("notices") == 0


@pytest.mark.parametrize("state", ["sent", "dropped", "failed"])
def test_a_notice_that_ended_is_removed_however_it_ended(state: str) -> None:
    a_notice(NO_TIME, state)
    assert clean("notices") == 1


def test_a_session_in_use_is_kept_with_its_row_in_the_list() -> None:
    client, user = Client(), UserFactory.create()
    client.force_login(user)
    client.get("/privacy/")
    UserSession.objects.update(last_seen_at=NOON - timedelta(days=50))
    Session.objects.update(expire_date=NOON + SECOND)
    assert (clean("sessions"), clean("signed-in-at")) == (0, 0)
    assert UserSession.objects.filter(user=user).count() == 1
    assert (clean("sessions", NOON + SECOND), clean("signed-in-at", NOON + SECOND)) == (1, 1)


def test_mail_that_is_still_being_tried_is_kept() -> None:
    OutgoingMail.objects.create(recipients="a@example.org", mime="", created_at=NOON - WEEK * 99)
    assert clean("given-up-mail") == 0


def test_invitations_by_name_or_to_a_lobby_are_kept() -> None:
    old = NOON - timedelta(days=900)
    Invitation.objects.create(table=real_tables.lobby(), email="guest@example.org", at=old)
    running = real_tables.running(*UserFactory.create_batch(3))
    Invitation.objects.create(table=running, user=UserFactory.create(), at=old)
    assert clean("invited-addresses") == 0


def test_a_vacation_is_removed_when_its_last_day_no_longer_counts() -> None:
    user, day = UserFactory.create(), (NOON - settings.KEEP_VACATIONS).date()
    for last in (day, day - timedelta(days=1)):
        Vacation.objects.create(user=user, first_day=last - timedelta(days=9), last_day=last)
    assert (count("vacations"), clean("vacations")) == (1, 1)
    assert Vacation.objects.get().last_day == day


# --- by two at once, and killed -------------------------------------------------------------------


def clean_from_a_process(barrier: Barrier) -> dict[str, int]:
    return {name: cleanings()[name].run_all(NOON).done for name in MAKERS}


@pytest.mark.django_db(transaction=True)
def test_two_clean_ups_at_once_remove_each_row_once() -> None:
    for make in MAKERS.values():
        for _ in range(4):
            make(NO_TIME)
    first, second = at_once(clean_from_a_process, (), ())
    assert isinstance(first, dict), first
    assert isinstance(second, dict), second
    for name in MAKERS:
        assert first[name] + second[name] + clean(name) == 4, name
    assert [count(name) for name in MAKERS] == [0] * len(MAKERS)


@pytest.mark.django_db(transaction=True)
def test_a_clean_up_killed_between_two_batches_can_be_finished() -> None:
    for _ in range(3):
        a_table(NO_TIME)
    killed = cleanings()["tables"].steps(NOON)
    assert next(iter(killed))() == 1
    del killed
    assert clean("tables") == 2
    assert Table.objects.count() == 0
