"""What players ask moderators to look at."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.moderation.models.sanctions import Sanction
from games.moderation.models.tokens import new_token
from games.tables.models import Message, Table

USER = settings.AUTH_USER_MODEL


class Report(models.Model):
    """A player asks the moderators to look. It keeps what they need to see, as it was then."""

    class Kind(models.TextChoices):
        MESSAGE = "message", _("something said in chat")
        NAME = "name", _("a name, or a line about oneself")
        STALLING = "stalling", _("stalling")
        COLLUSION = "collusion", _("playing together in secret")
        ABUSE = "abuse", _("abuse")
        OTHER = "other", _("something else")
        APPEAL = "appeal", _("appeal")
        RETURN = "return", _("perhaps a banned player")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLAIMED = "claimed", _("being looked at")
        RESOLVED = "resolved", _("resolved")

    reporter = models.ForeignKey(
        USER, models.SET_NULL, related_name="reports_made", null=True, verbose_name=_("from")
    )
    about = models.ForeignKey(
        USER, models.CASCADE, related_name="reports_about", verbose_name=_("about")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    table = models.ForeignKey(
        Table, models.SET_NULL, related_name="+", null=True, blank=True, verbose_name=_("table")
    )
    message = models.ForeignKey(Message, models.SET_NULL, related_name="+", null=True, blank=True)
    sanction = models.ForeignKey(
        Sanction, models.SET_NULL, related_name="appeals", null=True, blank=True
    )
    words = models.CharField(_("words"), max_length=2000, blank=True, default="")
    context = models.JSONField(default=dict, blank=True)
    """The table's code, its seats and the chat, as they were when it was reported."""
    times = models.PositiveIntegerField(default=1, db_default=1)
    """How often the same player has sent it while it was open."""
    added = models.JSONField(null=True, blank=True)
    """Additions, the oldest first: `at`, `words`, and the `token` of the form."""
    told = models.BooleanField(default=False, db_default=False)
    """Have the moderators on call been notified? (services/report_alerts.py)"""
    token = models.CharField(max_length=40, default=new_token, editable=False)
    at = models.DateTimeField(_("reported"), default=now)
    due_at = models.DateTimeField(_("due"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    claimed_by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, blank=True, verbose_name=_("claimed by")
    )
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=16, blank=True, default="")
    answer = models.CharField(_("answer"), max_length=1000, blank=True, default="")
    """The answer that the reporter got."""
    resolved_at = models.DateTimeField(_("resolved"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = [("handle_reports", "May claim and resolve reports")]
        constraints = [
            models.UniqueConstraint("reporter", "token", name="one_report_a_form"),
            models.UniqueConstraint(
                "about", condition=Q(kind="return"), name="one_return_a_player"
            ),
        ]
        indexes = [
            models.Index("due_at", condition=~Q(state="resolved"), name="reports_by_due_time"),
            models.Index("about", F("at").desc(), name="reports_about_a_player"),
            models.Index("resolved_at", condition=Q(state="resolved"), name="reports_by_end"),
            models.Index(
                "id", condition=Q(told=False) & ~Q(state="resolved"), name="reports_to_tell"
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def additions(self) -> list[tuple[datetime, str]]:
        """When they reported it again, and what they wrote then."""
        return [(datetime.fromisoformat(row["at"]), row["words"]) for row in self.added or []]

    def is_overdue(self, at: datetime) -> bool:
        return self.state != self.State.RESOLVED and self.due_at <= at


# What moderators write down for each other, about players and about tables.


class WrittenNote(models.Model):
    """A note with its author and time."""

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
