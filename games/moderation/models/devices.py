"""Traces of the devices from which players sign in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.moderation.models.sanctions import Sanction

USER = settings.AUTH_USER_MODEL


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
