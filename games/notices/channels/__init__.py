"""The ways to a player: each has a folder of its own, from the request we send to its page."""
