"""What moderators do. Each action is one transaction: ask permission, do it, write it down, tell.

Each of these functions takes who acts, why, and at what time. The admin changes rows only through
them. `actions.py` lists all actions, and `roles.py` says who may do them.

- reports.py, sanctions.py, people.py, devices.py, contact.py: about players
- finding.py, profiles.py, comparing.py, suspicion.py, deeds.py: what staff find; nothing changes
- table_acts.py, undo.py, time_machine.py: at tables (docs/moderation.md)
- audit.py: the audit trail of all that
- views.py, forms.py, urls.py: how players report and appeal
- admin_site.py, admin.py, pages/: what moderators see
"""
