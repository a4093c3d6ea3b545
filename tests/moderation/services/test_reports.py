"""Reports: filed with their context, claimed, resolved, answered; appeals."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from config.clock import now
from games.moderation.models import Report, Sanction
from games.moderation.permissions import MODERATOR, SENIOR, NotAllowed
from games.moderation.services import reports, sanctions
from games.moderation.services.reports import Complaint
from games.tables import services
from games.tables.models import Message
from games.tables.refusals import Refused
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.staff import grounds, staff, token, told, trail
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def loaded() -> LoadedTable:
    return new_table(3)


def said(loaded: LoadedTable, text: str, seat: int = 1) -> Message:
    user = loaded.seats[seat].user
    assert user is not None
    services.say(user, loaded.table.code, text, token(), now())
    return Message.objects.latest("pk")


def reported(kind: str = "abuse", about: User | None = None) -> Report:
    complaint = Complaint(kind, about or UserFactory.create(), "rude")
    return reports.file_report(UserFactory.create(), complaint, token(), now())


def test_a_report_keeps_the_chat_around_a_message(loaded: LoadedTable) -> None:
    lines = [said(loaded, f"line {n}") for n in range(30)]
    me, message = loaded.seats[0].user, lines[15]
    assert me is not None
    complaint = Complaint("message", message.user, "", loaded.table, message)
    found = reports.file_report(me, complaint, token(), now())
    Message.objects.all().delete()
    found.refresh_from_db()
    chat = found.context["chat"]
    assert [row["text"] for row in chat] == [f"line {n}" for n in range(5, 26)]
    assert [row["text"] for row in chat if row["reported"]] == ["line 15"]
    assert found.context["table"] == loaded.table.code
    assert [seat["name"] for seat in found.context["seats"]] == [
        seat.user.name for seat in loaded.seats if seat.user
    ]


def test_a_double_click_is_one_report() -> None:
    me, other, form = UserFactory.create(), UserFactory.create(), token()
    first = reports.file_report(me, Complaint("name", other), form, now())
    assert reports.file_report(me, Complaint("name", other), form, now()) == first
    assert Report.objects.count() == 1


@pytest.mark.parametrize(
    ("kind", "words", "code"),
    [("abuse", " ", "empty"), ("abuse", "x" * 1001, "too-long")],
)
def test_a_report_needs_a_text_of_limited_length(kind: str, words: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        reports.file_report(
            UserFactory.create(), Complaint(kind, UserFactory.create(), words), token(), now()
        )


def test_nobody_reports_themselves() -> None:
    me = UserFactory.create()
    with pytest.raises(Refused, match="yourself"):
        reports.file_report(me, Complaint("abuse", me, "oh"), token(), now())


def test_the_most_overdue_report_comes_first_and_resolved_ones_are_gone() -> None:
    young, old, done = reported(), reported(), reported()
    Report.objects.filter(pk=old.pk).update(due_at=now() - timedelta(days=3))
    reports.resolve(staff(MODERATOR), done.pk, reports.Resolution("known", "dealt with"), now())
    assert list(Report.objects.waiting().order_by("due_at")) == [old, young]
    old.refresh_from_db()
    assert old.is_overdue(now())
    assert not young.is_overdue(now())


def test_a_claim_lasts_a_day() -> None:
    found, first, second = reported(), staff(MODERATOR), staff(MODERATOR)
    at = now()
    reports.claim(first, found.pk, at)
    reports.claim(first, found.pk, at)
    with pytest.raises(NotAllowed, match="claimed"):
        reports.claim(second, found.pk, at)
    with pytest.raises(NotAllowed, match="claimed"):
        reports.resolve(second, found.pk, reports.Resolution("acted", "mine now"), at)
    assert reports.claim(second, found.pk, at + timedelta(days=2)).claimed_by == second
    assert len(trail("claim")) == 2


def test_a_released_report_is_open_again() -> None:
    found, first = reported(), staff(MODERATOR)
    reports.claim(first, found.pk, now())
    reports.release(first, found.pk, now())
    found.refresh_from_db()
    assert (found.state, found.claimed_by) == (Report.State.OPEN, None)
    with pytest.raises(NotAllowed):
        reports.release(first, found.pk, now())


def test_resolving_answers_the_reporter_and_leaves_an_entry() -> None:
    found, actor = reported(), staff(MODERATOR)
    assert found.reporter is not None
    reports.resolve(
        actor, found.pk, reports.Resolution("acted", "clear case", "We spoke with him."), now()
    )
    found.refresh_from_db()
    assert (found.state, found.answer) == (Report.State.RESOLVED, "We spoke with him.")
    assert told(found.reporter) == ["answer"]
    assert told(found.about) == []
    (entry,) = trail("resolve")
    assert (entry.actor, entry.target, entry.report_number) == (actor, found.about, found.pk)
    assert entry.after["outcome"] == "acted"
    with pytest.raises(NotAllowed, match="resolved"):
        reports.resolve(actor, found.pk, reports.Resolution("known", "again"), now())


def test_the_usual_answer_is_in_the_reporters_language() -> None:
    found = reported()
    assert found.reporter is not None
    User.objects.filter(pk=found.reporter.pk).update(language="de")
    reports.resolve(
        staff(MODERATOR), found.pk, reports.Resolution("no-breach", "nothing there"), now()
    )
    found.refresh_from_db()
    assert found.answer


def test_nobody_handles_their_own_case() -> None:
    judge = staff(MODERATOR)
    mine = reports.file_report(
        judge, Complaint("abuse", UserFactory.create(), "rude"), token(), now()
    )
    for found in (mine, reported(about=judge)):
        with pytest.raises(NotAllowed, match="own-case"):
            reports.claim(judge, found.pk, now())


def test_an_unknown_outcome_is_refused() -> None:
    with pytest.raises(NotAllowed, match="unknown"):
        reports.resolve(
            staff(MODERATOR), reported().pk, reports.Resolution("shrug", "why not"), now()
        )


# --- appeals --------------------------------------------------------------------------------------


def banned() -> Sanction:
    return sanctions.ban(staff(SENIOR), UserFactory.create(), grounds(), now())


def test_an_appeal_is_queued_once() -> None:
    sanction = banned()
    found = reports.file_appeal(sanction.appeal_token, "It was my brother.", now())
    assert list(Report.objects.waiting()) == [found]
    with pytest.raises(Refused, match="no-appeal"):
        reports.file_appeal(sanction.appeal_token, "Once more.", now())


def test_a_colleague_decides_an_appeal_and_lifts_the_ban() -> None:
    sanction = banned()
    found = reports.file_appeal(sanction.appeal_token, "It was my brother.", now())
    assert sanction.by is not None
    with pytest.raises(NotAllowed, match="own-case"):
        reports.claim(sanction.by, found.pk, now())
    with pytest.raises(NotAllowed):  # a moderator may not lift a ban
        reports.resolve(
            staff(MODERATOR), found.pk, reports.Resolution("lifted", "he is right"), now()
        )
    reports.resolve(staff(SENIOR), found.pk, reports.Resolution("lifted", "he is right"), now())
    sanction.refresh_from_db()
    assert sanction.appeal == Sanction.Appeal.LIFTED
    assert sanction.lifted_at is not None
    assert not sanction.user.is_suspended(now())
    assert told(sanction.user) == ["ban", "lifted", "appeal"]


def test_an_upheld_decision_stays_and_its_appeal_is_answered() -> None:
    sanction = banned()
    found = reports.file_appeal(sanction.appeal_token, "I did nothing.", now())
    reports.resolve(staff(SENIOR), found.pk, reports.Resolution("upheld", "he did"), now())
    sanction.refresh_from_db()
    assert (sanction.appeal, sanction.lifted_at) == (Sanction.Appeal.UPHELD, None)
    assert told(sanction.user) == ["ban", "appeal"]


def test_a_lifted_decision_cannot_be_appealed() -> None:
    sanction = banned()
    sanctions.lift(staff(SENIOR), sanction.pk, "a mistake", now())
    with pytest.raises(Refused, match="no-appeal"):
        reports.file_appeal(sanction.appeal_token, "But still.", now())
