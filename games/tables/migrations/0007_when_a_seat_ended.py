"""Each seat says when its table was over, and what was brought home alone."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0006_bots_are_dwarfs"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="ended_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="score_alone",
            field=models.SmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("user"),
                models.F("ended_at"),
                models.F("table"),
                models.F("score_alone"),
                name="seats_by_end",
            ),
        ),
    ]
