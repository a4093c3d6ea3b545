"""Plays many games between bots and reports results, for `manage.py playout` and `bench/`."""
