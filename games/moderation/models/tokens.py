"""Tokens for links and forms. The first migration imports this module, so it stays."""

from __future__ import annotations

import secrets


def new_token() -> str:
    """Return an unguessable token, short enough for a line of mail."""
    return secrets.token_urlsafe(24)
