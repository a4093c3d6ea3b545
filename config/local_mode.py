"""What local mode keeps in its folder, so that no server has to be installed."""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management.utils import get_random_secret_key

# The demo player and moderator of local mode; its sign-in page shows these.
DEMO_NAME = "Demo"
DEMO_EMAIL = "demo@undermine.example"
DEMO_MODERATOR_NAME = "Wren"
DEMO_MODERATOR_EMAIL = "moderator@undermine.example"
DEMO_PASSWORD = "mind-the-gap-7"  # noqa: S105


def make_folders(folder: Path) -> None:
    """Make the folders that local mode needs."""
    for name in ("mail", "broker"):
        (folder / name).mkdir(parents=True, exist_ok=True)


def secret_key(folder: Path) -> str:
    """The key of this folder, made at first use."""
    return _read_or_create(folder / "secret-key", get_random_secret_key)


def vapid_key(folder: Path) -> str:
    """The key that signs web push: a number of P-256, as browsers' libraries write it."""
    return _read_or_create(folder / "vapid-key", new_vapid_key)


def new_vapid_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _read_or_create(path: Path, make: Callable[[], str]) -> str:
    """What stands in this file, made at first use; two first starts agree on one."""
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
        with open(handle, "w") as file:
            file.write(make())
        try:
            os.link(draft, path)  # fails, as it should, when another process was first
        except FileExistsError:
            pass
        os.unlink(draft)
    return path.read_text()
