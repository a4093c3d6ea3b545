"""URLs of replays and pictures."""

from django.urls import path

from games.replays import views

urlpatterns = [
    path("t/<code:code>/replay/", views.replay, name="table-replay"),
    path("viewer/", views.viewer, name="viewer"),
    path("t/<code:code>/board.png", views.board_picture, {"form": "png"}, name="table-board-png"),
    path("t/<code:code>/board.svg", views.board_picture, {"form": "svg"}, name="table-board-svg"),
    path("pictures/<str:token>.png", views.shared_picture, name="picture"),
    path("covers/<slug:name>.png", views.cover_picture, name="cover"),
]
