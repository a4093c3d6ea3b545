"""The key with which we sign push messages (VAPID): browsers subscribe with its public half."""

from __future__ import annotations

import base64

from cryptography.hazmat.primitives import serialization
from django.conf import settings
from py_vapid import Vapid02


def public_key() -> str:
    """What a browser must be given to subscribe; nothing where push is not set up."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    point = private_key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def private_key() -> Vapid02:
    return Vapid02.from_string(private_key=settings.VAPID_PRIVATE_KEY)


def contact() -> str:
    """Whom a push service asks when something is wrong."""
    address = settings.CONTACT_EMAIL or f"undermine@{settings.SITE_HOST}"
    return f"mailto:{address}"
