"""What moderators do. Each action is one transaction: may he, do it, write it down, tell.

Everything here takes who acts, why, and at what time; nothing in the admin changes a row but by
these functions. `roles.ACTIONS` says which permission an action needs.
"""
