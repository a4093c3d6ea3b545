"""Operators may stop all clocks for maintenance."""

from django.db import migrations

CODENAME, WORDS = "stop_clocks", "May stop all clocks for maintenance"


def allow(apps, schema_editor):
    """Django makes permissions after all migrations: this one is made here."""
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="moderation", model="auditentry"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename=CODENAME, defaults={"name": WORDS}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="operator")
    group.permissions.add(permission)


def take_back(apps, schema_editor):
    apps.get_model("auth", "Permission").objects.filter(codename=CODENAME).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0002_roles"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="auditentry",
            options={
                "permissions": [
                    ("export_audit", "May export the audit trail"),
                    ("manage_roles", "May give and take roles"),
                    ("see_figures", "May see the figures of the site"),
                    ("moderate_tables", "May pause, extend, skip, remove, cancel and undo at tables"),
                    ("open_secrets", "May open the secrets of a table"),
                    (CODENAME, WORDS),
                ],
                "verbose_name": "entry of the audit trail",
                "verbose_name_plural": "audit trail",
            },
        ),
        migrations.RunPython(allow, take_back),
    ]
