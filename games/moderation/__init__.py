"""Moderation. Each action is one transaction: check permission, act, record, notify.

Services take the actor, the reason and the time; the admin changes rows only through them.
`permissions.py` lists all actions and who may do them, `conflicts.py` the conflicts of interest.
"""
