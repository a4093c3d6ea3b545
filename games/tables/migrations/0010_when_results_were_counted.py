"""Each finished table says whether what came of it was counted; those that are over already are
counted by the sweep `tables.count_results`, as are those that the last release ends after this."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0009_hoods_seen"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="counted_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                models.F("ended_at"),
                models.F("id"),
                condition=models.Q(("counted_at__isnull", True), ("status", "finished")),
                name="tables_to_count",
            ),
        ),
    ]
