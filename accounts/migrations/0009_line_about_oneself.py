from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_own_dwarf")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="line",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=140,
                verbose_name="line about oneself",
            ),
        ),
    ]
