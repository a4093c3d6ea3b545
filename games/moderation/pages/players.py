"""A player's page for moderators, and the pages of actions: form, preview, done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts import earlier_names
from accounts.admin_base import parse_number
from accounts.models import User
from config.clock import now
from games.moderation import conflicts, permissions, texts
from games.moderation.models import Report, Sanction
from games.moderation.pages import base
from games.moderation.pages.player_actions import PLAYER_ACTIONS, lift_action
from games.moderation.permissions import LIFT_ACTIONS, Action, NotAllowed
from games.moderation.services import ban_evasion, player_records, report_queue, reports
from games.moderation.services.report_queue import SeenGroup
from games.moderation.texts import Words


@require_safe
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how they play, their texts, history and notes, and the possible actions."""
    actor = base.require_staff(request, Action.SEE_PLAYER)
    player = get_object_or_404(User, pk=pk)
    offered = conflicts.offered_actions(actor, list(Action), [player], now())
    own = conflicts.own_tables_of(actor)
    context = {
        "player": player,
        "language": dict(settings.LANGUAGES).get(player.language, player.language),
        "profile": player_records.player_profile(player, own),
        "history": player_records.player_history(player, actor, own),
        "earlier_names": earlier_names.earlier_names_of(player),
        "roles": [permissions.ROLE_NAMES[role] for role in permissions.roles_of(player)],
        "acts": [
            (name, act.title)
            for name, act in PLAYER_ACTIONS.items()
            if act.action in offered and act.fits(player)
        ],
        "can_lift": not offered.isdisjoint(LIFT_ACTIONS.values()),
        "can_see_devices": Action.DEVICES in offered,
        "can_see_address": Action.SEE_ADDRESS in offered,
    }
    return base.admin_page(request, "player.html", player.display_name, context)


NEEDED = {"devices": Action.DEVICES, "lift": Action.SEE_PLAYER} | {
    name: act.action for name, act in PLAYER_ACTIONS.items()
}
"""The permission for each form. Whether this sanction can be lifted is checked later."""


