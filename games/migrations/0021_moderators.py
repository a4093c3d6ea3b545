"""Roles with their permissions, and on PostgreSQL the guard of the audit trail."""

from django.db import migrations

LOOK = [
    ("accounts", "user", "view_user"),
    ("games", "auditentry", "view_auditentry"),
    ("games", "game", "view_game"),
    ("games", "message", "view_message"),
    ("games", "notice", "view_notice"),
    ("games", "report", "view_report"),
    ("games", "sanction", "view_sanction"),
    ("games", "seat", "view_seat"),
    ("games", "staffnote", "view_staffnote"),
    ("games", "auditentry", "see_figures"),
]
MODERATES = [
    *LOOK,
    ("games", "staffnote", "add_staffnote"),
    ("games", "report", "handle_reports"),
    ("games", "auditentry", "moderate_tables"),
    ("games", "sanction", "suspend_players"),
    ("games", "sanction", "warn_players"),
]
ROLES = {
    "moderator": MODERATES,
    "senior": [
        *MODERATES,
        ("games", "sanction", "ban_players"),
        ("games", "auditentry", "open_secrets"),
        ("games", "devicetrace", "view_devicetrace"),
    ],
    "operator": [
        *LOOK,
        ("accounts", "outgoingmail", "view_outgoingmail"),
        ("games", "auditentry", "export_audit"),
        ("games", "auditentry", "manage_roles"),
        ("games", "sanction", "sanction_staff"),
    ],
}

GUARD = """
CREATE FUNCTION audit_is_append_only() RETURNS trigger AS $$
BEGIN
  IF current_setting('undermine.retention', true) = 'on' THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only';
END
$$ LANGUAGE plpgsql;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON games_auditentry
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
"""
NO_GUARD = """
DROP TRIGGER audit_is_append_only ON games_auditentry;
DROP FUNCTION audit_is_append_only();
"""


def make_roles(apps, schema_editor):
    """Django makes permissions after all migrations: those that a role needs are made here."""
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    type_model = apps.get_model("contenttypes", "ContentType")
    for name, wanted in ROLES.items():
        group, _ = group_model.objects.get_or_create(name=name)
        for app, model, codename in wanted:
            kind, _ = type_model.objects.get_or_create(app_label=app, model=model)
            permission, _ = permission_model.objects.get_or_create(
                content_type=kind,
                codename=codename,
                defaults={"name": _words(apps, app, model, codename)},
            )
            group.permissions.add(permission)


def _words(apps, app, model, codename):
    """As Django itself would name it."""
    options = apps.get_model(app, model)._meta
    custom = dict(options.permissions)
    verb = codename.split("_")[0]
    return custom.get(codename, f"Can {verb} {options.verbose_name_raw}")


def take_roles(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=ROLES).delete()


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(NO_GUARD)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0020_moderation"),
        ("accounts", "0020_moderation"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(make_roles, take_roles),
        migrations.RunPython(guard, unguard),
    ]
