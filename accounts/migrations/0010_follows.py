import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import config.clock


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_line_about_oneself")]

    operations = [
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=config.clock.now, verbose_name="since")),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "follow",
                "verbose_name_plural": "follows",
                "constraints": [
                    models.UniqueConstraint(
                        models.F("user"), models.F("other"), name="one_follow_a_pair"
                    )
                ],
            },
        ),
    ]
