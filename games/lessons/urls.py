"""Addresses of lessons and puzzles."""

from django.urls import path

from games.lessons import views

urlpatterns = [
    path("learn/", views.lessons, name="lessons"),
    path("learn/<slug:game>/", views.lesson, name="lesson"),
    path("learn/<slug:game>/preview/", views.lesson_preview, name="lesson-preview"),
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<slug:name>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:name>/preview/", views.puzzle_preview, name="puzzle-preview"),
]
