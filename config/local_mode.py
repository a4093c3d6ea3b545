"""Local mode: its folders, its generated keys, and its demo accounts."""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management.utils import get_random_secret_key

DEMO_NAME = "Demo"
DEMO_EMAIL = "demo@undermine.example"
DEMO_MODERATOR_NAME = "Wren"
DEMO_MODERATOR_EMAIL = "moderator@undermine.example"
DEMO_PASSWORD = "mind-the-gap-7"  # noqa: S105


def make_folders(folder: Path) -> None:
    for name in ("mail", "broker"):
        (folder / name).mkdir(parents=True, exist_ok=True)


def secret_key(folder: Path) -> str:
    return _read_or_create(folder / "secret-key", get_random_secret_key)


def vapid_key(folder: Path) -> str:
    return _read_or_create(folder / "vapid-key", new_vapid_key)


def new_vapid_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Read a file, creating it at first; processes that start at the same time agree on one."""
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
        with open(handle, "w") as file:
            file.write(make())
        try:
            os.link(draft, path)  # fails if another process was first
        except FileExistsError:
            pass
        os.unlink(draft)
    return path.read_text()
