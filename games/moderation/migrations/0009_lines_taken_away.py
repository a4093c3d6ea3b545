from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("moderation", "0008_few_see_addresses")]

    operations = [
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
                    ("line", "line about oneself taken away"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="kind",
            field=models.CharField(
                choices=[
                    ("message", "something said in chat"),
                    ("name", "a name, or a line about oneself"),
                    ("stalling", "stalling"),
                    ("collusion", "playing together in secret"),
                    ("abuse", "abuse"),
                    ("other", "something else"),
                    ("appeal", "appeal"),
                    ("return", "perhaps a banned player"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
    ]
