"""Pages on which players read what was decided about them, and the rules of conduct."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.views import AuthenticatedRequest
from config.clock import now
from games.moderation import conduct, facts, removals, reports
from games.moderation.models import Sanction
from games.notices.text import Fact

A_PAGE = 20
KEEP_OUT = (Sanction.Kind.SUSPENSION, Sanction.Kind.BAN)


@dataclass(frozen=True, slots=True)
class Decision:
    """A sanction as its player reads it: the same as in the mail."""

    kind: str | Promise
    lines: tuple[str, ...]
    facts: tuple[Fact, ...]
    appeal: str
    """Where they can appeal, as long as they can."""
    standing: str
    """`none`, or what became of the appeal."""
    lifted: bool

    @classmethod
    def read(cls, sanction: Sanction, at: datetime) -> Decision:
        open_to_appeal = reports.may_appeal(sanction, at)
        return cls(
            sanction.get_kind_display(),
            facts.lines(sanction),
            facts.of(sanction),
            reverse("appeal", args=[sanction.appeal_token]) if open_to_appeal else "",
            sanction.appeal,
            sanction.lifted_at is not None,
        )


def _read(rows: Iterable[Sanction], at: datetime) -> list[Decision]:
    return [Decision.read(row, at) for row in rows]


def keeping_out(user: User, at: datetime) -> list[Decision]:
    """What suspends them now, for the page that says so (accounts/suspension.py)."""
    rows = Sanction.objects.filter(user=user, kind__in=KEEP_OUT).select_related("user")
    holding = [row for row in rows.order_by("-at") if row.runs(at)]
    return [replace(Decision.read(row, at), lines=facts.lines_of_suspended(row)) for row in holding]


@require_safe
def conduct_page(request: HttpRequest) -> HttpResponse:
    """The rules of conduct, for everybody."""
    return render(request, "moderation/conduct.html", {"rules": conduct.RULES})


@login_required
@never_cache
@require_safe
def mine(request: AuthenticatedRequest) -> HttpResponse:
    """What moderators decided about me, the latest first; also for who is suspended."""
    rows = Sanction.objects.filter(user=request.user).select_related("user").order_by("-at", "-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "decisions": _read(page, now())}
    return render(request, "moderation/decisions.html", context)


def removed(request: HttpRequest, code: str) -> HttpResponse | None:
    """For who was taken from this table: why, and nothing of the table. For others nothing."""
    found = removals.of(request.user, code) if isinstance(request.user, User) else None
    if found is None:
        return None
    context = {"decision": Decision.read(found, now())}
    return render(request, "moderation/removed.html", context, status=403)
