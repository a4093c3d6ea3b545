"""The moderators' pages of the admin: reports, players, tables, time machine, audit, figures.

Views find and show. Whatever changes something is a function of games/moderation.
"""
