"""Mails reveal nothing: identical bytes in all worlds, and no word about hidden things."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import nullcontext
from unittest.mock import patch

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from games.engine import Rng
from games.kinds import KINDS
from games.kinds.common.words.phrases import Names, plain
from games.notices import composing
from games.notices.channels import emails as mail
from games.notices.channels import web_push as push
from games.notices.channels import webhooks as webhook
from games.notices.models import Notice
from games.notices.situation import Situation
from games.tables import services
from games.tables.models import Seat, Table, event_of
from games.tables.services.lobby import TablePlan
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.near_end import before_the_end, end_round
from tests.notices.tables import NOON
from tests.tables.play import load, new_table, play, play_on, rng, token
from tests.tables.test_secrecy import WORLDS, disguise, taken_back, until_gold_is_picked

pytestmark = pytest.mark.django_db

HIDDEN = re.compile(
    r"digger|saboteur|loyal|selfish|\brole|\bhand\b|you drew|you discarded"
    r"|treasure(?! \d)|gold|nugget|stone|silver|gems|dragon",
    re.I,
)


def all_said(loaded: LoadedTable, *, pictures: bool = True) -> dict[int, str]:
    """Return every notice of this table by every channel, as its reader would get it."""
    found: dict[int, str] = {}
    rows = Notice.objects.filter(table=loaded.table).select_related("recipient", "table__owner")
    for notice in rows.order_by("pk"):
        with nullcontext() if pictures else patch.object(composing, "_picture", return_value=None):
            says = composing.compose(notice, Situation([notice]), NOON)
        letter = mail.notice_mail(notice, says)
        parts = [letter.subject, letter.body, letter.alternatives[0][0], *pictured(letter)]
        parts += [str(push.payload(says)), str(webhook.webhook_json(notice, says))]
        found[notice.pk] = "\n".join(str(part) for part in parts)
    return found


def pictured(letter: EmailMultiAlternatives) -> list[str]:
    """Return the bytes of the pictures in a mail."""
    parts = [part for part in letter.message().walk() if part.get_content_type() == "image/png"]
    return [str(part.get_payload()) for part in parts]


SHORT = 17


@pytest.mark.parametrize("moves", [80, pytest.param(SHORT, marks=pytest.mark.soak)])
def test_no_mail_depends_on_what_its_reader_may_not_know(moves: int) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = play_on(new_table(4), moves)
        for reader in range(4) if moves == SHORT else (0, 3):
            with taken_back():
                mails_tell_nothing(loaded, reader)


def mails_tell_nothing(loaded: LoadedTable, reader: int) -> None:
    theirs = list(Notice.objects.filter(recipient=loaded.seats[reader].user).order_by("pk"))
    some = [notice.pk for notice in (*theirs[:2], *theirs[len(theirs) // 2 :][:1], *theirs[-3:])]
    Notice.objects.exclude(pk__in=some).delete()
    first = all_said(load(loaded.table))
    assert any("iVBORw0KGgo" in said for said in first.values())  # a PNG
    for world in range(WORLDS):
        disguise(load(loaded.table), reader, Rng(b"%d" % world, "worlds"))
        assert all_said(load(loaded.table)) == first, f"reader {reader}"


def test_no_mail_depends_on_what_only_its_reader_knows() -> None:
    """Others may look over a shoulder: mails are the same in all worlds of a spectator."""
    with time_machine.travel(NOON, tick=False):
        loaded = play_on(new_table(4), 33)
        first = all_said(load(loaded.table))
        disguise(load(loaded.table), None, Rng(b"gallery", "worlds"))
        assert all_said(load(loaded.table)) == first


def test_mails_of_a_whole_game_mention_nothing_hidden() -> None:
    """Not even what is open on the board by then."""
    with time_machine.travel(NOON, tick=False):
        loaded = new_table(3)
        rename(loaded)
        told, kinds = 0, set[str]()
        while loaded.table.status == Table.Status.RUNNING:
            kinds |= set(Notice.objects.values_list("kind", flat=True))
            if loaded.table.length % 3 == 0:  # each covers everything since its reader's last turn
                told += len(nothing_hidden(loaded))
            Notice.objects.all().delete()
            loaded = play(loaded)
        nothing_hidden(load(loaded.table))
        kinds |= set(Notice.objects.values_list("kind", flat=True))
        assert {"turn", "started", "over", "round-over"} <= kinds
        assert told > 30


@pytest.mark.parametrize(("kind", "players"), [("duel", 2), ("lost_mines", 4)])
def test_mails_of_every_game_mention_nothing_hidden(kind: str, players: int) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = seated(kind, players)
        rename(loaded)
        for _ in range(120):
            if loaded.table.status != Table.Status.RUNNING:
                break
            loaded = somebody_plays(loaded)
        Seat.objects.filter(table=loaded.table).update(read_to=0)  # everything is new to everybody
        said = nothing_hidden(load(loaded.table))
        assert any("Since your last turn" in text for text in said)


def seated(kind: str, players: int) -> LoadedTable:
    users = UserFactory.create_batch(players)
    table = services.open_table(users[0], TablePlan(kind, players, "Wet feet"), token(), NOON)
    for user in users[1:]:
        services.join(user, table.code, NOON)
    return load(table)


def somebody_plays(loaded: LoadedTable) -> LoadedTable:
    number = loaded.rules.waiting_for(loaded.state)[0]
    user = loaded.seats[number].user
    assert user is not None
    view = loaded.rules.view(loaded.state, number)
    text = loaded.kind.quick_move(view, rng()).written()
    services.play_move(user, loaded.table.code, text, loaded.table.version, token(), NOON)
    return load(loaded.table)


def test_every_game_lists_the_events_for_mails() -> None:
    for name, kind in KINDS.items():
        assert set(kind.words.MAILED) <= set(kind.words.EVENTS), name
        assert "turned-over" not in kind.words.MAILED


@pytest.mark.parametrize("totals", ["secret", "open"])
def test_gold_is_mailed_only_if_everybody_sees_it(totals: str) -> None:
    """The score of a running game is the same in all worlds of a spectator, to the byte."""
    with time_machine.travel(NOON, tick=False):
        table = before_the_end(UserFactory.create_batch(3), "classic", options={"totals": totals})
        end_round(table)
        loaded = load(table)
        Seat.objects.filter(table=loaded.table).update(read_to=0)
        first = all_said(load(loaded.table), pictures=False)
        shown = ["<table class=" in said for said in first.values()]
        assert any(shown) is (totals == "open")
        disguise(load(loaded.table), None, Rng(b"gallery", "worlds"))
        assert all_said(load(loaded.table), pictures=False) == first


def test_gold_that_is_picked_is_not_mailed() -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = until_gold_is_picked(new_table(3, options={"picking": "by_hand"}))
        rename(loaded)
        nothing_hidden(load(loaded.table))


def nothing_hidden(loaded: LoadedTable) -> Collection[str]:
    """Check that no notice of this table mentions anything hidden; return their texts.

    What everybody saw at the end of a round is not hidden, nor is the public score.
    """
    ends = results(loaded)
    said = all_said(loaded, pictures=False).values()
    for text in said:
        for end in ends:
            text = text.replace(end, "")
        assert not HIDDEN.search(strip(text)), HIDDEN.search(strip(text))
    return said


def results(loaded: LoadedTable) -> list[str]:
    """Return how each round ended, as everybody saw it."""
    events = [event_of(raw) for entry in loaded.table.log.all() for raw in entry.events]
    ends = [event for event in events if event.kind == "round-ended"]
    lines = [loaded.kind.words.event(event, Names({}, None)) for event in ends]
    return [plain(line.text) for line in lines if line]


def rename(loaded: LoadedTable) -> None:
    """Rename the test players, whose names would be found."""
    for seat, name in zip(loaded.seats, ("Ada", "Bob", "Cem", "Dot"), strict=False):
        User.objects.filter(seats=seat).update(name=name, name_key=f"key-{seat.pk}")


def strip(said: str) -> str:
    """Remove parts with words of their own: addresses, tags, the style sheet and scores."""
    said = re.sub(r"<style>.*?</style>", "", said, flags=re.S)
    said = re.sub(r"<table class=.scores.>.*?</table>", "", said, flags=re.S)
    said = re.sub(r"^\* .*: \d+ (nuggets?|points?)( \(winner\))?$", "", said, flags=re.M)
    return re.sub(r"https?://\S+|</?[a-z][^>]*>", "", said)


def test_the_search_would_find_a_leak() -> None:
    assert HIDDEN.search("Ada reached the top goal: the treasure.")
    assert HIDDEN.search("You looked at the top goal and saw only stone.")
    assert HIDDEN.search("The saboteurs win.")
