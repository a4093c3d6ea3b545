"""The record: a table is what its deal and its log say."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from config.clock import now
from games import record, services
from games.models import Card, Round
from tests.games.play import load, new_table, on_turn, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_a_table_replays_to_what_its_rows_say() -> None:
    table = play_on(new_table(4), 90)
    services.leave(on_turn(table), table.game.code, now())
    verdict = record.replay(load(table.game).game)
    assert verdict.sound
    assert verdict.entries == table.game.length + 1


def test_a_changed_log_is_found_by_its_number() -> None:
    table = play_on(new_table(3), 12)
    entry = table.game.moves.get(number=7)
    entry.digest = "0" * 64
    entry.save()
    assert record.replay(table.game).number == 7


def test_a_missing_entry_is_found() -> None:
    table = play_on(new_table(3), 12)
    table.game.moves.get(number=7).delete()
    assert not record.replay(table.game).sound


def test_a_changed_row_is_found() -> None:
    table = play_on(new_table(3), 12)
    card = Card.objects.filter(round=table.round, zone="stock").first()
    assert card is not None
    card.name = "map" if card.name != "map" else "rockfall"
    card.save()
    verdict = record.replay(load(table.game).game)
    assert verdict.what == "the rows are not what was played"


def test_the_command_replays_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    tables = [play_on(new_table(3), 5) for _ in range(2)]
    call_command("replay", "--all")
    said = capsys.readouterr().out
    assert all(f"{table.game.code}: " in said for table in tables)


def test_the_command_fails_when_a_table_is_unsound() -> None:
    table = play_on(new_table(3), 5)
    table.game.moves.filter(number=3).update(text="discard nothing-known")
    with pytest.raises(SystemExit):
        call_command("replay", table.game.code)


def test_a_deal_is_fair_and_secret_until_its_round_is_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = new_table(3)
    assert [check.fair for check in record.deal_checks(table.game)] == [None, None, None]
    table = play_on(table, 500)
    assert [check.fair for check in record.deal_checks(table.game)] == [True, True, True]
    # Another seed is not what was committed to.
    Round.objects.filter(game=table.game, number=2).update(seed="00" * 32)
    with pytest.raises(SystemExit):
        call_command("verify", table.game.code)
    assert "NOT" in capsys.readouterr().out


def test_verify_prints_no_secret_of_a_running_round(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table(3)
    call_command("verify", table.game.code, "--deal")
    said = capsys.readouterr().out
    assert table.rounds[0].seed not in said
    assert "role" not in said
