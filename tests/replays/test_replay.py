"""Replaying a table step by step, from the seats that the reader may see."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions
from games.replays.replay import Replay, replay_of_table
from games.tables import services, store
from games.tables.models import Table
from tests.at_table import HTMX, address, get, words
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, play, quiet_moves
from tests.moderation.staff import staff
from tests.real_tables import lobby, running, signed_in
from tests.round_ends import past_round_end, to_the_end
from tests.tables.play import load, new_table, play_on

pytestmark = pytest.mark.django_db
every_kind = pytest.mark.parametrize("kind", KINDS)
INDEX = re.compile(r'id="step"[^>]*\sdata-index="(\d+)"\s+data-last="(\d+)"')


def opened(kind: str, **plan: object) -> tuple[Table, list[User]]:
    """Make a table in its second round."""
    users = UserFactory.create_batch(min(3, max(KINDS[kind].rules.players)))
    table = running(*users, kind=kind, **plan)
    past_round_end(table)
    return table, users


def finished(kind: str) -> Table:
    users = UserFactory.create_batch(min(3, max(KINDS[kind].rules.players)))
    return to_the_end(running(*users, kind=kind))


def replay_of(table: Table, reader: int | None = None) -> Replay:
    return replay_of_table(store.current(table.pk), reader)


def where(page: str) -> tuple[int, int]:
    """Return the step shown and the last step."""
    found = INDEX.search(page)
    assert found
    return int(found[1]), int(found[2])


def end_of_round(table: Table) -> str:
    """Return the key of the step that ended the first round."""
    replay = replay_of(table)
    return next(step.key for step in replay.steps if step.moment.ended)


# --- who may look -----------------------------------------------------------------------------


def test_a_stranger_gets_404() -> None:
    table, _ = opened("classic", public=False)
    assert get(signed_in(UserFactory.create()), table, "table-replay").status_code == 404
    assert get(Client(), table, "table-replay").status_code == 302


def test_a_lobby_has_nothing_to_replay() -> None:
    owner = UserFactory.create()
    assert get(signed_in(owner), lobby(owner), "table-replay").status_code == 404


def test_a_player_who_left_a_running_table_may_not_replay_it() -> None:
    table, users = opened("classic")
    services.leave(users[2], table.code, now())
    assert get(signed_in(users[2]), table, "table-replay").status_code == 404


# --- steps ------------------------------------------------------------------------------------


@every_kind
def test_every_step_of_every_game_is_shown_to_player_and_spectator(kind: str) -> None:
    table, users = opened(kind)
    steps = replay_of(table).steps
    for client in (signed_in(users[0]), Client()):
        for index in range(0, len(steps), max(1, len(steps) // 6)):
            page = words(get(client, table, "table-replay", at=steps[index].key))
            assert where(page) == (index, len(steps) - 1)
            assert 'id="board"' in page


@every_kind
def test_the_round_ends_and_then_the_next_is_dealt(kind: str) -> None:
    table, _ = opened(kind)
    key = end_of_round(table)
    ended = words(get(Client(), table, "table-replay", at=key))
    dealt = words(get(Client(), table, "table-replay", at=f"{key}d"))
    assert where(dealt)[0] == where(ended)[0] + 1
    assert "Round 1 of" in ended
    assert "Round 2 of" in dealt


def test_a_running_table_opens_at_its_round_and_a_finished_one_at_its_deal() -> None:
    table, users = opened("classic")
    key = end_of_round(table)
    page = words(get(signed_in(users[0]), table, "table-replay"))
    assert f"at={key}d" in page
    assert where(words(get(Client(), finished("duel"), "table-replay")))[0] == 0


@pytest.mark.parametrize("at", ["0", "99999", "-1", "x", "1e3", "1.5", "9" * 40, "\u0663", ""])
def test_invalid_parameters_show_some_step(at: str) -> None:
    table, _ = opened("classic")
    for query in ({"at": at}, {"step": at}, {"as": at}):
        answer = get(Client(), table, "table-replay", **query)
        assert answer.status_code == 200
        index, last = where(words(answer))
        assert 0 <= index <= last


def test_the_slider_selects_a_step_unless_a_key_is_given() -> None:
    table, _ = opened("classic")
    assert where(words(get(Client(), table, "table-replay", step="7")))[0] == 7
    assert where(words(get(Client(), table, "table-replay", step="7", at="1")))[0] == 0


def test_an_undone_move_is_skipped() -> None:
    loaded = late_table()
    before = loaded.table.length
    loaded = play(loaded, quiet_moves(loaded)[0])
    table_actions.undo_last_move(order(staff(MODERATOR), loaded))
    keys = [step.key for step in replay_of(loaded.table).steps]
    assert str(before + 1) not in keys
    assert str(load(loaded.table).table.length) in keys
    page = words(get(Client(), loaded.table, "table-replay", at=str(before + 1)))
    assert where(page)[0] == keys.index(str(before))
    assert 'class="gone"' in page


# --- points of view ---------------------------------------------------------------------------


@every_kind
def test_a_finished_round_can_be_seen_from_every_seat_and_with_nothing_hidden(kind: str) -> None:
    table, users = opened(kind)
    client = signed_in(users[-1])
    middle = str(int(end_of_round(table)) // 2)
    for eyes in (*map(str, range(1, len(users) + 1)), "all"):
        page = words(get(client, table, "table-replay", **{"at": middle, "as": eyes}))
        assert page.count("Hand of") == (len(users) if eyes == "all" else 1)
        assert re.search(rf'value="{eyes}"\s+selected', page)


def test_the_current_round_shows_only_what_the_reader_may_know() -> None:
    table, users = opened("classic")
    key = f"{end_of_round(table)}d"
    for client, own in ((signed_in(users[1]), 1), (Client(), 0)):
        plain = words(get(client, table, "table-replay", at=key))
        for eyes in ("1", "3", "all"):
            page = words(get(client, table, "table-replay", **{"at": key, "as": eyes}))
            assert page.count("Hand of") == plain.count("Hand of") == own
            assert "still being played" in page


@every_kind
def test_a_finished_game_hides_nothing_at_its_last_step(kind: str) -> None:
    table = finished(kind)
    page = words(get(Client(), table, "table-replay", **{"at": "99999", "as": "all"}))
    index, last = where(page)
    assert index == last
    assert "disabled" not in page


def test_a_game_that_was_given_up_ends_with_the_resignation() -> None:
    loaded = play_on(new_table(2, kind="duel"), 9)
    user = loaded.seats[1].user
    assert user is not None
    services.resign(user, loaded.table.code, now())
    page = words(get(Client(), loaded.table, "table-replay", at="99999"))
    assert "gave the game up" in page


# --- steps as a script asks for them ------------------------------------------------------------


def test_a_step_sends_only_changed_parts_and_its_address() -> None:
    table, users = opened("classic")
    client = signed_in(users[0])
    page = words(get(client, table, "table-replay", at="5"))
    has = " ".join(_marks(page))
    key = re.search(r'data-key="([^"]+)"', page)
    assert key
    query = {"at": "6", "has": has, "log": key[1]}
    answer = client.get(address(table, "table-replay"), query, headers=HTMX)
    text = words(answer)
    assert answer["HX-Replace-Url"].endswith("/replay/?at=6")
    assert 'id="step"' in text
    assert "<html" not in text
    assert 'id="log"' not in text  # the script highlights another line
    assert 'id="eyes"' not in text


def _marks(page: str) -> list[str]:
    found = re.findall(r'id="([\w-]+)"\s+data-mark="(\w+)"', page)
    return [f"{name}.{mark}" for name, mark in found]


@every_kind
def test_a_step_costs_the_same_at_the_end_as_at_the_beginning(
    kind: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    table, users = opened(kind)
    client = signed_in(users[0])
    with django_capture_on_commit_callbacks(execute=True):
        get(client, table, "table-replay")  # this process has cached the table from now on
    for key in ("1", end_of_round(table)):
        for eyes in ("", "all"):
            with django_assert_max_num_queries(4):
                get(client, table, "table-replay", **{"at": key, "as": eyes})


# --- links --------------------------------------------------------------------------------------


def test_the_table_and_its_log_link_to_the_replay() -> None:
    table, users = opened("classic")
    ended = f"{address(table, 'table-replay')}?round=1"
    assert ended in words(get(signed_in(users[0]), table))
    assert where(words(Client().get(ended)))[0] == 0
    for name in ("table", "table-log"):
        assert address(table, "table-replay") in words(get(signed_in(users[0]), table, name))
