"""What moderators do. Each action is one transaction: check permission, act, record, notify.

Services take who acts, why, and at what time; the admin changes rows only through them.
`permissions.py` lists all actions and who may do them, `conflicts.py` who is too close to decide.
"""
