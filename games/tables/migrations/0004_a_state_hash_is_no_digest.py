from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A digest is a mail. The column keeps its name: the last release reads and writes it."""

    dependencies = [("tables", "0003_hidden_messages")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "logentry", "digest", models.CharField(max_length=64, db_column="digest")
                ),
                migrations.RenameField("logentry", "digest", "state_hash"),
            ]
        )
    ]
