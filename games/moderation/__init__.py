"""What moderators do. Each action is one transaction: ask permission, do it, write it down, tell.

Each of these functions takes who acts, why, and at what time. The admin changes rows only through
them. `actions.py` lists all actions, and `roles.py` says who may do them.

- reports.py, sanctions.py, people.py, devices.py, contact.py: about players
- handing_on.py, returning.py: what follows from a ban, for tables and for new accounts
- hiding.py, hidden.py, showing.py: taking words away, and giving them back
- finding.py, profiles.py, comparing.py, suspicion.py, deeds.py: what is found and counted
- table_acts.py, undo.py, time_machine.py: at tables (docs/moderation.md)
- audit.py: the audit trail of all that
- views.py, forms.py, urls.py: how players report and appeal
- admin_site.py, admin.py, pages/: what moderators see
"""
