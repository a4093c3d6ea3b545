"""URLs of players."""

from django.urls import path

from games.players import views

urlpatterns = [
    path("players/<str:name>/", views.profile, name="player"),
    path("ratings/", views.leaderboard_page, name="ratings"),
    path("ratings/<slug:game>/", views.leaderboard_page, name="game-ratings"),
    path("players/<str:name>/follow/", views.follow, name="follow"),
    path("players/<str:name>/unfollow/", views.unfollow, name="unfollow"),
    path("friends/", views.friends_page, name="friends"),
    path("dwarfs/<slug:mark>/<slug:dwarf>.svg", views.dwarf_picture, name="dwarf"),
    path("settings/dwarf/", views.own_dwarf_page, name="own-dwarf"),
    path("settings/line/", views.bio_page, name="own-line"),
    path("settings/vacation/", views.vacation_page, name="vacation"),
    path("settings/vacation/end/", views.end_vacation, name="vacation-end"),
]
