"""A report counts how often it was sent, and knows whether the moderators on call were told."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0005_hidden_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="report",
            name="times",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="report",
            name="added",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="report",
            name="told",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                models.F("id"),
                condition=models.Q(("told", False), models.Q(("state", "resolved"), _negated=True)),
                name="reports_to_tell",
            ),
        ),
    ]
