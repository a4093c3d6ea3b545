"""A player as moderators see him, and what they may do: form, preview, done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_pages import number, room
from accounts.models import User
from config.clock import now
from games.moderation import devices, own_tables, people, roles, words
from games.moderation.models import Sanction
from games.moderation.pages.player_acts import ACTS, Act, ReasonForm
from games.moderation.roles import NotAllowed


@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """History, notes, what binds him now, and the ways to act."""
    actor = _staff(request)
    if not roles.may(actor, "see-player"):
        raise PermissionDenied
    player = get_object_or_404(User, pk=pk)
    at = now()
    history = people.history(player, own_tables.of(actor))
    context = {
        "player": player,
        "history": history,
        "running": {row.pk for row in history.sanctions if row.runs(at)},
        "roles": [roles.ROLE_WORDS[role] for role in roles.of(player)],
        "acts": [(name, act.title) for name, act in ACTS.items() if _offered(actor, name)],
    }
    return room(request, "player.html", player.display_name, context)


def _offered(actor: User, name: str) -> bool:
    return name != "lift" and roles.may(actor, ACTS[name].action)


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """First what it will do, then doing it. Nothing happens on the way there."""
    actor = _staff(request)
    if name not in ACTS and name != "devices":
        raise Http404
    if not roles.may(actor, _action(name)):
        raise PermissionDenied
    player = get_object_or_404(User, pk=pk)
    if name == "devices":
        return _devices(request, actor, player)
    wanted = ACTS[name]
    sanction = _sanction(request, player) if name == "lift" else None
    form = wanted.form(request.POST or request.GET or None, request.method == "POST")
    step = request.POST.get("step", "")
    if request.method != "POST" or not form.is_valid() or step not in ("preview", "do"):
        context = {"form": form, "sanction": sanction}
        return _page(request, "player_act.html", wanted, player, context)
    if step == "preview":
        return _preview(request, wanted, player, form, sanction)
    return _done(request, wanted, actor, player, form, sanction)


def _action(name: str) -> str:
    """What it takes to come to this page; lifting depends on what is lifted, and is asked there."""
    return "devices" if name == "devices" else ACTS[name].action or "see-player"


def _sanction(request: HttpRequest, player: User) -> Sanction:
    wanted = number((request.POST or request.GET).get("sanction", ""))
    rows = Sanction.objects.filter(user=player, lifted_at=None)
    return get_object_or_404(rows, pk=wanted or 0)


def _page(
    request: HttpRequest, template: str, act: Act, player: User, context: dict[str, Any]
) -> HttpResponse:
    return room(request, template, act.title, {"player": player, "act": act} | context)


def _preview(
    request: HttpRequest, act: Act, player: User, form: Any, sanction: Sanction | None
) -> HttpResponse:
    context = {"form": form, "sanction": sanction, "lines": act.preview(player, form, sanction)}
    return _page(request, "player_act_preview.html", act, player, context)


def _done(
    request: HttpRequest, act: Act, actor: User, player: User, form: Any, sanction: Sanction | None
) -> HttpResponse:
    try:
        act.do(actor, player, form, sanction)
    except NotAllowed as refused:
        messages.error(request, str(words.REFUSED[refused.code]))
        return _page(request, "player_act.html", act, player, {"form": form, "sanction": sanction})
    messages.success(request, gettext("Done, and written down."))
    report = form.cleaned_data.get("report")
    return redirect("admin:report", report) if report else redirect("admin:player", player.pk)


def _devices(request: HttpRequest, actor: User, player: User) -> HttpResponse:
    """Hints, for a reason that is written down; shown once, and kept nowhere."""
    form = ReasonForm(request.POST or None, request.method == "POST")
    context: dict[str, Any] = {"player": player, "form": form}
    if request.method == "POST" and form.is_valid():
        context["hints"] = devices.hints(actor, player, form.cleaned_data["reason"], now())
    return room(request, "shared_devices.html", _("Hints of shared devices"), context)


def _staff(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
