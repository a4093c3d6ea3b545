"""What mails look like: the reader's language and hours, an unsubscribe link, no secrets."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts.models import User
from games.notices import composing, preferences
from games.notices.channels import emails as mail
from games.notices.channels import web_push as push
from games.notices.channels import webhooks as webhook
from games.notices.creation import Cause
from games.notices.models import Notice
from games.notices.notice_types import NOTICE_TYPES
from games.notices.situation import Situation
from games.tables.models import LogEntry, Seat
from tests.notices.tables import HOUR, NOON, reader, running, send, write
from tests.sinks import MailSink
from tests.tables.play import load

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


def test_a_turn_mail_has_text_html_and_a_picture(post: MailSink) -> None:
    letter, _ = turn_mail(post)
    assert letter.get_content_type() == "multipart/related"
    kinds = [part.get_content_type() for part in letter.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html", "image/png"]
    name = picture(letter)["Content-ID"].strip("<>")
    assert f'src="cid:{name}"' in html(letter)
    assert picture(letter).get_content_disposition() == "inline"
    assert len(picture(letter).get_content()) <= 40_000


def test_the_picture_has_a_description(post: MailSink) -> None:
    letter, _ = turn_mail(post)
    found = re.search(r'<img [^>]*alt="([^"]+)"', html(letter))
    assert found
    assert "as everybody sees it" in found[1]


def test_text_and_html_say_what_where_until_when_and_why(
    post: MailSink, settings: LazySettings
) -> None:
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


def test_what_happened_since_is_listed_in_order(post: MailSink) -> None:
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
    from games.engine import Event

    names = ("kind", "seat", "to", "cell", "what", "card", "amount")
    return list(Event(**dict(zip(names, fields, strict=True))))  # type: ignore[arg-type]


def test_events_already_seen_are_not_repeated(post: MailSink) -> None:
    loaded, seat, _ = running()
    Seat.objects.filter(pk=seat.pk).update(read_to=loaded.table.length)
    send()
    assert "Since your last turn" not in text(post.letters[-1])


def test_a_long_absence_is_summarised(post: MailSink) -> None:
    _, seat, _ = running(40)
    Seat.objects.filter(pk=seat.pk).update(read_to=0)
    send()
    lines = re.findall(r"^- ", text(post.letters[-1]), re.M)
    assert len(lines) == 12
    assert "earlier events are in the log" in text(post.letters[-1])


def test_one_click_switches_off_exactly_this_kind(post: MailSink) -> None:
    letter, seat = turn_mail(post)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<(https?://[^/]+)(/n/off/[^>]+)>", letter["List-Unsubscribe"].strip())
    assert found
    Client(enforce_csrf_checks=True).post(found[2], {"List-Unsubscribe": "One-Click"})
    user = User.objects.get(seats=seat)
    off = [kind for kind in NOTICE_TYPES if preferences.mode(user, kind) == preferences.OFF]
    assert off == ["turn"]


def test_a_mail_is_marked_as_auto_generated(post: MailSink, settings: LazySettings) -> None:
    letter, _ = turn_mail(post)
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["Message-ID"].endswith(f"@{settings.SITE_HOST}>")
    assert letter["From"] == settings.DEFAULT_FROM_EMAIL


def test_opening_a_mail_loads_nothing(post: MailSink) -> None:
    letter, _ = turn_mail(post)
    page = html(letter)
    assert not re.search(r"<(link|script|iframe|video|object)\b|url\(|@import", page)
    assert all(found.startswith("cid:") for found in re.findall(r'src="([^"]*)', page))
    assert '<meta name="color-scheme" content="light dark">' in page
    assert "prefers-color-scheme: dark" in page


def test_a_mail_is_in_its_readers_language(post: MailSink) -> None:
    letter, _ = turn_mail(post, language="de", time_zone="Europe/Berlin")
    assert '<html lang="de">' in html(letter)
    assert "18. Nov 2026" in text(letter)


def test_a_name_cannot_inject_markup_or_headers(post: MailSink) -> None:
    loaded, _, _ = running()
    loaded.table.title = "<b>A</b>\r\nBcc: x@home"
    loaded.table.save()
    send()
    letter = post.letters[-1]
    assert letter["Bcc"] is None
    assert "<b>A</b>" not in html(letter)
    assert "&lt;b&gt;A&lt;/b&gt;" in html(letter)
    assert "<b>A</b>" in text(letter)


def test_the_link_opens_the_board_and_changes_nothing(post: MailSink) -> None:
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


@pytest.mark.parametrize("mine", [True, False], ids=["their own seat", "another's"])
@pytest.mark.parametrize(("kind", "what"), EVERYTHING)
def test_every_notice_has_words_for_every_channel(kind: str, what: str, mine: bool) -> None:
    loaded, seat, _ = running()
    user = seat.user
    assert user is not None
    number = seat.number if mine else (seat.number + 1) % 3
    Seat.objects.filter(table=loaded.table).update(offered_until=NOON + HOUR)
    cause = Cause("message", 1) if kind == "chat" else Cause("round", 1)
    table = loaded.table if kind != "test" else None
    notice = write(user, kind, table, seat=number, what=what, cause=cause)
    notice = Notice.objects.select_related("recipient", "table__owner").get(pk=notice.pk)
    says = composing.compose(notice, Situation([notice]), NOON)
    assert all((says.title, says.body, says.button))
    assert "%(" not in says.title + says.body
    assert says.url.startswith("http")
    assert set(push.payload(says)) == {"title", "body", "url", "tag"}
    hook = webhook.webhook_json(notice, says)
    assert hook["body"] == says.body
    assert says.url in hook["text"]
    letter = mail.notice_mail(notice, says)
    assert letter.subject == says.title
    assert says.body in str(letter.body)
    assert mail.digest_mail([notice], [says]).subject == says.title


def test_a_digest_lists_each_item_with_its_link(post: MailSink) -> None:
    from tests.notices.test_postponed import EVENING, bundle

    _, rows = bundle()
    send(EVENING)
    [letter] = post.letters
    for row in rows:
        assert row.table is not None
        assert f"/t/{row.table.code}/" in text(letter)
        assert f"/t/{row.table.code}/" in html(letter)
    assert "/n/off/" in letter["List-Unsubscribe"]


def test_only_mails_that_can_be_switched_off_have_an_unsubscribe_link(post: MailSink) -> None:
    write(reader(), "test")
    send()
    assert post.letters[-1]["List-Unsubscribe"] is None
    assert post.letters[-1]["Auto-Submitted"] == "auto-generated"


def test_a_mail_on_a_seat_lost_to_a_bot_links_to_the_way_back(post: MailSink) -> None:
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


def test_a_mail_does_not_link_to_a_table_its_reader_may_not_see(post: MailSink) -> None:
    from games.tables import services

    loaded, seat, _ = running()
    user, other = seat.user, reader()
    assert user is not None
    Seat.objects.filter(pk=seat.pk).update(offered_until=NOON + HOUR)
    services.take_seat(other, loaded.table.code, seat.number, NOON)
    Notice.objects.exclude(what="lost-player").delete()
    send()
    assert "/t/" not in text(post.letters[-1])
