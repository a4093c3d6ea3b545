"""A table keeps the rules it was opened with; it waits if only a newer release has them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from config.clock import now
from config.environment import ROOT
from games.engine import Seed, Seeds, read_seat, state_hash
from games.kinds import GAMES, KINDS, read_move, rules_of
from games.kinds.kind import UnknownRules
from games.moderation.permissions import MODERATOR
from games.notices import composing
from games.notices.models import Notice
from games.notices.situation import Situation
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import LogEntry, Round, Seat, Table
from games.tables.services.unit_of_work import table_for_update
from games.tables.store import LoadedTable
from tests.at_table import HTMX, Answer, get, key_of, post
from tests.factories import UserFactory
from tests.moderation.staff import staff_client
from tests.positions import last_round
from tests.real_tables import lobby, running, signed_in
from tests.tables.play import any_move, load, new_table, on_turn, play_on, token
from tools.record import folder

pytestmark = pytest.mark.django_db

NEWER = 99
"""A version that doesn't exist yet."""


def of_version(table: Table, version: int) -> Table:
    Table.objects.filter(pk=table.pk).update(rules_version=version)
    table.refresh_from_db()
    return table


# --- a table keeps its rules ----------------------------------------------------------------------


def test_a_new_table_has_the_newest_rules() -> None:
    table = lobby()
    assert table.rules_version == GAMES["classic"].version == max(KINDS["classic"].versions)


@pytest.mark.rule("C23")
@pytest.mark.parametrize(("version", "phase"), [(1, "over"), (2, "pick")])
def test_identical_nuggets_are_picked_or_not_according_to_the_tables_version(
    version: int, phase: str
) -> None:
    table = of_version(lobby(options={"picking": "by_hand"}), version)
    for user in UserFactory.create_batch(2):
        services.join(user, table.code, now())
    _before_the_treasure(table)
    loaded = load(table)
    assert version == loaded.rules.version
    user = on_turn(loaded)
    text = "place ew at 7,0"
    services.play_move(user, table.code, text, loaded.table.version, token(), now())
    assert load(table).state.phase == phase


def _before_the_treasure(table: Table) -> None:
    """Let the first player be able to reach the treasure, with nugget cards all worth one."""
    made = last_round(*UserFactory.create_batch(3), nuggets=[1, 1, 1, 1])
    state = load(made).state
    with table_for_update(table.code, now()) as work:
        options = work.loaded.state.options
        work.put(state._replace(options=options))
        work.end_turn()


def test_a_game_by_the_first_rules_replays_by_them_only() -> None:
    recorded = json.loads((folder("classic", 1) / "17.json").read_text(encoding="utf-8"))
    table = _dealt_as(recorded)
    with table_for_update(table.code, now()) as work:
        for line in recorded["moves"]:
            seat, _, text = line.rpartition(" #")[0].partition(" ")
            entry = LogEntry(kind=LogEntry.Kind.MOVE, seat=read_seat(seat))
            work.play(entry, read_move(work.loaded.rules, text))
    scores = list(table.seats.order_by("number").values_list("score", flat=True))
    assert scores == recorded["outcome"]["scores"]
    assert log_check.check_table(table).sound
    assert not log_check.check_table(of_version(table, 2)).sound


def _dealt_as(recorded: dict[str, Any]) -> Table:
    """Make a table of that version with the seeds of a recorded game."""
    owner, *others = UserFactory.create_batch(recorded["players"])
    table = lobby(owner, recorded["players"], options=recorded["options"])
    of_version(table, recorded["version"])
    for user in others:
        services.join(user, table.code, now())
    with table_for_update(table.code, now()) as work:
        rules, seeds = work.loaded.rules, Seeds.from_number(recorded["seed"])
        _draw(work.table, seeds.game)
        for row, seed in zip(work.loaded.rounds, seeds.rounds, strict=True):
            _draw(row, seed)
        work.put(rules.setup(table.options, len(work.seats), seeds))
        work.end_turn()
        first, events = work.table.log.get(), rules.opening_events(work.loaded.state)
        first.state_hash = state_hash(rules.pieces(work.loaded.state))
        first.events = [list(event) for event in events]
        first.save()
    return table


def _draw(row: Table | Round, seed: Seed) -> None:
    row.seed, row.salt, row.commitment = seed.seed.hex(), seed.salt.hex(), seed.commitment
    row.save()


def test_only_new_tables_use_the_newest_rules() -> None:
    """All other code uses the rules of a table."""
    newest = re.compile(r"\bGAMES\[|(kind|KINDS\[[^\]]+\])\.rules\b")
    opens = {"games/tables/forms.py", "games/tables/services/lobby.py"}
    offers = {"games/tables/presenters/lists.py"}  # a button; the service checks again
    rooms = ("tables", "players", "replays", "notices", "moderation", "site")
    modules = [path for room in rooms for path in (ROOT / "games" / room).rglob("*.py")]
    modules.append(ROOT / "games/learn/advice.py")
    found = {str(p.relative_to(ROOT)) for p in modules if newest.search(p.read_text("utf-8"))}
    assert found == opens | offers


