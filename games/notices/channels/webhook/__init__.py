"""Notices as signed requests to an address that a player named."""
