"""What people can and can't do at a table."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from config.clock import now
from games.engine import Refusal
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Departure, Invitation, LogEntry, Seat, Table
from games.tables.services import Refused
from games.tables.services.lobby import LOBBY_LIFETIME, TablePlan
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.tables.play import any_move, finished, load, new_table, on_turn, play, play_on, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def lobby(size: int = 4, **plan: object) -> Table:
    wanted = TablePlan("classic", size, "Rainy Tuesday", **plan)  # type: ignore[arg-type]
    return services.open_table(UserFactory.create(), wanted, token(), now())


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, match=f"^{code}$")


# --- before the deal --------------------------------------------------------------------------


def test_the_same_form_sent_twice_opens_one_table() -> None:
    owner, form = UserFactory.create(), token()
    tables = {
        services.open_table(owner, TablePlan("classic", 3, "Once"), form, now()) for _ in "12"
    }
    assert len(tables) == 1


def test_a_table_starts_when_its_last_seat_is_taken() -> None:
    table = lobby(3)
    services.join(UserFactory.create(), table.code, now())
    assert load(table).table.status == "lobby"
    services.join(UserFactory.create(), table.code, now())
    assert load(table).table.status == "running"


def test_joining_twice_takes_one_seat() -> None:
    table, guest = lobby(4), UserFactory.create()
    services.join(guest, table.code, now())
    services.join(guest, table.code, now())
    assert table.seats.count() == 2


def test_nobody_joins_a_table_that_has_begun() -> None:
    loaded = new_table(3)
    with refused("table-closed"):
        services.join(UserFactory.create(), loaded.table.code, now())


def test_only_the_owner_starts_and_only_with_enough_players() -> None:
    table, guest = lobby(5), UserFactory.create()
    services.join(guest, table.code, now())
    with refused("not-owner"):
        services.start(guest, table.code, now())
    assert table.owner is not None
    with refused("too-few-seats"):
        services.start(table.owner, table.code, now())
    services.join(UserFactory.create(), table.code, now())
    assert services.start(table.owner, table.code, now()).status == "running"


def test_seats_are_renumbered_when_somebody_leaves_the_lobby() -> None:
    table = lobby(5)
    guests = UserFactory.create_batch(3)
    for guest in guests:
        services.join(guest, table.code, now())
    services.leave(guests[0], table.code, now())
    assert table.owner is not None
    services.start(table.owner, table.code, now())
    assert [seat.number for seat in load(table).seats] == [0, 1, 2]


def test_a_lobby_closes_with_its_owner() -> None:
    table, guest = lobby(4), UserFactory.create()
    services.join(guest, table.code, now())
    assert table.owner is not None
    services.leave(table.owner, table.code, now())
    assert load(table).table.status == "cancelled"
    assert [notice.recipient for notice in Notice.objects.filter(kind="over", what="closed")] == [
        guest
    ]


def test_the_owner_may_remove_a_player_from_the_lobby_but_not_themselves() -> None:
    table, guest = lobby(4, bots=1), UserFactory.create()
    services.join(guest, table.code, now())
    assert table.owner is not None
    for number in (1, 2):
        services.remove(table.owner, table.code, number, now())
    with refused("yourself"):
        services.remove(table.owner, table.code, 0, now())
    with refused("not-owner"):
        services.remove(guest, table.code, 0, now())
    assert table.seats.count() == 1


def test_inviting_twice_notifies_once() -> None:
    table, guest = lobby(4), UserFactory.create()
    assert table.owner is not None
    assert guest.name is not None
    for spelling in (guest.name, guest.name.upper()):
        services.invite(table.owner, table.code, spelling, now())
    assert Invitation.objects.filter(table=table, user=guest).count() == 1
    assert Notice.objects.filter(recipient=guest, kind="invited").count() == 1
    with refused("no-such-player"):
        services.invite(table.owner, table.code, "Nobody-here", now())


def test_a_lobby_that_never_filled_expires() -> None:
    table, young = lobby(4), lobby(4)
    late = now() + LOBBY_LIFETIME
    Table.objects.filter(pk=young.pk).update(expires_at=late + timedelta(days=1))
    assert list(Table.objects.expired_lobbies(late)) == [table]
    assert services.expire_lobby(table.code, late)
    assert not services.expire_lobby(young.code, late)
    assert (load(table).table.status, load(young).table.status) == ("expired", "lobby")


# --- moves ------------------------------------------------------------------------------------


def test_a_double_click_is_one_move_with_the_same_response() -> None:
    loaded, form = new_table(3), token()
    user, text, version = on_turn(loaded), any_move(loaded), loaded.table.version
    first = services.play_move(user, loaded.table.code, text, version, form, now())
    again = services.play_move(user, loaded.table.code, text, version, form, now())
    assert again.table.changes == first.table.changes
    assert loaded.table.log.filter(kind=LogEntry.Kind.MOVE).count() == 1


def test_a_second_tab_is_out_of_date() -> None:
    loaded = new_table(3)
    user, text, version = on_turn(loaded), any_move(loaded), loaded.table.version
    services.play_move(user, loaded.table.code, text, version, token(), now())
    with refused("moved-on"):
        services.play_move(user, loaded.table.code, text, version, token(), now())


def test_a_refused_move_changes_nothing() -> None:
    loaded = new_table(3)
    before = (loaded.table.changes, loaded.rules.pieces(loaded.state))
    with pytest.raises(Refusal, match=r"no-neighbour|not-in-hand"):
        play(loaded, "place nesw at 50,50")
    after = load(loaded.table)
    assert (after.table.changes, after.rules.pieces(after.state)) == before


def test_out_of_turn_is_refused_by_the_rules() -> None:
    loaded = new_table(3)
    waiting = next(seat for seat in loaded.seats if not seat.on_turn)
    assert waiting.user is not None
    with pytest.raises(Refusal, match="not-your-turn"):
        services.play_move(
            waiting.user, loaded.table.code, "discard map", loaded.table.version, token(), now()
        )


def test_a_stranger_cannot_move() -> None:
    loaded = new_table(3)
    with refused("not-seated"):
        services.play_move(
            UserFactory.create(),
            loaded.table.code,
            any_move(loaded),
            loaded.table.version,
            token(),
            now(),
        )


def test_only_the_player_on_turn_has_a_deadline_and_is_notified() -> None:
    loaded = play_on(new_table(4), 5)
    (mover,) = [seat for seat in loaded.seats if seat.on_turn]
    assert mover.due_at is not None
    assert loaded.table.moved_at is not None
    assert mover.due_at - loaded.table.moved_at == timedelta(hours=72)
    assert [seat.due_at for seat in loaded.seats if seat is not mover] == [None] * 3
    turn = {"table": loaded.table, "cause_number": loaded.table.length}
    (notice,) = Notice.objects.filter(kind="turn", **turn)
    assert notice.recipient == mover.user


def test_a_finished_game_has_scores_winners_and_nobody_on_turn() -> None:
    loaded = finished()
    outcome = loaded.rules.outcome(loaded.state)
    assert outcome is not None
    assert loaded.table.status == "finished"
    assert tuple(seat.score for seat in loaded.seats) == outcome.scores
    assert tuple(seat.number for seat in loaded.seats if seat.won) == outcome.winners
    assert not any(seat.on_turn or seat.due_at for seat in loaded.seats)
    assert loaded.rounds[-1].ended_at


# --- bots -------------------------------------------------------------------------------------


def test_bots_answer_until_a_player_is_on_turn() -> None:
    from games.tables.tasks import move_bots

    loaded = new_table(1, bots=3)
    move_bots()
    loaded = load(loaded.table)
    assert on_turn(loaded) == loaded.seats[0].user
    play(loaded)
    assert move_bots() >= 3 or load(loaded.table).table.status == "finished"
    assert not Seat.objects.filter(act_at__isnull=False).exists()


def test_a_bot_that_is_not_due_does_not_move() -> None:
    loaded = new_table(1, bots=2)
    loaded = play(loaded) if loaded.seats[0].on_turn else loaded
    (bot,) = [seat for seat in loaded.seats if seat.on_turn]
    assert not services.let_bot_move(bot.pk, now() - timedelta(days=1))


def test_a_bot_whose_turn_another_worker_has_played_does_nothing() -> None:
    loaded = new_table(1, bots=2)
    idle = next(seat for seat in loaded.seats if seat.bot and not seat.on_turn)
    Seat.objects.filter(pk=idle.pk).update(act_at=now())
    assert not services.let_bot_move(idle.pk, now())
    assert load(loaded.table).table.changes == loaded.table.changes


# --- ends -------------------------------------------------------------------------------------


def test_a_table_is_cancelled_when_every_player_agrees() -> None:
    loaded = new_table(2, bots=1)
    first, second = (seat.user for seat in loaded.seats if seat.user)
    services.agree_to_cancel(first, loaded.table.code, True, now())
    services.agree_to_cancel(first, loaded.table.code, False, now())
    services.agree_to_cancel(second, loaded.table.code, True, now())
    assert load(loaded.table).table.status == "running"
    services.agree_to_cancel(first, loaded.table.code, True, now())
    assert load(loaded.table).table.status == "cancelled"
    assert not loaded.table.seats.filter(on_turn=True).exists()


def test_a_player_who_leaves_a_running_table_leaves_an_empty_seat_on_offer() -> None:
    loaded = new_table(3)
    leaver = on_turn(loaded)
    services.leave(leaver, loaded.table.code, now())
    after = load(loaded.table)
    assert after.seat_of(leaver) is None
    (seat,) = [seat for seat in after.seats if seat.user is None]
    assert (seat.bot, seat.former, seat.on_turn) == ("", leaver, True)
    assert (seat.due_at, seat.act_at) == (None, None)
    assert seat.offered_until is not None
    assert Departure.objects.filter(table=loaded.table, user=leaver).exists()


def test_if_seats_are_not_offered_a_bot_takes_over_at_once() -> None:
    loaded = new_table(3, offer_hours=0)
    leaver = on_turn(loaded)
    services.leave(leaver, loaded.table.code, now())
    after = load(loaded.table)
    assert [seat.bot for seat in after.seats if seat.user is None] == ["normal"]
    assert after.seats[after.state.turn].act_at is not None


def test_nobody_can_resign_from_a_table_of_several() -> None:
    loaded = new_table(3)
    with refused("cannot-resign"):
        services.resign(on_turn(loaded), loaded.table.code, now())


def test_a_rematch_is_one_table_for_everybody() -> None:
    loaded = finished()
    users = [seat.user for seat in loaded.seats if seat.user]
    games = {services.rematch(user, loaded.table.code, now()).pk for user in users}
    assert len(games) == 1
    assert Table.objects.get(pk=games.pop()).status == "running"


def test_no_rematch_while_the_table_runs() -> None:
    loaded = new_table(3)
    with refused("not-over"):
        services.rematch(on_turn(loaded), loaded.table.code, now())


# --- chat -------------------------------------------------------------------------------------


def test_a_message_sent_twice_appears_once_and_makes_no_form_out_of_date() -> None:
    loaded, form = new_table(3), token()
    for _ in range(2):
        services.say(on_turn(loaded), loaded.table.code, "  Mind   the gap ", form, now())
    assert [message.text for message in loaded.table.messages.all()] == ["Mind the gap"]
    assert load(loaded.table).table.changes == loaded.table.changes


@pytest.mark.parametrize(("text", "code"), [("  ", "empty"), ("a" * 501, "too-long")])
def test_an_empty_or_endless_message_is_refused(text: str, code: str) -> None:
    loaded = new_table(3)
    with refused(code):
        services.say(on_turn(loaded), loaded.table.code, text, token(), now())


def test_a_spectators_message_does_not_update_players_pages() -> None:
    loaded = new_table(3)
    services.say(UserFactory.create(), loaded.table.code, "He has the map", token(), now())
    table = load(loaded.table).table
    assert (table.changes, table.talk, table.gallery) == (loaded.table.changes, 0, 1)


# --- mentions ---------------------------------------------------------------------------------


def heard(loaded: LoadedTable) -> list[User]:
    return [notice.recipient for notice in Notice.objects.filter(table=loaded.table, kind="chat")]


def test_a_mentioned_player_is_notified_once_in_any_spelling() -> None:
    loaded, form = new_table(3), token()
    speaker, other, third = (seat.user for seat in loaded.seats if seat.user)
    text = f"@{str(other.name).upper()}: mind the gap, @{other.name}! Not you, {third.name}."
    for _ in range(2):
        services.say(speaker, loaded.table.code, text, form, now())
    assert heard(loaded) == [other]


def test_own_names_partial_names_and_addresses_are_no_mentions() -> None:
    loaded = new_table(3)
    speaker, other, _ = (seat.user for seat in loaded.seats if seat.user)
    text = f"@{speaker.name} @{other.name}x @{str(other.name)[:-1]} me@{other.name} @nobody-here"
    services.say(speaker, loaded.table.code, text, token(), now())
    assert heard(loaded) == []


def test_spectators_and_players_cannot_mention_each_other() -> None:
    loaded, watcher = new_table(3), UserFactory.create()
    seated = on_turn(loaded)
    services.say(watcher, loaded.table.code, f"@{seated.name} look up", token(), now())
    services.say(seated, loaded.table.code, f"@{watcher.name} hush", token(), now())
    assert heard(loaded) == []
