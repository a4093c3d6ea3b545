"""The end of a round is a scene, seen once; then the next round deals a card to turn over."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.clock import now
from games.tables import services, store
from games.tables.models import Seat, Table
from tests import near_end, real_tables
from tests.at_table import HTMX, get, key_of, moves_offered, play, post, words
from tests.factories import UserFactory
from tests.positions import last_duel
from tests.real_tables import have_seen, signed_in

pytestmark = pytest.mark.django_db
PLAYERS = {"classic": 4, "duel": 2, "solo": 1, "lost_mines": 3}
every_game = pytest.mark.parametrize("kind", PLAYERS)


def players(kind: str) -> list[User]:
    return UserFactory.create_batch(PLAYERS[kind])


def ended(kind: str, users: list[User], **plan: Any) -> Table:
    """Make a table whose first round has just ended, played from its deal."""
    table = near_end.before_the_end(users, kind, public=kind != "solo", **plan)
    near_end.end_round(table)
    return table


def shown(client: Client, table: Table, **query: str) -> Any:
    return get(client, table, **query).context["page"]


def seat_of(table: Table, user: User) -> Seat:
    return Seat.objects.get(table=table, user=user)


# --- the scene ------------------------------------------------------------------------------------


@every_game
def test_the_end_of_a_round_is_shown_once_and_then_the_current_table(kind: str) -> None:
    users = players(kind)
    table = ended(kind, users)
    client = signed_in(users[0])
    page = shown(client, table)
    assert (page.scene.number, page.round, page.scene.unseen) == (1, 2, True)
    assert {p.shown.seat for p in page.scene.people} >= set(range(len(users)))
    assert page.board.stock == page.scene.board.stock
    for _ in range(2):  # a second tap, or a second tab, changes nothing
        assert post(client, table, "table-scene", scene="1").status_code == 302
    assert seat_of(table, users[0]).scene_seen == 1
    after = shown(client, table)
    assert after.scene is None
    assert after.board.cards != page.board.cards


@every_game
def test_the_scene_shows_the_board_at_the_end_of_the_round(kind: str) -> None:
    users = players(kind)
    table = near_end.before_the_end(users, kind, public=kind != "solo")
    before = {card.cell for card in shown(signed_in(users[0]), table).board.cards}
    near_end.end_round(table)
    scene = shown(signed_in(users[0]), table).scene
    here = {card.cell for card in scene.board.cards}
    assert len(before - here) <= 1  # a rockfall may have been the last card
    assert len(here) > len(users)


def test_unreached_goals_are_turned_over_one_by_one() -> None:
    users = players("classic")
    scene = shown(signed_in(users[0]), ended("classic", users)).scene
    turned = [card for card in scene.board.cards if card.step]
    assert [card.step for card in turned] == list(range(1, len(turned) + 1))
    assert all(card.back == "goal" != card.name for card in turned)
    assert {goal.drawing for goal in scene.goals} == {"treasure", "stone-ne", "stone-nw"}
    assert [p.step for p in scene.people] == list(range(len(turned) + 1, scene.paid_at))


def test_unreached_goals_of_the_duel_stay_face_down_until_the_game_ends() -> None:
    users = players("duel")
    scene = shown(signed_in(users[0]), ended("duel", users)).scene
    assert not [card for card in scene.board.cards if card.step]


def test_during_a_scene_no_card_can_be_laid_but_the_list_of_moves_stays() -> None:
    users = players("classic")
    table = ended("classic", users)
    user = next(seat.user for seat in table.seats.select_related("user") if seat.on_turn)
    assert user is not None
    answer = get(signed_in(user), table)
    text = words(answer)
    dock = text[text.index('id="dock"') : text.index('id="moves-box"')]
    assert 'class="hand"' not in dock
    assert f'action="/t/{table.code}/scene/"' in dock
    assert moves_offered(answer)


def test_the_htmx_response_to_a_scene_has_the_newly_dealt_card() -> None:
    users = players("classic")
    table = ended("classic", users)
    answer = post(signed_in(users[0]), table, "table-scene", HTMX, scene="1")
    assert answer.status_code == 200
    assert 'class="still dealing"' in words(answer)
    assert 'id="dock"' in words(answer)


def test_the_move_that_ends_a_round_returns_the_scene_and_others_get_it_live() -> None:
    users = players("classic")
    table = near_end.before_the_end(users, "classic")
    seat, text = near_end.last_move(table)
    other = signed_in(users[(seat + 1) % 4])
    key = key_of(get(other, table))
    own = play(signed_in(users[seat]), table, text, headers=HTMX)
    told = get(other, table, "table-poll", v=key)
    for answer in (own, told):
        assert 'class="still ending"' in words(answer)
        assert words(answer).count('hx-swap-oob="true"') > 3


def test_a_player_who_missed_rounds_sees_the_latest_with_links_to_earlier_ones() -> None:
    users = players("duel")
    table = near_end.before_the_end(users, "duel", rounds=2)
    table.seats.update(scene_seen=0)
    near_end.end_round(table)
    client = signed_in(users[0])
    answer = get(client, table)
    assert answer.context["page"].scene.number == 2
    assert 'href="?scene=1"' in words(answer)
    first = shown(client, table, scene="1")
    assert (first.scene.number, first.scene.unseen) == (1, False)
    assert seat_of(table, users[0]).scene_seen == 0  # looking back does not mark it as seen


def test_a_reopened_scene_stays_while_news_arrives() -> None:
    users = players("duel")
    table = ended("duel", users)
    have_seen(table)
    client = signed_in(users[0])
    text = words(get(client, table, scene="1"))
    assert "&amp;scene=1" in text
    told = get(client, table, "table-poll", v="", scene="1")
    assert told.context["page"].scene.number == 1
    assert "Back to the table" in text


@pytest.mark.parametrize("asked", ["2", "0", "-1", "x", "9999999999", "1e3"])
def test_a_round_that_has_not_ended_has_no_scene(asked: str) -> None:
    users = players("duel")
    table = ended("duel", users)
    have_seen(table)
    assert shown(signed_in(users[0]), table, scene=asked).scene is None


def test_a_spectator_sees_the_current_table_and_may_open_a_scene() -> None:
    table = ended("classic", players("classic"))
    watcher = signed_in(UserFactory.create())
    page = get(watcher, table)
    assert page.context["page"].scene is None
    assert page.context["page"].dealt is None
    assert 'href="?scene=1"' in words(page)
    assert shown(watcher, table, scene="1").scene.number == 1
    assert shown(Client(), table, scene="1").scene.number == 1
    assert post(watcher, table, "table-scene", scene="1").status_code == 404


def test_a_replacement_starts_with_what_the_seat_has_seen() -> None:
    users = players("classic")
    table = ended("classic", users)
    seat = seat_of(table, users[1])
    post(signed_in(users[1]), table, "table-scene", scene="1")
    services.leave(users[1], table.code, now())
    new = UserFactory.create()
    services.take_seat(new, table.code, seat.number, now())
    page = shown(signed_in(new), table)
    assert page.scene is None
    assert page.dealt is not None  # they haven't turned over the card yet


def test_seeing_an_old_or_future_round_is_not_recorded() -> None:
    users = players("duel")
    table = ended("duel", users)
    client = signed_in(users[0])
    for number in ("3", "99999", "-1", "x", ""):
        post(client, table, "table-scene", scene=number, role=number)
    assert (seat_of(table, users[0]).scene_seen, seat_of(table, users[0]).role_seen) == (0, 1)
    post(client, table, "table-scene", scene="2")
    post(client, table, "table-scene", scene="1")
    assert seat_of(table, users[0]).scene_seen == 2


# --- gold picked by hand ------------------------------------------------------------------------


@pytest.fixture
def picking() -> Table:
    table = near_end.gold_on_offer(players("classic"))
    table.seats.update(role_seen=1)
    return table


def pick_all(table: Table) -> None:
    while store.current(table.pk).state.phase == "pick":
        near_end.pick(table)
    table.refresh_from_db()


def people_at(table: Table) -> list[Client]:
    seats = table.seats.select_related("user").order_by("number")
    return [signed_in(seat.user) for seat in seats if seat.user]


def test_while_gold_is_picked_roles_are_shown_and_gold_is_not(
    picking: Table,
) -> None:
    for client in people_at(picking):
        page = shown(client, picking)
        assert (page.turn.phase, page.round, page.scene.number) == ("pick", 1, 1)
        assert page.scene.to_come
        assert all(person.hooded and person.shown.gain == "" for person in page.scene.people)
        answer = post(client, picking, "table-scene", HTMX, hoods="1")
        assert answer.context["page"].scene is None
    near_end.pick(picking)
    assert shown(people_at(picking)[0], picking).scene is None  # a pick does not repeat the scene


def test_after_the_last_pick_gold_is_shown_and_roles_are_not_revealed_again(
    picking: Table,
) -> None:
    client = people_at(picking)[0]
    post(client, picking, "table-scene", hoods="1")
    pick_all(picking)
    page = shown(client, picking)
    assert (page.round, page.scene.number, page.scene.unseen) == (2, 1, True)
    assert not page.scene.to_come
    assert not [person for person in page.scene.people if person.hooded or person.step]
    turned = [card.step for card in page.scene.board.cards if card.step]
    assert page.scene.paid_at == len(turned) + 1
    assert [person.shown.gain for person in page.scene.people if person.shown.gain]
    assert page.scene.people[0].total
    post(client, picking, "table-scene", scene="1")
    assert shown(client, picking).scene is None
    assert all(person.hooded for person in shown(client, picking, scene="1").scene.people)


def test_a_player_who_was_away_during_picking_sees_everything_at_once(picking: Table) -> None:
    pick_all(picking)
    scene = shown(people_at(picking)[1], picking).scene
    assert (scene.number, scene.unseen, scene.to_come) == (1, True, False)
    assert all(person.hooded and person.step for person in scene.people)


def test_what_others_picked_stays_secret(picking: Table) -> None:
    """Players see how many cards the others took, and the value of their own."""
    pick_all(picking)
    taken = [event for entry in picking.log.all() for event in entry.events if event[0] == "took"]
    for number, client in enumerate(people_at(picking)):
        for person in shown(client, picking).scene.people:
            own = [event for event in taken if event[1] == person.shown.seat is not None]
            if own and person.shown.seat != number:
                assert "card" in person.shown.gain


def test_a_resigned_game_has_no_scene_of_its_last_round() -> None:
    pair = UserFactory.create_batch(2)
    table = last_duel(*pair, round=1)
    services.resign(pair[0], table.code, now())
    page = shown(signed_in(pair[1]), table)
    assert page.scene is None
    assert page.final is not None


def test_a_scene_costs_at_most_one_query_more() -> None:
    users = players("classic")
    table = ended("classic", users)
    client = signed_in(users[0])
    client.get("/")  # the session

    def asked(**query: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            get(client, table, **query)
        return len(queries)

    with_scene = asked()
    have_seen(table)
    assert with_scene <= asked() + 1


# --- the deal -------------------------------------------------------------------------------------


def dealt_to(kind: str) -> tuple[Table, list[User]]:
    """Make a new table where nobody has turned over their card."""
    users = players(kind)
    table = real_tables.running(*users, kind=kind)
    table.seats.update(role_seen=0)
    return table, users


@pytest.mark.parametrize("kind", ["classic", "duel", "lost_mines"])
def test_a_dealt_card_is_turned_over_and_then_put_away(kind: str) -> None:
    table, users = dealt_to(kind)
    client = signed_in(users[0])
    page = get(client, table)
    dealt = page.context["page"].dealt
    assert dealt.means in words(page).replace("&#x27;", "'")
    assert 'class="hand"' not in words(page)
    for _ in range(2):
        post(client, table, "table-scene", role="1")
    after = get(client, table)
    assert after.context["page"].dealt is None
    assert 'class="hand"' in words(after)
    assert get(signed_in(users[1]), table).context["page"].dealt is not None


def test_a_solo_game_deals_no_colour() -> None:
    user = UserFactory.create()
    table = real_tables.running(user, kind="solo", public=False)
    table.seats.update(role_seen=0)
    assert shown(signed_in(user), table).dealt is None


def test_the_duel_deals_colours_once() -> None:
    users = players("duel")
    table = ended("duel", users)
    client = signed_in(users[0])
    post(client, table, "table-scene", scene="1")
    assert shown(client, table).dealt is None


@pytest.mark.parametrize(
    ("kind", "hooded"), [("classic", True), ("lost_mines", True), ("duel", False)]
)
def test_a_secret_role_is_hidden_until_its_player_looks(kind: str, hooded: bool) -> None:
    table, users = dealt_to(kind)
    have_seen(table)
    page = words(get(signed_in(users[0]), table))
    top = page[page.index('id="top"') : page.index("</header>", page.index('id="top"'))]
    assert ('<details class="peek">' in top) == hooded


# --- the end of the game --------------------------------------------------------------------------


@every_game
def test_the_last_scene_is_followed_by_the_podium_with_highlights(kind: str) -> None:
    users = players(kind)
    plan = {"options": {"rounds": 2}} if kind == "lost_mines" else {}
    last = 2 if kind == "lost_mines" else 3
    table = near_end.before_the_end(users, kind, rounds=last, public=kind != "solo", **plan)
    near_end.end_round(table)
    client = signed_in(users[0])
    assert shown(client, table).scene.number == last
    post(client, table, "table-scene", scene=str(last))
    answer = get(client, table)
    page = answer.context["page"]
    assert page.scene is None
    places = [place for place, _ in page.places]
    assert places[0] == 1
    assert all(player.won for place, player in page.places if place == 1)
    assert len(page.final["highlights"]) <= 3
    numbers = set(table.log.values_list("number", flat=True))
    assert {highlight.number for highlight in page.final["highlights"]} <= numbers
    for highlight in page.final["highlights"]:
        assert f"/t/{table.code}/replay/?at={highlight.number}" in words(answer)
    hands = store.current(table.pk).state.hands
    assert [len(hand["cards"]) for hand in page.final["left"]] == [len(h) for h in hands if h]
