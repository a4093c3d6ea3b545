"""What came of the tables that people played to the end, counted so that a page need not look at
them again. `services/counting.py` writes all of it, once for each table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

ENOUGH_TABLES = 10
"""With so many rated tables somebody stands on the list of the best."""
REMEMBERED = 30
"""So many of the latest tables are remembered one by one, to draw them."""


class Rating(models.Model):
    """How well somebody plays one game, judged by what came of their tables."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    kind = models.CharField(max_length=20)
    mu = models.FloatField()
    """The guess, and how unsure it is: `games/players/ratings.py` reckons with both."""
    sigma = models.FloatField()
    number = models.IntegerField()
    """What is shown of the two, and by which players are ordered."""
    tables = models.PositiveIntegerField(default=0)
    course = models.JSONField(default=list)
    """The number after each of the latest tables, the oldest first."""

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
    """What somebody has played of one game, among people or with bots at the table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="careers")
    kind = models.CharField(max_length=20)
    with_bots = models.BooleanField()
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    """Tables won in a row, up to now, and at most."""
    longest = models.PositiveIntegerField(default=0)
    best = models.SmallIntegerField(null=True)
    """What they brought home at best, where one plays alone."""
    form = models.CharField(max_length=REMEMBERED, default="")
    """The latest tables, the oldest first: w won, l lost."""

    class Meta:
        constraints = [
            models.UniqueConstraint("user", "kind", "with_bots", name="one_career_a_user_and_game")
        ]


class Tally(models.Model):
    """A part of a career: what they played in a role, or with so many players."""

    class By(models.TextChoices):
        ROLE = "role"
        """Counts whatever is won in a role: rounds, or games where only the whole game is won."""
        SIZE = "size"
        """Counts tables."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    with_bots = models.BooleanField()
    by = models.CharField(max_length=4, choices=By)
    what = models.CharField(max_length=16)
    """The role as the rules call it, or the number."""
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "user", "kind", "with_bots", "by", "what", name="one_tally_a_part"
            )
        ]


class Meeting(models.Model):
    """Two people who sat at the same tables to the end, and who of them came out ahead."""

    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    """The one with the lower key, so that each pair stands here once."""
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    played = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    """Of these `one` came out ahead, and behind; the rest was level."""
    behind = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint("one", "other", "kind", name="one_meeting_a_pair_and_game"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="a_pair_has_an_order"),
        ]
