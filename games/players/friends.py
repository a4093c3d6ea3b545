"""Friends: the players a reader follows, which of them are online, and tables to join them at.

Friends are online if they viewed one of their tables in the last minutes and let others see that.
The number of queries is constant.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from accounts import relations
from accounts.models import User
from games.tables.models import Seat, Table
from games.tables.presenters import lists

ONLINE_WITHIN: Final = timedelta(minutes=10)
"""An open page in use reports it once a minute."""
STRIP: Final = 6
"""Number of faces on the home page."""
TABLES_SEARCHED: Final = 12
"""How many of the reader's latest tables are searched for people to suggest."""


def friend_list(user: User, at: datetime) -> dict[str, Any]:
    """Return a reader's friends by name, each with `mutual` and `around`, and their open tables.

    Three queries; one for readers who follow nobody.
    """
    people = [] if user.is_guest else list(_with_presence(relations.followed_players(user), at))
    tables = list(_open_tables(user, people, at)) if people else []
    return {
        "people": people,
        "around": [person for person in people if getattr(person, "around", False)][:STRIP],
        "tables": lists.rows(tables, user, at) if tables else [],
    }


def _with_presence(people: QuerySet[User], at: datetime) -> QuerySet[User]:
    """Add presence, using the index of seats whose table is running or has just ended."""
    late = at - ONLINE_WITHIN
    seats = Seat.objects.filter(Q(ended_at=None) | Q(ended_at__gt=late), user=OuterRef("pk"))
    seen = Q(Exists(seats.filter(seen_at__gt=late)), shows_looking=True)
    return people.annotate(around=ExpressionWrapper(seen, BooleanField()))


def _open_tables(user: User, people: list[User], at: datetime) -> QuerySet[Table]:
    theirs = Seat.objects.filter(table=OuterRef("pk"), user__in=[one.pk for one in people])
    return lists.open_to_join(user, at).filter(Exists(theirs))[: lists.FEW]


def recent_players(user: User) -> list[User]:
    """Return players of the reader's last finished tables whom they neither follow nor block."""
    ended = Seat.objects.filter(user=user, ended_at__isnull=False).order_by("-ended_at")
    tables = list(ended.values_list("table_id", flat=True)[: lists.FEW])
    met = Seat.objects.of_people().filter(table__in=tables).values("user")
    people = User.objects.filter(pk__in=met, guest_until=None, deleted_at=None)
    strangers = people.exclude(pk=user.pk).exclude(pk__in=user.follows.values("other"))
    return list(
        strangers.exclude(relations.blocked_either_way(user, "pk")).order_by("name_key")[
            :TABLES_SEARCHED
        ]
    )
