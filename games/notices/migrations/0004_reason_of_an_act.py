from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notices", "0003_slow_ends")]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
    ]
