"""Messages and titles can be hidden by a decision, which says what and can be lifted."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0004_bans_that_hold"),
        ('tables', '0003_hidden_messages'),
    ]

    operations = [
        migrations.AlterField(
            model_name='sanction',
            name='kind',
            field=models.CharField(choices=[('warning', 'warning'), ('mute', 'mute in chat'), ('suspension', 'suspension'), ('ban', 'ban'), ('rename', 'new name'), ('reset', 'reliability counted anew'), ('hidden', 'messages hidden'), ('title', 'title hidden')], max_length=12, verbose_name='kind'),
        ),
        migrations.CreateModel(
            name='Hidden',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(blank=True, default='', max_length=40)),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.message')),
                ('sanction', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hidden', to='moderation.sanction')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.table')),
            ],
            options={
                'verbose_name': 'hidden words',
                'verbose_name_plural': 'hidden words',
            },
        ),
    ]