@require_http_methods(["GET", "HEAD", "POST"])
def player_action(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    if name not in NEEDED:
        raise Http404
    actor = base.require_staff(request, NEEDED[name])
    player = get_object_or_404(User, pk=pk)
    if name == "devices":
        return _devices(request, actor, player)
    wanted = lift_action(_sanction(request, player)) if name == "lift" else PLAYER_ACTIONS[name]
    if _is_refused(request, actor, wanted.action, player):
        return redirect("admin:player", player.pk)
    form = wanted.form(base.posted(request), initial=request.GET.dict())
    form.about(player)
    offer_closing(form, actor)
    back = reverse("admin:player", args=[player.pk])
    carried = (("sanction", wanted.sanction.pk),) if wanted.sanction else ()
    page = base.ActionPage(wanted.title, player.display_name, back, form, carried)

    @transaction.atomic
    def do() -> None:
        wanted.do(actor, player, form)
        close_report_too(actor, form, wanted.action)

    return page.run(
        request,
        lambda: [*wanted.preview(player, form), *closing_lines(form, wanted.action)],
        do,
        lambda: _redirect_when_done(player, form),
    )


def _is_refused(request: HttpRequest, actor: User, action: Action, player: User) -> bool:
    """Return whether it would be refused, before a moderator fills in a form in vain."""
    try:
        permissions.require_not_self(actor, player)
        conflicts.require_no_conflict(actor, action, [player], now())
    except NotAllowed as refused:
        base.show_refusal(request, refused)
        return True
    return False


def _sanction(request: HttpRequest, player: User) -> Sanction:
    wanted = parse_number((request.POST or request.GET).get("sanction", ""))
    rows = Sanction.objects.standing().filter(user=player)
    return get_object_or_404(rows, pk=wanted or 0)


def _redirect_when_done(player: User, form: base.ActionForm) -> HttpResponse:
    report = form.cleaned_data.get("report")
    if form.cleaned_data.get("closing"):
        return redirect("admin:queue")
    return redirect("admin:report", report) if report else redirect("admin:player", player.pk)


def _devices(request: HttpRequest, actor: User, player: User) -> HttpResponse:
    """Show players who may share a device, for a recorded reason."""
    if _is_refused(request, actor, Action.DEVICES, player):
        return redirect("admin:player", player.pk)
    intro = _(
        "These players signed in from the same browser and network within a month. Families, "
        "schools and trains share both: this proves nothing, and no decision may rest on it "
        "alone. Each look is written down."
    )
    context = {"player": player, "intro": intro, "button": _("Show them")}
    found = ban_evasion.players_sharing_devices
    return _lookup(request, _("Shared devices"), context, "matches", partial(found, actor, player))


@require_http_methods(["GET", "HEAD", "POST"])
def player_address(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a reason, then show the email address."""
    actor = base.require_staff(request, Action.SEE_ADDRESS)
    player = get_object_or_404(User, pk=pk)
    intro = _(
        "View an address only if you need it. The audit trail records that you did and why, "
        "but not the address."
    )
    context = {"player": player, "intro": intro, "button": _("Show the address")}
    found = player_records.see_address
    return _lookup(request, _("Email address"), context, "address", partial(found, actor, player))


def _lookup(
    request: HttpRequest,
    title: Words,
    context: dict[str, Any],
    name: str,
    find: Callable[[str, datetime], object],
) -> HttpResponse:
    """Ask for the reason, then show the result: once, and kept in no cache (`admin_view`)."""
    form = base.ReasonForm(base.posted(request))
    context["form"] = form
    if form.is_valid():
        try:
            context[name] = find(form.cleaned_data["reason"], now())
        except NotAllowed as refused:
            base.show_refusal(request, refused)
    return base.admin_page(request, "player_lookup.html", title, context)


# An action that starts from a report can resolve it in the same click, with the usual answer.

ONLY_THIS = "1"
"""The choice of the report alone. The choice of its group states what of it was seen."""


def offer_closing(form: base.ActionForm, actor: User) -> None:
    """Offer to resolve the report from which the moderator comes, if there is one."""
    found = _report(form, actor)
    if found is None or found.state == Report.State.RESOLVED or found.kind == Report.Kind.APPEAL:
        return
    if not permissions.may(actor, Action.RESOLVE):
        return
    others = report_queue.seen_group(found, actor, now())
    choices: list[tuple[str, Any]] = [("", _("leave it open")), (ONLY_THIS, _("resolve it"))]
    if others.count > 1:
        more = others.count - 1
        said = ngettext("resolve it, and %(n)s other like it",
                        "resolve it, and %(n)s others like it", more)  # fmt: skip
        chosen = str(form.data.get("closing", ""))  # as the first page showed it
        choices.append(
            (chosen if chosen not in ("", ONLY_THIS) else str(others), said % {"n": more})
        )
    form.fields["closing"] = forms.ChoiceField(
        label=_("The report"), required=False, choices=choices, initial=ONLY_THIS,
        help_text=_("Its reporter gets the standard answer."),
    )  # fmt: skip


def closing_lines(form: base.ActionForm, action: Action) -> list[str | Promise]:
    if not form.cleaned_data.get("closing"):
        return []
    said = _outcome(action).label
    if form.cleaned_data["closing"] == ONLY_THIS:
        return [gettext("The report is resolved. Its reporter reads: “%s”") % said]
    count = SeenGroup.read(form.cleaned_data["closing"]).count
    all_of_them = gettext("%(n)s reports are resolved. Each reporter reads once: “%(said)s”")
    return [all_of_them % {"n": count, "said": said}]


def close_report_too(actor: User, form: base.ActionForm, action: Action) -> None:
    """Resolve the report, in the caller's transaction. A second click finds it resolved."""
    chosen, found = form.cleaned_data.get("closing"), _report(form, actor)
    if not chosen or found is None or found.state == Report.State.RESOLVED:
        return
    ending, at = reports.Resolution(_outcome(action), form.cleaned_data["reason"]), now()
    if chosen == ONLY_THIS:
        reports.resolve(actor, found.pk, ending, at)
    else:
        numbers = report_queue.numbers_in_group(found, actor, SeenGroup.read(chosen), at)
        report_queue.resolve_group(actor, numbers, ending, at)


def _outcome(action: Action) -> texts.Outcome:
    return texts.Outcome.WARNED if action == Action.WARN else texts.Outcome.ACTED


def _report(form: base.ActionForm, actor: User) -> Report | None:
    """Return the report, unless this moderator may not know of it."""
    if "report" not in form.fields:
        return None
    try:
        number = form.fields["report"].clean(form["report"].value())
    except forms.ValidationError:
        return None
    return reports.visible_to(actor).filter(pk=number or 0).first()


class AddressForm(base.ReasonForm):
    address = forms.EmailField(
        label=_("The whole address"), widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )
    field_order = ("address", "reason")


@sensitive_post_parameters("address")
@require_http_methods(["GET", "HEAD", "POST"])
def find_address(request: HttpRequest) -> HttpResponse:
    """Find the player with exactly this address. It is posted, so no log or history has it."""
    actor = base.require_staff(request, Action.FIND_ADDRESS)
    form = AddressForm(base.posted(request))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        chosen = form.cleaned_data
        found = player_records.find_by_address(actor, chosen["address"], chosen["reason"], now())
        context |= {"asked": True, "found": found}
    return base.admin_page(request, "find_address.html", _("Find an address"), context)
