"""What moderators do. Each action is one transaction: check permission, act, record, notify.

Services take who acts, why, and at what time; the admin changes rows only through them.
`permissions.py` lists all actions and who may do them, `conflicts.py` who is too close to decide.

- services/: reports, sanctions, hidden words, tables, ban evasion, the audit trail
- account_comparison.py, collusion.py: what is counted about players
- views.py, forms.py, urls.py: how players report and appeal
- admin.py, admin_site.py, pages/: what moderators see
"""
