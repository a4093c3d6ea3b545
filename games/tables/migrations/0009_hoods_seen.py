"""Each seat remembers which round's roles its player has seen while gold was still being picked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_seats_of_the_past")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="hoods_seen",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
