"""A table from the deal on: what its page shows, and what players may do there."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.tables import services, store
from games.tables.models import LogEntry, Seat, Table
from tests.at_table import (
    HTMX,
    address,
    get,
    key_of,
    moves_offered,
    play,
    post,
    random_moves,
    words,
)
from tests.factories import UserFactory
from tests.positions import at_position, last_round
from tests.real_tables import have_seen, running, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create() for _ in range(3)]


# --- who may see it ---------------------------------------------------------------------------


def test_a_stranger_gets_404_everywhere(three: list[User]) -> None:
    table = running(*three, public=False)
    client = signed_in(UserFactory.create())
    for name in ("table", "table-poll", "table-preview", "table-log", "table-export"):
        assert get(client, table, name).status_code == 404
        assert get(Client(), table, name).status_code == 302  # as for a missing table: sign in


def test_a_stranger_can_do_nothing(three: list[User]) -> None:
    table = running(*three, public=False)
    client = signed_in(UserFactory.create())
    for name in ("move", "say", "note", "cancel", "resign"):
        assert post(client, table, f"table-{name}", text="x").status_code == 404
    assert table.messages.count() == 0


def test_a_spectator_sees_the_board_and_no_hand(three: list[User]) -> None:
    table = last_round(*three)
    page = get(Client(), table)
    assert page.status_code == 200
    assert moves_offered(page) == set()
    assert 'class="hand"' not in words(page)
    assert get(Client(), table, "table-preview", move="discard ew").status_code == 302


def test_a_player_who_left_a_running_table_may_not_watch_it(three: list[User]) -> None:
    table = running(*three)
    services.leave(three[2], table.code, now())
    page = words(get(signed_in(three[2]), table))  # they can only take their seat back
    assert not any(part in page for part in ('id="board"', 'id="log"', 'class="hand"'))
    assert get(signed_in(three[2]), table, "table-poll").status_code == 404
    assert post(signed_in(three[2]), table, "table-say", text="psst").status_code == 404


def test_a_role_is_shown_only_to_its_owner(three: list[User]) -> None:
    table = last_round(*three)
    assert "role-saboteur" in words(get(signed_in(three[2]), table))
    assert "role-saboteur" not in words(get(signed_in(three[0]), table))


# --- moves ------------------------------------------------------------------------------------


def test_the_list_has_exactly_the_legal_moves(three: list[User]) -> None:
    table = last_round(*three)
    loaded = store.load(table)
    legal = {move.written() for move in loaded.rules.legal_moves(loaded.state, 0)}
    assert moves_offered(get(signed_in(three[0]), table)) == legal
    assert moves_offered(get(signed_in(three[1]), table)) == set()


def test_a_move_without_javascript_gets_a_redirect(three: list[User]) -> None:
    table = last_round(*three)
    answer = play(signed_in(three[0]), table, "discard map")
    assert answer.status_code == 302
    assert answer.headers["Location"] == address(table)
    assert table.log.filter(kind=LogEntry.Kind.MOVE).count() == 1


def test_a_move_by_htmx_gets_the_changed_parts(three: list[User]) -> None:
    table = last_round(*three)
    answer = play(signed_in(three[0]), table, "discard map", headers=HTMX)
    assert answer.status_code == 200
    parts = set(re.findall(r'id="(\w+)"[^>]*hx-swap-oob', words(answer)))
    assert {"top", "players", "board", "dock", "moves", "log", "news"} <= parts


@pytest.mark.parametrize(
    ("seat", "text"),
    [(1, "discard nes"), (0, "place ew at 1,0"), (0, "discard ns"), (0, "sing loudly")],
)
def test_a_refusal_is_explained_and_nothing_changes(
    three: list[User], seat: int, text: str
) -> None:
    table = last_round(*three)
    before = table.changes
    client = signed_in(three[seat])
    answer = play(client, table, text, headers=HTMX)
    assert 'class="message error"' in words(answer)
    assert 'class="message error"' in words(
        client.get(play(client, table, text).headers["Location"])
    )
    table.refresh_from_db()
    assert (table.changes, table.log.count()) == (before, 1)


def test_an_out_of_date_page_gets_an_error_and_the_current_table(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[0])
    answer = play(client, table, "discard map", version=str(table.version - 1), headers=HTMX)
    assert 'class="message error"' in words(answer)
    assert f'name="version" value="{table.version}"' in words(answer)
    assert table.log.count() == 1


def test_the_same_form_twice_is_one_move_and_no_error(three: list[User]) -> None:
    table = last_round(*three)
    client, token = signed_in(three[0]), secrets.token_hex(8)
    form = {"version": str(table.version), "token": token, "headers": HTMX}
    for _ in range(2):
        assert 'class="message error"' not in words(play(client, table, "discard map", **form))
    assert table.log.count() == 2


def test_a_spectator_who_sends_a_move_gets_an_error(three: list[User]) -> None:
    table = last_round(*three)
    answer = play(signed_in(UserFactory.create()), table, "discard map", headers=HTMX)
    assert 'class="message error"' in words(answer)


def test_the_preview_shows_what_a_card_would_reach_and_changes_nothing(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[0])
    said = words(get(client, table, "table-preview", move="place ew at 7,0"))
    assert "middle goal" in said
    for text in ("play map at 8,0", "play broken-pick on p2", "play rockfall at 3,0", "discard ew"):
        assert words(get(client, table, "table-preview", move=text)).strip()
    table.refresh_from_db()
    assert table.log.count() == 1


def test_the_preview_explains_invalid_and_illegal_moves(three: list[User]) -> None:
    table = last_round(*three)
    for text in ("", "sing", "place ew at 1,0"):
        assert words(get(signed_in(three[0]), table, "table-preview", move=text)).strip()


# --- news -------------------------------------------------------------------------------------


def test_an_unchanged_poll_gets_204(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[1])
    assert get(client, table, "table-poll", v=key_of(get(client, table))).status_code == 204


def test_a_poll_after_a_move_gets_the_table(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[1])
    key = key_of(get(client, table))
    play(signed_in(three[0]), table, "discard map")
    answer = get(client, table, "table-poll", v=key)
    assert answer.status_code == 200
    assert moves_offered(answer)


def test_a_poll_after_a_message_gets_only_the_chat(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[1])
    key = key_of(get(client, table))
    post(signed_in(three[0]), table, "table-say", text="Trust me.", token="t1")
    answer = words(get(client, table, "table-poll", v=key))
    assert "Trust me." in answer
    assert 'id="board"' not in answer


def test_spectators_chat_does_not_update_players_pages(three: list[User]) -> None:
    table = last_round(*three)
    seated, watcher = signed_in(three[1]), signed_in(UserFactory.create())
    key, other = key_of(get(seated, table)), key_of(get(watcher, table))
    post(watcher, table, "table-say", text="It is Jonas!", token="t1")
    assert get(seated, table, "table-poll", v=key).status_code == 204
    assert "It is Jonas!" not in words(get(seated, table))
    assert "It is Jonas!" in words(get(watcher, table, "table-poll", v=other))
    play(signed_in(three[0]), table, "place ew at 7,0")
    assert "It is Jonas!" in words(get(seated, table))


def test_presence_is_written_at_most_once_a_minute(three: list[User]) -> None:
    table = last_round(*three)
    client, seat = signed_in(three[1]), table.seats.get(number=1)
    get(client, table, "table-poll")
    seat.refresh_from_db()
    assert seat.seen_at is None
    get(client, table, "table-poll", seen="1")
    seat.refresh_from_db()
    first = seat.seen_at
    get(client, table, "table-poll", seen="1")
    seat.refresh_from_db()
    assert first is not None
    assert seat.seen_at == first
    Seat.objects.filter(pk=seat.pk).update(seen_at=first - timedelta(minutes=2))
    get(client, table, "table-poll", seen="1")
    seat.refresh_from_db()
    assert seat.seen_at >= first


def test_what_happened_to_you_comes_first(three: list[User]) -> None:
    table = last_round(*three, turn="p1")
    play(signed_in(three[0]), table, "play broken-pick on p3")
    play(signed_in(three[1]), table, "discard nes")
    page = get(signed_in(three[2]), table)
    since = words(page).split('id="since-title"')[1]
    assert re.search(r'<ul>\s*<li class="bad">', since)


def test_after_a_move_the_next_table_is_one_tap_away(three: list[User]) -> None:
    urgent = last_round(*three)
    table = last_round(*three)
    answer = play(signed_in(three[0]), table, "discard map", headers=HTMX)
    assert address(urgent) in words(answer)


def test_notes_are_private(three: list[User]) -> None:
    table = last_round(*three)
    post(signed_in(three[0]), table, "table-note", text="Ada lies.")
    assert "Ada lies." in words(get(signed_in(three[0]), table))
    assert "Ada lies." not in words(get(signed_in(three[1]), table))


# --- the end ----------------------------------------------------------------------------------


def test_the_end_shows_roles_score_seeds_and_a_rematch(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[0])
    before = words(get(client, table)).count("data-seed")
    play(client, table, "place ew at 7,0")
    have_seen(table)
    page = words(get(signed_in(three[2]), table))
    assert 'class="game-end"' in page
    assert "role-saboteur" in page
    assert page.count("data-seed") > before
    assert reverse("table-rematch", args=[table.code]) in page


def test_gold_stays_secret_when_a_round_ends(three: list[User]) -> None:
    table = last_round(*three, round=1)
    play(signed_in(three[0]), table, "place ew at 7,0")
    page = words(get(signed_in(three[2]), table))
    panel = page.split('class="still ending"')[1].split("</section>")[0]
    assert "nugget card" in panel
    assert not re.search(r"\d nuggets?\b(?! card)", panel)


def test_all_players_can_agree_to_cancel(three: list[User]) -> None:
    table = last_round(*three)
    for user in three:
        post(signed_in(user), table, "table-cancel", agrees="1")
    table.refresh_from_db()
    assert table.status == Table.Status.CANCELLED
    assert get(signed_in(three[0]), table).status_code == 200


def test_the_classic_game_cannot_be_resigned_from(three: list[User]) -> None:
    table = last_round(*three)
    assert 'class="message error"' in words(
        post(signed_in(three[0]), table, "table-resign", headers=HTMX)
    )


def test_gold_is_picked_by_hand_if_the_table_says_so(three: list[User]) -> None:
    table = at_position(
        *three,
        options={"picking": "by_hand"},
        cards=[f"{x},0 ew" for x in range(1, 7)],
        hands={"p1": ["ew"], "p2": ["ns"], "p3": ["ns"]},
        nuggets=[1, 2, 3],
        round=3,
    )
    play(signed_in(three[0]), table, "place ew at 7,0")
    assert moves_offered(get(signed_in(three[0]), table)) == {"pick 1", "pick 2", "pick 3"}
    play(signed_in(three[0]), table, "pick 3")
    log = words(get(signed_in(three[1]), table, "table-export"))
    assert "pick ?" in log
    assert "pick 3" not in log


# --- the record -------------------------------------------------------------------------------


def test_the_export_hides_others_discards(three: list[User]) -> None:
    table = last_round(*three)
    play(signed_in(three[0]), table, "discard map")
    assert "discard map" in words(get(signed_in(three[0]), table, "table-export"))
    for client in (signed_in(three[1]), Client()):
        for form in ("text", "json"):
            assert "discard map" not in words(get(client, table, "table-export", format=form))


def test_the_log_has_pages(three: list[User]) -> None:
    table = running(*three)
    random_moves(table, 8)
    page = get(signed_in(three[0]), table, "table-log")
    assert page.status_code == 200
    assert words(page).count("<li value=") == 9
