"""Turn table news into notices: who gets one, and how many one player may cause.

`on_table_news` listens to table news (games/tables/services/news.py) and writes a row for each
channel that the reader has chosen (preferences.py), in the transaction of its cause. When a notice
is due, delivery.py checks whether it is still true, composes and sends it.

Game events always create notices. Notices of a player's voluntary action name that player in `by`
and are limited (`allowed_recipients`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, assert_never

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from accounts import relations
from accounts.mail import addresses
from accounts.models import User
from config.storage.prepared_statements import Placeholder
from games.notices.channels import emails
from games.notices.creation import Cause, notices_for, save_notices
from games.notices.models import Notice
from games.tables.models import Message, Seat, Table
from games.tables.services import news


def on_table_news(table: Table, events: Sequence[news.TableEvent], at: datetime) -> None:
    """Write all notices for this news in one statement."""
    save_notices([row for event in events for row in _rows(event, table, at)])


def _rows(event: news.TableEvent, table: Table, at: datetime) -> list[Notice]:
    """Build the notices for one event. Solo players get none about their own actions, and the
    player in `by` gets none at all."""
    notify = partial(_notices_for_all, table=table, at=at)
    match event:
        case news.TurnBegan():
            return notify([event.player], "turn", Cause("turn", event.turn), seat=event.seat)
        case news.TimeIsShort():
            cause = Cause("deadline", event.turn, event.missed)
            return notify([event.player], "reminder", cause, seat=event.seat)
        case news.TurnMissed():
            cause = Cause("deadline", event.turn, event.missed)
            return notify([event.player], "missed", cause, seat=event.seat, what=event.what)
        case news.SeatChanged(what=what):
            cause = Cause(what, event.entry)
            return notify(event.players, "seat", cause, seat=event.seat, what=what, by=event.by)
        case news.SeatLost():
            lost = f"lost-{event.to}"
            cause = Cause(lost, event.entry)
            return notify([event.player], "seat", cause, seat=event.seat, what=lost)
        case news.TableStarted() | news.RoundOver() if table.for_one:
            return []
        case news.TableStarted():
            return notify(event.players, "started", Cause("table"))
        case news.RoundOver():
            return notify(event.players, "round-over", Cause("round", event.number))
        case news.TableOver(what=what):
            told = {user.pk: user for user in (*event.former, *event.players)}.values()
            theirs = table.for_one and what != "abandoned"
            return [] if theirs else notify(told, "over", Cause("table"), what=what, by=event.by)
        case news.Invited():  # once for each table, even if invited again
            return notify(event.guests, "invited", Cause("table"), by=event.by)
        case news.NamedInChat(message=message):
            users = without_unread_mention(event.players, table)
            return notify(users, "chat", Cause("message", message.pk), by=message.user)
        case news.StrangerInvited():
            _invite_by_mail(table, event.by, event.email)
            return []
    assert_never(event)


def _invite_by_mail(table: Table, by: User, email: str) -> None:
    """Send an email directly, as its reader has no account that could have a notice."""
    if not addresses.has_bounced(email):
        emails.invitation_mail(table, by, email).send()


def _notices_for_all(
    users: Iterable[User],
    kind: str,
    cause: Cause,
    at: datetime,
    table: Table,
    seat: int | None = None,
    what: str = "",
    by: User | None = None,
) -> list[Notice]:
    """Build the same notice for each user, within the limits if `by` caused it."""
    told = allowed_recipients(by, users, table, at) if by else users
    return [
        row
        for user in told
        for row in notices_for(user, kind, cause, at, table=table, seat=seat, what=what, by=by)
    ]


# Notices of game events (a turn, a reminder, a lost seat, the end) have an empty `by` and no limit.
# All others name the player who caused them. Their rows are counted in the transaction that writes
# the next one, so no cache can lose the counts. A notice over the limit is not written; the action
# still happens, and its author isn't told. Simultaneous requests may exceed a limit by one each.

LIMIT_WINDOW: Final = timedelta(days=1)
MAX_FROM_ONE: Final = 100
"""Maximum number of notices a day that one player may cause."""
MAX_TO_ONE: Final = 40
"""Maximum number of notices a day to one player."""
MAX_BETWEEN_TWO: Final = 12
"""Maximum number of notices a day from one player to another."""
MAX_PER_TABLE: Final = 6
"""Maximum number of notices a day from one player to another about one table."""

LimitKey = tuple[str, int, int, int]


def allowed_recipients(by: User, users: Iterable[User], table: Table, at: datetime) -> list[User]:
    """Leave out users who muted or blocked `by`, and those who would get too many notices."""
    others = [user for user in users if user.pk != by.pk]
    if not others:
        return []
    deaf, counted = relations.users_ignoring(by, others), _count_recent(by, others, at)
    found = []
    for user in others:
        places = _limits(by.pk, user.pk, table.pk)
        if user.pk not in deaf and all(counted[place] < most for place, most in places.items()):
            found.append(user)
            counted.update(places.keys())
    return found


def _limits(by: int, to: int, table: int | None) -> dict[LimitKey, int]:
    """Return the counters that such a notice adds to, with their limits."""
    return {
        ("from", by, 0, 0): MAX_FROM_ONE,
        ("to", 0, to, 0): MAX_TO_ONE,
        ("between", by, to, 0): MAX_BETWEEN_TWO,
        ("table", by, to, table or 0): MAX_PER_TABLE,
    }


def _count_recent(by: User, users: Iterable[User], at: datetime) -> Counter[LimitKey]:
    """Count recent notices, once for all channels. The limits keep this query small."""
    caused = Q(by=by) | Q(by__isnull=False, recipient__in=[user.pk for user in users])
    rows = Notice.objects.filter(caused, created_at__gt=at - LIMIT_WINDOW)
    cause = ("cause", "cause_number", "cause_count")
    once = rows.order_by().values_list("by", "recipient", "table", "kind", *cause).distinct()
    return Counter(place for by_, to, table, *_ in once for place in _limits(by_, to, table))


def without_unread_mention(users: Iterable[User], table: Table) -> list[User]:
    """Leave out users with an unread mention at this table, as one email is enough.

    Mentions that were hidden since do not count.
    """
    users = list(users)
    seen = Seat.objects.filter(
        table=table, user=OuterRef("recipient"), seen_at__gt=OuterRef("created_at")
    )
    told = Notice.objects.filter(kind="chat", table=table, recipient__in=[u.pk for u in users])
    hidden = Message.objects.filter(pk=OuterRef("cause_number"), hidden_at__isnull=False)
    unread = set(told.exclude(Exists(seen) | Exists(hidden)).values_list("recipient", flat=True))
    return [user for user in users if user.pk not in unread]


def has_unread_mention(user: Placeholder) -> Exists:
    """Return a condition for seats: whether this user has an unread mention at the table."""
    since = Coalesce(OuterRef("seen_at"), OuterRef("table__created_at"))
    told = Notice.objects.filter(recipient=user, kind="chat", table=OuterRef("table"))
    return Exists(told.filter(created_at__gte=since))
