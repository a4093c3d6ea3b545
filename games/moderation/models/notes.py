"""What moderators write down for each other, about players and about tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.tables.models import Table

USER = settings.AUTH_USER_MODEL


class WrittenNote(models.Model):
    """Who wrote what, and when."""

    by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, verbose_name=_("written by")
    )
    at = models.DateTimeField(_("written"), default=now)
    text = models.TextField(_("note"), max_length=2000)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"note {self.pk}"


class StaffNote(WrittenNote):
    """What moderators note about a player. The player's data export has it, unsigned."""

    user = models.ForeignKey(
        USER, models.CASCADE, related_name="staff_notes", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("staff note")
        verbose_name_plural = _("staff notes")
        indexes = [
            models.Index("user", F("at").desc(), name="notes_about_a_player"),
            models.Index("at", name="staff_notes_by_age"),
        ]


class TableNote(WrittenNote):
    """What moderators note about a table, for each other. No player ever reads it."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="staff_notes", verbose_name=_("table")
    )

    class Meta:
        verbose_name = _("note about a table")
        verbose_name_plural = _("notes about tables")
        indexes = [
            models.Index("table", F("id").desc(), name="notes_about_a_table"),
            models.Index("at", name="table_notes_by_age"),
        ]
