from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from games.moderation import devices

        user_logged_in.connect(devices.note, dispatch_uid="games.device-trace")
