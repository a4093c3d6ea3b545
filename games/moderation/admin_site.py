"""The admin site, with our pages and colours, and a second factor in each session."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in import second_factor, security_log
from games.moderation.pages import hiding, operations, players, reports, search, tables


class ModerationSite(admin.AdminSite):
    site_header = _("Undermine: moderation")
    site_title = _("Moderation")
    index_title = _("Moderation")
    enable_nav_sidebar = False

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Wrap a view as Django does (no cache keeps a page), and require a second factor."""
        inner: Callable[..., HttpResponse] = super().admin_view(view, cacheable)

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if self.has_permission(request) and not second_factor.has_passed(request):
                return _ask_for_second_factor(request)
            return inner(request, *args, **kwargs)

        return guarded

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Return our own pages first, then those that Django makes for models."""
        own = [path(route, self.admin_view(view), name=name) for route, view, name in ADMIN_PAGES]
        return [*own, *super().get_urls()]

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Leave it to allauth, which limits the attempts and notifies the owner."""
        return redirect("account_change_password")


def _ask_for_second_factor(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    security_log.log_event("second factor asked for", request, request.user.email)
    if second_factor.has_second_factor(request.user):
        back = urlencode({"next": request.path})
        return redirect(f"{reverse('mfa_reauthenticate')}?{back}")
    messages.info(request, gettext("Staff sign in with a second factor: set it up."))
    return redirect("mfa_activate_totp")


ADMIN_PAGES: Final = (
    ("queue/", reports.queue_page, "queue"),
    ("queue/<int:number>/", reports.report_page, "report"),
    ("queue/<int:number>/all/", reports.group_page, "report-group"),
    ("search/", search.search_page, "search"),
    ("address/", players.find_address, "find-address"),
    ("compare/", search.compare_page, "compare"),
    ("pairs/", search.pairs_page, "pairs"),
    ("player/<int:pk>/", players.player_page, "player"),
    ("player/<int:pk>/address/", players.player_address, "player-address"),
    ("player/<int:pk>/<slug:name>/", players.player_action, "player-act"),
    ("table/<slug:code>/", tables.table_page, "table"),
    ("table/<slug:code>/secrets/", tables.secrets_page, "table-secrets"),
    ("table/<slug:code>/hide/", hiding.hide_page, "hide"),
    ("hidden/<int:number>/", hiding.hidden_page, "hidden"),
    ("table/<slug:code>/<slug:name>/", tables.table_action, "table-act"),
    ("audit/export/", operations.export_audit, "audit-export"),
    ("figures/", operations.figures_page, "figures"),
    ("maintenance/", operations.maintenance_page, "maintenance"),
)
