"""What moderators decided about a player, and what led to it."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.moderation.models.tokens import new_token
from games.tables.models import Message, Table

USER = settings.AUTH_USER_MODEL


class Sanction(models.Model):
    """A decision about a player, as they were informed. It can be lifted, never rewritten."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute in chat")
        SUSPENSION = "suspension", _("suspension")
        BAN = "ban", _("ban")
        RENAME = "rename", _("new name")
        RESET = "reset", _("reliability counted anew")
        HIDDEN = "hidden", _("messages hidden")
        TITLE = "title", _("title hidden")
        REMOVAL = "removal", _("taken from a table")
        LINE = "line", _("line about oneself taken away")

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
    """A code of `words.Reason`."""
    words = models.CharField(_("told"), max_length=1000, blank=True, default="")
    """What the player reads below the reason, in their own language."""
    by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, verbose_name=_("decided by")
    )
    report = models.ForeignKey(
        "moderation.Report", models.SET_NULL, related_name="sanctions", null=True, blank=True
    )
    table = models.ForeignKey(
        "tables.Table", models.SET_NULL, related_name="+", null=True, blank=True
    )
    """The table they were taken from."""
    about = models.JSONField(null=True, blank=True)
    """What the player reads that it is about, as it was: see `facts.subject`."""
    at = models.DateTimeField(_("decided"), default=now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    before = models.JSONField(default=dict, blank=True)
    """What lifting it needs to know, such as the player's old name."""
    hands_on = models.BooleanField(_("seats are handed on"), default=False, db_default=False)
    """Their seats go to others at once, instead of waiting for their clocks."""
    seats_due = models.DateTimeField(null=True, blank=True, editable=False)
    """Since when seats wait to be handed on; None when none does (`handing_on.py`)."""
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        USER, models.SET_NULL, related_name="+", null=True, blank=True, verbose_name=_("lifted by")
    )
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    """From the form that made it: a form that is sent twice decides once."""
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
            models.Index(
                "seats_due", condition=Q(seats_due__isnull=False), name="sanctions_by_seats_due"
            ),
        ]

    def __str__(self) -> str:
        return f"sanction {self.pk}"

    def runs(self, at: datetime) -> bool:
        """Does it bind the player at this moment?"""
        return self.lifted_at is None and (self.until is None or at < self.until)


# What moderators have taken from a table.


class Hidden(models.Model):
    """Something that a decision has hidden: a message, or the title of a table."""

    sanction = models.ForeignKey(Sanction, models.CASCADE, related_name="hidden")
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    message = models.ForeignKey(Message, models.CASCADE, related_name="+", null=True, blank=True)
    title = models.CharField(max_length=40, blank=True, default="")
    """The title that the table had."""

    class Meta:
        verbose_name = _("hidden words")
        verbose_name_plural = _("hidden words")

    def __str__(self) -> str:
        return f"hidden words {self.pk}"

    @property
    def text(self) -> str:
        """What was hidden, for staff and for its author."""
        return self.message.text if self.message else self.title


# Traces of the devices from which players sign in.


class DeviceTrace(models.Model):
    """A player signed in from some browser and network: a keyed hash, deleted after a month.

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

    def __str__(self) -> str:
        return f"trace {self.pk}"


class DeviceTie(models.Model):
    """A device that a senior has tied to a ban or a suspension, as long as that holds.

    The same keyed hash as a trace, but it outlives the account. It decides nothing: a new account
    that signs in from there comes into the queue (`returning.py`).
    """

    sanction = models.ForeignKey(Sanction, models.CASCADE, related_name="ties")
    trace = models.CharField(max_length=32)
    at = models.DateTimeField(_("tied"), default=now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    """The end of the sanction; None: for good."""

    class Meta:
        verbose_name = _("tied device")
        verbose_name_plural = _("tied devices")
        constraints = [models.UniqueConstraint("sanction", "trace", name="one_tie_a_device")]
        indexes = [
            models.Index("trace", name="ties_by_device"),
            models.Index("until", name="ties_by_end"),
        ]

    def __str__(self) -> str:
        return f"tie {self.pk}"
