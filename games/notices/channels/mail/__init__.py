"""Notices by mail, at once or in the daily digest, and the link that switches a kind off."""
