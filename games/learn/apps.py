from django.apps import AppConfig


class LearnConfig(AppConfig):
    """No rows: what a learner has done is in their session."""

    name = "games.learn"
