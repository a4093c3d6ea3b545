from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """No rows: what a learner has done is in their session."""

    name = "games.lessons"
