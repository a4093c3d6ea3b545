"""Two accounts side by side, and suspicious pairs: only from what everybody could see."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.moderation import collusion, conflicts, permissions
from games.moderation.collusion import Interaction
from games.moderation.permissions import NotAllowed
from games.moderation.services import ban_evasion
from games.tables.models import LogEntry, Seat, Table
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.staff import enter, staff, staff_client, trail
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def table_of(*users: User, kind: str = "classic") -> LoadedTable:
    """Make a running table with these players in the first seats."""
    loaded = new_table(max(2 if kind == "duel" else 3, len(users)), kind=kind)
    Table.objects.filter(pk=loaded.table.pk).update(started_at=now())
    for number, user in enumerate(users):
        loaded.table.seats.filter(number=number).update(user=user, joined_at=long_ago())
    return loaded


def long_ago() -> datetime:
    return now() - timedelta(days=30)


def happened(
    loaded: LoadedTable, *events: list[Any], at: datetime | None = None, **fields: Any
) -> LogEntry:
    """Write a log entry with these events; the state doesn't change."""
    table = Table.objects.get(pk=loaded.table.pk)
    table.length += 1
    table.save(update_fields=["length"])
    known = {"kind": LogEntry.Kind.MOVE, "round_number": 1, "state_hash": ""} | fields
    return LogEntry.objects.create(
        table=table, number=table.length, events=list(events), at=at or now(), **known
    )


def event(kind: str, seat: int, to: int | None = None) -> list[Any]:
    return [kind, seat, None, None, None, to, None, None]


def two() -> tuple[User, User]:
    return UserFactory.create(), UserFactory.create()


def compared(one: User, other: User) -> dict[str, Any]:
    boss = staff(permissions.MODERATOR)
    return collusion.compare_accounts(boss, one, other, conflicts.own_tables_of(boss))


# --- counting -------------------------------------------------------------------------------------


def test_help_harm_and_looks_are_counted_by_player_and_target() -> None:
    one, other = two()
    loaded = table_of(one, other)
    happened(loaded, event("repaired", 0, 1), seat=0)
    happened(loaded, event("repaired", 0, 2), seat=0)
    happened(loaded, event("broke", 1, 0), seat=1)
    happened(loaded, event("looked", 1), seat=1)
    (game,) = compared(one, other)["games"]
    assert [(row.by, row.to, row.counts) for row in game["directions"]] == [
        (one, other, (1, 0, 0, 0)),
        (one, None, (1, 0, 0, 0)),
        (other, one, (0, 1, 0, 0)),
        (other, None, (0, 0, 0, 0)),
    ]
    assert game["looks"] == (0, 1)


def test_a_vote_counts_towards_the_proposer() -> None:
    one, other = two()
    loaded = table_of(one, other, kind="lost_mines")
    happened(loaded, event("proposed", 2), seat=2)
    happened(loaded, event("agreed", 0), seat=0)
    happened(loaded, event("proposed", 1), seat=1)
    happened(loaded, event("refused", 0), seat=0)
    (game,) = compared(one, other)["games"]
    assert game["directions"][0].counts == (0, 0, 0, 1)
    assert game["directions"][1].counts == (0, 0, 1, 0)


def test_undone_automatic_and_earlier_moves_do_not_count() -> None:
    one, other = two()
    loaded = table_of(one, other)
    undone = happened(loaded, event("repaired", 0, 1), seat=0)
    happened(loaded, seat=0, kind=LogEntry.Kind.UNDO, undone=undone.number)
    happened(loaded, event("repaired", 0, 1), seat=0, kind=LogEntry.Kind.ABSENT)
    early = long_ago() - timedelta(days=1)
    happened(loaded, event("repaired", 0, 1), seat=0, at=early)
    assert compared(one, other)["games"][0]["directions"][0].counts == (0, 0, 0, 0)


def test_only_public_fields_of_events_are_used() -> None:
    for kind in KINDS.values():
        for rules in kind.versions.values():
            for found in rules.events.values():
                if found.towards in (collusion.HELPS, collusion.HARMS):
                    assert "to" in found.fields
                assert not found.towards or not {"seat", "to"} & set(found.secret)


