from django.apps import AppConfig


class LaboratoryConfig(AppConfig):
    """No rows: only the command that plays many games."""

    name = "games.laboratory"
