"""Roles with their permissions, and on PostgreSQL the guard of the audit trail."""

from django.db import migrations

LOOK = [
    ("accounts", "user", "view_user"),
    ("moderation", "auditentry", "view_auditentry"),
    ("tables", "table", "view_table"),
    ("tables", "message", "view_message"),
    ("notices", "notice", "view_notice"),
    ("moderation", "report", "view_report"),
    ("moderation", "sanction", "view_sanction"),
    ("tables", "seat", "view_seat"),
    ("moderation", "staffnote", "view_staffnote"),
    ("moderation", "auditentry", "see_figures"),
]
MODERATES = [
    *LOOK,
    ("moderation", "staffnote", "add_staffnote"),
    ("moderation", "report", "handle_reports"),
    ("moderation", "auditentry", "moderate_tables"),
    ("moderation", "sanction", "suspend_players"),
    ("moderation", "sanction", "warn_players"),
]
ROLES = {
    "moderator": MODERATES,
    "senior": [
        *MODERATES,
        ("moderation", "sanction", "ban_players"),
        ("moderation", "auditentry", "open_secrets"),
        ("moderation", "devicetrace", "view_devicetrace"),
    ],
    "operator": [
        *LOOK,
        ("accounts", "outgoingmail", "view_outgoingmail"),
        ("moderation", "auditentry", "export_audit"),
        ("moderation", "auditentry", "manage_roles"),
        ("moderation", "sanction", "sanction_staff"),
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
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON moderation_auditentry
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
"""
NO_GUARD = """
DROP TRIGGER audit_is_append_only ON moderation_auditentry;
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
        ("moderation", "0001_initial"),
        ("tables", "0001_initial"),
        ("notices", "0001_initial"),
        ("accounts", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(make_roles, take_roles),
        migrations.RunPython(guard, unguard),
    ]
