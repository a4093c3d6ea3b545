"""What moderators are told, what they do, and the trace that it leaves."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.tables.models.log import Message
from games.tables.models.tables import Table

USER = settings.AUTH_USER_MODEL


def new_token() -> str:
    """Unguessable, and short enough for a line of mail."""
    return secrets.token_urlsafe(24)


class Sanction(models.Model):
    """Something decided about a player, and what he was told. It is lifted, never rewritten."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute in chat")
        SUSPENSION = "suspension", _("suspension")
        BAN = "ban", _("ban")
        RENAME = "rename", _("new name")
        RESET = "reset", _("reliability counted anew")

    class Appeal(models.TextChoices):
        NONE = "none", _("no appeal")
        OPEN = "open", _("appeal waits")
        UPHELD = "upheld", _("upheld after appeal")
        LIFTED = "lifted", _("lifted after appeal")

    user = models.ForeignKey(
        USER, models.CASCADE, related_name="sanctions", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    reason = models.CharField(_("reason"), max_length=16)
    """A code of games/moderation/words.py."""
    words = models.CharField(_("told"), max_length=1000, blank=True, default="")
    """What the player reads beside the reason, in his own language."""
    by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, verbose_name=_("decided by")
    )
    report = models.ForeignKey(
        "moderation.Report", models.SET_NULL, related_name="sanctions", null=True, blank=True
    )
    at = models.DateTimeField(_("decided"), default=now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    before = models.JSONField(default=dict, blank=True)
    """What lifting it has to know, such as the name he had."""
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, blank=True, verbose_name=_("lifted by")
    )
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    """Of the form that made it: sent again, it is decided once."""
    appeal_token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    appeal = models.CharField(_("appeal"), max_length=6, choices=Appeal, default=Appeal.NONE)
    appeal_words = models.CharField(_("appeal words"), max_length=2000, blank=True, default="")
    appealed_at = models.DateTimeField(_("appealed"), null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        permissions = [
            ("warn_players", "May warn, mute in chat, rename, and reset reliability"),
            ("suspend_players", "May suspend players, and lift suspensions"),
            ("ban_players", "May ban players, and lift bans"),
            ("sanction_staff", "May sanction members of staff"),
        ]
        indexes = [
            models.Index("user", F("at").desc(), name="sanctions_of_a_player"),
            models.Index("at", name="sanctions_by_age"),
        ]

    def __str__(self) -> str:
        return f"sanction {self.pk}"

    def runs(self, at: datetime) -> bool:
        """Does it bind the player at this moment?"""
        return self.lifted_at is None and (self.until is None or at < self.until)


class Report(models.Model):
    """Somebody asks the moderators to look, with what they need to see taken down at that time."""

    class Kind(models.TextChoices):
        MESSAGE = "message", _("something said in chat")
        NAME = "name", _("a name")
        STALLING = "stalling", _("stalling")
        COLLUSION = "collusion", _("playing together in secret")
        ABUSE = "abuse", _("abuse")
        OTHER = "other", _("something else")
        APPEAL = "appeal", _("appeal")

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
    """The table's code, its seats and the chat around it, as they were when it was reported."""
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
    """What the reporter was told."""
    resolved_at = models.DateTimeField(_("resolved"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = [("handle_reports", "May claim and resolve reports")]
        constraints = [models.UniqueConstraint("reporter", "token", name="one_report_a_form")]
        indexes = [
            models.Index("due_at", condition=~Q(state="resolved"), name="reports_by_due_time"),
            models.Index("about", F("at").desc(), name="reports_about_a_player"),
            models.Index("resolved_at", condition=Q(state="resolved"), name="reports_by_end"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    def is_overdue(self, at: datetime) -> bool:
        return self.state != self.State.RESOLVED and self.due_at <= at


# --- the trail ------------------------------------------------------------------------------------


class AppendOnly(Exception):  # noqa: N818  (nothing went wrong: it may not be done)
    """The audit trail is written once and read for ever."""


_door: ContextVar[bool] = ContextVar("audit_door", default=False)


@contextmanager
def retention_door() -> Iterator[None]:
    """The one way by which entries change: for the retention clean-up and for who leaves.

    On PostgreSQL a trigger guards the rows; it looks for a setting that ends with the transaction.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL undermine.retention = 'on'")
        token = _door.set(True)
        try:
            yield
        finally:
            _door.reset(token)
            if connection.vendor == "postgresql" and not connection.needs_rollback:
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL undermine.retention = 'off'")


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **values: Any) -> int:
        return super().update(**values) if _door.get() else _refuse()

    def delete(self) -> tuple[int, dict[str, int]]:
        if not self._retiring:
            return super().delete() if _door.get() else _refuse()
        with retention_door():
            return super().delete()

    _retiring = False

    def retiring(self) -> AuditQuerySet:
        """These are so old that they may go: for the retention clean-up alone."""
        rows = self.all()
        rows._retiring = True
        return rows

    def _clone(self) -> AuditQuerySet:
        rows = super()._clone()  # type: ignore[misc]
        rows._retiring = self._retiring
        return rows


def _refuse() -> NoReturn:
    raise AppendOnly("the audit trail is append-only")


class AuditEntry(models.Model):
    """Who did what, when, on whom and why, and how it was before and after.

    Nothing refers to the rows it names by a constraint: they may go, the entry stays as it is.
    """

    at = models.DateTimeField(_("time"), default=now)
    actor = models.ForeignKey(
        USER, models.DO_NOTHING, related_name="+", null=True, db_constraint=False,
        db_index=False, verbose_name=_("who"),
    )  # fmt: skip
    action = models.CharField(_("what"), max_length=24)
    target = models.ForeignKey(
        USER, models.DO_NOTHING, related_name="+", null=True, blank=True, db_constraint=False,
        db_index=False, verbose_name=_("on whom"),
    )  # fmt: skip
    table_code = models.CharField(_("table"), max_length=16, blank=True, default="")
    report_number = models.BigIntegerField(_("report"), null=True, blank=True)
    reason = models.CharField(_("why"), max_length=1000, blank=True, default="")
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)

    objects: ClassVar[models.Manager[AuditEntry]] = AuditQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry of the audit trail")
        verbose_name_plural = _("audit trail")
        permissions = [
            ("export_audit", "May export the audit trail"),
            ("manage_roles", "May give and take roles"),
            ("see_figures", "May see the figures of the site"),
            ("moderate_tables", "May pause, extend, skip, remove, cancel and undo at tables"),
            ("open_secrets", "May open the secrets of a table"),
        ]
        indexes = [
            models.Index("at", name="audit_by_age"),
            models.Index("actor", F("id").desc(), name="audit_by_actor"),
            models.Index("target", F("id").desc(), name="audit_by_target"),
            models.Index("action", F("id").desc(), name="audit_by_action"),
            models.Index(
                "table_code", F("id").desc(), condition=~Q(table_code=""), name="audit_by_table"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding and not _door.get():
            _refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        return super().delete(*args, **kwargs) if _door.get() else _refuse()


class StaffNote(models.Model):
    """What moderators write down about a player. His data export has it, unsigned."""

    user = models.ForeignKey(
        USER, models.CASCADE, related_name="staff_notes", verbose_name=_("player")
    )
    by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, verbose_name=_("written by")
    )
    at = models.DateTimeField(_("written"), default=now)
    text = models.TextField(_("note"), max_length=2000)

    class Meta:
        verbose_name = _("staff note")
        verbose_name_plural = _("staff notes")
        indexes = [
            models.Index("user", F("at").desc(), name="notes_about_a_player"),
            models.Index("at", name="staff_notes_by_age"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"


class TableNote(models.Model):
    """What moderators write down about a table for each other. No player ever reads it."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="staff_notes", verbose_name=_("table")
    )
    by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, verbose_name=_("written by")
    )
    at = models.DateTimeField(_("written"), default=now)
    text = models.TextField(_("note"), max_length=2000)

    class Meta:
        verbose_name = _("note about a table")
        verbose_name_plural = _("notes about tables")
        indexes = [
            models.Index("table", F("id").desc(), name="notes_about_a_table"),
            models.Index("at", name="table_notes_by_age"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"


class DeviceTrace(models.Model):
    """That somebody signed in from some browser and network: a keyed hash, gone after a month.

    A hint for a person to weigh, and never a verdict: families and schools share devices.
    """

    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    trace = models.CharField(max_length=32)
    last_day = models.DateField()

    class Meta:
        verbose_name = _("device trace")
        verbose_name_plural = _("device traces")
        constraints = [models.UniqueConstraint("user", "trace", name="one_trace_a_device")]
        indexes = [
            models.Index("trace", name="traces_by_device"),
            models.Index("last_day", name="traces_by_age"),
        ]

    def __str__(self) -> str:
        return f"trace {self.pk}"
