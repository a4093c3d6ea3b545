"""Addresses that belong to the site and to no game."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from accounts.views import set_language
from games.site import health, metrics, pages, theme
from games.site.app import manifest, offline, share, worker

urlpatterns: list[URLPattern | URLResolver] = [
    path("i18n/setlang/", set_language, name="set_language"),
    path("theme/", theme.set_theme, name="set-theme"),
    path("privacy/", pages.privacy, name="privacy"),
    path("terms/", pages.terms, name="terms"),
    path("contact/", pages.contact, name="contact"),
    path("names/", pages.names, name="names"),
    path("sw.js", worker.script, name="service-worker"),
    path("manifest/<slug:language>.webmanifest", manifest.manifest, name="manifest"),
    path("offline/", offline.page, name="offline"),
    path("share/", share.share, name="share"),
    path("readyz", health.readyz, name="readyz"),
    path("sweepz", health.sweepz, name="sweepz"),
    path("metrics", metrics.page, name="metrics"),
]
if settings.LOCAL_MODE:
    urlpatterns.append(path("dev/mail/", include("games.site.mailbox")))