# --- side by side ---------------------------------------------------------------------------------


def test_shared_tables_come_with_both_results() -> None:
    one, other = two()
    shared, alone = table_of(one, other), table_of(one)
    Seat.objects.filter(table=shared.table, user=one).update(score=5, won=True)
    found = compared(one, other)
    assert [(row.table, row.one.won, row.other.won) for row in found["shared"]] == [
        (shared.table, True, False)
    ]
    assert (found["tables"], found["together"]) == ((2, 1), 1)
    assert alone.table not in [row.table for row in found["shared"]]


def test_moves_close_to_each_other_are_counted() -> None:
    one, other = two()
    loaded, noon = table_of(one, other), now().replace(hour=12, minute=0, second=0)
    happened(loaded, seat=1, at=noon)
    for seconds in (20, 200, 2000, 20_000):
        happened(loaded, seat=0, at=noon + timedelta(seconds=seconds))
    found = compared(one, other)
    assert found["near"] == [1, 2, 3]
    assert found["moves"] == (4, 1)
    assert sum(one for _, one, _ in found["hours"]) == 4
    assert found["hours"][12][2] == 1


def test_the_readers_own_tables_are_left_out_and_nobody_compares_themselves() -> None:
    one, other = two()
    boss, loaded = staff(permissions.SENIOR), table_of(one, other)
    happened(loaded, event("repaired", 0, 1), seat=0)
    loaded.table.seats.filter(number=2).update(user=boss)
    found = collusion.compare_accounts(boss, one, other, conflicts.own_tables_of(boss))
    assert (found["shared"], found["games"], found["moves"]) == ([], [], (0, 0))
    for pair in ((boss, one), (one, boss)):
        with pytest.raises(NotAllowed, match="yourself"):
            collusion.compare_accounts(boss, *pair, conflicts.own_tables_of(boss))
    with pytest.raises(NotAllowed, match="same-player"):
        collusion.compare_accounts(boss, one, one, conflicts.own_tables_of(boss))


def address(one: object, other: object) -> str:
    return f"{reverse('admin:compare')}?one={one}&other={other}"


def test_the_page_takes_names_and_numbers_and_handles_invalid_ones() -> None:
    one, other = two()
    table_of(one, other)
    client = staff_client(permissions.MODERATOR)
    for path in (address(one.pk, other.pk), address(one.name, other.name)):
        assert client.get(path).context["found"]["together"] == 1
    for path in (address("", ""), address("nobody", "9" * 99), address(one.pk, one.pk)):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "found" not in answer.context


def test_the_page_costs_the_same_however_much_happened() -> None:
    one, other = two()
    client, path = staff_client(permissions.SENIOR), address(one.pk, other.pk)
    happened(table_of(one, other), event("repaired", 0, 1), seat=0)
    client.get(path)
    with CaptureQueriesContext(connection) as few:
        client.get(path)
    for _ in range(4):
        happened(table_of(one, other), event("repaired", 0, 1), seat=0)
    with CaptureQueriesContext(connection) as many:
        client.get(path)
    assert len(many) == len(few) <= 25


def test_shared_devices_are_counted_with_permission_reason_and_entry() -> None:
    one, other = two()
    for user in (one, other):
        ban_evasion.save_trace(user, ban_evasion.device_hash("203.0.113.7", "Browser"), now())
    path = address(one.pk, other.pk)
    moderator = staff_client(permissions.MODERATOR)
    assert "devices" not in moderator.post(path, {"reason": "same hours"}).context
    senior = staff_client(permissions.SENIOR)
    assert "devices" not in senior.get(path).context
    assert "devices" not in senior.post(path, {"reason": " "}).context
    assert not trail()
    assert senior.post(path, {"reason": "same hours"}).context["devices"] == 1
    (entry,) = trail("devices")
    assert (entry.target, entry.after) == (one, {"other": other.pk, "shared": 1})


# --- suspicious pairs ---------------------------------------------------------------------------


def suspected(found: dict[str, Any]) -> list[tuple[set[User], bool, int, int]]:
    return [({p.one, p.other}, p.often, p.helped, p.devices) for p in found["pairs"]]


