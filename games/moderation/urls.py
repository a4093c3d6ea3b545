"""URLs to report, appeal, and block or mute players."""

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("report/", views.report, name="report"),
    path("reports/", views.my_reports, name="my-reports"),
    path("settings/people/", views.blocked_players, name="kept-away"),
    path("conduct/", views.conduct_page, name="conduct"),
    path("decisions/", views.my_decisions, name="my-decisions"),
    path("appeal/<str:token>/", views.appeal, name="appeal"),
    path("players/<str:name>/manners/", views.block_or_mute, name="manners"),
]
