"""What everybody may know of a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.tables import reliability
from games.tables.models import Seat, Table
from games.tables.words.names import away_until


@dataclass(frozen=True, slots=True)
class Played:
    """How often they have played a game to its end."""

    name: Any
    finished: int
    won: int
    best: int | None
    """What they brought home at best, where one plays alone."""


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Since when, what they have played, whether one can rely on them."""
    player = get_object_or_404(known_players(), pk__in=User.objects.named(name).values("pk"))
    context = {
        "player": player,
        "away_until": away_until(player, now()),
        "played": played(player),
        "reliability": reliability.of(player),
        "is_me": player.pk == request.user.pk,
    }
    return render(request, "tables/player.html", context)


def known_players() -> QuerySet[User]:
    """Those who have confirmed their address, been here, or sat at a table.

    A name is held for a while whether or not a sign-up went well; a page for it would tell which.
    """
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    came = Q(last_login__isnull=False) | Exists(confirmed)
    sat = Exists(Seat.objects.filter(user=OuterRef("pk")))
    return User.objects.filter(sat | Q(came, is_active=True), deleted_at__isnull=True)


def played(player: User) -> list[Played]:
    """One query, however much they have played."""
    seats = Seat.objects.filter(user=player, table__status=Table.Status.FINISHED)
    found = seats.values("table__kind").annotate(
        finished=Count("pk"),
        won_count=Count("pk", filter=Q(won=True)),
        best=Max("score", filter=Q(table__size=1, won=True)),
    )
    rows = {row["table__kind"]: row for row in found}
    return [
        Played(kind.title, rows[name]["finished"], rows[name]["won_count"], rows[name]["best"])
        for name, kind in KINDS.items()
        if name in rows
    ]
