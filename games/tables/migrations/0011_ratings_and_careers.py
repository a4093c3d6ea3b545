"""Ratings, careers and meetings: what came of finished tables, counted."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def player(name: str) -> Any:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE,
        related_name=name,
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0010_when_results_were_counted"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", KEY.clone()),
                ("kind", models.CharField(max_length=20)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("number", models.IntegerField()),
                ("tables", models.PositiveIntegerField(default=0)),
                ("course", models.JSONField(default=list)),
                ("user", player("ratings")),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("kind"),
                        models.OrderBy(models.F("number"), descending=True),
                        models.F("id"),
                        condition=models.Q(("tables__gte", 10)),
                        name="the_best_of_a_game",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("user"), models.F("kind"), name="one_rating_a_user_and_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                ("id", KEY.clone()),
                ("kind", models.CharField(max_length=20)),
                ("with_bots", models.BooleanField()),
                ("played", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveIntegerField(default=0)),
                ("longest", models.PositiveIntegerField(default=0)),
                ("best", models.SmallIntegerField(null=True)),
                ("form", models.CharField(default="", max_length=30)),
                ("user", player("careers")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("user"),
                        models.F("kind"),
                        models.F("with_bots"),
                        name="one_career_a_user_and_game",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", KEY.clone()),
                ("kind", models.CharField(max_length=20)),
                ("with_bots", models.BooleanField()),
                (
                    "by",
                    models.CharField(choices=[("role", "Role"), ("size", "Size")], max_length=4),
                ),
                ("what", models.CharField(max_length=16)),
                ("played", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("user", player("+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("user"),
                        models.F("kind"),
                        models.F("with_bots"),
                        models.F("by"),
                        models.F("what"),
                        name="one_tally_a_part",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                ("id", KEY.clone()),
                ("kind", models.CharField(max_length=20)),
                ("played", models.PositiveIntegerField(default=0)),
                ("ahead", models.PositiveIntegerField(default=0)),
                ("behind", models.PositiveIntegerField(default=0)),
                ("one", player("+")),
                ("other", player("+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("one"),
                        models.F("other"),
                        models.F("kind"),
                        name="one_meeting_a_pair_and_game",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))),
                        name="a_pair_has_an_order",
                    ),
                ],
            },
        ),
    ]
