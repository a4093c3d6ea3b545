"""Many games between minds, and what they came to: for `manage.py playout` and for `bench/`."""
