"""Search pages: players, tables and messages; pairs of players."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_base import parse_number
from accounts.models import User
from config.clock import now
from games.moderation import collusion, conflicts, permissions
from games.moderation.pages.base import ReasonForm, admin_page, posted, require_staff, show_refusal
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import ban_evasion, player_records

LONGEST_QUERY = 100


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Search players or tables, as far as the user's role allows."""
    actor = request.user
    if not isinstance(actor, User):
        raise PermissionDenied
    players, tables = (permissions.may(actor, one) for one in (Action.SEE_PLAYER, Action.SEE_TABLE))
    if not players and not tables:
        raise PermissionDenied
    words = " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    context = {
        "words": words,
        "found": player_records.staff_search(actor, words, players=players, tables=tables)
        if words
        else None,
        "shown": player_records.RESULTS_SHOWN,
        "read_through": player_records.ROWS_SCANNED,
        "shortest": player_records.SHORTEST_QUERY,
        "an_address": "@" in words,
        "may_find_address": permissions.may(actor, Action.FIND_ADDRESS),
    }
    return admin_page(request, "search.html", _("Search"), context)


WITHIN_LABELS = (_("within 30 seconds"), _("within 5 minutes"), _("within an hour"))


class PairForm(forms.Form):
    """Two players by name; links name them by number."""

    one = forms.CharField(label=_("One player"), max_length=40)
    other = forms.CharField(label=_("The other player"), max_length=40)


@require_http_methods(["GET", "HEAD", "POST"])
def compare_page(request: HttpRequest) -> HttpResponse:
    """Compare the two players of the query string; with a posted reason also by device."""
    actor = require_staff(request, Action.SEE_PAIRS)
    one, other = (_player(request.GET.get(name, "")) for name in ("one", "other"))
    names = {
        name: str(user) if user else request.GET.get(name, "")[:40]
        for name, user in (("one", one), ("other", other))
    }
    form = PairForm(initial=names)
    context: dict[str, Any] = {"form": form, "asked": bool(request.GET.get("other"))}
    try:
        if one is not None and other is not None:
            found = collusion.compare_accounts(actor, one, other, conflicts.own_tables_of(actor))
            near = list(zip(WITHIN_LABELS, found["near"], strict=True))
            context |= {"found": found, "near": near, "latest": collusion.LATEST_TABLES}
            context |= _devices(request, actor, one, other)
    except NotAllowed as refused:
        show_refusal(request, refused)
    return admin_page(request, "compare.html", _("Compare two players"), context)


def _player(words: str) -> User | None:
    """Find a player by number or name. The number comes first: our own links have it."""
    pk = parse_number(words)
    found = User.objects.filter(pk=pk).first() if pk is not None else None
    return found or User.objects.named(words).first() if words else None


def _devices(request: HttpRequest, actor: User, one: User, other: User) -> dict[str, Any]:
    if not permissions.may(actor, Action.DEVICES):
        return {}
    form = ReasonForm(posted(request))
    if not form.is_valid():
        return {"device_form": form}
    reason = form.cleaned_data["reason"]
    return {"devices": ban_evasion.count_shared_devices(actor, one, other, reason, now())}


@require_http_methods(["GET", "HEAD", "POST"])
def pairs_page(request: HttpRequest) -> HttpResponse:
    """Show suspicious pairs, counted now; with a reason also by the devices they share."""
    actor = require_staff(request, Action.SEE_PAIRS)
    may, own = permissions.may(actor, Action.DEVICES), conflicts.own_tables_of(actor)
    form = ReasonForm(posted(request)) if may else None
    if form is not None and form.is_valid():
        found = collusion.suspicious_pairs_with_devices(
            actor, form.cleaned_data["reason"], now(), own
        )
        form = None
    else:
        found = collusion.suspicious_pairs(actor, now(), own)
    context = {
        "found": found,
        "device_form": form,
        "days": collusion.PERIOD.days,
        "least": collusion.MIN_COUNT,
        "factor": collusion.MIN_FACTOR,
    }
    return admin_page(request, "pairs.html", _("Suspicious pairs"), context)
