"""URLs of lessons, puzzles, rules and advice."""

from django.urls import path

from games.learn import views

urlpatterns = [
    path("learn/", views.lessons, name="lessons"),
    path("learn/<slug:game>/", views.lesson, name="lesson"),
    path("learn/<slug:game>/preview/", views.lesson_preview, name="lesson-preview"),
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<slug:name>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:name>/preview/", views.puzzle_preview, name="puzzle-preview"),
    path("rules/", views.rules_of_all_games, name="rules"),
    path("rules/<slug:game>/", views.rules_of_game, name="game-rules"),
    path("rules/<slug:game>/cards/", views.cards, name="cards"),
    path("t/<code:code>/advice/", views.advice_page, name="table-advice"),
    path("t/<code:code>/opinion/", views.opinion_page, name="table-opinion"),
    path("t/<code:code>/hindsight/", views.hindsight_page, name="table-hindsight"),
]
