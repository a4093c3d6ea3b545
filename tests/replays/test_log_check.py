"""Replaying the log: a table equals what its deal and log say."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from config.clock import now
from games.replays import log_check
from games.tables import services
from games.tables.models import Card, Round
from tests.tables.play import load, moves_on, new_table, on_turn, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def test_a_table_replays_to_what_its_rows_say() -> None:
    loaded = play_on(new_table(4), 90)
    services.leave(on_turn(loaded), loaded.table.code, now())
    verdict = log_check.check_table(load(loaded.table).table)
    assert verdict.sound
    assert verdict.entries == loaded.table.length + 1


def test_a_changed_log_is_found_by_its_number() -> None:
    loaded = moves_on(new_table(3), 12)
    entry = loaded.table.log.get(number=7)
    entry.state_hash = "0" * 64
    entry.save()
    assert log_check.check_table(loaded.table).number == 7


def test_a_missing_entry_is_found() -> None:
    loaded = moves_on(new_table(3), 12)
    loaded.table.log.get(number=7).delete()
    assert not log_check.check_table(loaded.table).sound


def test_a_changed_row_is_found() -> None:
    loaded = moves_on(new_table(3), 12)
    card = Card.objects.filter(round=loaded.round, zone="stock").first()
    assert card is not None
    card.name = "map" if card.name != "map" else "rockfall"
    card.save()
    verdict = log_check.check_table(load(loaded.table).table)
    assert verdict.what == "the rows are not what was played"


def test_the_command_replays_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    tables = [play_on(new_table(3), 5) for _ in range(2)]
    call_command("replay", "--all")
    said = capsys.readouterr().out
    assert all(f"{loaded.table.code}: " in said for loaded in tables)


def test_the_command_fails_when_a_table_is_unsound() -> None:
    loaded = play_on(new_table(3), 5)
    loaded.table.log.filter(number=3).update(move="discard nothing-known")
    with pytest.raises(SystemExit):
        call_command("replay", loaded.table.code)


def test_a_deal_is_fair_and_secret_until_its_round_is_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    loaded = new_table(3)
    assert [check.fair for check in log_check.deal_checks(loaded.table)] == [None, None, None]
    loaded = moves_on(loaded, 500)
    assert [check.fair for check in log_check.deal_checks(loaded.table)] == [True, True, True]
    # Another seed is not what was committed to.
    Round.objects.filter(table=loaded.table, number=2).update(seed="00" * 32)
    with pytest.raises(SystemExit):
        call_command("verify", loaded.table.code)
    assert "NOT" in capsys.readouterr().out


def test_verify_prints_no_secret_of_a_running_round(capsys: pytest.CaptureFixture[str]) -> None:
    loaded = new_table(3)
    call_command("verify", loaded.table.code, "--deal")
    said = capsys.readouterr().out
    assert loaded.rounds[0].seed not in said
    assert "role" not in said
