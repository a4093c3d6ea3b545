"""All URLs; each app has its own list."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

handler400 = "config.serving.error_pages.bad_request"
handler403 = "config.serving.error_pages.forbidden"
handler404 = "config.serving.error_pages.not_found"
handler500 = "config.serving.error_pages.server_error"

urlpatterns = [
    path("", include("games.tables.urls")),
    path("", include("games.players.urls")),
    path("", include("games.replays.urls")),
    path("", include("games.learn.urls")),
    path("", include("games.live.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.moderation.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.site.urls")),
]
