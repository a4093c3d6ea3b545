"""Tables at which nobody is left, and what came to nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from config import wall
from config.clock import now
from games import record, services, tasks
from games.models import Game, Notice
from games.services.lobby import LOBBY_LASTS, Plan
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import age, kinds, load, new_table, on_turn, play, seat_on_turn, token, told

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


def lifeless(table: Table, **columns: datetime | None) -> Table:
    """For so long nobody has done anything."""
    columns.setdefault("abandon_at", now() - timedelta(seconds=1))
    Game.objects.filter(pk=table.game.pk).update(**columns)
    return load(table.game)


def all_gone() -> Table:
    """Everybody has left, and bots sit there."""
    table = new_table(3, offer_hours=0)
    for seat in table.seats:
        assert seat.user is not None
        services.leave(seat.user, table.game.code, now())
    return load(table.game)


def test_a_table_at_which_nobody_is_left_is_closed_and_all_are_told() -> None:
    table = lifeless(all_gone())
    players = [seat.former for seat in table.seats]
    assert tasks.abandon_tables() == 1
    after = load(table.game)
    game = after.game
    assert game.status == "abandoned"
    assert game.ended_at is not None
    assert game.remove_at == game.ended_at + 90 * DAY
    assert kinds(after)[-1] == "abandoned"
    assert [told(player, "over") for player in players] == [["abandoned"]] * 3
    assert not any(seat.on_turn or seat.act_at or seat.offered_until for seat in after.seats)
    assert record.replay(game).sound
    assert tasks.abandon_tables() == 0


def test_everybody_absent_ends_up_abandoned() -> None:
    """Nobody does anything: only time passes, and sweeps come by."""
    table = new_table(3, excused=1, offer_hours=24)
    players = [seat.user for seat in table.seats]
    for _ in range(60):
        age(table, "due_at", "remind_at", "offered_until")
        lifeless(table)
        for sweep in (tasks.remind, tasks.miss_turns, tasks.end_offers, tasks.abandon_tables):
            sweep()
        tasks.move_bots()
        table = load(table.game)
        if table.game.status != "running":
            break
    assert table.game.status == "abandoned"
    assert [seat.bot for seat in table.seats] == ["easy"] * 3
    assert [seat.former for seat in table.seats] == players
    assert sorted(set(kinds(table))) == ["abandoned", "absent", "excused", "handover", "offered"]
    assert record.replay(table.game).sound


def test_a_table_waits_for_whose_clock_still_runs() -> None:
    table = new_table(3)
    player = on_turn(table)
    today = wall.today(now(), player.zone)
    services.announce_vacation(player, today, today + 20 * DAY, now())
    lifeless(table)
    assert tasks.abandon_tables() == 0
    after = load(table.game)
    due = seat_on_turn(after).due_at
    assert due is not None
    assert (after.game.status, after.game.abandon_at) == ("running", due + 7 * DAY)


def test_a_table_waits_for_a_deadline_that_no_sweep_has_seen_yet() -> None:
    table = lifeless(age(new_table(3), "due_at"))
    at = now()
    assert not services.abandon(table.game.code, at)
    assert load(table.game).game.abandon_at == at + 7 * DAY


def test_a_table_waits_for_an_offer_to_end() -> None:
    table = new_table(1, bots=2)
    person = table.seats[0].user
    assert person is not None
    services.leave(person, table.game.code, now())
    lifeless(table)
    assert tasks.abandon_tables() == 0
    lifeless(age(table, "offered_until"))
    tasks.end_offers()
    assert tasks.abandon_tables() == 1


def test_whatever_a_person_does_keeps_a_table_alive() -> None:
    table = new_table(3)
    past = now() + DAY

    def lives() -> bool:
        game = load(table.game).game
        assert game.abandon_at is not None
        Game.objects.filter(pk=game.pk).update(abandon_at=past)
        return game.abandon_at > past

    assert lives()
    mover = on_turn(table)
    play(table)
    assert lives()
    services.say(mover, table.game.code, "Here", token(), now())
    assert lives()
    services.agree_to_cancel(mover, table.game.code, True, now())
    assert lives()
    services.say(UserFactory.create(), table.game.code, "From the gallery", token(), now())
    assert not lives()
    services.miss_turn(seat_on_turn(age(table)).pk, now())
    assert not lives()


def test_bots_do_not_keep_a_table_alive() -> None:
    table = new_table(1, bots=3)
    before = load(table.game).game.abandon_at
    tasks.move_bots()
    assert load(table.game).game.abandon_at == before


def test_a_slow_table_has_four_turns_time() -> None:
    table = new_table(3, pace_hours=336)
    assert table.game.abandon_at is not None
    assert table.game.started_at is not None
    assert table.game.abandon_at >= table.game.started_at + 56 * DAY


def test_what_came_to_nothing_is_removed_after_a_month_and_what_was_finished_is_not() -> None:
    owner = UserFactory.create()
    expired = services.open_table(owner, Plan("classic", 4, "Empty"), token(), now())
    at = now() + LOBBY_LASTS
    services.expire_lobby(expired.code, at)
    closed = services.open_table(owner, Plan("classic", 4, "Closed"), token(), now())
    services.leave(owner, closed.code, at)
    cancelled = new_table(2, bots=1)
    for seat in cancelled.seats:
        if seat.user:
            services.agree_to_cancel(seat.user, cancelled.game.code, True, at)
    for game in (expired, closed, cancelled.game):
        assert load(game).game.remove_at == at + 30 * DAY
    assert load(cancelled.game).game.abandon_at is None
    assert Notice.objects.filter(game=cancelled.game, what="cancelled").count() == 2
