"""Hiding texts of players: messages at a table, or the title of one.

Everybody reads a neutral line instead, including the author; staff can still read it. It is a
decision about its author, who gets an email saying what was hidden and why, and can appeal.
Lifting it (sanctions.py) shows it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import override

from accounts.models import OutgoingMail, User
from config.jobs import leases
from games.moderation import permissions
from games.moderation.models import Hidden, Sanction
from games.moderation.permissions import Action, NotAllowed, refuse_if
from games.moderation.services import audit, emails, sanction_records, table_actions
from games.moderation.services.sanction_records import Grounds, record_sanction
from games.tables.models import Message, Table
from games.tables.services import chat, unit_of_work
from games.tables.services.news import StrangerInvited
from games.tables.services.unit_of_work import RowWork, row_for_update


def hide_message(actor: User, message: Message, grounds: Grounds, at: datetime) -> Sanction:
    """Hide one message. A form that is sent twice decides once."""
    return _hide(actor, message.user, message.table, Q(pk=message.pk), grounds, at)


def hide_all(actor: User, author: User, table: Table, grounds: Grounds, at: datetime) -> Sanction:
    return _hide(actor, author, table, Q(), grounds, at)


@transaction.atomic
def _hide(
    actor: User, author: User, table: Table, which: Q, grounds: Grounds, at: datetime
) -> Sanction:
    player = _locked(actor, Action.HIDE, author, [table])
    if again := Sanction.objects.of_form(grounds.token):
        return again
    with row_for_update(table.code, at) as work:
        table_actions.refuse_own_table(actor, work.table)
        found = list(work.table.messages.filter(which, user=player, hidden_at=None).order_by("id"))
        refuse_if(not found, "nothing-to-hide")
        chat.set_hidden(work, found, hidden=True)
    rows = [Hidden(table=work.table, message=message) for message in found]
    after = {"messages": [message.pk for message in found]}
    return _decide(actor, Action.HIDE, player, rows, grounds, at, {}, after)


@transaction.atomic
def hide_title(actor: User, table: Table, grounds: Grounds, at: datetime) -> Sanction:
    """Give a neutral title to the table and to all its rematches."""
    chain = tables_with_same_title(table)
    author = chain[0].owner  # the author of the title; the owner of a rematch only pressed a button
    if author is None:
        raise NotAllowed("gone")
    player = _locked(actor, Action.HIDE_TITLE, author, chain)
    if again := Sanction.objects.of_form(grounds.token):
        return again
    refuse_if(sanction_records.hidden_title_of(table) is not None, "nothing-to-hide")
    others = [one for one in tables_with_same_title(table) if one.pk != table.pk]
    rows = [_neutralise(actor, one, at) for one in (table, *others)]
    before, after = {"title": rows[0].title}, {"title": rows[0].table.title}
    return _decide(actor, Action.HIDE_TITLE, player, rows, grounds, at, before, after)


def _neutralise(actor: User, table: Table, at: datetime) -> Hidden:
    language = table.owner.language if table.owner else None
    with override(language), row_for_update(table.code, at) as work:
        table_actions.refuse_own_table(actor, work.table)
        row = Hidden(table=work.table, title=work.table.title)
        chat.retitle(work, chat.neutral_title(work.table))
        _renew_invitations(work, row.title)
    return row


def _renew_invitations(work: RowWork, title: str) -> None:
    """Rewrite invitations with this title that wait as finished mails to strangers."""
    asked = work.table.invitations.exclude(email="").values_list("email", flat=True)
    mails = OutgoingMail.objects.filter(recipients__in=list(asked), subject__contains=title)
    waiting = mails.filter(given_up_at=None, leased_until=None, unanswered=0)
    owner = work.table.owner
    for mail in leases.skip_locked(waiting):
        mail.delete()
        if owner is not None and work.table.status == Table.Status.LOBBY:
            work.tell(StrangerInvited(mail.recipients, owner))


def tables_with_same_title(table: Table) -> list[Table]:
    """Return the table, and all rematches before and after it with the same title."""
    found, later = [table], table.rematch
    while before := Table.objects.filter(rematch=found[0], title=table.title).first():
        found.insert(0, before)
    while later is not None and later.title == table.title:
        found.append(later)
        later = later.rematch
    return found


def _locked(actor: User, action: Action, author: User, tables: Sequence[Table]) -> User:
    """Lock the tables and then the author, if the actor may decide about them."""
    unit_of_work.lock_all(one.code for one in tables)
    player = User.objects.select_for_update().get(pk=author.pk)
    permissions.require_on(actor, action, player)
    return player


def _decide(
    actor: User,
    action: Action,
    player: User,
    rows: Sequence[Hidden],
    grounds: Grounds,
    at: datetime,
    before: dict[str, Any],
    after: dict[str, Any],
) -> Sanction:
    """Store a decision with what it hid, and notify the author. The trail quotes no message."""
    kind = Sanction.Kind.HIDDEN if action == Action.HIDE else Sanction.Kind.TITLE
    sanction = record_sanction(actor, player, kind, grounds, at)
    said = {"sanction": sanction.pk, "reason": sanction.reason, "words": sanction.words}
    for row in rows:
        row.sanction = sanction
    Hidden.objects.bulk_create(rows)
    audit.write(
        actor, action, grounds.reason, at, target=player, table_code=rows[0].table.code,
        report_number=sanction.report_id, before=before, after=said | after,
    )  # fmt: skip
    emails.notify_sanctioned(sanction, at)
    return sanction


def unhide(actor: User, sanction: Sanction, at: datetime) -> None:
    """Show everything again that this decision hid, at each of its tables."""
    by_table: dict[str, list[Hidden]] = {}
    for row in sanction_records.hidden_rows(sanction).order_by("table", "pk"):
        by_table.setdefault(row.table.code, []).append(row)
    for code, found in by_table.items():
        with row_for_update(code, at) as work:
            table_actions.refuse_own_table(actor, work.table)
            said = Message.objects.filter(pk__in=[row.message_id for row in found])
            if messages := list(said):
                chat.set_hidden(work, messages, hidden=False)
            elif title := found[-1].title:
                chat.retitle(work, title)
            else:  # they have left the site, and their texts are gone
                raise NotAllowed("gone")
