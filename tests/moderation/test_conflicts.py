"""Conflicts of interest: who is too close to whom, who decides instead, and what the trail says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation import conflicts, permissions
from games.moderation.conflicts import Conflict
from games.moderation.models import AuditEntry, Report, Sanction, StaffNote
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import player_records, reports, sanctions, table_actions
from games.moderation.texts import REFUSED
from games.tables import services
from games.tables.models import Departure, Seat, Table
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.staff import enter, grounds, staff, token, trail
from tests.real_tables import lobby, running
from tests.tables.play import load, new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

DAY = timedelta(days=1)
SENTENCE = str(REFUSED["too-close"])


def tie(member: User, player: User) -> Conflict | None:
    return conflicts.find_conflicts([member.pk], [player.pk], now()).get((member.pk, player.pk))


def over(table: Table, days_ago: int, **more: object) -> None:
    ended = {"status": Table.Status.FINISHED, "ended_at": now() - days_ago * DAY}
    Table.objects.filter(pk=table.pk).update(**(ended | more))


def complain(reporter: User, about: User) -> Report:
    return reports.file_report(reporter, reports.Complaint("abuse", about, "rude"), token(), now())


@pytest.fixture
def member() -> User:
    return staff(permissions.SENIOR)


@pytest.fixture
def player() -> User:
    return UserFactory.create()


# --- conflicts ------------------------------------------------------------------------------------


def test_a_shared_table_is_a_conflict_until_a_fortnight_after_its_end(
    member: User, player: User
) -> None:
    table = running(member, player, UserFactory.create())
    assert tie(member, player) == Conflict.TABLE
    over(table, 13)
    assert tie(member, player) == Conflict.TABLE
    over(table, 15)
    assert tie(member, player) is None


def test_former_players_of_a_table_are_in_conflict_too(member: User, player: User) -> None:
    table = running(member, player, UserFactory.create())
    services.leave(member, table.code, now())
    assert Departure.objects.filter(user=member).exists()
    assert tie(member, player) == Conflict.TABLE
    Departure.objects.all().delete()
    assert Seat.objects.filter(former=member).exists()
    assert tie(member, player) == Conflict.TABLE
    services.leave(player, table.code, now())
    assert tie(member, player) == Conflict.TABLE


def test_a_lobby_or_a_game_that_never_began_is_no_conflict(member: User, player: User) -> None:
    table = lobby(member)
    services.join(player, table.code, now())
    assert tie(member, player) is None
    over(table, 1, status=Table.Status.CANCELLED)
    assert tie(member, player) is None


def test_having_reported_a_moderator_is_a_lasting_conflict(member: User, player: User) -> None:
    found = complain(player, member)
    assert tie(member, player) == Conflict.REPORT
    reports.resolve(
        staff(permissions.SENIOR, permissions.OPERATOR),
        found.pk,
        reports.Resolution("no-breach", "no"),
        now(),
    )
    assert tie(member, player) == Conflict.REPORT


def test_a_moderators_own_report_is_a_conflict_until_it_is_resolved(
    member: User, player: User
) -> None:
    found = complain(member, player)
    assert tie(member, player) == Conflict.OWN_REPORT
    reports.resolve(
        staff(permissions.SENIOR), found.pk, reports.Resolution("no-breach", "no"), now()
    )
    assert tie(member, player) is None


def test_an_appeal_is_a_conflict_for_the_deciding_moderator_only(
    member: User, player: User
) -> None:
    decided = sanctions.warn(member, player, grounds(), now())
    assert tie(member, player) is None
    reports.file_appeal(decided.appeal_token, "not me", now())
    assert tie(member, player) == Conflict.APPEAL
    assert tie(staff(permissions.SENIOR), player) is None


def test_there_is_no_conflict_with_strangers_or_oneself(member: User, player: User) -> None:
    running(member, UserFactory.create(), UserFactory.create())
    complain(UserFactory.create(), player)
    complain(UserFactory.create(), member)
    assert conflicts.find_conflicts([member.pk], [player.pk, member.pk], now()) == {}


def test_finding_many_conflicts_costs_the_same_as_one(member: User) -> None:
    seated = [UserFactory.create() for _ in range(4)]
    running(member, *seated)
    for user in seated:
        complain(user, member)
    costs = []
    for users in (seated[:1], seated):
        with CaptureQueriesContext(connection) as queries:
            assert len(
                conflicts.find_conflicts([member.pk], [user.pk for user in users], now())
            ) == len(users)
        costs.append(len(queries))
    assert costs == [3, 3]


# --- who decides instead --------------------------------------------------------------------------


def test_a_refused_action_changes_nothing(member: User, player: User) -> None:
    complain(player, member)
    with pytest.raises(NotAllowed, match="too-close"):
        sanctions.mute_chat(member, player, grounds(), now() + DAY, now())
    with pytest.raises(NotAllowed, match="too-close"):
        player_records.add_player_note(member, player, "liar", now())
    player.refresh_from_db()
    assert (player.chat_muted_until, Sanction.objects.count(), trail()) == (None, 0, [])
    assert not StaffNote.objects.exists()


def test_a_refused_action_leaves_the_table_unchanged(member: User) -> None:
    loaded = new_table(3)
    user = loaded.seats[1].user
    assert user is not None
    complain(user, member)
    with pytest.raises(NotAllowed, match="too-close"):
        table_actions.remove_player(order(member, loaded), 1, "bot")
    after = load(loaded.table)
    assert (after.seats[1].user, after.table.length) == (user, loaded.table.length)
    table_actions.pause_table(order(member, loaded))
    table_actions.remove_player(order(member, loaded), 2, "bot")


def test_a_superuser_in_conflict_decides_only_if_no_colleague_can(player: User) -> None:
    boss = staff(is_superuser=True)
    colleague = staff(permissions.MODERATOR)
    complain(player, boss)
    with pytest.raises(NotAllowed, match="too-close"):
        sanctions.warn(boss, player, grounds(), now())
    sanctions.ban(boss, player, grounds(), now())  # which no moderator could
    complain(player, colleague)
    sanctions.warn(boss, player, grounds(), now())
    assert [entry.after["conflict"] for entry in trail()] == ["report", "report"]


@pytest.mark.parametrize(
    "gone",
    [{"is_staff": False}, {"is_active": False}, {"suspended_until": now() + DAY}],
    ids=lambda fields: next(iter(fields)),
)
def test_a_colleague_who_cannot_act_now_does_not_count(
    gone: dict[str, object], player: User
) -> None:
    boss, colleague = staff(is_superuser=True), staff(permissions.MODERATOR)
    complain(player, boss)
    User.objects.filter(pk=colleague.pk).update(**gone)
    assert sanctions.warn(boss, player, grounds(), now())
    assert trail("warn")[0].after["conflict"] == "report"


def test_about_staff_only_colleagues_who_may_sanction_staff_count() -> None:
    boss, accused = staff(is_superuser=True), staff(permissions.MODERATOR)
    staff(permissions.SENIOR)
    complain(accused, boss)
    assert sanctions.warn(boss, accused, grounds(), now())
    staff(permissions.SENIOR, permissions.OPERATOR)
    with pytest.raises(NotAllowed, match="too-close"):
        sanctions.warn(boss, accused, grounds(), now())


def test_a_report_by_somebody_close_is_for_a_colleague(member: User, player: User) -> None:
    running(member, player, UserFactory.create())
    found = complain(player, UserFactory.create())
    with pytest.raises(NotAllowed, match="too-close"):
        reports.claim(member, found.pk, now())
    with pytest.raises(NotAllowed, match="too-close"):
        reports.resolve(member, found.pk, reports.Resolution("acted", "done"), now())
    found.refresh_from_db()
    assert found.state == Report.State.OPEN


def test_a_conflict_after_claiming_only_allows_releasing(member: User, player: User) -> None:
    found = complain(UserFactory.create(), player)
    reports.claim(member, found.pk, now())
    complain(player, member)
    with pytest.raises(NotAllowed, match="too-close"):
        reports.resolve(member, found.pk, reports.Resolution("acted", "done"), now())
    reports.release(member, found.pk, now())
    assert trail("release")[0].actor == member


# --- pages ----------------------------------------------------------------------------------------


def test_the_trail_names_the_conflict_in_words() -> None:
    boss, player = staff(is_superuser=True), UserFactory.create()
    running(boss, player, UserFactory.create())
    sanctions.warn(boss, player, grounds(), now())
    page = enter(Client(), boss).get(reverse("admin:moderation_auditentry_changelist"))
    words = "warned (decided in spite of a conflict of interest, as nobody else could: they share"
    assert words in page.content.decode()
    assert conflicts.conflict_text({}) == conflicts.conflict_text({"conflict": "whim"}) == ""


def test_a_players_page_offers_nothing_that_would_be_refused(member: User, player: User) -> None:
    Sanction.objects.create(user=player, kind="warning", reason="other")
    client, path = enter(Client(), member), reverse("admin:player", args=[player.pk])
    assert f"{path}warn/" in client.get(path).content.decode()
    assert f"{path}lift/" in client.get(path).content.decode()
    complain(player, member)
    page = client.get(path).content.decode()
    for name in ("warn", "mute", "ban", "note", "rename", "devices", "lift"):
        assert f"{path}{name}/" not in page
    said = client.get(f"{path}warn/", follow=True)
    assert (said.redirect_chain, SENTENCE in said.content.decode()) == ([(path, 302)], True)
    assert SENTENCE in client.get(f"{path}devices/", follow=True).content.decode()


def test_a_refusal_is_the_same_for_every_conflict() -> None:
    """Otherwise somebody who shares no table with the player would know of a report."""
    assert REFUSED["too-close"] == REFUSED["own-case"]


def test_a_moderators_own_page_offers_no_actions(member: User) -> None:
    path = reverse("admin:player", args=[member.pk])
    client = enter(Client(), member)
    assert f"{path}warn/" not in client.get(path).content.decode()
    assert (
        "You cannot decide about yourself"
        in client.get(f"{path}note/", follow=True).content.decode()
    )


def test_a_reports_page_names_the_conflict_instead_of_showing_buttons(
    member: User, player: User
) -> None:
    found = complain(UserFactory.create(), player)
    client, path = enter(Client(), member), reverse("admin:report", args=[found.pk])
    assert 'value="claim"' in client.get(path).content.decode()
    complain(player, member)
    page = client.get(path).content.decode()
    assert ('value="claim"' in page, SENTENCE in page) == (False, True)


def test_a_claimed_report_in_conflict_can_only_be_released(member: User, player: User) -> None:
    found = complain(UserFactory.create(), player)
    reports.claim(member, found.pk, now())
    complain(player, member)
    page = enter(Client(), member).get(reverse("admin:report", args=[found.pk])).content.decode()
    assert SENTENCE in page
    assert ('value="release"' in page, 'value="resolve"' in page) == (True, False)
    assert f"/admin/player/{player.pk}/warn/" not in page


def seats_offered(client: Client, loaded: LoadedTable, act: str) -> list[int]:
    page = client.get(reverse("admin:table-act", args=[loaded.table.code, act]))
    choices = page.context["page"].form.fields["seat"].choices
    return [number for number, _ in choices if number != ""]


def test_a_table_offers_no_seat_of_somebody_close(member: User) -> None:
    loaded, client = new_table(3), enter(Client(), member)
    assert seats_offered(client, loaded, "remove") == [0, 1, 2]
    user = loaded.seats[1].user
    assert user is not None
    complain(user, member)
    assert seats_offered(client, loaded, "remove") == [0, 2]
    for seat in (0, 2):
        other = loaded.seats[seat].user
        assert other is not None
        complain(other, member)
    page = client.get(reverse("admin:table", args=[loaded.table.code])).content.decode()
    assert f"/admin/table/{loaded.table.code}/remove/" not in page
    assert f"/admin/table/{loaded.table.code}/pause/" in page


def test_pages_offer_a_lone_superuser_what_they_may(player: User) -> None:
    boss = staff(is_superuser=True)
    complain(player, boss)
    wanted = {Action.WARN, Action.BAN}
    assert conflicts.offered_actions(boss, wanted, [player], now()) == wanted
    staff(permissions.MODERATOR)
    assert conflicts.offered_actions(boss, wanted, [player], now()) == {Action.BAN}
    assert conflicts.players_in_conflict(boss, Action.TABLE_SKIP, [player], now()) == {player.pk}


def test_an_action_about_nobody_costs_no_query(member: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert conflicts.require_no_conflict(member, Action.TABLE_PAUSE, [], now()) is None
    assert len(queries) == 0
    assert not AuditEntry.objects.exists()
