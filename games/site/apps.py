from __future__ import annotations

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class SiteConfig(AppConfig):
    """The top app, which connects all others."""

    name = "games.site"

    def ready(self) -> None:
        _fill_extension_points()
        autodiscover_modules("tasks")  # every process must know all sweeps, with periods and queues


def _fill_extension_points() -> None:
    """Tell lower apps which functions of higher apps to call (config/extensions.py)."""
    from accounts.privacy import deletion, personal_data, retention
    from accounts.sign_in import bans
    from config.jobs import cleanup
    from games.moderation import personal_data as moderation_data
    from games.moderation import views as moderation_views
    from games.moderation.services import emails, report_alerts, time_machine
    from games.notices import personal_data as notices_data
    from games.notices import texts, triggers
    from games.tables import access
    from games.tables import personal_data as tables_data
    from games.tables.services import unit_of_work
    from games.tables.views import table as table_view

    personal_data.CHAPTERS.provided = (
        *tables_data.CHAPTERS,
        *notices_data.CHAPTERS,
        *moderation_data.CHAPTERS,
    )
    # Moderation first: it looks for their name at tables where they still sit. Notices last:
    # leaving a table writes some.
    deletion.DELETION_HOOKS.provided = (
        moderation_data.on_account_deleted,
        tables_data.on_account_deleted,
        notices_data.on_account_deleted,
    )
    cleanup.CLEANINGS.provided = (
        *retention.CLEANINGS,
        *tables_data.CLEANINGS,
        *notices_data.CLEANINGS,
        *moderation_data.CLEANINGS,
    )
    bans.CURRENT_EXCLUSIONS.provided = (moderation_views.current_exclusions,)
    unit_of_work.LISTENERS.provided = (triggers.on_table_news,)
    access.HAS_UNREAD_MENTION.provided = (triggers.has_unread_mention,)
    access.RESTRICTIONS.provided = (time_machine.has_opened_secrets,)
    table_view.CLOSED_PAGES.provided = (moderation_views.removed_page,)
    texts.AUTHORS.provided = (
        ("moderation", emails.email_text),
        ("reports", report_alerts.alert_text),
    )