def test_players_who_sit_together_far_more_often_than_others_are_listed() -> None:
    one, other = two()
    for _ in range(collusion.MIN_COUNT + 1):
        table_of(one, other)
    found = collusion.suspicious_pairs(staff(permissions.MODERATOR), now(), ())
    assert suspected(found) == [({one, other}, True, 0, 0)]
    assert found["tables"] == collusion.MIN_COUNT + 1


def test_players_who_help_each_other_far_more_often_than_others_are_listed() -> None:
    one, other = two()
    loaded, usual = table_of(one, other), [table_of(*two()) for _ in range(3)]
    for _ in range(collusion.MIN_COUNT):
        happened(loaded, event("repaired", 0, 1), seat=0)
    for table in usual:
        happened(table, event("repaired", 0, 1), seat=0)
    found = collusion.suspicious_pairs(staff(permissions.MODERATOR), now(), ())
    assert suspected(found) == [({one, other}, False, collusion.MIN_COUNT, 0)]


def test_old_tables_own_tables_and_the_reader_are_left_out() -> None:
    boss, other = staff(permissions.SENIOR), UserFactory.create()
    one, two_ = two()
    tables = [table_of(one, two_) for _ in range(collusion.MIN_COUNT + 1)]
    ids = {loaded.table.pk for loaded in tables}
    assert collusion.suspicious_pairs(boss, now(), ())["pairs"]
    assert not collusion.suspicious_pairs(boss, now(), ids)["pairs"]
    Table.objects.update(started_at=now() - collusion.PERIOD - timedelta(days=1))
    assert not collusion.suspicious_pairs(boss, now(), ())["pairs"]
    for _ in range(collusion.MIN_COUNT + 1):
        table_of(boss, other)
    assert not collusion.suspicious_pairs(boss, now(), ())["pairs"]


def test_the_list_has_shared_devices_for_a_reason_and_an_entry() -> None:
    one, other = two()
    table_of(one, other)
    for user in (one, other, UserFactory.create()):
        ban_evasion.save_trace(user, ban_evasion.device_hash("203.0.113.7", "Browser"), now())
    path = reverse("admin:pairs")
    moderator = staff_client(permissions.MODERATOR).post(path, {"reason": "why"})
    assert not moderator.context["found"]["pairs"]
    assert not trail()
    with pytest.raises(NotAllowed):
        collusion.suspicious_pairs_with_devices(staff(permissions.MODERATOR), "why", now(), ())
    client = staff_client(permissions.SENIOR)
    assert not client.get(path).context["found"]["pairs"]
    assert suspected(client.post(path, {"reason": "why"}).context["found"]) == [
        ({one, other}, False, 0, 1)
    ]
    assert [entry.after for entry in trail("devices")] == [{"pairs": 1}]


def test_the_list_warns_that_it_proves_nothing_and_costs_the_same_for_many_tables() -> None:
    client, path = staff_client(permissions.SENIOR), reverse("admin:pairs")
    one, other = two()
    for _ in range(collusion.MIN_COUNT):
        table_of(one, other)
    assert "proves nothing" in client.get(path).content.decode()
    with CaptureQueriesContext(connection) as few:
        client.get(path)
    for _ in range(4):
        table_of(one, other)
        table_of(*two())
    with CaptureQueriesContext(connection) as many:
        client.get(path)
    assert len(many) == len(few) <= 15


def test_interactions_are_counted_by_game() -> None:
    one, other = two()
    loaded = table_of(one, other, kind="duel")
    happened(loaded, event("broke", 0, 1), event("broke", 0, 1), seat=0)
    seated = collusion.seat_holders([loaded.table.pk])
    found = collusion.count_interactions([Table.objects.get(pk=loaded.table.pk)], seated)
    assert found == {Interaction("duel", collusion.HARMS, one.pk, other.pk): 2}


def test_pairs_are_only_for_those_who_handle_reports() -> None:
    for name in ("compare", "pairs"):
        path = reverse(f"admin:{name}")
        assert staff_client(permissions.OPERATOR).get(path).status_code == 403
        assert staff_client().get(path).status_code == 403
        assert enter(Client(), staff(permissions.MODERATOR)).get(path).status_code == 200
