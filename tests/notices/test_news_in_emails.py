"""Mails tell what happened: winners and scores, one thread per table, the reader is "you"."""

from __future__ import annotations

import re

import pytest
import resvg_py
import time_machine
from django.conf import LazySettings
from django.core.cache import caches

from accounts.models import User
from games.kinds import KINDS
from games.kinds.common.words.phrases import Names
from games.notices import composing
from games.notices.channels import emails
from games.notices.channels import emails as mail
from games.notices.channels import webhooks as webhook
from games.notices.creation import Cause
from games.notices.models import Notice
from games.notices.situation import Situation
from games.notices.texts import NoticeText
from games.replays import moments, pictures
from games.tables.models import LogEntry, Seat
from games.tables.presenters import log
from games.tables.store import LoadedTable
from tests.notices.tables import HOUR, MINUTE, NOON, running, send, write
from tests.notices.test_composing import html, picture, text, turn_mail
from tests.replays.test_pictures import by_views
from tests.round_ends import past_round_end
from tests.sinks import MailSink
from tests.tables.play import finished, load, new_table, play, seat_on_turn

pytestmark = pytest.mark.django_db


def round_ended(**table: object) -> LoadedTable:
    """Make a table whose first round is over."""
    with time_machine.travel(NOON, tick=False):
        loaded = new_table(3, **table)  # type: ignore[arg-type]
        while loaded.table.round_number == 1:
            loaded = play(loaded)
    return loaded


# --- the story ------------------------------------------------------------------------------------


def test_mails_about_one_table_form_a_thread(post: MailSink, settings: LazySettings) -> None:
    loaded, seat, notice = running()
    assert seat.user is not None
    write(seat.user, "missed", loaded.table, seat=seat.number, what="excused",
          cause=Cause("turn", seat.turn))  # fmt: skip
    send()
    root = f"<table.{loaded.table.code}@{settings.SITE_HOST}>"
    assert len(post.letters) == 2
    assert {letter["References"] for letter in post.letters} == {root}
    assert {letter["In-Reply-To"] for letter in post.letters} == {root}
    assert len({letter["Message-ID"] for letter in post.letters}) == 2
    assert post.letters[0]["Message-ID"] == mail.message_id([notice])


def test_the_start_and_the_first_turn_are_one_mail(post: MailSink) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = new_table(3)
    send(NOON)
    [letter] = post.letters
    assert "has begun: it is your turn" in letter["Subject"]
    assert letter["To"] == seat_on_turn(loaded).user.email  # type: ignore[union-attr]
    send(NOON + 3 * MINUTE)
    others = [letter["Subject"] for letter in post.letters[1:]]
    assert len(others) == 2
    assert all(said.endswith("has begun") for said in others)


def test_after_the_mail_on_the_start_the_turn_gets_its_own_mail(post: MailSink) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = new_table(3)
        send(NOON + 3 * MINUTE)
        play(loaded)
    send(NOON + 3 * MINUTE)
    assert post.letters[-1]["Subject"].endswith(": it is your turn")


def test_a_mail_on_a_round_names_the_winner_and_shows_the_final_board(post: MailSink) -> None:
    loaded = round_ended()
    user = loaded.seats[0].user
    assert user is not None
    User.objects.update(notice_modes={"round-over": {"mail": "now"}})
    Notice.objects.exclude(kind="round-over", recipient=user).delete()
    Notice.objects.update(bundled=False, due_at=NOON, created_at=NOON)
    send()
    letter = post.letters[-1]
    assert re.search("The (diggers|saboteurs) win|Nobody wins", text(letter))
    ended = pictures.picture_of_round(load(loaded.table), 1)
    assert ended is not None
    assert (
        picture(letter).get_content()
        == ended.png
        != pictures.picture_of_table(load(loaded.table)).png
    )


@pytest.mark.parametrize(("kind", "players"), [("classic", 4), ("duel", 2), ("lost_mines", 3)])
def test_the_picture_of_a_round_shows_what_everybody_may_see_afterwards(
    kind: str, players: int
) -> None:
    """Every goal in the classic game; in The Duel those that were reached."""
    table = new_table(players, kind=kind).table
    past_round_end(table)
    found = pictures.picture_of_round(load(table), 1)
    assert found is not None
    used = set(re.findall('<use href="#([^"]+)"', found.svg))
    assert {"treasure", "stone-ne", "stone-nw"} <= used or kind != "classic"
    ended = moments.end_of_round(moments.moments(load(table)), 1)
    assert ended is not None
    hidden = KINDS[kind].look.BACK
    view = load(table).rules.view(ended.ended, None)
    closed = [cell for cell, name in KINDS[kind].look.goals(view).items() if name is None]
    assert (hidden in used) is bool(closed)


