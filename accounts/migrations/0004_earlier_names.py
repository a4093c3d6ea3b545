import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import config.clock


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_kept_out")]

    operations = [
        migrations.CreateModel(
            name="EarlierName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=20, verbose_name="name")),
                ("key", models.CharField(db_index=True, editable=False, max_length=64)),
                ("since", models.DateTimeField(verbose_name="since")),
                (
                    "until",
                    models.DateTimeField(
                        db_index=True, default=config.clock.now, verbose_name="until"
                    ),
                ),
                (
                    "because",
                    models.CharField(
                        choices=[
                            ("staff", "moderators took it"),
                            ("player", "the player chose another"),
                            ("back", "the earlier one was given back"),
                        ],
                        max_length=8,
                        verbose_name="why",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="earlier_names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "earlier name",
                "verbose_name_plural": "earlier names",
            },
        ),
    ]
