"""Addresses of people in what staff read: hidden, unless staff ask for one (games/moderation)."""

from __future__ import annotations

import re

ADDRESS = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")
HIDDEN = "…@…"


def masked(text: str) -> str:
    """The text without the addresses in it."""
    return ADDRESS.sub(HIDDEN, text)


def mail_hosts(recipients: str) -> str:
    """Where mail goes, without saying to whom: trouble with mail is trouble with a host."""
    return ", ".join(f"…@{line.rpartition('@')[2]}" for line in recipients.splitlines())
