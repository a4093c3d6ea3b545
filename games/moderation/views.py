"""The pages on which players report, appeal, and block or mute somebody."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import relations
from accounts.admin_base import parse_number
from accounts.decorators import AuthenticatedRequest, own_form, own_page
from accounts.models import Block, Mute, User
from config.clock import now
from games.moderation import code_of_conduct
from games.moderation.forms import AppealForm, Reportable, ReportForm
from games.moderation.models import Report, Sanction
from games.moderation.services import reports, sanction_records
from games.players.views import known_players
from games.tables import access, rate_limits
from games.tables.refusals import Refused, reason_sentence

A_PAGE = 20
REPORTS_AN_HOUR = rate_limits.Limit("reports-hour", 10, timedelta(hours=1))
REPORTS_A_DAY = rate_limits.Limit("reports", 20, timedelta(days=1))
"""The daily limit, for new and repeated reports together."""


@own_form
def report(request: AuthenticatedRequest) -> HttpResponse:
    """Ask the moderators to look at a player, or at a message at a table."""
    asked = request.POST or request.GET
    found = _reportable(request.user, asked.get("table", ""), asked.get("player", ""))
    form = ReportForm(found, request.POST if request.method == "POST" else None, request.GET)
    if form.is_valid():
        said = _send(request.user, form)
        if not said:
            messages.success(
                request, _("Thank you. We will look into it and email you the result.")
            )
            return redirect("my-reports")
        form.add_error(None, said)
    return render(request, "moderation/report.html", {"form": form, "found": found})


def _send(user: User, form: ReportForm) -> str:
    """Send the report, or return why it was refused. Only reports to be stored are counted."""
    at, complaint, token = now(), form.complaint(), form.cleaned_data["token"]
    try:
        reports.check_complaint(user, complaint)
        with transaction.atomic():
            reports.lock_reporter(user)
            if not reports.was_sent(user, complaint, token) and (many := _too_many(user, at)):
                return many
            reports.file_report(user, complaint, token, at)
    except Refused as refused:
        return reason_sentence(refused.code)
    return ""


def _too_many(user: User, at: datetime) -> str:
    if not rate_limits.may(user, REPORTS_AN_HOUR, at):
        return _(
            "That was a lot of reports for one hour. We look at those that you have sent; send the "
            "next one later."
        )
    if not rate_limits.may(user, REPORTS_A_DAY, at):
        return _("You have reached the limit of reports for today. Contact us if it cannot wait.")
    return ""


def _reportable(user: User, code: str, name: str) -> Reportable:
    """Return what can be reported: at a table that the user may see, or about one player."""
    if code:
        return Reportable.at_table(user, access.readable_table(user, code))
    other = known_players(name).first()
    if other is None or other.pk == user.pk:
        raise Http404
    return Reportable((other,))


@own_page
def my_reports(request: AuthenticatedRequest) -> HttpResponse:
    rows = Report.objects.filter(reporter=request.user).select_related("about").order_by("-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/my_reports.html", {"page_obj": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, token: str) -> HttpResponse:
    """Appeal by the link in a mail, signed in or not. Only the button sends the appeal."""
    found = get_object_or_404(Sanction.objects.select_related("user"), appeal_token=token)
    form = AppealForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            reports.file_appeal(token, form.cleaned_data["words"], now())
            return redirect("appeal", token=token)
        except Refused as refused:
            form.add_error(None, reason_sentence(refused.code))
    context = {"decision": decision_context(found), "form": form}
    return render(request, "moderation/appeal.html", context)


@own_form
def block_or_mute(request: AuthenticatedRequest, name: str) -> HttpResponse:
    """Block, mute or report somebody. They never learn of a block or mute."""
    other = known_players(name).first()
    if other is None:
        raise Http404
    if other.pk == request.user.pk:
        return redirect("my-reports")
    if request.method == "POST":
        _change_block_or_mute(request.user, other, request.POST.get("do", ""), now())
        messages.success(request, _("Saved."))
        return redirect("manners", name=other.name or "")
    context = {
        "other": other,
        "blocked": Block.objects.filter(user=request.user, other=other).exists(),
        "muted": Mute.objects.filter(user=request.user, other=other).exists(),
    }
    return render(request, "moderation/block_or_mute.html", context)


@own_form
def blocked_players(request: AuthenticatedRequest) -> HttpResponse:
    """List the players the user has blocked or muted, with buttons to undo it."""
    people = relations.blocked_or_muted(request.user)
    if request.method == "POST":
        other = get_object_or_404(people, pk=parse_number(request.POST.get("player", "")) or 0)
        if request.POST.get("do") not in ("unblock", "unmute"):
            raise Http404
        _change_block_or_mute(request.user, other, request.POST["do"], now())
        messages.success(request, _("Saved."))
        page_number = parse_number(request.GET.get("page", "")) or 1
        return redirect(f"{reverse('kept-away')}?page={page_number}")
    page = Paginator(people, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/blocked_players.html", {"page_obj": page})


def _change_block_or_mute(user: User, other: User, wanted: str, at: datetime) -> None:
    if wanted == "block":
        relations.block(user, other, at)
    elif wanted == "unblock":
        relations.unblock(user, other)
    elif wanted == "mute":
        relations.mute(user, other, at)
    elif wanted == "unmute":
        relations.unmute(user, other)
    else:
        raise Http404


def decision_context(sanction: Sanction) -> dict[str, Any]:
    """Return a sanction as its player reads it in the mail, with the URL of a possible appeal."""
    path = reverse("appeal", args=[sanction.appeal_token]) if reports.may_appeal(sanction) else ""
    return {
        "kind": sanction.get_kind_display(),
        "lines": sanction_records.explanation(sanction),
        "facts": sanction_records.facts_of(sanction),
        "appeal": path,
        "standing": sanction.appeal,
        "lifted": sanction.lifted_at is not None,
    }


def current_exclusions(user: User, at: datetime) -> list[dict[str, Any]]:
    """Return the sanctions that suspend them now, for the page in accounts/sign_in/bans.py."""
    rows = Sanction.objects.filter(user=user, kind__in=Sanction.EXCLUDING).select_related("user")
    return [
        decision_context(row) | {"lines": sanction_records.suspension_explanation(row)}
        for row in rows.order_by("-at")
        if row.runs(at)
    ]


@require_safe
def conduct_page(request: HttpRequest) -> HttpResponse:
    return render(request, "moderation/code_of_conduct.html", {"rules": code_of_conduct.RULES})


@own_page
def my_decisions(request: AuthenticatedRequest) -> HttpResponse:
    """List the user's decisions; suspended players can see it, too."""
    rows = Sanction.objects.filter(user=request.user).select_related("user").order_by("-at", "-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "decisions": [decision_context(row) for row in page]}
    return render(request, "moderation/decisions.html", context)


def removed_page(request: HttpRequest, code: str) -> HttpResponse | None:
    """Tell a player removed from this table why, and nothing of the table; None for others."""
    user = request.user
    found = sanction_records.removal_of(user, code) if isinstance(user, User) else None
    if found is None:
        return None
    context = {"decision": decision_context(found)}
    return render(request, "moderation/removed.html", context, status=403)
