"""Addresses of replays and pictures."""

from django.urls import path

from games.tables.views import pictures, replay

urlpatterns = [
    path("t/<code:code>/replay/", replay.replay, name="table-replay"),
    path("viewer/", replay.viewer, name="viewer"),
    path("t/<code:code>/board.png", pictures.board, {"form": "png"}, name="table-board-png"),
    path("t/<code:code>/board.svg", pictures.board, {"form": "svg"}, name="table-board-svg"),
    path("pictures/<str:token>.png", pictures.shared, name="picture"),
    path("covers/<slug:name>.png", pictures.cover, name="cover"),
]
