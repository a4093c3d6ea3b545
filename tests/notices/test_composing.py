"""What mails look like: in the reader's words and hours, with a way out, and nothing hidden."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
import resvg_py
import time_machine
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from games.kinds.common.words import Names
from games.notices import causes, composing, preferences, situation
from games.notices.channels.mail import digest
from games.notices.channels.mail import transport as mail
from games.notices.channels.push import transport as push
from games.notices.channels.webhook import transport as webhook
from games.notices.models import Notice
from games.notices.text import NoticeText
from games.tables.models import LogEntry, Seat
from games.tables.store import LoadedTable
from games.tables.words import entries
from tests.notices.tables import HOUR, MINUTE, NOON, reader, running, send, write
from tests.sinks import MailSink
from tests.tables.play import finished, load, new_table, play, seat_on_turn
from tests.tables.test_pictures import by_bots

pytestmark = pytest.mark.django_db


def text(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html(letter: EmailMessage) -> str:
    part = letter.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def turn_mail(post: MailSink, **fields: object) -> tuple[EmailMessage, Seat]:
    _, seat, _ = running()
    Seat.objects.filter(pk=seat.pk).update(due_at=datetime(2026, 11, 17, 23, 30, tzinfo=UTC))
    User.objects.filter(seats=seat).update(**fields)
    send()
    return post.letters[-1], seat


def picture(letter: EmailMessage) -> EmailMessage:
    [found] = [part for part in letter.walk() if part.get_content_type() == "image/png"]
    assert isinstance(found, EmailMessage)
    return found


def test_it_comes_as_text_and_as_html_with_a_picture_in_it(post: MailSink) -> None:
    letter, _ = turn_mail(post)
    assert letter.get_content_type() == "multipart/related"
    kinds = [part.get_content_type() for part in letter.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html", "image/png"]
    name = picture(letter)["Content-ID"].strip("<>")
    assert f'src="cid:{name}"' in html(letter)
    assert picture(letter).get_content_disposition() == "inline"
    assert len(picture(letter).get_content()) <= 40_000


def test_the_picture_says_in_words_what_is_new(post: MailSink) -> None:
    letter, _ = turn_mail(post)
    found = re.search(r'<img [^>]*alt="([^"]+)"', html(letter))
    assert found
    assert "as everybody sees it" in found[1]


def test_both_say_what_where_until_when_and_why(post: MailSink, settings: LazySettings) -> None:
    letter, seat = turn_mail(post, time_zone="Europe/Amsterdam")
    table = seat.table
    assert table.title in letter["Subject"]
    for body in (text(letter), html(letter)):
        assert f"{settings.SITE_URL}/t/{table.code}/" in body
        assert "18 Nov 2026, 00:30" in body  # half past eleven in UTC
        assert "Europe/Amsterdam" in body
        assert "1 d 11 h left" in body
        assert "because it became your turn" in body
        assert "/settings/" in body
        assert "/n/off/" in body


def test_what_happened_since_stands_there_in_order(post: MailSink) -> None:
    loaded, seat, _ = running()
    other = (seat.number + 1) % 3
    newest = loaded.table.log.latest("number")
    laid = ["laid", other, None, [2, 0], None, "ns", None]
    broke = ["broke", other, seat.number, None, "pick", "broken-pick", None]
    newest.events = [as_event(loaded, laid), as_event(loaded, broke)]
    newest.save()
    Seat.objects.filter(pk=seat.pk).update(read_to=newest.number - 1)
    send()
    lines = re.findall(r"^- (.*)$", text(post.letters[-1]), re.M)
    assert len(lines) == 2
    assert "2,0" in lines[0]
    assert "your pick" in lines[1]
    assert '<li class="bad">' in html(post.letters[-1])


def as_event(loaded: object, fields: list[object]) -> list[object]:
    from games.mine import Event

    names = ("kind", "seat", "to", "cell", "what", "card", "amount")
    return list(Event(**dict(zip(names, fields, strict=True))))  # type: ignore[arg-type]


def test_what_they_have_seen_is_not_told_again(post: MailSink) -> None:
    loaded, seat, _ = running()
    Seat.objects.filter(pk=seat.pk).update(read_to=loaded.table.length)
    send()
    assert "Since your last turn" not in text(post.letters[-1])


def test_a_long_absence_is_told_in_short(post: MailSink) -> None:
    _, seat, _ = running(40)
    Seat.objects.filter(pk=seat.pk).update(read_to=0)
    send()
    lines = re.findall(r"^- ", text(post.letters[-1]), re.M)
    assert len(lines) == 12
    assert "the log has them" in text(post.letters[-1])


def test_one_click_switches_off_exactly_this_kind(post: MailSink) -> None:
    letter, seat = turn_mail(post)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<(https?://[^/]+)(/n/off/[^>]+)>", letter["List-Unsubscribe"].strip())
    assert found
    Client(enforce_csrf_checks=True).post(found[2], {"List-Unsubscribe": "One-Click"})
    user = User.objects.get(seats=seat)
    off = [kind for kind in preferences.KINDS if preferences.mode(user, kind) == preferences.OFF]
    assert off == ["turn"]


def test_a_machine_sees_that_a_machine_wrote_it(post: MailSink, settings: LazySettings) -> None:
    letter, _ = turn_mail(post)
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["Message-ID"].endswith(f"@{settings.SITE_HOST}>")
    assert letter["From"] == settings.DEFAULT_FROM_EMAIL


def test_nothing_is_fetched_when_it_is_opened(post: MailSink) -> None:
    letter, _ = turn_mail(post)
    page = html(letter)
    assert not re.search(r"<(link|script|iframe|video|object)\b|url\(|@import", page)
    assert all(found.startswith("cid:") for found in re.findall(r'src="([^"]*)', page))
    assert '<meta name="color-scheme" content="light dark">' in page
    assert "prefers-color-scheme: dark" in page


def test_it_speaks_the_language_of_its_reader(post: MailSink) -> None:
    letter, _ = turn_mail(post, language="de", time_zone="Europe/Berlin")
    assert '<html lang="de">' in html(letter)
    assert "18. Nov 2026" in text(letter)


def test_a_name_cannot_bring_markup_or_headers_along(post: MailSink) -> None:
    loaded, _, _ = running()
    loaded.table.title = "<b>A</b>\r\nBcc: x@home"
    loaded.table.save()
    send()
    letter = post.letters[-1]
    assert letter["Bcc"] is None
    assert "<b>A</b>" not in html(letter)
    assert "&lt;b&gt;A&lt;/b&gt;" in html(letter)
    assert "<b>A</b>" in text(letter)


def test_the_link_lands_on_the_board_and_changes_nothing(post: MailSink) -> None:
    letter, seat = turn_mail(post)
    found = re.search(r"https?://[^/\s]+(/t/\S+)", text(letter))
    assert found
    client = Client()
    client.force_login(User.objects.get(seats=seat))
    before = load(seat.table).table.changes
    assert client.get(found[1]).status_code == 200
    assert load(seat.table).table.changes == before
    assert LogEntry.objects.filter(table=seat.table).count() == seat.table.length


EVERYTHING = [
    ("turn", ""),
    ("reminder", ""),
    ("invited", ""),
    ("started", ""),
    ("missed", "excused"),
    ("missed", "played"),
    ("seat", "offered"),
    ("seat", "bot"),
    ("seat", "player"),
    ("seat", "returned"),
    ("seat", "removed"),
    ("seat", "lost-player"),
    ("seat", "lost-bot"),
    ("round-over", ""),
    ("over", "finished"),
    ("over", "cancelled"),
    ("over", "closed"),
    ("over", "abandoned"),
    ("chat", ""),
    ("test", ""),
]


@pytest.mark.parametrize("mine", [True, False], ids=["his own seat", "another's"])
@pytest.mark.parametrize(("kind", "what"), EVERYTHING)
def test_every_notice_has_words_by_every_way(kind: str, what: str, mine: bool) -> None:
    loaded, seat, _ = running()
    user = seat.user
    assert user is not None
    number = seat.number if mine else (seat.number + 1) % 3
    Seat.objects.filter(table=loaded.table).update(offered_until=NOON + HOUR)
    notice = write(user, kind, loaded.table if kind != "test" else None, seat=number, what=what,
                   cause=causes.message(1) if kind == "chat" else causes.round_end(1))  # fmt: skip
    notice = Notice.objects.select_related("recipient", "table__owner").get(pk=notice.pk)
    says = composing.compose(notice, situation.gather([notice]), NOON)
    assert all((says.title, says.body, says.button))
    assert "%(" not in says.title + says.body
    assert says.url.startswith("http")
    assert set(push.payload(says)) == {"title", "body", "url", "tag"}
    hook = webhook.content(notice, says)
    assert hook["body"] == says.body
    assert says.url in hook["text"]
    letter = mail.notice_mail(notice, says)
    assert letter.subject == says.title
    assert says.body in str(letter.body)
    assert mail.digest_mail([notice], [says]).subject == says.title


def test_a_digest_lists_each_thing_with_its_link(post: MailSink) -> None:
    from tests.notices.test_holds import EVENING, bundle

    _, rows = bundle()
    send(EVENING)
    [letter] = post.letters
    for row in rows:
        assert row.table is not None
        assert f"/t/{row.table.code}/" in text(letter)
        assert f"/t/{row.table.code}/" in html(letter)
    assert "/n/off/" in letter["List-Unsubscribe"]


def test_a_way_out_stands_in_every_mail_that_can_be_switched_off(post: MailSink) -> None:
    write(reader(), "test")
    send()
    assert post.letters[-1]["List-Unsubscribe"] is None
    assert post.letters[-1]["Auto-Submitted"] == "auto-generated"


def test_who_lost_their_seat_to_a_bot_is_led_to_where_they_get_it_back(post: MailSink) -> None:
    from games.tables import services

    loaded, seat, _ = running()
    user = seat.user
    assert user is not None
    Seat.objects.filter(pk=seat.pk).update(offered_until=NOON)
    services.end_offer(seat.pk, NOON)
    Notice.objects.exclude(what="lost-bot").delete()
    send()
    found = re.search(r"https?://[^/\s]+(/t/\S+)", text(post.letters[-1]))
    assert found
    client = Client()
    client.force_login(user)
    page = client.get(found[1])
    assert page.status_code == 200
    assert f"/t/{loaded.table.code}/take-back/".encode() in page.content


def test_nobody_is_led_to_a_table_that_is_closed_to_them(post: MailSink) -> None:
    from games.tables import services

    loaded, seat, _ = running()
    user, other = seat.user, reader()
    assert user is not None
    Seat.objects.filter(pk=seat.pk).update(offered_until=NOON + HOUR)
    services.take_seat(other, loaded.table.code, seat.number, NOON)
    Notice.objects.exclude(what="lost-player").delete()
    send()
    assert "/t/" not in text(post.letters[-1])


def round_ended(**table: object) -> LoadedTable:
    """A table whose first round is over."""
    with time_machine.travel(NOON, tick=False):
        loaded = new_table(3, **table)  # type: ignore[arg-type]
        while loaded.table.round_number == 1:
            loaded = play(loaded)
    return loaded


# --- the story ------------------------------------------------------------------------------------


def test_mails_about_one_table_belong_together(post: MailSink, settings: LazySettings) -> None:
    loaded, seat, notice = running()
    assert seat.user is not None
    write(seat.user, "missed", loaded.table, seat=seat.number, what="excused",
          cause=causes.turn(seat.turn))  # fmt: skip
    send()
    root = f"<table.{loaded.table.code}@{settings.SITE_HOST}>"
    assert len(post.letters) == 2
    assert {letter["References"] for letter in post.letters} == {root}
    assert {letter["In-Reply-To"] for letter in post.letters} == {root}
    assert len({letter["Message-ID"] for letter in post.letters}) == 2
    assert post.letters[0]["Message-ID"] == mail.message_id([notice])


def test_begun_and_your_turn_are_one_mail(post: MailSink) -> None:
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


def test_who_was_told_of_the_start_is_told_of_their_turn_alone(post: MailSink) -> None:
    with time_machine.travel(NOON, tick=False):
        loaded = new_table(3)
        send(NOON + 3 * MINUTE)
        play(loaded)
    send(NOON + 3 * MINUTE)
    assert post.letters[-1]["Subject"].endswith(": it is your turn")


def test_the_winner_of_a_round_is_told(post: MailSink) -> None:
    loaded = round_ended()
    user = loaded.seats[0].user
    assert user is not None
    User.objects.update(notice_modes={"round-over": {"mail": "now"}})
    Notice.objects.exclude(kind="round-over", recipient=user).delete()
    Notice.objects.update(bundled=False, due_at=NOON, created_at=NOON)
    send()
    assert re.search("The (diggers|saboteurs) win|Nobody wins", text(post.letters[-1]))


@pytest.mark.parametrize("shown", [True, False])
def test_the_score_of_a_round_is_told_only_where_everybody_knows_it(shown: bool) -> None:
    loaded = round_ended(options={"totals": "open" if shown else "secret"})
    seat = seat_on_turn(loaded)
    Seat.objects.filter(pk=seat.pk).update(read_to=0)
    notice = Notice.objects.get(kind="turn", recipient=seat.user, cause_number=seat.turn)
    says = composing.compose(notice, situation.gather([notice]), NOON)
    assert bool(says.scores) is shown
    assert [score.name for score in says.scores].count("") == int(shown)


def test_who_won_the_game_and_the_score_are_told(post: MailSink) -> None:
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
def test_the_reader_is_you_and_never_a_name(kind: str) -> None:
    loaded = by_bots(kind, 30)
    Seat.objects.filter(table=loaded.table).update(read_to=0)
    told = 0
    for notice in Notice.objects.filter(kind="turn").select_related("recipient", "table__owner"):
        letter = mail.notice_mail(
            notice, composing.compose(notice, situation.gather([notice]), NOON)
        )
        said = str(letter.body).partition("\n")[2] + str(letter.alternatives[0][0])
        assert notice.recipient.display_name not in said
        told += 1
    assert told > 5


def test_entries_about_the_reader_say_you() -> None:
    names = Names({0: "Ann", 1: "Bob"}, 0)
    for kind in entries.SENTENCES:
        row = LogEntry(kind=kind, seat=0, away_from=NOON.date(), away_to=NOON.date())
        line = entries.entry_line(row, names)
        assert line
        assert "Ann" not in line.text
    for act in LogEntry.Act:
        line = entries.entry_line(LogEntry(kind=LogEntry.Kind.MODERATION, seat=0, act=act), names)
        assert line
        assert "Ann" not in line.text


def test_a_digest_is_grouped_by_table_with_turns_first() -> None:
    later = NoticeText("A: chat", "Said.", "u1", "Go", "", "n1", table="A", table_code="a")
    turn = NoticeText("B: turn", "Waits.", "u2", "Move", "", "b-turn", table="B", table_code="b",
                      on_turn=True, due_at=NOON)  # fmt: skip
    again = NoticeText("A: seat", "Changed.", "u3", "Go", "", "n2", table="A", table_code="a")
    found = digest.by_table([later, turn, again])
    assert [news.title for news in found] == ["B", "A"]
    assert found[1].bodies == ["Said.", "Changed."]
    assert "your turn at 1 table" in digest.subject([later, turn, again])


def test_slack_is_told_table_sentence_deadline_and_link() -> None:
    _, seat, notice = running(4)
    Seat.objects.filter(pk=seat.pk).update(due_at=NOON + 30 * HOUR)
    notice = Notice.objects.select_related("recipient", "table__owner").get(pk=notice.pk)
    assert notice.table is not None
    notice.table.title = "Ann & Bob <dig>"
    said = webhook.content(notice, composing.compose(notice, situation.gather([notice]), NOON))
    assert said["text"].startswith("*Ann &amp; Bob &lt;dig&gt;: it is your turn*\n")
    assert "1 d 6 h left" in said["text"]
    assert "17 Nov 2026, 18:00" in said["text"]
    assert said["text"].endswith(f"/t/{notice.table.code}/")


def test_a_picture_that_cannot_be_painted_stops_no_mail(
    post: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> bytes:
        raise ValueError("no such font")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", broken)
    caches["pictures"].clear()
    letter, _ = turn_mail(post)
    assert letter.get_content_type() == "multipart/alternative"
    assert "<img" not in html(letter)
