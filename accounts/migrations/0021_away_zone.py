from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0020_moderation'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='away_zone',
            field=models.CharField(blank=True, default='', editable=False, max_length=64),
        ),
    ]
