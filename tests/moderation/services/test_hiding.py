"""Hiding words: for whom, with which entries, once, and showing them again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from accounts.models import User
from accounts.privacy import deletion, personal_data
from config.clock import now
from games.moderation.models import AuditEntry, Hidden, Report, Sanction
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR, NotAllowed
from games.moderation.services import hiding, reports, sanction_records, sanctions
from games.notices.composing import compose
from games.notices.models import Notice
from games.notices.situation import Situation
from games.tables import services
from games.tables.models import Message, Table
from games.tables.presenters import chat_log
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.staff import grounds, staff, token, told, trail
from tests.real_tables import lobby
from tests.tables.play import load, new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

RUDE = "you utter nincompoop"


def user_at(loaded: LoadedTable, seat: int) -> User:
    user = loaded.seats[seat].user
    assert user is not None
    return user


def say(user: User, loaded: LoadedTable, text: str = RUDE) -> Message:
    services.say(user, loaded.table.code, text, token(), now())
    return loaded.table.messages.select_related("user", "table").latest("pk")


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def read(loaded: LoadedTable, gallery: bool = False) -> list[tuple[str, bool]]:
    return [(said.text, said.hidden) for said in chat_log.messages(fresh(loaded.table), gallery)]


def mail_to(user: User) -> str:
    notice = Notice.objects.filter(recipient=user, kind="moderation").latest("pk")
    text = compose(notice, Situation([notice]), now())
    return f"{text.title}\n{text.body}\n{text.url}"


@pytest.fixture
def loaded() -> LoadedTable:
    return new_table(3)


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


# --- messages -------------------------------------------------------------------------------------


def test_a_hidden_message_is_shown_to_nobody_and_kept_for_staff(
    loaded: LoadedTable, moderator: User
) -> None:
    said = say(user_at(loaded, 1), loaded)
    say(user_at(loaded, 1), loaded, "good game")
    decision = hiding.hide_message(moderator, said, grounds("chat"), now())
    assert read(loaded) == [("", True), ("good game", False)]
    assert [row.text for row in sanction_records.hidden_rows(decision)] == [RUDE]


def test_all_messages_of_a_player_are_hidden_seated_and_watching(
    loaded: LoadedTable, moderator: User
) -> None:
    loud, watcher = user_at(loaded, 0), UserFactory.create()
    say(loud, loaded, "one")
    say(watcher, loaded, "two")
    say(watcher, loaded, "three")
    say(loud, loaded, "four")
    hiding.hide_all(moderator, watcher, loaded.table, grounds("chat"), now())
    assert read(loaded, gallery=True) == [("one", False), ("", True), ("", True), ("four", False)]
    hiding.hide_all(moderator, loud, loaded.table, grounds("chat"), now())
    assert {text for text, _ in read(loaded, gallery=True)} == {""}


def test_messages_at_other_tables_and_of_others_stay(loaded: LoadedTable, moderator: User) -> None:
    loud, watcher = user_at(loaded, 0), UserFactory.create()
    other = new_table(3)
    said = [say(watcher, loaded), say(watcher, other, "elsewhere"), say(loud, loaded, "mine")]
    hiding.hide_all(moderator, watcher, loaded.table, grounds("chat"), now())
    for row in said:
        row.refresh_from_db()
    assert [row.hidden_at is None for row in said] == [False, True, True]


def test_the_author_is_notified_with_the_reason_and_can_appeal(
    loaded: LoadedTable, moderator: User
) -> None:
    author = user_at(loaded, 1)
    decision = hiding.hide_message(moderator, say(author, loaded), grounds("chat"), now())
    mail = mail_to(author)
    assert RUDE in mail
    assert loaded.table.title in mail
    assert "Something you wrote in a chat breaks our rules of conduct." in mail
    assert decision.appeal_token in mail
    assert told(user_at(loaded, 0)) == []


def test_a_mail_about_many_messages_quotes_a_few(loaded: LoadedTable, moderator: User) -> None:
    author = user_at(loaded, 1)
    for number in range(8):
        say(author, loaded, f"rude {number}")
    hiding.hide_all(moderator, author, loaded.table, grounds("chat"), now())
    mail = mail_to(author)
    assert ("rude 4" in mail, "rude 5" in mail, "and 3 more messages" in mail) == (
        True, False, True,
    )  # fmt: skip


def test_the_trail_names_the_action_without_repeating_the_words(
    loaded: LoadedTable, moderator: User
) -> None:
    author = user_at(loaded, 1)
    said = say(author, loaded)
    decision = hiding.hide_message(moderator, said, grounds("chat", "a clear insult"), now())
    (entry,) = trail("hide")
    assert (entry.actor, entry.target, entry.table_code) == (moderator, author, loaded.table.code)
    assert entry.reason == "a clear insult"
    assert (entry.after["sanction"], entry.after["messages"]) == (decision.pk, [said.pk])
    assert RUDE not in f"{entry.before}{entry.after}"


def test_a_form_sent_twice_decides_once(loaded: LoadedTable, moderator: User) -> None:
    said, why = say(user_at(loaded, 1), loaded), grounds("chat")
    first = hiding.hide_message(moderator, said, why, now())
    assert hiding.hide_message(moderator, said, why, now()) == first
    assert (Sanction.objects.count(), Hidden.objects.count(), len(trail("hide"))) == (1, 1, 1)


def test_a_hidden_message_cannot_be_hidden_again(loaded: LoadedTable, moderator: User) -> None:
    author = user_at(loaded, 1)
    said = say(author, loaded)
    hiding.hide_message(moderator, said, grounds("chat"), now())
    with pytest.raises(NotAllowed, match="nothing-to-hide"):
        hiding.hide_message(staff(SENIOR), said, grounds("chat"), now())
    with pytest.raises(NotAllowed, match="nothing-to-hide"):
        hiding.hide_all(moderator, author, loaded.table, grounds("chat"), now())
    assert Sanction.objects.count() == 1


def test_without_a_reason_nothing_is_hidden(loaded: LoadedTable, moderator: User) -> None:
    said = say(user_at(loaded, 1), loaded)
    for wrong in (grounds("chat", " "), grounds("no-such-code"), grounds("chat", words="x" * 1001)):
        with pytest.raises(NotAllowed), transaction.atomic():
            hiding.hide_message(moderator, said, wrong, now())
    assert read(loaded) == [(RUDE, False)]
    assert (Sanction.objects.count(), AuditEntry.objects.count()) == (0, 0)


def test_only_moderators_may_hide_words(loaded: LoadedTable) -> None:
    said = say(user_at(loaded, 1), loaded)
    for actor in (UserFactory.create(), staff(), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            hiding.hide_message(actor, said, grounds("chat"), now())
        with pytest.raises(NotAllowed, match="no-permission"):
            hiding.hide_title(actor, loaded.table, grounds("title"), now())
    hiding.hide_message(staff(SENIOR), said, grounds("chat"), now())


def test_nobody_hides_their_own_words_or_at_their_own_table(loaded: LoadedTable) -> None:
    boss = staff(SENIOR)
    own = say(boss, loaded, "I watch")
    with pytest.raises(NotAllowed, match="yourself"):
        hiding.hide_message(boss, own, grounds("chat"), now())
    player, said = user_at(loaded, 0), say(user_at(loaded, 1), loaded)
    player.is_staff = player.is_superuser = True
    player.save()
    with pytest.raises(NotAllowed, match="own-table"):
        hiding.hide_message(player, said, grounds("chat"), now())
    with pytest.raises(NotAllowed, match="own-table"):
        hiding.hide_all(player, user_at(loaded, 1), loaded.table, grounds("chat"), now())


def test_words_of_a_deleted_player_can_be_hidden_and_shown(
    loaded: LoadedTable, moderator: User
) -> None:
    author = UserFactory.create()
    said = say(author, loaded)
    deletion.delete_account(author, now())
    decision = hiding.hide_message(moderator, said, grounds("chat"), now())
    assert read(loaded, gallery=True) == [("", True)]
    sanctions.lift(moderator, decision.pk, "a mistake", now())
    assert read(loaded, gallery=True) == [(RUDE, False)]
    assert told(author) == []


# --- open pages -----------------------------------------------------------------------------------


def keys(loaded: LoadedTable) -> tuple[str, str]:
    """Return the keys that pages of players and of spectators compare."""
    table = fresh(loaded.table)
    return chat_log.chat_key(table, gallery=False), chat_log.chat_key(table, gallery=True)


def test_open_pages_are_updated_when_a_message_is_hidden_or_shown(
    loaded: LoadedTable, moderator: User
) -> None:
    said = say(user_at(loaded, 1), loaded)
    seated, gallery = keys(loaded)
    decision = hiding.hide_message(moderator, said, grounds("chat"), now())
    assert keys(loaded)[0] != seated
    assert keys(loaded)[1] != gallery
    seated, gallery = keys(loaded)
    sanctions.lift(moderator, decision.pk, "a mistake", now())
    assert keys(loaded)[0] != seated
    assert keys(loaded)[1] != gallery


def test_hiding_a_spectators_message_does_not_update_players_pages(
    loaded: LoadedTable, moderator: User
) -> None:
    said = say(UserFactory.create(), loaded)
    seated, gallery = keys(loaded)
    hiding.hide_message(moderator, said, grounds("chat"), now())
    assert keys(loaded)[0] == seated
    assert keys(loaded)[1] != gallery


def test_hiding_a_spectators_message_of_an_earlier_round_updates_players_pages(
    loaded: LoadedTable, moderator: User
) -> None:
    said = say(UserFactory.create(), loaded)
    Message.objects.filter(pk=said.pk).update(round_number=0)
    seated, _ = keys(loaded)
    said.refresh_from_db()
    hiding.hide_message(moderator, said, grounds("chat"), now())
    assert keys(loaded)[0] != seated


# --- back again -----------------------------------------------------------------------------------


def test_lifting_shows_a_message_again_with_an_entry_and_a_mail(
    loaded: LoadedTable, moderator: User
) -> None:
    author = user_at(loaded, 1)
    decision = hiding.hide_message(moderator, say(author, loaded), grounds("chat"), now())
    sanctions.lift(moderator, decision.pk, "it was a quote", now())
    assert read(loaded) == [(RUDE, False)]
    (entry,) = trail("lift-hiding")
    assert (entry.reason, entry.table_code) == ("it was a quote", loaded.table.code)
    assert told(author) == ["hidden", "lifted"]
    with pytest.raises(NotAllowed, match="lifted"):
        sanctions.lift(moderator, decision.pk, "again", now())


def test_lifting_one_decision_leaves_the_other(loaded: LoadedTable, moderator: User) -> None:
    author = user_at(loaded, 1)
    one, two = say(author, loaded, "one"), say(author, loaded, "two")
    first = hiding.hide_message(moderator, one, grounds("chat"), now())
    hiding.hide_message(moderator, two, grounds("chat"), now())
    sanctions.lift(moderator, first.pk, "a mistake", now())
    assert read(loaded) == [("one", False), ("", True)]


def test_a_granted_appeal_shows_a_message_again(loaded: LoadedTable, moderator: User) -> None:
    author = user_at(loaded, 1)
    decision = hiding.hide_message(moderator, say(author, loaded), grounds("chat"), now())
    asked = reports.file_appeal(decision.appeal_token, "it was a quote", now())
    assert (asked.table, asked.context["table"]) == (loaded.table, loaded.table.code)
    reports.resolve(staff(SENIOR), asked.pk, reports.Resolution("lifted", "they are right"), now())
    assert read(loaded) == [(RUDE, False)]


def test_nobody_lifts_at_their_own_table(loaded: LoadedTable, moderator: User) -> None:
    decision = hiding.hide_message(
        moderator, say(user_at(loaded, 1), loaded), grounds("chat"), now()
    )
    player = user_at(loaded, 0)
    player.is_staff = player.is_superuser = True
    player.save()
    with pytest.raises(NotAllowed, match="own-table"):
        sanctions.lift(player, decision.pk, "my friend", now())
    assert read(loaded) == [("", True)]


# --- titles ---------------------------------------------------------------------------------------


def test_a_title_is_replaced_by_a_neutral_one_and_can_be_restored(moderator: User) -> None:
    table = lobby(title=RUDE)
    changes = table.changes
    decision = hiding.hide_title(moderator, table, grounds("title"), now())
    now_called = fresh(table).title
    assert now_called == f"Classic {table.code[:4]}"
    assert fresh(table).changes > changes
    (entry,) = trail("hide-title")
    assert (entry.before["title"], entry.after["title"]) == (RUDE, now_called)
    assert RUDE in mail_to(decision.user)
    assert decision.user == table.owner
    sanctions.lift(moderator, decision.pk, "it is a song", now())
    assert fresh(table).title == RUDE
    assert len(trail("lift-title")) == 1


def test_the_title_of_a_finished_table_can_be_hidden_too(moderator: User) -> None:
    table = lobby(title=RUDE)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    hiding.hide_title(moderator, table, grounds("title"), now())
    assert RUDE not in fresh(table).title


def test_a_title_is_hidden_at_rematches_too_and_its_first_owner_notified(moderator: User) -> None:
    first, again, last = lobby(title=RUDE), lobby(title=RUDE), lobby(title="Peace")
    Table.objects.filter(pk=first.pk).update(rematch=again)
    Table.objects.filter(pk=again.pk).update(rematch=last)
    decision = hiding.hide_title(moderator, fresh(again), grounds("title"), now())
    assert decision.user == first.owner
    assert [fresh(table).title for table in (first, again, last)] == [
        f"Classic {first.code[:4]}", f"Classic {again.code[:4]}", "Peace",
    ]  # fmt: skip
    assert trail("hide-title")[0].table_code == again.code
    with pytest.raises(NotAllowed, match="nothing-to-hide"):
        hiding.hide_title(moderator, fresh(first), grounds("title"), now())
    sanctions.lift(moderator, decision.pk, "a mistake", now())
    assert [fresh(table).title for table in (first, again)] == [RUDE, RUDE]


def test_a_title_of_a_deleted_player_is_hidden_and_not_kept(moderator: User) -> None:
    table = lobby(title=RUDE)
    decision = hiding.hide_title(moderator, table, grounds("title"), now())
    deletion.delete_account(decision.user, now())
    assert Hidden.objects.get().title == ""
    assert RUDE not in f"{trail('hide-title')[0].before}"
    with pytest.raises(NotAllowed, match="gone"):
        sanctions.lift(moderator, decision.pk, "a mistake", now())


# --- reports and data -----------------------------------------------------------------------------


def test_a_report_stays_readable_when_its_message_is_hidden(
    loaded: LoadedTable, moderator: User
) -> None:
    said = say(user_at(loaded, 1), loaded)
    complaint = reports.Complaint("message", said.user, "", loaded.table, said)
    found = reports.file_report(user_at(loaded, 0), complaint, token(), now())
    hiding.hide_message(moderator, said, grounds("chat", report=found), now())
    kept = Report.objects.get(pk=found.pk)
    assert [line["text"] for line in kept.context["chat"]] == [RUDE]
    assert trail("hide")[0].report_number == found.pk
    later = reports.Complaint("abuse", said.user, "again", load(loaded.table).table)
    second = reports.file_report(user_at(loaded, 2), later, token(), now())
    assert [line["text"] for line in second.context["chat"]] == [RUDE]


def test_a_hidden_message_is_only_in_its_authors_export(
    loaded: LoadedTable, moderator: User
) -> None:
    author = user_at(loaded, 1)
    hiding.hide_message(moderator, say(author, loaded), grounds("chat"), now())
    assert RUDE in str(personal_data.collect(author, now()))
    assert RUDE not in str(personal_data.collect(user_at(loaded, 0), now()))


def test_removing_an_old_decision_leaves_the_message_hidden(
    loaded: LoadedTable, moderator: User
) -> None:
    decision = hiding.hide_message(
        moderator, say(user_at(loaded, 1), loaded), grounds("chat"), now() - timedelta(days=800)
    )
    decision.delete()
    assert read(loaded) == [("", True)]
