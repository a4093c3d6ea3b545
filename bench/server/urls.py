"""The bare pages, then the whole site."""

from django.urls import include, path

from bench.server import views
from config.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("bench/update/<int:pk>/", views.update),
    path("bench/204/", views.nothing),
    path("bench/plain/", views.plain),
    path("", include("config.urls")),
]
