"""Many games between bots, and their results: for `manage.py playout` and for `bench/`."""
