from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_guests")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="dwarf",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=12, verbose_name="dwarf"
            ),
        ),
    ]
