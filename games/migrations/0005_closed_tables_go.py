"""Tables that were closed before they had a time to go get one."""

from datetime import timedelta

from django.db import migrations
from django.db.models import F


def give_them_a_time(apps, schema_editor):
    games = apps.get_model("games", "Game").objects
    closed = games.filter(status__in=["cancelled", "expired"], remove_at__isnull=True)
    closed.update(remove_at=F("ended_at") + timedelta(days=30))


class Migration(migrations.Migration):
    dependencies = [("games", "0004_notice_reached")]
    operations = [migrations.RunPython(give_them_a_time, migrations.RunPython.noop)]
