"""A finished table is counted once: careers, meetings, ratings."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.privacy import deletion
from config.clock import now
from games.players import results
from games.players.ratings import START
from games.tables import services, tasks
from games.tables.models import Career, Departure, Meeting, Rating, Seat, Table, Tally
from games.tables.models.results import REMEMBERED
from tests.factories import UserFactory, show_it_is_them
from tests.positions import in_the_woods, last_round
from tests.real_tables import running
from tests.tables.play import load, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]
CHARACTERS = ("loyal", "selfish", "saboteur")


def duel(winner: User, loser: User) -> Table:
    """Play a duel that the loser gives up."""
    table = running(winner, loser, kind="duel")
    services.resign(loser, table.code, now())
    return table


def classic(*players: User) -> Table:
    """Play the last round, where the first two dig and the third hinders them."""
    table = last_round(*players)
    find_the_treasure(table, players[0])
    return table


def find_the_treasure(table: Table, finder: User) -> None:
    version = load(table).table.version
    services.play_move(finder, table.code, "place ew at 7,0", version, "found", now())


def numbers(kind: str, *players: User) -> list[int]:
    found = {row.user_id: row.number for row in Rating.objects.filter(kind=kind)}
    return [found[player.pk] for player in players]


def counted() -> list[Any]:
    """Return every row without its primary key."""
    models = (Rating, Career, Tally, Meeting)
    return [sorted(map(repr, m.objects.values_list(*_columns(m)))) for m in models]


def _columns(model: Any) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if not field.primary_key]


# --- what is counted ------------------------------------------------------------------------------


def test_a_side_of_classic_wins_and_loses_together() -> None:
    ann, bob, cas = UserFactory.create_batch(3)
    table = classic(ann, bob, cas)
    assert load(table).table.status == "finished"
    assert tasks.count_results() == 1
    first, second, third = numbers("classic", ann, bob, cas)
    assert first == second > START > third
    roles = Tally.objects.filter(by="role").values_list("user_id", "what", "played", "won")
    assert set(roles) == {
        (ann.pk, "digger", 1, 1),
        (bob.pk, "digger", 1, 1),
        (cas.pk, "saboteur", 1, 0),
    }
    assert set(Tally.objects.filter(by="size").values_list("what", "played")) == {("3", 1)}
    assert Career.objects.filter(with_bots=False, played=1).count() == 3
    assert Rating.objects.get(user=ann).course == [first]


def test_the_lost_mines_are_rated_by_side() -> None:
    """The first player gets the gold and shares it with nobody: the others are on other sides."""
    players = UserFactory.create_batch(3)
    table = in_the_woods(*players, treasures_left=["gold 4"])
    loaded = play_on(load(table), 200)
    assert loaded.table.status == "finished"
    tasks.count_results()
    assert Rating.objects.filter(kind="lost_mines").count() == 3
    roles = Tally.objects.filter(by="role").values_list("user_id", "what")
    assert dict(roles) == dict(zip((p.pk for p in players), CHARACTERS, strict=True))


def test_giving_up_a_duel_loses_it() -> None:
    ann, bob = UserFactory.create_batch(2)
    duel(ann, bob)
    tasks.count_results()
    winner, loser = numbers("duel", ann, bob)
    assert winner > START > loser
    meeting = Meeting.objects.get()
    assert (meeting.one, meeting.other) == (ann, bob)
    assert (meeting.played, meeting.ahead, meeting.behind) == (1, 1, 0)


def test_a_table_with_bots_is_counted_separately_without_ratings() -> None:
    ann = UserFactory.create()
    table = running(ann, kind="duel", bots=1)
    services.resign(ann, table.code, now())
    tasks.count_results()
    assert not Rating.objects.exists()
    career = Career.objects.get()
    assert (career.with_bots, career.played, career.won) == (True, 1, 0)


def test_solo_players_and_guests_are_not_rated() -> None:
    ann, bob = UserFactory.create_batch(2)
    alone = running(ann, kind="solo", public=False)
    services.resign(ann, alone.code, now())
    duel(ann, bob)
    User.objects.filter(pk=bob.pk).update(guest_until=now() + timedelta(days=1), email="")
    assert tasks.count_results() == 2
    assert not Rating.objects.exists()
    assert Career.objects.get(user=bob).played == 1


def test_an_unfinished_table_counts_for_nobody() -> None:
    ann, bob = UserFactory.create_batch(2)
    running(ann, bob, kind="duel")
    table = running(ann, bob, kind="duel")
    for player in (ann, bob):
        services.agree_to_cancel(player, table.code, True, now())
    assert tasks.count_results() == 0
    assert counted() == [[], [], [], []]


# --- a seat that changed hands --------------------------------------------------------------------


def test_a_player_who_left_has_lost_and_the_replacement_is_rated() -> None:
    ann, bob, cas, dan = UserFactory.create_batch(4)
    table = last_round(ann, bob, cas)
    services.leave(cas, table.code, now())
    services.take_seat(dan, table.code, 2, now())
    find_the_treasure(table, ann)
    tasks.count_results()
    first, _, left, took = numbers("classic", ann, bob, cas, dan)
    assert first > START > took
    assert left < START
    assert not Career.objects.filter(user=cas).exists()
    assert Tally.objects.get(user=dan, by="role").what == "saboteur"


def test_leaving_a_seat_to_a_bot_loses_rating() -> None:
    ann, bob, cas = UserFactory.create_batch(3)
    table = last_round(ann, bob, cas, options={})
    Table.objects.filter(pk=table.pk).update(offer_hours=0)
    services.leave(cas, table.code, now())
    assert Seat.objects.get(table=table, number=2).bot
    find_the_treasure(table, ann)
    tasks.count_results()
    assert [row.user for row in Rating.objects.all()] == [cas]
    assert Rating.objects.get().number < START
    assert set(Career.objects.values_list("user", "with_bots")) == {(ann.pk, True), (bob.pk, True)}


def test_a_round_counts_for_the_players_at_its_end() -> None:
    ann, bob, cas, dan = UserFactory.create_batch(4)
    table = classic(ann, bob, dan)
    ended = Table.objects.get(pk=table.pk).ended_at
    assert ended is not None
    Departure.objects.create(table=table, user=cas, seat=2, at=ended + timedelta(seconds=1))
    tasks.count_results()
    assert set(Rating.objects.values_list("user", flat=True)) == {ann.pk, bob.pk, cas.pk}
    assert not Tally.objects.filter(user=dan, by="role").exists()


# --- once -----------------------------------------------------------------------------------------


def test_counting_twice_has_no_further_effect() -> None:
    duel(*UserFactory.create_batch(2))
    assert tasks.count_results() == 1
    once = counted()
    assert tasks.count_results() == 0
    table = Table.objects.get()
    assert not results.count_results(table.pk, now())
    assert counted() == once


class Crash(Exception):  # noqa: N818
    """The process ends here."""


@pytest.mark.django_db(transaction=True)
def test_a_crash_between_any_two_statements_leaves_nothing() -> None:
    """Crash one statement later each time, until none is left."""
    table, nothing = classic(*UserFactory.create_batch(3)), counted()
    for last in range(100):
        left = iter(range(last))

        def crash(execute: Any, *query: Any, left: Any = left) -> Any:
            if next(left, None) is None:
                raise Crash
            return execute(*query)

        try:
            with connection.execute_wrapper(crash):
                results.count_results(table.pk, now())
            break
        except Crash:
            assert counted() == nothing
    assert last > 8
    assert Table.objects.get().counted_at is not None
    assert Rating.objects.filter(tables=1).count() == 3


def test_tables_ended_by_the_last_release_are_counted_in_order() -> None:
    """It doesn't set the new column, and the sweep doesn't need it; earlier tables come first."""
    ann, bob = UserFactory.create_batch(2)
    later, earlier = duel(ann, bob), duel(bob, ann)
    Table.objects.filter(pk=earlier.pk).update(ended_at=now() - timedelta(days=9))
    assert list(Table.objects.uncounted()) == [earlier, later]
    assert tasks.count_results() == 2
    assert Career.objects.get(user=ann).form == "lw"


# --- from scratch ---------------------------------------------------------------------------------


def test_tallies_equal_a_count_from_scratch() -> None:
    dice, people = random.Random(7), UserFactory.create_batch(4)
    for _ in range(12):
        duel(*dice.sample(people, 2))
        if dice.random() < 0.4:
            tasks.count_results()
    tasks.count_results()
    seats = Seat.objects.filter(table__status="finished").order_by("table__ended_at", "table")
    for player in people:
        won = "".join("w" if seat.won else "l" for seat in seats.filter(user=player))
        career = Career.objects.filter(user=player).first()
        if career is None:
            assert not won
            continue
        assert (career.played, career.won, career.form) == (len(won), won.count("w"), won)
        streaks = [len(run) for run in won.split("l")]
        assert (career.streak, career.longest) == (streaks[-1], max(streaks))
        assert Rating.objects.get(user=player).tables == len(won)
        tallies = Tally.objects.filter(user=player, by="role")
        assert sum(row.played for row in tallies) == len(won)
        assert sum(row.won for row in tallies) == won.count("w")
    pairs = Counter(
        tuple(sorted(table.seats.values_list("user", flat=True))) for table in Table.objects.all()
    )
    assert {(row.one_id, row.other_id): row.played for row in Meeting.objects.all()} == pairs


def test_only_the_latest_tables_are_kept_individually() -> None:
    ann, bob = UserFactory.create_batch(2)
    form, course = "l" * REMEMBERED, [START] * REMEMBERED
    key = {"user": ann, "kind": "duel"}
    Career.objects.create(**key, with_bots=False, played=40, form=form)
    Rating.objects.create(**key, mu=25, sigma=5, number=1400, tables=40, course=course)
    duel(ann, bob)
    tasks.count_results()
    assert Career.objects.get(user=ann).form == form[1:] + "w"
    assert len(Rating.objects.get(user=ann).course) == REMEMBERED


# --- deleted with the account -------------------------------------------------------------------


def test_deleting_an_account_deletes_its_rows_only() -> None:
    ann, bob = UserFactory.create_batch(2)
    duel(ann, bob)
    tasks.count_results()
    deletion.delete_account(ann, now())
    for model in (Rating, Career):
        assert [row.user for row in model.objects.all()] == [bob]
    assert not Meeting.objects.exists()
    assert not Tally.objects.filter(user=ann).exists()


def test_a_player_deleted_before_the_count_gets_no_row() -> None:
    ann, bob = UserFactory.create_batch(2)
    duel(ann, bob)
    deletion.delete_account(ann, now())
    assert tasks.count_results() == 1
    assert [row.user for row in Career.objects.all()] == [bob]
    assert [row.user for row in Rating.objects.all()] == [bob]
    assert not Meeting.objects.exists()


def test_my_data_has_my_rating_and_results(client: Client) -> None:
    ann, bob = UserFactory.create_batch(2)
    duel(ann, bob)
    tasks.count_results()
    client.force_login(ann)
    book = json.loads(show_it_is_them(client).post("/settings/data/").content)
    assert book["ratings"][0]["rating"] == Rating.objects.get(user=ann).number
    assert book["results"][0]["played"] == 1
    assert book["players met"][0]["player"] == bob.name
