from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "games.moderation"
    verbose_name = _("Moderation")
    default = True  # not the admin below

    def ready(self) -> None:
        # These need models, which are loaded by now.
        from games.moderation.services import ban_evasion

        user_logged_in.connect(ban_evasion.note_sign_in, dispatch_uid="moderation.device-trace")


class ModerationAdminConfig(admin_apps.AdminConfig):
    """Django's admin, with a site of our own (games/moderation/admin_site.py)."""

    default = False

    default_site = "games.moderation.admin_site.ModerationSite"
