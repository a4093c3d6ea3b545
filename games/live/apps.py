from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Has no models: its migration lets PostgreSQL notify of changes."""

    name = "games.live"
