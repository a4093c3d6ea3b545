"""The moderators' rooms in the admin: queue, players, audit trail, figures.

Views here find and show; whatever changes something is a function of games/moderation.
"""
