from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_shows_looking")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="bot_strength",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=10,
                verbose_name="strength of bots",
            ),
        ),
    ]
