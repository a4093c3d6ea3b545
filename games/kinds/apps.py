from django.apps import AppConfig


class KindsConfig(AppConfig):
    """No rows: template tags for cards, and the commands about rules."""

    name = "games.kinds"
