"""Whether time counts at all."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class SiteClock(models.Model):
    """The only row of its table: when deadlines were last looked at, and when all clocks last
    stood still, because the site was away or for maintenance. `games/tables/site_clock.py` reads
    it."""

    THE_ROW = 1
    LONGEST_MESSAGE = 200

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ROW)
    swept_at = models.DateTimeField(null=True, blank=True)
    """When the last sweep of deadlines began that came to its end."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """When all clocks last stopped."""
    went_on_at = models.DateTimeField(null=True, blank=True)
    """When they went on, and all deadlines had moved; empty during maintenance."""
    planned = models.BooleanField(default=False, db_default=False)
    """Operators stopped them; otherwise the site was away."""
    until = models.DateTimeField(null=True, blank=True)
    """When operators expect to be done."""
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True, default="", db_default="")
    """What operators say about it, to everybody."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_clock_for_the_site")]
