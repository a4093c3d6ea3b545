import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0006_repeats_and_on_call"),
        ("tables", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="sanction",
            name="about",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="sanction",
            name="table",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tables.table",
            ),
        ),
        migrations.AlterField(
            model_name="sanction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warning", "warning"),
                    ("mute", "mute in chat"),
                    ("suspension", "suspension"),
                    ("ban", "ban"),
                    ("rename", "new name"),
                    ("reset", "reliability counted anew"),
                    ("hidden", "messages hidden"),
                    ("title", "title hidden"),
                    ("removal", "taken from a table"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
    ]
