"""URLs of the site that belong to no game."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from accounts.views import set_language
from games.site import health, metrics, share, views, web_app

urlpatterns: list[URLPattern | URLResolver] = [
    path("i18n/setlang/", set_language, name="set_language"),
    path("theme/", views.set_theme, name="set-theme"),
    path("privacy/", views.privacy, name="privacy"),
    path("terms/", views.terms, name="terms"),
    path("contact/", views.contact, name="contact"),
    path("names/", views.trademarks, name="names"),
    path("sw.js", web_app.service_worker, name="service-worker"),
    path("manifest/<slug:language>.webmanifest", web_app.manifest, name="manifest"),
    path("offline/", web_app.offline_page, name="offline"),
    path("share/", share.share_page, name="share"),
    path("readyz", health.readyz, name="readyz"),
    path("sweepz", health.sweepz, name="sweepz"),
    path("metrics", metrics.metrics_page, name="metrics"),
]
if settings.LOCAL_MODE:
    urlpatterns.append(path("dev/mail/", include("games.site.mailbox")))
