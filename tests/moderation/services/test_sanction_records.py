"""A decision is explained: in the mail, on the appeal page, and wherever it has an effect."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation import texts
from games.moderation.models import Report, Sanction
from games.moderation.permissions import MODERATOR, SENIOR, NotAllowed
from games.moderation.services import reports, sanctions, table_actions
from games.moderation.services.reports import Complaint
from games.tables.models import Message, Seat
from games.tables.services import say
from games.tables.services.handover import take_back
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.sent_emails import deliver, html, keep_here, letters, text
from tests.moderation.staff import enter, grounds, latest, staff, token
from tests.tables.play import load, new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

DAY = timedelta(days=1)
LATER = timedelta(minutes=10)
INSULT = "you dig like <b>moles</b>"


@pytest.fixture(autouse=True)
def _mailbox(settings: LazySettings) -> None:
    keep_here(settings)


@pytest.fixture
def boss() -> User:
    return staff(MODERATOR, SENIOR)


@pytest.fixture
def loaded() -> LoadedTable:
    return new_table(3)


def player(loaded: LoadedTable, number: int, **fields: object) -> User:
    user = loaded.seats[number].user
    assert user is not None
    User.objects.filter(pk=user.pk).update(**fields)
    return User.objects.get(pk=user.pk)


def reported(loaded: LoadedTable, kind: str = "message") -> Report:
    """Let seat one say something and seat two report it."""
    rude, reporter = player(loaded, 1), player(loaded, 2)
    say(rude, loaded.table.code, INSULT, token(), now())
    message = Message.objects.latest("pk")
    complaint = Complaint(kind, rude, "that hurt", loaded.table, message)
    return reports.file_report(reporter, complaint, token(), now())


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def body(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined,no-any-return]


# --- the mail -------------------------------------------------------------------------------------


def test_the_mail_names_message_table_rule_and_end_but_not_the_reporter(
    boss: User, loaded: LoadedTable
) -> None:
    report, rude = reported(loaded), player(loaded, 1, time_zone="Asia/Tokyo")
    until = now() + 3 * DAY
    sanctions.mute_chat(boss, rude, grounds(report=report), until, now())
    deliver(now())
    (letter,) = letters(rude)
    said = text(letter)
    assert f"> {INSULT}" in said
    assert loaded.table.title in said
    assert f"/t/{loaded.table.code}/" in said
    assert "/conduct/#be-kind" in said
    assert "Asia/Tokyo" in said
    assert latest().appeal_token in said
    for written in (said, html(letter)):
        assert player(loaded, 2).display_name not in written
        assert "that hurt" not in written
        assert boss.display_name not in written
    assert "<b>moles</b>" not in html(letter)
    assert "&lt;b&gt;moles&lt;/b&gt;" in html(letter)


def test_the_end_is_in_the_readers_time_zone(boss: User) -> None:
    user = UserFactory.create(time_zone="Asia/Tokyo")
    at = now()
    until = (at + 2 * DAY).replace(hour=20, minute=30)  # half past five in the morning there
    sanctions.suspend(boss, user, grounds(), until, at)
    deliver(at)
    assert "05:30 (Asia/Tokyo)" in text(letters(user)[0])


def test_a_report_about_somebody_else_quotes_nobody(boss: User, loaded: LoadedTable) -> None:
    report, other = reported(loaded), player(loaded, 0)
    sanctions.warn(boss, other, grounds(report=report), now())
    assert latest().about == {}


def test_an_unreported_message_is_quoted_from_its_link(boss: User, loaded: LoadedTable) -> None:
    reported(loaded)
    rude, message = player(loaded, 1), Message.objects.latest("pk")
    client = enter(Client(), boss)
    page = body(client.get(reverse("admin:table", args=[loaded.table.code])))
    address = reverse("admin:player-act", args=[rude.pk, "warn"])
    assert f"{address}?message={message.pk}" in page
    form = {"code": "abuse", "reason": "seen", "message": str(message.pk), "step": "do"}
    assert client.post(address, form).status_code == 302
    assert (latest().about or {})["said"] == INSULT


def test_the_quote_stays_when_report_and_table_are_removed(boss: User, loaded: LoadedTable) -> None:
    report, rude = reported(loaded), player(loaded, 1)
    sanctions.warn(boss, rude, grounds(report=report), now())
    Report.objects.all().delete()
    page = Client().get(reverse("appeal", args=[latest().appeal_token]))
    assert "you dig like" in body(page)


def test_deleting_the_account_removes_the_quote(boss: User, loaded: LoadedTable) -> None:
    from accounts.privacy import deletion

    report, rude = reported(loaded), player(loaded, 1)
    sanctions.warn(boss, rude, grounds(report=report), now())
    deletion.delete_account(rude, now())
    assert latest().about is None


# --- effects --------------------------------------------------------------------------------------


def test_the_appeal_shows_the_same_facts(boss: User, loaded: LoadedTable) -> None:
    report, rude = reported(loaded), player(loaded, 1)
    sanctions.warn(boss, rude, grounds(report=report, words="Twice now."), now())
    page = body(Client().get(reverse("appeal", args=[latest().appeal_token])))
    for said in ("moles", loaded.table.title, "#be-kind", "Twice now."):
        assert said in page
    assert player(loaded, 2).display_name not in page


def test_a_suspended_player_sees_the_reason_on_every_page_and_may_read_the_rules(
    boss: User, loaded: LoadedTable
) -> None:
    report, rude = reported(loaded), player(loaded, 1)
    sanctions.suspend(boss, rude, grounds(report=report), now() + DAY, now())
    client = signed_in(rude)
    page = client.get(reverse("home"))
    assert page.status_code == 403
    assert "moles" in body(page)
    assert latest().appeal_token in body(page)
    assert client.get(reverse("conduct")).status_code == 200
    assert "moles" in body(client.get(reverse("my-decisions")))


def test_a_muted_player_sees_a_note_instead_of_the_form(boss: User, loaded: LoadedTable) -> None:
    rude, address = player(loaded, 1), reverse("table", args=[loaded.table.code])
    assert 'name="text"' in body(signed_in(rude).get(address))
    sanctions.mute_chat(boss, rude, grounds(), now() + DAY, now())
    page = body(signed_in(rude).get(address))
    assert 'id="say-text"' not in page
    assert reverse("my-decisions") in page


def test_my_decisions_lists_only_my_own(boss: User) -> None:
    mine, other = UserFactory.create(), UserFactory.create()
    sanctions.warn(boss, mine, grounds(words="For me."), now())
    sanctions.warn(boss, other, grounds(words="For them."), now())
    page = body(signed_in(mine).get(reverse("my-decisions")))
    assert "For me." in page
    assert "For them." not in page


# --- removed from a table -----------------------------------------------------------------------


def remove(boss: User, loaded: LoadedTable, number: int = 1, to: str = "bot") -> Sanction:
    table_actions.remove_player(
        order(boss, loaded), number, to, grounds("stalling", words="Three days."),
    )  # fmt: skip
    return latest()


def test_a_removed_player_reads_the_reason_in_the_mail_and_at_the_table(
    boss: User, loaded: LoadedTable
) -> None:
    gone, address = player(loaded, 1), reverse("table", args=[loaded.table.code])
    removal = remove(boss, loaded)
    deliver(now() + LATER)
    (letter,) = letters(gone)
    for said in ("Three days.", "/conduct/#in-time", removal.appeal_token):
        assert said in text(letter)
    page = signed_in(gone).get(address)
    assert page.status_code == 403
    for said in ("Three days.", "#in-time", removal.appeal_token):
        assert said in body(page)
    for other in (0, 2):
        assert player(loaded, other).display_name not in body(page)


def test_strangers_still_get_404_there(boss: User) -> None:
    loaded = new_table(3, public=False)
    address = reverse("table", args=[loaded.table.code])
    remove(boss, loaded)
    stranger = signed_in(UserFactory.create())
    assert stranger.get(address).status_code == 404
    assert Client().get(address).headers["Location"].startswith("/accounts/login/")


def test_only_the_page_explains_a_removal(boss: User, loaded: LoadedTable) -> None:
    gone = player(loaded, 1)
    remove(boss, loaded)
    for name in ("table-poll", "table-log"):
        answer = signed_in(gone).get(reverse(name, args=[loaded.table.code]))
        assert answer.status_code == 404


def test_lifting_a_removal_gives_back_a_free_seat(boss: User, loaded: LoadedTable) -> None:
    gone = player(loaded, 1)
    removal = remove(boss, loaded, to="offer")
    sanctions.lift(staff(MODERATOR), removal.pk, "a mistake", now())
    page = signed_in(gone).get(reverse("table", args=[loaded.table.code]))
    assert "take-back" in body(page)
    take_back(gone, loaded.table.code, now())
    assert load(loaded.table).seats[1].user == gone


def test_lifting_a_removal_takes_the_seat_from_nobody(boss: User, loaded: LoadedTable) -> None:
    removal, newcomer = remove(boss, loaded), UserFactory.create()
    Seat.objects.filter(table=loaded.table, number=1).update(user=newcomer, bot="")
    sanctions.lift(staff(MODERATOR), removal.pk, "a mistake", now())
    seat = Seat.objects.get(table=loaded.table, number=1)
    assert (seat.user, seat.former) == (newcomer, None)


def test_goodwill_is_no_reason_to_remove_a_player(boss: User, loaded: LoadedTable) -> None:
    with pytest.raises(NotAllowed, match="unknown"):
        table_actions.remove_player(order(boss, loaded), 1, "bot", grounds("goodwill"))
    assert load(loaded.table).seats[1].user is not None
    assert not Sanction.objects.exists()


# --- the forms ------------------------------------------------------------------------------------

DECISIONS = ("warn", "mute", "suspend", "ban", "rename")


def form_of(boss: User, user: User, name: str, report: Report | None = None) -> str:
    address = reverse("admin:player-act", args=[user.pk, name])
    asked = f"?report={report.pk}" if report else ""
    return body(enter(Client(), boss).get(address + asked))


def chosen(page: str) -> list[str]:
    return [code for code in texts.Reason.values if f'<option value="{code}" selected' in page]


@pytest.mark.parametrize("name", [*DECISIONS, "reset"])
def test_no_reason_is_preselected(boss: User, name: str) -> None:
    user = UserFactory.create()
    page = form_of(boss, user, name)
    assert chosen(page) == []
    assert '<option value="" selected' in page
    form = {"code": "", "reason": "x", "days": "7", "step": "do"}
    enter(Client(), boss).post(reverse("admin:player-act", args=[user.pk, name]), form)
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("name", DECISIONS)
def test_goodwill_is_no_reason_for_a_sanction(boss: User, name: str) -> None:
    user = UserFactory.create()
    assert 'value="goodwill"' not in form_of(boss, user, name)
    assert 'value="goodwill"' in form_of(boss, user, "reset")
    if name in ("warn", "ban", "rename"):
        with pytest.raises(NotAllowed, match="unknown"):
            getattr(sanctions, name)(boss, user, grounds("goodwill"), now())


@pytest.mark.parametrize(
    ("kind", "code"),
    [("message", "chat"), ("abuse", "abuse"), ("stalling", "stalling"), ("collusion", "collusion"),
     ("name", "name"), ("other", "")],
)  # fmt: skip
def test_a_report_preselects_its_own_reason(
    boss: User, loaded: LoadedTable, kind: str, code: str
) -> None:
    report = reported(loaded, kind)
    page = form_of(boss, player(loaded, 1), "warn", report)
    assert chosen(page) == ([code] if code else [])
    if code:
        assert page.index(f'value="{code}"') == min(
            page.index(f'<option value="{one}"') + 8 for one in texts.BREACH_REASONS
        )


def test_the_preview_shows_what_will_be_quoted(boss: User, loaded: LoadedTable) -> None:
    report, rude = reported(loaded), player(loaded, 1)
    address = reverse("admin:player-act", args=[rude.pk, "warn"])
    form = {"code": "abuse", "reason": "x", "report": str(report.pk), "step": "preview"}
    assert "moles" in body(enter(Client(), boss).post(address, form))


# --- up to date when sent -------------------------------------------------------------------------


def test_a_decision_lifted_before_its_mail_is_only_mailed_as_lifted(boss: User) -> None:
    user, at = UserFactory.create(), now()
    warning = sanctions.warn(boss, user, grounds(words="Twice now."), at)
    sanctions.lift(boss, warning.pk, "a mistake", at)
    deliver(at)
    (letter,) = letters(user)
    assert "/appeal/" not in text(letter)
    assert "/conduct/" not in text(letter)


def test_a_goodwill_decision_does_not_mention_appeals(boss: User) -> None:
    user, at = UserFactory.create(), now()
    sanctions.reset_reliability(boss, user, grounds("goodwill"), at)
    deliver(at)
    assert "/appeal/" not in text(letters(user)[0])
