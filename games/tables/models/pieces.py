"""The state of the current round: cards, tokens, values, knowledge.

Terms of the rules (a zone, a role, a tool) are values in columns, never columns of their own, so
the tables fit every game.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models.tables import Table


class Round(models.Model):
    """A round: its seed, and the few values of its state that aren't pieces."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    seed = models.CharField(max_length=64, editable=False)
    salt = models.CharField(max_length=32, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64)
    extra = models.JSONField(default=dict, editable=False)
    began_at = models.DateTimeField(_("began"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [models.UniqueConstraint("table", "number", name="one_row_a_round")]

    def __str__(self) -> str:
        return f"round {self.number}"


class Card(models.Model):
    """A card of the current round. A move changes where it is."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="cards")
    zone = models.CharField(_("zone"), max_length=16)
    name = models.CharField(_("card"), max_length=40)
    owner = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    order = models.SmallIntegerField(_("order"), null=True, blank=True)
    x = models.SmallIntegerField(null=True, blank=True)
    y = models.SmallIntegerField(null=True, blank=True)
    turned = models.BooleanField(_("turned"), default=False)
    face_up = models.BooleanField(_("face up"), default=False)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        constraints = [
            models.UniqueConstraint(
                "round", "x", "y", condition=Q(x__isnull=False), name="one_card_a_cell_and_round"
            ),
            models.CheckConstraint(
                condition=Q(x__isnull=True, y__isnull=True) | Q(x__isnull=False, y__isnull=False),
                name="a_cell_has_two_numbers",
            ),
        ]

    def __str__(self) -> str:
        return f"card {self.pk}"  # its name may be a secret


class PlacedCardManager(models.Manager["PlacedCard"]):
    def get_queryset(self) -> models.QuerySet[PlacedCard]:
        return super().get_queryset().filter(x__isnull=False)


class PlacedCard(Card):
    """A card on the board, face up or face down."""

    objects: ClassVar[PlacedCardManager] = PlacedCardManager()

    class Meta:
        proxy = True
        verbose_name = _("placed card")
        verbose_name_plural = _("placed cards")


class HandCardManager(models.Manager["HandCard"]):
    def get_queryset(self) -> models.QuerySet[HandCard]:
        return super().get_queryset().filter(zone="hand")


class HandCard(Card):
    objects: ClassVar[HandCardManager] = HandCardManager()

    class Meta:
        proxy = True
        verbose_name = _("hand card")
        verbose_name_plural = _("hand cards")


class Token(models.Model):
    """A token on a cell or, with a side, on a joint."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=16)
    x = models.SmallIntegerField()
    y = models.SmallIntegerField()
    side = models.CharField(max_length=1, blank=True, default="")
    owner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("round", "kind", "x", "y", "side", name="one_token_a_place")
        ]


class SeatValue(models.Model):
    """A value that belongs to a seat: gold, a role."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="values")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=16)
    value = models.JSONField()  # a word or a number

    class Meta:
        constraints = [
            models.UniqueConstraint("round", "seat", "name", name="one_value_a_seat_and_name")
        ]


class Knowledge(models.Model):
    """Something that a seat has secretly learned."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="knowledge")
    seat = models.PositiveSmallIntegerField()
    thing = models.CharField(max_length=24)
    value = models.JSONField()  # a word or a number

    class Meta:
        constraints = [
            models.UniqueConstraint("round", "seat", "thing", name="a_seat_learns_a_thing_once")
        ]
