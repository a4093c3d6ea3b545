from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_earlier_names")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="shows_looking",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="others see when I am looking"
            ),
        ),
    ]
