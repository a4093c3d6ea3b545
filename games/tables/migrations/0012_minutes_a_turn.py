"""A turn may be shorter than an hour."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0011_ratings_and_careers")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="pace_minutes",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, verbose_name="minutes a turn"
            ),
        ),
    ]
