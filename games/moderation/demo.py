"""The office that `make run` opens on: a moderator of your own, and reports that wait for them.

The people here are made up. None of them plays with the demo moderator, who can therefore decide
about each; a colleague has muted the one who appeals, as nobody judges their own decisions.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.models import Group
from django.utils.translation import gettext as _

from accounts import demo as demo_people
from accounts.models import User
from config.clock import now
from games.moderation.models import Report
from games.moderation.permissions import MODERATOR, SENIOR
from games.moderation.services import reports, sanctions
from games.moderation.services.reports import Complaint
from games.moderation.services.sanction_records import Grounds
from games.moderation.texts import Reason
from games.tables import demo as demo_tables
from games.tables import services
from games.tables.models import Message, Table
from games.tables.services.lobby import TablePlan

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PACE = 14 * 24
"""A turn length so long that nobody at these tables misses a turn while you look around."""


def demo_reports(player: User, at: datetime) -> None:
    """Make the reports once, together with the moderator: decided ones stay decided."""
    if demo_people.has_moderator():
        return
    _give_role(demo_people.demo_moderator(), SENIOR)
    _rude_message(at - 3 * DAY)
    _stalling(at - 4 * DAY, at - 5 * HOUR)
    _bad_name(player, at - 2 * HOUR)
    _appeal(at - DAY)


def _rude_message(at: datetime) -> None:
    """Report a rude message at a table: the oldest report, and overdue."""
    mira, jonas, gruff = _person("Mira"), _person("Jonas"), _person("Gruff")
    table = _table(_("Thin walls"), "demo-rude", at - HOUR, mira, jonas, gruff)
    _say(table, mira, "Who laid that dead end?", at - 9 * MINUTE)
    _say(table, gruff, "Somebody with a brain. You dig like a drunken mole.", at - 2 * MINUTE)
    rude = _say(table, gruff, "Go home, all of you. Nobody wants you here.", at)
    _say(table, jonas, "Please stop it. It is only a game.", at + 4 * MINUTE)
    said = "It was like this last week, too."
    complaint = Complaint(Report.Kind.MESSAGE, gruff, said, table, rude)
    reports.file_report(mira, complaint, "demo-rude", at + HOUR)


def _stalling(began: datetime, at: datetime) -> None:
    """Report a player for whom a table has waited for days."""
    jonas, odile, slow = _person("Jonas"), _person("Odile"), _person("Slowfoot")
    table = _table(_("Any day now"), "demo-stalling", began, slow, jonas, odile)
    demo_tables.play(table, slow, began, moves=4)
    said = "They were here every day and talk at other tables, but let us wait for days."
    complaint = Complaint(Report.Kind.STALLING, slow, said, table)
    reports.file_report(odile, complaint, "demo-stalling", at)


def _bad_name(player: User, at: datetime) -> None:
    """Report a name as the demo player, who finds the answer on their page and in the mailbox."""
    complaint = Complaint(Report.Kind.NAME, _person("You-Are-All-Idiots"))
    reports.file_report(player, complaint, "demo-name", at)


def _appeal(at: datetime) -> None:
    """Appeal as a player whom a colleague muted."""
    colleague, nils = _give_role(_person("Hanne"), MODERATOR), _person("Nils")
    words = "You wrote the same line at six tables."
    grounds = Grounds(Reason.SPAM, "same words at six tables", words)
    decided = sanctions.mute_chat(colleague, nils, grounds, at + 14 * DAY, at)
    said = "I only asked whether somebody wants a seventh player. I will not do it again."
    reports.file_appeal(decided.appeal_token, said, at + 5 * HOUR)


def _person(name: str) -> User:
    """Create a player who can't sign in: they have no password and no address."""
    found = User.objects.named(name).first()
    return found or User.objects.create_user(name, joined_at=now() - 60 * DAY)


def _give_role(user: User, role: str) -> User:
    """Give a role without an audit entry: there is nobody yet who could give it."""
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.groups.set(Group.objects.filter(name=role))
    return user


def _table(title: str, token: str, at: datetime, owner: User, *others: User) -> Table:
    plan = TablePlan("classic", 1 + len(others), title, pace_hours=PACE)
    table = services.open_table(owner, plan, token, at)
    for user in others:
        services.join(user, table.code, at)
    table.refresh_from_db()
    return table


def _say(table: Table, user: User, text: str, at: datetime) -> Message:
    token = f"demo-{table.messages.count()}"
    services.say(user, table.code, text, token, at)
    return table.messages.get(token=token)
