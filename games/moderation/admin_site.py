"""The admin as our own site: in the site's colours, behind a second factor in this very session."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import second_factor, security_log
from accounts.models import User


class Office(admin.AdminSite):
    site_header = _("Undermine: moderation")
    site_title = _("Moderation")
    index_title = _("Moderation")
    enable_nav_sidebar = False

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """As Django's, after the second factor: set up by who has none, else asked for."""
        inner = super().admin_view(view, cacheable)

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if self.has_permission(request) and not second_factor.passed(request):
                return _ask_for_second_factor(request)
            return inner(request, *args, **kwargs)

        return guarded

    def get_urls(self) -> list[URLResolver | URLPattern]:
        from games.moderation.pages import (
            audit,
            figures,
            players,
            reports,
            tables,
            time_machine,
        )

        rooms = [
            path("queue/", self.admin_view(reports.listing), name="queue"),
            path("queue/<int:number>/", self.admin_view(reports.one), name="report"),
            path("player/<int:pk>/", self.admin_view(players.one), name="player"),
            path("player/<int:pk>/<slug:name>/", self.admin_view(players.act), name="player-act"),
            path("table/<slug:code>/", self.admin_view(tables.one), name="table"),
            path(
                "table/<slug:code>/secrets/",
                self.admin_view(time_machine.secrets),
                name="table-secrets",
            ),
            path(
                "table/<slug:code>/<slug:name>/",
                self.admin_view(tables.act),
                name="table-act",
            ),
            path("audit/export/", self.admin_view(audit.export), name="audit-export"),
            path("figures/", self.admin_view(figures.figures), name="figures"),
        ]
        return rooms + super().get_urls()

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Through allauth, which throttles it and tells the owner."""
        return redirect("account_change_password")


def _ask_for_second_factor(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    security_log.tell("second factor asked for", request, request.user.email)
    if second_factor.has_one(request.user):
        back = urlencode({"next": request.path})
        return redirect(f"{reverse('mfa_reauthenticate')}?{back}")
    messages.info(request, gettext("Staff sign in with a second factor: set it up."))
    return redirect("mfa_activate_totp")