# --- rules that only a newer release has ----------------------------------------------------------


def refused(answer: Answer) -> bool:
    return (answer.status_code, answer.get("Retry-After")) == (503, "60")


@pytest.fixture
def newer() -> LoadedTable:
    """A running table dealt by a newer release."""
    loaded = play_on(new_table(3), 5)
    Table.objects.filter(pk=loaded.table.pk).update(rules_version=NEWER)
    return loaded


PAGES = ["table", "table-poll", "table-advice", "table-preview", "table-log", "table-export"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_such_a_table_says_to_try_again_in_a_minute(
    page: str, newer: LoadedTable
) -> None:
    assert refused(get(signed_in(on_turn(newer)), newer.table, page))


def test_the_page_explains_it_in_words(newer: LoadedTable) -> None:
    answer = get(Client(headers={"Accept-Language": "en"}), newer.table)
    assert "It needs the newer release of this site" in answer.content.decode()


@pytest.mark.both
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_no_move_can_be_made_there(headers: dict[str, str], newer: LoadedTable) -> None:
    before = Table.objects.filter(pk=newer.table.pk).values().get()
    client, move = signed_in(on_turn(newer)), any_move(newer)
    form = {"move": move, "version": str(newer.table.version), "token": token()}
    assert refused(post(client, newer.table, "table-move", headers, **form))
    assert Table.objects.filter(pk=newer.table.pk).values().get() == before


def test_an_open_page_of_such_a_table_gets_nothing_new_or_has_to_retry() -> None:
    loaded = play_on(new_table(3), 5)
    client = signed_in(on_turn(loaded))
    key = key_of(get(client, loaded.table))
    of_version(loaded.table, NEWER)
    assert get(client, loaded.table, "table-poll", v=key).status_code == 204
    assert refused(get(client, loaded.table, "table-poll", v="0.0.0"))


def test_lists_still_name_such_a_table_and_its_lobby_is_refused() -> None:
    table = of_version(lobby(), NEWER)
    assert table.owner is not None
    client = signed_in(table.owner)
    assert table.title in client.get(reverse("home")).content.decode()
    assert refused(get(client, table))
    assert refused(client.get(reverse("invitation", args=[table.invite_code])))


def test_the_last_seat_of_such_a_lobby_stays_free() -> None:
    table, last = of_version(lobby(size=3, bots=1), NEWER), UserFactory.create()
    assert refused(post(signed_in(last), table, "table-join"))
    assert table.seats.count() == 2
    assert Table.objects.get(pk=table.pk).status == Table.Status.LOBBY


def test_a_list_leaves_out_a_game_that_only_a_newer_release_has() -> None:
    table = lobby()
    Table.objects.filter(pk=table.pk).update(kind="poker")
    client = signed_in(UserFactory.create())
    answer = client.get(reverse("open-tables"))
    assert (answer.status_code, table.title in answer.content.decode()) == (200, False)
    assert refused(get(client, table))


def test_bots_and_deadlines_wait_there_and_continue_elsewhere() -> None:
    tables = [running(UserFactory.create(), bots=2) for _ in range(2)]
    for table in tables:
        Seat.objects.filter(table=table).update(act_at=None, due_at=None)
        Seat.objects.filter(table=table, on_turn=True).update(act_at=now(), due_at=now())
    of_version(tables[0], NEWER)
    moved = {table.code: table.version for table in tables}
    tasks.move_bots()
    tasks.miss_turns()
    stays, goes_on = (Table.objects.get(pk=table.pk) for table in tables)
    assert stays.version == moved[stays.code]
    assert goes_on.version > moved[goes_on.code]


def test_a_turn_there_is_notified_without_the_news(newer: LoadedTable) -> None:
    notices = Notice.objects.select_related("recipient", "table__owner")
    notice = notices.filter(table=newer.table, kind="turn").latest("pk")
    said = composing.compose(notice, Situation([notice]), now())
    assert said.title
    assert not said.news


def test_moderators_see_the_same_message(newer: LoadedTable) -> None:
    page = reverse("admin:table", args=[newer.table.code])
    assert refused(staff_client(MODERATOR).get(page))


def test_the_commands_explain_it(newer: LoadedTable, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("replay", newer.table.code)
    assert "only a newer release has its rules" in capsys.readouterr().out
    with pytest.raises(CommandError, match="newer release"):
        call_command("verify", newer.table.code)


def test_an_unknown_version_is_never_mistaken_for_another() -> None:
    for kind in KINDS.values():
        for version in (0, max(kind.versions) + 1):
            with pytest.raises(UnknownRules):
                rules_of(kind.name, version)
