"""A message can be hidden: it stays, and only staff read it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tables", "0002_site_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name='message',
            name='hidden_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='hidden'),
        ),
    ]
