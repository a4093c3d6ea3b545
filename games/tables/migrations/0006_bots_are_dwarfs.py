"""A bot is one of the dwarfs. Old rows, and those of old code, go by the number of their seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_scenes_seen")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="dwarf",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=16, verbose_name="dwarf"
            ),
        ),
    ]
