from django.db import migrations, models
from django.db.models import F


def count_on(apps, schema_editor):
    """Until now one number counted both: open pages and forms go on from there."""
    apps.get_model("games", "Game").objects.update(changes=F("version"))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0023_answers'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='changes',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='kept_due',
            field=models.DurationField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='kept_remind',
            field=models.DurationField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='kept_from',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(count_on, migrations.RunPython.noop),
    ]
