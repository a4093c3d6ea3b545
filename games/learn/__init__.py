"""Learning by playing: a lesson for each game, and puzzles. Nobody needs an account for it.

A lesson is data of its game (`lesson.py` in its folder). What was done in it is kept in the
reader's session, as text, and played again by the rules at each request.
"""
