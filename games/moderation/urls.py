"""Addresses by which players reach the moderators, and keep away from each other."""

from django.urls import path

from games.views import manners

urlpatterns = [
    path("report/", manners.report, name="report"),
    path("reports/", manners.my_reports, name="my-reports"),
    path("appeal/<str:token>/", manners.appeal, name="appeal"),
    path("players/<str:name>/manners/", manners.manners, name="manners"),
]
