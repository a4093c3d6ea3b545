from django.apps import AppConfig


class LiveConfig(AppConfig):
    """No rows of its own: its migration lets PostgreSQL tell of changes."""

    name = "games.live"
