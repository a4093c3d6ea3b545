"""Reports, sanctions, notes and the audit trail."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.moderation.models.audit import AppendOnly, AuditEntry, ExpiredEntries, audit_unlocked
from games.moderation.models.tokens import new_token
from games.tables.models import Message, Table

USER = settings.AUTH_USER_MODEL


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def standing(self) -> SanctionQuerySet:
        """Leave out those that were lifted."""
        return self.filter(lifted_at=None)

    def of_form(self, token: str) -> Sanction | None:
        """Return the decision made by this form, if any: sent twice, it decides once."""
        return self.filter(token=token).first()


class Sanction(models.Model):
    """A decision about a player, as they were informed. It can be lifted, never rewritten."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute in chat")
        SUSPENSION = "suspension", _("suspension")
        BAN = "ban", _("ban")
        RENAME = "rename", _("new name")
        RESET = "reset", _("reliability reset")
        HIDDEN = "hidden", _("messages hidden")
        TITLE = "title", _("title hidden")
        REMOVAL = "removal", _("taken from a table")
        LINE = "line", _("line about oneself taken away")

    EXCLUDING = (Kind.SUSPENSION, Kind.BAN)
    """Kinds that keep a player from playing while they hold."""
    BINDING = (Kind.MUTE, *EXCLUDING)
    HIDING = (Kind.HIDDEN, Kind.TITLE)

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
    """A code of `texts.Reason`."""
    words = models.CharField(_("told"), max_length=1000, blank=True, default="")
    """Text that the player reads below the reason, in their own language."""
    by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, verbose_name=_("decided by")
    )
    report = models.ForeignKey(
        "moderation.Report", models.SET_NULL, related_name="sanctions", null=True, blank=True
    )
    table = models.ForeignKey(
        "tables.Table", models.SET_NULL, related_name="+", null=True, blank=True
    )
    """The table from which they were removed."""
    about = models.JSONField(null=True, blank=True)
    """The subject as the player reads it, as it was then: see `record_subject`."""
    at = models.DateTimeField(_("decided"), default=now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    before = models.JSONField(default=dict, blank=True)
    """Values that lifting it needs, such as the player's old name."""
    hands_on = models.BooleanField(_("seats are handed on"), default=False, db_default=False)
    """Whether their seats go to others at once, instead of waiting for their clocks."""
    seats_due = models.DateTimeField(null=True, blank=True, editable=False)
    """The time since which seats wait to be handed on, if any (`seat_reassignment.py`)."""
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, blank=True, verbose_name=_("lifted by")
    )
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    """The token of the form that made it."""
    appeal_token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    appeal = models.CharField(_("appeal"), max_length=6, choices=Appeal, default=Appeal.NONE)
    appeal_words = models.CharField(_("appeal words"), max_length=2000, blank=True, default="")
    appealed_at = models.DateTimeField(_("appealed"), null=True, blank=True)

    objects = SanctionQuerySet.as_manager()

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
            models.Index(
                "seats_due", condition=Q(seats_due__isnull=False), name="sanctions_by_seats_due"
            ),
        ]

    def __str__(self) -> str:
        return f"sanction {self.pk}"

    def runs(self, at: datetime) -> bool:
        """Return whether it binds the player at this moment."""
        return self.lifted_at is None and (self.until is None or at < self.until)


class Hidden(models.Model):
    """Something that a decision has hidden: a message, or the title of a table."""

    sanction = models.ForeignKey(Sanction, models.CASCADE, related_name="hidden")
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    message = models.ForeignKey(Message, models.CASCADE, related_name="+", null=True, blank=True)
    title = models.CharField(max_length=40, blank=True, default="")
    """The table's original title."""

    class Meta:
        verbose_name = _("hidden words")
        verbose_name_plural = _("hidden words")

    @property
    def text(self) -> str:
        return self.message.text if self.message else self.title


class DeviceTrace(models.Model):
    """A sign-in of a player from some browser and network: a keyed hash, deleted after a month.

    It proves nothing, because families and schools share devices.
    """

    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    trace = models.CharField(max_length=32)
    last_day = models.DateField()

    class Meta:
        verbose_name = _("device trace")
        verbose_name_plural = _("device traces")
        permissions = [("see_addresses", "May look at email addresses, and search for one")]
        constraints = [models.UniqueConstraint("user", "trace", name="one_trace_a_device")]
        indexes = [
            models.Index("trace", name="traces_by_device"),
            models.Index("last_day", name="traces_by_age"),
        ]


class DeviceTie(models.Model):
    """A device that a senior has tied to a ban or a suspension, as long as that holds.

    It has the same keyed hash as a trace, but outlives the account. It decides nothing: a new
    account that signs in from there is added to the queue (`ban_evasion.py`).
    """

    sanction = models.ForeignKey(Sanction, models.CASCADE, related_name="ties")
    trace = models.CharField(max_length=32)
    at = models.DateTimeField(_("tied"), default=now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    """The end of the sanction; None if it has none."""

    class Meta:
        verbose_name = _("tied device")
        verbose_name_plural = _("tied devices")
        constraints = [models.UniqueConstraint("sanction", "trace", name="one_tie_a_device")]
        indexes = [
            models.Index("trace", name="ties_by_device"),
            models.Index("until", name="ties_by_end"),
        ]


class ReportQuerySet(models.QuerySet["Report"]):
    def waiting(self) -> ReportQuerySet:
        """Leave out resolved reports; an index finds the rest."""
        return self.exclude(state=Report.State.RESOLVED)

    def resolved(self) -> ReportQuerySet:
        return self.filter(state=Report.State.RESOLVED)


class Report(models.Model):
    """A player's request to the moderators, with what they need to see, as it was then."""

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
    """The number of times the same player has sent it while it was open."""
    added = models.JSONField(null=True, blank=True)
    """Additions, the oldest first: `at`, `words`, and the `token` of the form."""
    told = models.BooleanField(default=False, db_default=False)
    """Whether moderators on call have been notified (services/report_alerts.py)."""
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

    objects = ReportQuerySet.as_manager()

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
        """Return the time and the text of each addition."""
        return [(datetime.fromisoformat(row["at"]), row["words"]) for row in self.added or []]

    def is_overdue(self, at: datetime) -> bool:
        return self.state != self.State.RESOLVED and self.due_at <= at


class WrittenNote(models.Model):
    by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, verbose_name=_("written by")
    )
    at = models.DateTimeField(_("written"), default=now)
    text = models.TextField(_("note"), max_length=2000)

    class Meta:
        abstract = True


class StaffNote(WrittenNote):
    """A moderator's note about a player. The player's data export has it, unsigned."""

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
    """A moderator's note about a table, for colleagues. No player ever reads it."""

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
