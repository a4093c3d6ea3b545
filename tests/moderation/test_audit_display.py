"""Actions as moderators and players read them: names, sentences and dates, no codes or JSON."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import dates
from accounts.models import User
from config.clock import now
from games.moderation import audit_display, collusion
from games.moderation.models import AuditEntry, DeviceTrace, Report
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR, Action
from games.moderation.services import (
    audit,
    ban_evasion,
    hiding,
    operations,
    player_records,
    reports,
    sanctions,
    seat_reassignment,
    table_actions,
    time_machine,
)
from games.moderation.services.reports import Complaint
from games.players import reliability
from games.players.names import SeatNames, seat_name
from games.tables.models import Message, Table
from games.tables.presenters import log as history
from games.tables.services import say
from games.tables.store import LoadedTable
from tests.at_table import words
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, play, quiet_moves
from tests.moderation.staff import enter, grounds, latest, staff, token, with_second_factor
from tests.tables.play import load, new_table, on_turn

pytestmark = [pytest.mark.django_db]

DAY = timedelta(days=1)


def log_lines(loaded: LoadedTable) -> list[str]:
    fresh = load(loaded.table)
    rows, changes = history.recent(fresh.table)
    names = SeatNames(fresh.seats, None)
    told = history.entries(rows, fresh.rules, fresh.kind.words, names, changes)
    return [re.sub("<[^>]+>", "", str(line.text)) for entry in told for line in entry.lines]


def test_a_skipped_player_does_not_count_as_away() -> None:
    loaded = new_table(3)
    player = on_turn(loaded)
    number = next(seat.number for seat in loaded.seats if seat.user == player)
    before = reliability.reliability_of(player)
    table_actions.skip_turn(order(staff(MODERATOR), loaded), number)
    said = log_lines(loaded)
    assert f"The moderators let the turn of {player.name} pass." in said
    assert f"A card was discarded for {player.name}." in said
    assert not any("away" in line for line in said)
    assert reliability.reliability_of(player) == before


def test_shared_tables_include_those_that_one_of_them_left() -> None:
    loaded = new_table(3)
    first, second = (loaded.seats[number].user for number in (0, 1))
    assert isinstance(first, User)
    assert isinstance(second, User)
    for user in (first, second):
        ban_evasion.save_trace(user, "the same device", now())
    senior = staff(SENIOR)
    assert [
        m["tables"] for m in ban_evasion.players_sharing_devices(senior, first, "alike", now())
    ] == [1]
    table_actions.remove_player(order(senior, loaded), 1, "bot")
    assert [
        m["tables"] for m in ban_evasion.players_sharing_devices(senior, first, "alike", now())
    ] == [1]
    assert [
        m["tables"] for m in ban_evasion.players_sharing_devices(senior, second, "alike", now())
    ] == [1]


# --- the audit trail ------------------------------------------------------------------------------


def told_last() -> str:
    (found,) = audit_display.entry_texts(AuditEntry.objects.order_by("-pk")[:1])
    return "\n".join(found.changed)


def test_a_sanction_is_shown_with_its_end_and_reason() -> None:
    until = now() + 7 * DAY
    sanctions.mute_chat(staff(MODERATOR), UserFactory.create(), grounds(), until, now())
    said = told_last()
    assert f"Muted in chat: until {dates.moment(until.replace(microsecond=0))}" in said
    assert "What the player reads as the reason: insults or harassment" in said
    sanctions.lift(staff(MODERATOR), latest().pk, "a mistake", now())
    assert " → no" in told_last()


def test_a_ban_is_shown_as_for_good() -> None:
    sanctions.ban(staff(SENIOR), UserFactory.create(), grounds(), now())
    assert "Suspended: for good" in told_last()


def test_actions_at_a_table_name_its_players() -> None:
    loaded = new_table(3)
    player = on_turn(loaded)
    number = next(seat.number for seat in loaded.seats if seat.user == player)
    who = f"{player.name} (seat {number + 1})"
    due = loaded.seats[number].due_at
    assert due is not None
    table_actions.extend_deadline(order(staff(MODERATOR), loaded), number, 24)
    assert f"Seat: {who}" in told_last()
    assert "Hours added: 24" in told_last()
    assert f"instead of {dates.moment(due)}" in told_last()
    table_actions.remove_player(order(staff(MODERATOR), loaded), number, "bot")
    bot = seat_name(load(loaded.table).seats[number])
    assert f"{who} → {bot} (seat {number + 1})" in told_last()
    assert "What happens to the seat: a bot plays on" in told_last()


def test_an_entry_with_unknown_fields_is_shown_in_words_too() -> None:
    facts: dict[str, Any] = {
        "odd_thing": {"at": now().isoformat(), "list": ["a", 2], "on": True},
        "seats": "gone",
        "claimed_by": 0,
    }
    audit.write(staff(MODERATOR), Action.WARN, "rude", now(), after=facts)
    said = told_last()
    assert "Odd thing: At: " in said
    assert "List: a, 2; On: yes" in said
    assert not set("{}[]'") & set(said)


def everything() -> User:
    """Do every action that leaves an entry; return somebody who may see all of them."""
    moderator, boss = staff(MODERATOR), staff(OPERATOR)
    senior, player = staff(SENIOR), UserFactory.create()
    at = now()
    _about_people(moderator, senior, boss, player)
    operations.stop_all_clocks(boss, at + DAY, "A new roof", "roof", at)
    operations.start_all_clocks(boss, "done", at + DAY)
    audit.export(boss, AuditEntry.objects.all(), "csv", "yearly", at)
    late = late_table()
    late = play(late, quiet_moves(late)[0])
    table_actions.undo_last_move(order(moderator, late))
    table_actions.pause_table(order(moderator, late))
    table_actions.resume_table(order(moderator, late))
    number = next(seat.number for seat in load(late.table).seats if seat.on_turn)
    table_actions.extend_deadline(order(moderator, late), number, 24)
    table_actions.skip_turn(order(moderator, late), number)
    table_actions.set_chat(order(moderator, late), True)
    table_actions.add_table_note(moderator, late.table.code, "look", at)
    time_machine.open_secrets(senior, late.table.code, -1, 1, "looks odd", at)
    time_machine.open_secrets(senior, late.table.code, 0, 1, "looks odd", at)
    table_actions.remove_player(order(moderator, late), 1, "offer")
    table_actions.cancel_table(order(moderator, late))
    _newer_acts(senior)
    return UserFactory.create(is_staff=True, is_superuser=True)


def _newer_acts(senior: User) -> None:
    """Hide words, tie and compare devices, look up addresses, and reassign seats."""
    loaded, at = new_table(3), now()
    rude, other = on_turn(loaded), UserFactory.create()
    say(rude, loaded.table.code, "rude", token(), at)
    hiding.hide_message(senior, Message.objects.latest("pk"), grounds("chat"), at)
    Table.objects.filter(pk=loaded.table.pk).update(owner=rude)
    hiding.hide_title(senior, Table.objects.get(pk=loaded.table.pk), grounds("title"), at)
    player_records.find_by_address(senior, rude.email, "they wrote", at)
    ban_evasion.count_shared_devices(senior, rude, other, "alike", at)
    collusion.suspicious_pairs_with_devices(senior, "alike", at, [])
    table_actions.extend_deadline(order(senior, loaded, why="away"), _seat_of(loaded, rude), 24)
    sanctions.ban(senior, rude, grounds(), at)
    trace = DeviceTrace.objects.create(user=rude, trace="a" * 32, last_day=at.date())
    ban_evasion.tie_devices(senior, rude, [trace.pk], "again", at)
    seat_reassignment.reassign_seat(latest().pk, loaded.table.code, at)


def _seat_of(loaded: LoadedTable, user: User) -> int:
    return next(seat.number for seat in loaded.seats if seat.user == user)


def _about_people(moderator: User, senior: User, boss: User, player: User) -> None:
    at = now()
    filed = reports.file_report(
        UserFactory.create(), Complaint(Report.Kind.ABUSE, player, "rude"), token(), at
    )
    reports.claim(moderator, filed.pk, at)
    reports.release(moderator, filed.pk, at)
    reports.resolve(moderator, filed.pk, reports.Resolution("warned", "talked"), at)
    player_records.add_player_note(moderator, player, "hot-headed", at)
    for decide in (sanctions.warn, sanctions.rename, sanctions.reset_reliability, sanctions.ban):
        decide(senior, player, grounds(), at)
        sanctions.lift(senior, latest().pk, "a mistake", at)
    for limit in (sanctions.mute_chat, sanctions.suspend):
        limit(senior, player, grounds(), at + 3 * DAY, at)
        sanctions.lift(senior, latest().pk, "a mistake", at)
    ban_evasion.players_sharing_devices(senior, player, "alike", at)
    player_records.set_roles(boss, player, [MODERATOR], "welcome", at)


APART = re.compile(
    r'<time [^>]*>.*?</time>|<input[^>]*>|\?[^"]*"|<ul class="changes">.*?</ul>', re.S
)
"""Times already; values for machines; and sentences of the trail, which may contain one."""
STAMP = re.compile(r"\d{4}-\d\d-\d\d")


def test_every_field_of_every_entry_has_words() -> None:
    everything()
    for entry in AuditEntry.objects.all():
        for field in {*entry.before, *entry.after} - {
            "seats",
            "seat",
            *audit_display.HIDDEN_FIELDS,
        }:
            assert field in audit_display.FIELDS, (entry.action, field)
    said = [
        line
        for told in audit_display.entry_texts(AuditEntry.objects.all())
        for line in told.changed
    ]
    assert len(said) > 50
    assert [line for line in said if set("{}[]_") & set(line) or STAMP.search(line)] == []


def test_the_trail_is_shown_in_words_for_one_more_query() -> None:
    root = everything()
    client = enter(Client(), with_second_factor(root))
    listing = reverse("admin:moderation_auditentry_changelist")
    client.get(listing)
    with CaptureQueriesContext(connection) as many:
        page = client.get(listing)
    assert len(many) <= 12
    assert "Muted in chat: until" in words(page)
    assert "&quot;" not in page.content.decode().split('id="result_list"')[1].split("</table>")[0]
    for entry in AuditEntry.objects.filter(action__in=["mute", "table-extend", "resolve"]):
        shown = words(client.get(reverse("admin:moderation_auditentry_change", args=[entry.pk])))
        assert "what changed" in shown.lower()
        assert "chat_muted_until" not in shown
        assert "&quot;" not in shown


# --- one style of dates ---------------------------------------------------------------------------


def test_every_time_in_the_admin_has_the_same_style() -> None:
    """No other format is used, and each is marked as a time, on Django's and our own pages."""
    client = enter(Client(), with_second_factor(everything()))
    for path in _pages():
        page = client.get(path, follow=True)
        assert page.status_code == 200, path
        shown = re.sub("<[^>]+>", " ", APART.sub("", page.content.decode()))
        assert not STAMP.search(shown), path
        assert not re.search(r"\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d", shown), path


