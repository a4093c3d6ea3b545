"""The seats of banned or suspended players: reassigned at once, or left to the clocks."""

from __future__ import annotations

from datetime import datetime, timedelta
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy import deletion
from config.clock import now
from games.moderation.models import Sanction
from games.moderation.permissions import MODERATOR, SENIOR
from games.moderation.services import sanctions, seat_reassignment, table_actions
from games.moderation.tasks import hand_on_seats
from games.notices.composing import compose
from games.notices.models import Notice
from games.notices.situation import Situation
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.refusals import Refused
from games.tables.services.lobby import TablePlan
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.faults.test_races import at_once
from tests.moderation.at_tables import logged, order, sound, told
from tests.moderation.staff import enter, grounds, latest, staff, token, trail
from tests.moderation.staff import told as mailed
from tests.real_tables import lobby, running
from tests.tables.play import load, new_table, on_turn

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

DAY = timedelta(days=1)


@pytest.fixture
def senior() -> User:
    return staff(SENIOR)


def other_than(loaded: LoadedTable, user: User) -> list[User]:
    return [seat.user for seat in loaded.seats if seat.user and seat.user != user]


def seat_of(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def sits(user: User) -> bool:
    return Seat.objects.filter(user=user).exists()


# --- what happens at a table ----------------------------------------------------------------------


def test_a_ban_offers_the_seat_if_the_table_allows_it(senior: User) -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    number = Seat.objects.get(user=user).number
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 1
    seat = seat_of(loaded.table, number)
    assert (seat.user, seat.former, seat.bot, seat.due_at) == (None, None, "", None)
    assert seat.offered_until is not None
    assert logged(loaded) == [("moderation", "removed"), ("offered", "")]
    assert sound(loaded)
    others = sorted(other.display_name for other in other_than(loaded, user))
    assert sorted(told(loaded)) == sorted(("removed", name) for name in others)


def test_otherwise_a_bot_takes_over(senior: User) -> None:
    loaded = new_table(3, offer_hours=0)
    user = on_turn(loaded)
    number = Seat.objects.get(user=user).number
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 1
    seat = seat_of(loaded.table, number)
    assert (seat.user, seat.bot) == (None, "normal")
    assert seat.act_at is not None


def test_nobody_waits_for_the_absence_steps(senior: User) -> None:
    """Somebody takes the seat on offer, and plays."""
    loaded = new_table(3)
    user = on_turn(loaded)
    number = Seat.objects.get(user=user).number
    sanctions.ban(senior, user, grounds(), now())
    hand_on_seats()
    newcomer = UserFactory.create()
    services.take_seat(newcomer, loaded.table.code, number, now())
    assert on_turn(load(loaded.table)) == newcomer


def test_a_suspension_reassigns_seats_only_if_chosen(senior: User) -> None:
    quiet, loud = on_turn(new_table(3)), on_turn(new_table(3))
    sanctions.suspend(senior, quiet, grounds(), now() + DAY, now())
    sanctions.suspend(senior, loud, grounds(), now() + DAY, now(), hand_on=True)
    assert hand_on_seats() == 1
    assert (sits(quiet), sits(loud)) == (True, False)


def test_a_ban_leaves_seats_to_the_clocks_if_chosen(senior: User) -> None:
    user = on_turn(new_table(3))
    sanctions.ban(senior, user, grounds(), now(), hand_on=False)
    assert hand_on_seats() == 0
    assert sits(user)


def test_a_banned_player_leaves_lobbies_and_their_own_are_closed(senior: User) -> None:
    user = UserFactory.create()
    own, guest = lobby(user), lobby()
    services.join(user, guest.code, now())
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 2
    own.refresh_from_db()
    guest.refresh_from_db()
    assert (own.status, guest.status) == (Table.Status.CANCELLED, Table.Status.LOBBY)
    assert not sits(user)


def test_a_table_with_bots_only_is_left_alone(senior: User) -> None:
    user = UserFactory.create()
    alone = running(user, bots=2)
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 0
    assert alone.seats.filter(user=user).exists()
    seat_reassignment.finish_reassignment(latest().pk, now() + seat_reassignment.GRACE)
    assert latest().seats_due is None


def test_a_paused_table_stays_paused(senior: User) -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 1
    table = load(loaded.table).table
    assert table.paused_at is not None
    assert not table.seats.exclude(offered_until=None).exists()
    assert table.seats.filter(user=None).get().held_offer is not None


def test_each_seat_gets_an_entry_by_the_deciding_moderator(senior: User) -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    sanction = sanctions.ban(senior, user, grounds(), now())
    hand_on_seats()
    (entry,) = trail("table-remove")
    assert (entry.actor, entry.target, entry.table_code) == (senior, user, loaded.table.code)
    assert (entry.after["sanction"], entry.after["to"]) == (sanction.pk, "offer")


# --- the sweep ------------------------------------------------------------------------------------


def pending() -> bool:
    return Sanction.objects.filter(seats_due__isnull=False).exists()


def test_the_sweep_reassigns_once_and_ends(senior: User) -> None:
    loaded = new_table(3)
    user = on_turn(loaded)
    sanctions.ban(senior, user, grounds(), now())
    assert (hand_on_seats(), hand_on_seats()) == (1, 0)
    assert pending(), "a request on its way may still sit down"
    later = now() + seat_reassignment.GRACE
    for step in seat_reassignment.reassignment_steps(later):
        step()
    assert not pending()
    assert len(trail("table-remove")) == 1


def test_a_seat_taken_at_the_last_moment_is_found_too(senior: User) -> None:
    user = UserFactory.create()
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 0
    table = lobby()
    services.join(user, table.code, now())
    assert hand_on_seats() == 1
    assert not sits(user)


def test_a_failing_table_does_not_block_others_and_is_retried(senior: User) -> None:
    user = UserFactory.create()
    tables = [running(user, *UserFactory.create_batch(2)) for _ in range(3)]
    broken = tables[1]
    Table.objects.filter(pk=broken.pk).update(rules_version=9999)
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 2
    assert list(Seat.objects.filter(user=user).values_list("table", flat=True)) == [broken.pk]
    seat_reassignment.finish_reassignment(latest().pk, now() + DAY)
    assert pending()
    Table.objects.filter(pk=broken.pk).update(rules_version=tables[0].rules_version)
    assert hand_on_seats() == 1
    assert not sits(user)


def test_lifting_stops_the_sweep_and_gives_no_seat_back(senior: User) -> None:
    user = UserFactory.create()
    first, second = (running(user, *UserFactory.create_batch(2)) for _ in range(2))
    sanction = sanctions.ban(senior, user, grounds(), now())
    assert seat_reassignment.reassign_seat(sanction.pk, first.code, now())
    sanctions.lift(senior, sanction.pk, "a mistake", now())
    assert hand_on_seats() == 0
    assert not seat_reassignment.reassign_seat(sanction.pk, second.code, now())
    assert list(Seat.objects.filter(user=user).values_list("table", flat=True)) == [second.pk]
    with pytest.raises(Refused):
        services.take_back(user, first.code, now())
    seat = first.seats.get(user=None)
    with pytest.raises(Refused, match="left-here"):
        services.take_seat(user, first.code, seat.number, now())


def test_an_ended_suspension_reassigns_nothing(senior: User) -> None:
    table = new_table(3)
    user = on_turn(table)
    sanction = sanctions.suspend(
        senior, user, grounds(), now() + timedelta(seconds=1), now(), hand_on=True
    )
    later = now() + DAY
    assert not seat_reassignment.reassign_seat(sanction.pk, table.table.code, later)
    seat_reassignment.finish_reassignment(sanction.pk, later)
    assert not pending()
    assert sits(user)


def test_deleting_the_account_meanwhile_frees_the_seats(senior: User) -> None:
    user = on_turn(new_table(3))
    sanction = sanctions.ban(senior, user, grounds(), now())
    deletion.delete_account(user, now())
    assert hand_on_seats() == 0
    seat_reassignment.finish_reassignment(sanction.pk, now() + seat_reassignment.GRACE)
    assert not pending()


def test_forty_tables_cost_one_search_and_a_unit_of_work_each(senior: User) -> None:
    user = UserFactory.create()
    others = UserFactory.create_batch(2)
    for _ in range(40):
        running(user, *others)
    sanctions.ban(senior, user, grounds(), now())
    assert hand_on_seats() == 40
    assert not sits(user)
    assert mailed(user) == ["ban"], "one mail, not forty"


def sweep_or_move(barrier: Barrier, what: str, code: str, user: int) -> Any:
    if what == "sweep":
        return hand_on_seats()
    try:
        services.leave(User.objects.get(pk=user), code, now())
    except Refused as refused:
        return refused.code
    return "left"


@pytest.mark.django_db(transaction=True)
def test_two_workers_and_the_player_themselves_leave_one_empty_seat() -> None:
    boss = UserFactory.create(is_staff=True, is_superuser=True)
    user = UserFactory.create()
    table = running(user, *UserFactory.create_batch(2))
    sanctions.ban(boss, user, grounds(), now())
    given = (table.code, user.pk)
    answers = at_once(sweep_or_move, ("sweep", *given), ("sweep", *given), ("leave", *given))
    assert sorted(map(str, answers)) in (["0", "0", "left"], ["0", "1", "not-seated"])
    assert table.seats.filter(user=None).count() == 1
    assert not sits(user)
    assert sound(load(table))


# --- texts ----------------------------------------------------------------------------------------


def mail(user: User) -> str:
    row = Notice.objects.get(recipient=user, kind="moderation", table=None)
    return str(compose(row, Situation([row]), now()).body)


def test_the_mail_says_what_happens_to_the_seats(senior: User) -> None:
    gone, back = UserFactory.create(), UserFactory.create()
    sanctions.ban(senior, gone, grounds(), now())
    sanctions.suspend(senior, back, grounds(), now() + DAY, now())
    assert "handed on now" in mail(gone)
    assert "Your tables do not wait" in mail(back)


def act(client: Client, user: User, name: str, **fields: Any) -> Any:
    sent = {"code": "abuse", "words": "", "reason": "clear case", "token": token(), **fields}
    return client.post(reverse("admin:player-act", args=[user.pk, name]), sent)


@pytest.mark.parametrize(("name", "usual"), [("ban", "hand-on"), ("suspend", "clocks")])
def test_the_form_offers_the_choice_with_the_number_of_tables(name: str, usual: str) -> None:
    client, user = enter(Client(), staff(SENIOR)), UserFactory.create()
    for _ in range(2):
        running(user, *UserFactory.create_batch(2))
    page = client.get(reverse("admin:player-act", args=[user.pk, name]))
    form = page.context["page"].form
    assert form["seats"].initial == usual
    assert "2 running tables" in str(form.fields["seats"].help_text)


@pytest.mark.parametrize(
    ("seats", "handed"), [("hand-on", True), ("clocks", False), ("", True)], ids=str
)
def test_the_chosen_option_is_carried_out(seats: str, handed: bool) -> None:
    client, user = enter(Client(), staff(SENIOR)), on_turn(new_table(3))
    act(client, user, "ban", seats=seats, step="do")
    assert latest().hands_on is trail("ban")[-1].after["hands_on"] is handed
    assert hand_on_seats() == handed


def test_an_invalid_choice_changes_nothing() -> None:
    client, user = enter(Client(), staff(SENIOR)), UserFactory.create()
    assert act(client, user, "ban", seats="burn", step="do").status_code == 200
    assert not Sanction.objects.exists()


def test_the_preview_names_each_table_and_what_happens_there(
    django_assert_max_num_queries: Any,
) -> None:
    client, user = enter(Client(), staff(SENIOR)), UserFactory.create()
    others = UserFactory.create_batch(2)
    running(user, *others, title="Offers")
    running(user, *others, title="Bots", offer_hours=0)
    running(user, title="Alone", bots=2)
    lobby(user, title="Own lobby")
    with django_assert_max_num_queries(24):
        page = act(client, user, "ban", seats="hand-on", step="preview")
    text = "\n".join(map(str, page.context["lines"]))
    for words in ("Offers", "24 hours", "Bots", "bot plays on at once", "Alone", "nobody else",
                  "Own lobby", "it closes"):  # fmt: skip
        assert words in text
    assert not Sanction.objects.exists()


@pytest.mark.parametrize(
    ("language", "said"), [("en", "at 1 running table."), ("de", "an 1 laufendem Tisch.")]
)
def test_the_preview_uses_the_singular_for_one_table(language: str, said: str) -> None:
    client, user = enter(Client(), staff(SENIOR)), UserFactory.create()
    running(user, *UserFactory.create_batch(2))
    User.objects.update(language=language)
    page = act(client, user, "suspend", days=3, seats="clocks", step="preview")
    assert said in "\n".join(map(str, page.context["lines"]))


def test_the_preview_of_lifting_says_that_seats_are_not_given_back(senior: User) -> None:
    client, user = enter(Client(), senior), UserFactory.create()
    for hand_on in (True, False):
        sanction = sanctions.ban(senior, user, grounds(), now(), hand_on=hand_on)
        fields = {"sanction": sanction.pk, "reason": "a mistake", "step": "preview"}
        page = client.post(reverse("admin:player-act", args=[user.pk, "lift"]), fields)
        said = any("do not come back" in str(line) for line in page.context["lines"])
        assert said is hand_on


def test_a_crash_between_decision_and_sweep_loses_nothing(senior: User) -> None:
    """Only the row remembers it, and the next sweep finds the row."""
    user = on_turn(new_table(3))
    at: datetime = now()
    sanctions.ban(senior, user, grounds(), at)
    assert list(seat_reassignment.due_sanctions(at)) == [latest()]
    assert list(seat_reassignment.due_sanctions(at - timedelta(seconds=1))) == []


def test_the_seat_at_ones_own_running_table_is_reassigned(senior: User) -> None:
    """At a running table of their own, they stay the owner but lose their seat."""
    owner = UserFactory.create()
    table = services.open_table(owner, TablePlan("classic", 3, "Theirs"), token(), now())
    for guest in UserFactory.create_batch(2):
        services.join(guest, table.code, now())
    sanctions.ban(senior, owner, grounds(), now())
    assert hand_on_seats() == 1
    table.refresh_from_db()
    assert (table.owner, table.status) == (owner, Table.Status.RUNNING)
