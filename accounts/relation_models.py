"""Blocks, mutes and follows (accounts/relations.py). The other player never learns of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.clock import now

USER = settings.AUTH_USER_MODEL


class Relation(models.Model):
    """A relation of `user` to another player; at most one per pair."""

    other = models.ForeignKey(USER, models.CASCADE, related_name="+")
    at = models.DateTimeField(_("since"), default=now)

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint("user", "other", name="one_%(class)s_a_pair")]

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"


class Block(Relation):
    """A player doesn't want to sit at public tables with another."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="blocks")

    class Meta(Relation.Meta):
        verbose_name = _("block")
        verbose_name_plural = _("blocks")


class Mute(Relation):
    """A player doesn't want to read what another writes."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="mutes")

    class Meta(Relation.Meta):
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")


class Follow(Relation):
    """A player wants to find another again."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="follows")

    class Meta(Relation.Meta):
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
