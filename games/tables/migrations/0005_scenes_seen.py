"""Each seat remembers which round's end, and which deal, its player has seen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_a_state_hash_is_no_digest")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="scene_seen",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="role_seen",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
