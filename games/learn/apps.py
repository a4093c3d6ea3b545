from django.apps import AppConfig


class LearnConfig(AppConfig):
    """No rows: a lesson is data of its game, and what a learner has done is in their session."""

    name = "games.learn"