def _pages() -> list[str]:
    found = [reverse("admin:queue"), reverse("admin:figures"), reverse("admin:index")]
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        found.append(reverse(f"admin:{name}_changelist"))
        row = model._default_manager.first()
        if row is not None:
            found.append(reverse(f"admin:{name}_change", args=[row.pk]))
    found += [reverse("admin:player", args=[user.pk]) for user in User.objects.all()[:3]]
    return found


# --- the preview ----------------------------------------------------------------------------------


def test_the_preview_names_the_player_and_repeats_the_reason() -> None:
    player = UserFactory.create(name="Bombur")
    client = enter(Client(), staff(MODERATOR))
    path = reverse("admin:player-act", args=[player.pk, "warn"])
    sent = {"step": "preview", "code": "abuse", "reason": "said so <b>twice</b>", "token": token()}
    page = client.post(path, sent).content.decode()
    assert ">Bombur</a>" in page
    assert "<q>said so &lt;b&gt;twice&lt;/b&gt;</q>" in page
    loaded = new_table(3)
    path = reverse("admin:table-act", args=[loaded.table.code, "pause"])
    page = client.post(
        path, {"step": "preview", "why": "unkind", "reason": "they quarrel"}
    ).content.decode()
    assert "<q>they quarrel</q>" in page
    assert f">{loaded.table.title}</a>" in page.split("<dl")[1]
