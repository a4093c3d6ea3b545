"""Keys that stand in links and forms."""

from __future__ import annotations

import secrets


def new_token() -> str:
    """Unguessable, and short enough for a line of mail."""
    return secrets.token_urlsafe(24)
