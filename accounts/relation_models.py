"""What a player wants of another: to keep away from them, not to hear them, to find them again.

The other is never told. What follows from each is in blocking.py and following.py.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.clock import now

USER = settings.AUTH_USER_MODEL


class Relation(models.Model):
    """A `user` who wants something of another; once for each two."""

    other = models.ForeignKey(USER, models.CASCADE, related_name="+")
    at = models.DateTimeField(_("since"), default=now)

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint("user", "other", name="one_%(class)s_a_pair")]

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"


class Block(Relation):
    """A player does not want to sit at open tables with another, who is never told."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="blocks")

    class Meta(Relation.Meta):
        verbose_name = _("block")
        verbose_name_plural = _("blocks")


class Mute(Relation):
    """A player does not want to read what another says, who is never told."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="mutes")

    class Meta(Relation.Meta):
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")


class Follow(Relation):
    """A player wants to find another again, who is never told (accounts/relations.py)."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="follows")

    class Meta(Relation.Meta):
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
