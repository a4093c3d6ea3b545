"""Seniors and operators may ask for an email address, with a reason."""

from django.db import migrations

CODENAME, WORDS = "see_addresses", "May look at email addresses, and search for one"


def allow(apps, schema_editor):
    """Django makes permissions after all migrations: this one is made here."""
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="moderation", model="devicetrace"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename=CODENAME, defaults={"name": WORDS}
    )
    for role in ("senior", "operator"):
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=role)
        group.permissions.add(permission)


def take_back(apps, schema_editor):
    apps.get_model("auth", "Permission").objects.filter(codename=CODENAME).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0007_what_a_sanction_is_about"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="devicetrace",
            options={
                "permissions": [(CODENAME, WORDS)],
                "verbose_name": "device trace",
                "verbose_name_plural": "device traces",
            },
        ),
        migrations.RunPython(allow, take_back),
    ]
