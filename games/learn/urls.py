"""Addresses of lessons, puzzles, rules and advice."""

from django.urls import path

from games.lessons import views
from games.tables.views import advice, rules

urlpatterns = [
    path("learn/", views.lessons, name="lessons"),
    path("learn/<slug:game>/", views.lesson, name="lesson"),
    path("learn/<slug:game>/preview/", views.lesson_preview, name="lesson-preview"),
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<slug:name>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:name>/preview/", views.puzzle_preview, name="puzzle-preview"),
    path("rules/", rules.all_games, name="rules"),
    path("rules/<slug:game>/", rules.game, name="game-rules"),
    path("rules/<slug:game>/cards/", rules.cards, name="cards"),
    path("t/<code:code>/advice/", advice.advice, name="table-advice"),
    path("t/<code:code>/opinion/", advice.opinion, name="table-opinion"),
    path("t/<code:code>/hindsight/", advice.hindsight, name="table-hindsight"),
]
