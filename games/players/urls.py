"""Addresses of players."""

from django.urls import path

from games.tables.views import best, friends, own_dwarf, own_line, players, vacation

urlpatterns = [
    path("players/<str:name>/", players.profile, name="player"),
    path("ratings/", best.ratings, name="ratings"),
    path("ratings/<slug:game>/", best.ratings, name="game-ratings"),
    path("players/<str:name>/follow/", friends.follow, name="follow"),
    path("players/<str:name>/unfollow/", friends.unfollow, name="unfollow"),
    path("friends/", friends.page, name="friends"),
    path("dwarfs/<slug:mark>/<slug:dwarf>.svg", own_dwarf.picture, name="dwarf"),
    path("settings/dwarf/", own_dwarf.page, name="own-dwarf"),
    path("settings/line/", own_line.page, name="own-line"),
    path("settings/vacation/", vacation.vacation, name="vacation"),
    path("settings/vacation/end/", vacation.end, name="vacation-end"),
]
