"""Every address of the site."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.views import set_language
from games.site import health, pages

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.broken"

urlpatterns = [
    path("", include("games.tables.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.moderation.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", set_language, name="set_language"),
    path("theme/", pages.set_theme, name="set-theme"),
    path("privacy/", pages.privacy, name="privacy"),
    path("terms/", pages.terms, name="terms"),
    path("contact/", pages.contact, name="contact"),
    path("names/", pages.names, name="names"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
if settings.LOCAL_MODE:
    urlpatterns.append(path("dev/mail/", include("games.site.mailbox")))
