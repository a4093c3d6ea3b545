"""The addresses of the moderators' pages, below /admin/. The admin site guards each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from django.http import HttpResponse

from games.moderation.pages import (
    audit,
    contact,
    figures,
    hiding,
    maintenance,
    pairs,
    players,
    queue,
    reports,
    search,
    tables,
    time_machine,
)


class Page(NamedTuple):
    route: str
    view: Callable[..., HttpResponse]
    name: str


PAGES: Final = (
    Page("queue/", queue.listing, "queue"),
    Page("queue/<int:number>/", reports.one, "report"),
    Page("queue/<int:number>/all/", queue.group, "report-group"),
    Page("search/", search.search, "search"),
    Page("address/", contact.search, "find-address"),
    Page("compare/", pairs.compare, "compare"),
    Page("pairs/", pairs.listing, "pairs"),
    Page("player/<int:pk>/", players.one, "player"),
    Page("player/<int:pk>/address/", contact.of_player, "player-address"),
    Page("player/<int:pk>/<slug:name>/", players.act, "player-act"),
    Page("table/<slug:code>/", tables.one, "table"),
    Page("table/<slug:code>/secrets/", time_machine.secrets, "table-secrets"),
    Page("table/<slug:code>/hide/", hiding.hide, "hide"),
    Page("hidden/<int:number>/", hiding.one, "hidden"),
    Page("table/<slug:code>/<slug:name>/", tables.act, "table-act"),
    Page("audit/export/", audit.export, "audit-export"),
    Page("figures/", figures.figures, "figures"),
    Page("maintenance/", maintenance.maintenance, "maintenance"),
)
