"""A player as moderators see them, and what they can do: form, preview, done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import earlier_names
from accounts.admin_pages import number
from accounts.models import User
from config.clock import now
from games.moderation import devices, own_tables, people, roles
from games.moderation.actions import Action
from games.moderation.models import Sanction
from games.moderation.pages.act_page import ActPage
from games.moderation.pages.forms import ActForm, ReasonForm
from games.moderation.pages.page import admin_page, require_staff, say_refused
from games.moderation.pages.player_acts import ACTS, PlayerAct, lift
from games.moderation.roles import NotAllowed


@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """History, notes, the sanctions that hold now, and what can be done."""
    actor = require_staff(request, Action.SEE_PLAYER)
    player = get_object_or_404(User, pk=pk)
    context = {
        "player": player,
        "history": people.history(player, own_tables.of(actor)),
        "earlier_names": earlier_names.of(player),
        "roles": [roles.ROLE_WORDS[role] for role in roles.of(player)],
        "acts": [(name, act.title) for name, act in ACTS.items() if roles.may(actor, act.action)],
    }
    return admin_page(request, "player.html", player.display_name, context)


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Ask for what is needed, show what will happen, then do it."""
    actor = require_staff(request, _needed(name))
    player = get_object_or_404(User, pk=pk)
    if name == "devices":
        return _devices(request, actor, player)
    wanted = lift(_sanction(request, player)) if name == "lift" else ACTS[name]
    form = wanted.form(_sent(request), initial=request.GET.dict())
    page = _page(wanted, player, form)
    step = request.POST.get("step", "")
    if step not in ("preview", "do") or not form.is_valid():
        return page.ask(request)
    if step == "preview":
        return page.preview(request, wanted.preview(player, form))
    try:
        wanted.do(actor, player, form)
    except NotAllowed as refused:
        say_refused(request, refused)
        return page.ask(request)
    return _done(request, player, form)


def _needed(name: str) -> Action:
    """What it takes to see this form. Whether this sanction can be lifted is asked later."""
    special = {"devices": Action.DEVICES, "lift": Action.SEE_PLAYER}
    if name in special:
        return special[name]
    if name not in ACTS:
        raise Http404
    return ACTS[name].action


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _sanction(request: HttpRequest, player: User) -> Sanction:
    wanted = number((request.POST or request.GET).get("sanction", ""))
    rows = Sanction.objects.filter(user=player, lifted_at=None)
    return get_object_or_404(rows, pk=wanted or 0)


def _page(act: PlayerAct[Any], player: User, form: ActForm) -> ActPage:
    carried = (("sanction", act.sanction.pk),) if act.sanction else ()
    back = reverse("admin:player", args=[player.pk])
    return ActPage(act.title, player.display_name, back, form, carried)


def _done(request: HttpRequest, player: User, form: ActForm) -> HttpResponse:
    """Back to where the moderator came from: a report, or the player."""
    messages.success(request, gettext("Done, and written down."))
    report = form.cleaned_data.get("report")
    return redirect("admin:report", report) if report else redirect("admin:player", player.pk)


def _devices(request: HttpRequest, actor: User, player: User) -> HttpResponse:
    """Who may share a device, for a reason that is written down. Shown once, and kept nowhere."""
    form = ReasonForm(_sent(request))
    context: dict[str, Any] = {"player": player, "form": form}
    if form.is_valid():
        context["matches"] = devices.matches(actor, player, form.cleaned_data["reason"], now())
    return admin_page(request, "shared_devices.html", _("Shared devices"), context)