def test_a_round_that_does_not_replay_has_no_picture() -> None:
    loaded = round_ended()
    moments.moments_cache.clear()
    LogEntry.objects.filter(table=loaded.table, number=3).update(move="place ew at 99,99")
    assert pictures.picture_of_round(load(loaded.table), 1) is None


@pytest.mark.parametrize("shown", [True, False])
def test_the_score_of_a_round_is_mailed_only_if_everybody_knows_it(shown: bool) -> None:
    loaded = round_ended(options={"totals": "open" if shown else "secret"})
    seat = seat_on_turn(loaded)
    Seat.objects.filter(pk=seat.pk).update(read_to=0)
    notice = Notice.objects.get(kind="turn", recipient=seat.user, cause_number=seat.turn)
    says = composing.compose(notice, Situation([notice]), NOON)
    assert bool(says.scores) is shown
    assert [score.name for score in says.scores].count("") == int(shown)


def test_a_mail_on_the_end_has_winner_and_score(post: MailSink) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = finished()
    over = Notice.objects.filter(kind="over", channel="mail")
    Notice.objects.exclude(pk__in=over).delete()
    Notice.objects.update(bundled=False, due_at=NOON)
    send()
    letters = {letter["To"]: letter for letter in post.letters}
    assert len(letters) == 3
    for seat in Seat.objects.filter(table=loaded.table).select_related("user"):
        assert seat.user is not None
        said = text(letters[seat.user.email])
        assert ("You won." in said or "You share the win" in said) is seat.won
        assert re.search(rf"^\* You: {seat.score} nuggets?", said, re.M)
        assert picture(letters[seat.user.email])


@pytest.mark.parametrize("kind", ["classic", "duel", "lost_mines"])
def test_the_reader_is_addressed_as_you_and_never_by_name(kind: str) -> None:
    loaded = by_views(kind, 30)
    Seat.objects.filter(table=loaded.table).update(read_to=0)
    told = 0
    for notice in Notice.objects.filter(kind="turn").select_related("recipient", "table__owner"):
        letter = mail.notice_mail(notice, composing.compose(notice, Situation([notice]), NOON))
        said = str(letter.body).partition("\n")[2] + str(letter.alternatives[0][0])
        assert notice.recipient.display_name not in said
        told += 1
    assert told > 5


def test_entries_about_the_reader_say_you() -> None:
    names = Names({0: "Ann", 1: "Bob"}, 0)
    for kind in log.SENTENCES:
        row = LogEntry(kind=kind, seat=0, away_from=NOON.date(), away_to=NOON.date())
        line = log.entry_line(row, names)
        assert line
        assert "Ann" not in line.text
    for act in LogEntry.Act:
        line = log.entry_line(LogEntry(kind=LogEntry.Kind.MODERATION, seat=0, act=act), names)
        assert line
        assert "Ann" not in line.text


def test_a_digest_is_grouped_by_table_with_turns_first() -> None:
    later = NoticeText("A: chat", "Said.", "u1", "Go", "", "n1", table="A", table_code="a")
    turn = NoticeText("B: turn", "Waits.", "u2", "Move", "", "b-turn", table="B", table_code="b",
                      on_turn=True, due_at=NOON)  # fmt: skip
    again = NoticeText("A: seat", "Changed.", "u3", "Go", "", "n2", table="A", table_code="a")
    found = emails.digest_by_table([later, turn, again])
    assert [news.title for news in found] == ["B", "A"]
    assert found[1].bodies == ["Said.", "Changed."]
    assert "your turn at 1 table" in emails.digest_subject([later, turn, again])


def test_slack_gets_table_sentence_deadline_and_link() -> None:
    _, seat, notice = running(4)
    Seat.objects.filter(pk=seat.pk).update(due_at=NOON + 30 * HOUR)
    notice = Notice.objects.select_related("recipient", "table__owner").get(pk=notice.pk)
    assert notice.table is not None
    notice.table.title = "Ann & Bob <dig>"
    said = webhook.webhook_json(notice, composing.compose(notice, Situation([notice]), NOON))
    assert said["text"].startswith("*Ann &amp; Bob &lt;dig&gt;: it is your turn*\n")
    assert "1 d 6 h left" in said["text"]
    assert "17 Nov 2026, 18:00" in said["text"]
    assert said["text"].endswith(f"/t/{notice.table.code}/")


def test_a_failed_picture_stops_no_mail(post: MailSink, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> bytes:
        raise ValueError("no such font")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", broken)
    caches["pictures"].clear()
    letter, _ = turn_mail(post)
    assert letter.get_content_type() == "multipart/alternative"
    assert "<img" not in html(letter)
