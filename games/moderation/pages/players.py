"""A player as moderators see them, and what they can do: form, preview, done."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.db import transaction
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
from games.moderation import conflicts, devices, own_tables, people, profiles, roles
from games.moderation.actions import LIFT, Action
from games.moderation.models import Sanction
from games.moderation.pages import closing
from games.moderation.pages.act_page import ActPage
from games.moderation.pages.forms import ActForm, ReasonForm
from games.moderation.pages.page import admin_page, require_staff, say_refused
from games.moderation.pages.player_acts import ACTS, PlayerAct, lift
from games.moderation.roles import NotAllowed


@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """How they play, what they say, history, notes, and what can be done."""
    actor = require_staff(request, Action.SEE_PLAYER)
    player = get_object_or_404(User, pk=pk)
    offered = conflicts.offered(actor, roles.PERMISSIONS.keys(), [player], now())
    own = own_tables.of(actor)
    context = {
        "player": player,
        "profile": profiles.profile(player, own),
        "history": people.history(player, actor, own),
        "earlier_names": earlier_names.of(player),
        "roles": [roles.ROLE_WORDS[role] for role in roles.of(player)],
        "acts": [(name, act.title) for name, act in ACTS.items() if _fits(act, player, offered)],
        "can_lift": not offered.isdisjoint(LIFT.values()),
        "can_see_devices": Action.DEVICES in offered,
        "can_see_address": Action.SEE_ADDRESS in offered,
    }
    return admin_page(request, "player.html", player.display_name, context)


def _fits(act: PlayerAct[Any], player: User, offered: Collection[Action]) -> bool:
    """There is a button for what they may do; devices are tied to something that holds, and a line
    is taken from who has one."""
    holds = act.action != Action.TIE_DEVICES or player.is_suspended(now())
    is_there = act.action != Action.LINE or bool(player.line)
    return holds and is_there and act.action in offered


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Ask for what is needed, show what will happen, then do it."""
    actor = require_staff(request, _needed(name))
    player = get_object_or_404(User, pk=pk)
    if name == "devices":
        return _devices(request, actor, player)
    wanted = lift(_sanction(request, player)) if name == "lift" else ACTS[name]
    if _is_refused(request, actor, wanted.action, player):
        return redirect("admin:player", player.pk)
    form = wanted.form(_sent(request), initial=request.GET.dict())
    form.about(player)
    closing.offer(form, actor)
    page = _page(wanted, player, form)
    step = request.POST.get("step", "")
    if step not in ("preview", "do") or not form.is_valid():
        return page.ask(request)
    if step == "preview":
        seen = [*wanted.preview(player, form), *closing.lines(form, wanted.action)]
        return page.preview(request, seen)
    try:
        with transaction.atomic():
            wanted.do(actor, player, form)
            closing.close(actor, form, wanted.action)
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


def _is_refused(request: HttpRequest, actor: User, action: Action, player: User) -> bool:
    """Say so before a moderator fills in a form in vain."""
    try:
        roles.require_not_self(actor, player)
        conflicts.require(actor, action, [player], now())
    except NotAllowed as refused:
        say_refused(request, refused)
        return True
    return False


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
    if form.cleaned_data.get("closing"):
        return redirect("admin:queue")
    return redirect("admin:report", report) if report else redirect("admin:player", player.pk)


def _devices(request: HttpRequest, actor: User, player: User) -> HttpResponse:
    """Who may share a device, for a reason that is written down. Shown once, and kept nowhere."""
    if _is_refused(request, actor, Action.DEVICES, player):
        return redirect("admin:player", player.pk)
    form = ReasonForm(_sent(request))
    context: dict[str, Any] = {"player": player, "form": form}
    if form.is_valid():
        context["matches"] = devices.matches(actor, player, form.cleaned_data["reason"], now())
    return admin_page(request, "shared_devices.html", _("Shared devices"), context)
