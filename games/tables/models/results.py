"""Results of finished tables, counted so that pages needn't read the tables again.

`games/players/results.py` writes all of it, once for each table.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

ENOUGH_TABLES = 10
"""Rated tables that a player needs for the leaderboard."""
REMEMBERED = 30
"""Number of latest tables stored individually, for the chart."""


class Rating(models.Model):
    """A player's skill at one game, judged by their results."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    kind = models.CharField(max_length=20)
    mu = models.FloatField()
    """The estimate and its uncertainty: `games/players/ratings.py` computes both."""
    sigma = models.FloatField()
    number = models.IntegerField()
    """The rating that is shown, and orders the players."""
    tables = models.PositiveIntegerField(default=0)
    course = models.JSONField(default=list)
    """The rating after each of the latest tables, the oldest first."""

    class Meta:
        constraints = [models.UniqueConstraint("user", "kind", name="one_rating_a_user_and_game")]
        indexes = [
            models.Index(
                "kind",
                F("number").desc(),
                "id",
                condition=Q(tables__gte=ENOUGH_TABLES),
                name="the_best_of_a_game",
            )
        ]


class Career(models.Model):
    """A player's results in one game, with or without bots at the table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="careers")
    kind = models.CharField(max_length=20)
    with_bots = models.BooleanField()
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    """Tables won in a row; `longest` is the record."""
    longest = models.PositiveIntegerField(default=0)
    best = models.SmallIntegerField(null=True)
    """Their best score in a solo game."""
    form = models.CharField(max_length=REMEMBERED, default="")
    """The latest tables, the oldest first: w won, l lost."""

    class Meta:
        constraints = [
            models.UniqueConstraint("user", "kind", "with_bots", name="one_career_a_user_and_game")
        ]


class Tally(models.Model):
    """A part of a career: their results in one role, or with one number of players."""

    class By(models.TextChoices):
        ROLE = "role"
        """Counts what is won in a role: rounds, or games if only the whole game is won."""
        SIZE = "size"
        """Counts tables."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    with_bots = models.BooleanField()
    by = models.CharField(max_length=4, choices=By)
    what = models.CharField(max_length=16)
    """The role as the rules call it, or the number of players."""
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "user", "kind", "with_bots", "by", "what", name="one_tally_a_part"
            )
        ]


class Meeting(models.Model):
    """Two players who finished tables together, and which of them came out ahead."""

    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    """The one with the lower key, so that each pair has one row."""
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    played = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    """How often `one` came out ahead; `behind` counts the reverse, the rest were ties."""
    behind = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint("one", "other", "kind", name="one_meeting_a_pair_and_game"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="a_pair_has_an_order"),
        ]
