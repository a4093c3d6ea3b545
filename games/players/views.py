"""What everybody may know of a player, and what a reader can do about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import blocking, earlier_names, following
from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.tables import reliability
from games.tables.access import Reader
from games.tables.models import Career, Seat
from games.tables.presenters.results import results
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
    player = known_players().filter(pk__in=User.objects.named(name).values("pk")).first()
    if player is None:
        return _moved(name)
    context = _for_reader(request.user, player) | {
        "player": player,
        "away_until": away_until(player, now()),
        "results": results(player, request.user, now()),
        "reliability": reliability.of(player),
        "is_me": player.pk == request.user.pk,
    }
    return render(request, "tables/player.html", context)


def _moved(name: str) -> HttpResponse:
    """To the page of who was called so until lately: links in chats and mails lead on."""
    found = earlier_names.moved_to(name, now())
    if found is None or found.name is None:
        raise Http404
    return redirect("player", found.name)


def _for_reader(reader: Reader, player: User) -> dict[str, Any]:
    """Their line, their last name, and whether the reader follows them or may.

    Who keeps a player away does not read their line either.
    """
    found: dict[str, Any] = {"line": player.line, "earlier": earlier_names.told(player, now())}
    if isinstance(reader, User) and reader.pk != player.pk:
        if blocking.kept_away(reader, [player.pk]):
            found["line"] = ""
        found["follows"] = following.follows(reader, player)
        found["may_follow"] = not reader.is_guest and not player.is_guest
    return found


def known_players() -> QuerySet[User]:
    """Those who have confirmed their address, been here, or sat at a table.

    A name is held for a while whether or not a sign-up went well; a page for it would tell which.
    """
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    came = Q(last_login__isnull=False) | Exists(confirmed)
    sat = Exists(Seat.objects.filter(user=OuterRef("pk")))
    return User.objects.filter(sat | Q(came, is_active=True), deleted_at__isnull=True)


def played(player: User) -> list[Played]:
    """One query, however much they have played: it was counted when each table was over."""
    found: dict[str, list[Career]] = {}
    for career in Career.objects.filter(user=player).order_by("pk"):
        found.setdefault(career.kind, []).append(career)
    return [_summed(kind.title, found[name]) for name, kind in KINDS.items() if name in found]


def _summed(name: Any, careers: list[Career]) -> Played:
    """With people and with bots; alone there is only one."""
    finished, won = sum(row.played for row in careers), sum(row.won for row in careers)
    return Played(name, finished, won, careers[0].best)
