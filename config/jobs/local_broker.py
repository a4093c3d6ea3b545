"""The broker of local mode: a folder.

Celery's own file transport can deliver half-written messages. Here a message is written to a draft
and then linked into place, and a worker takes it by renaming it, so only one can.

While a message waits, an equal one (same task, arguments and time) is not added: it wakes a worker,
which finds its work in the rows. Unreadable messages are moved aside.

The folders: `new` (being written), `waiting`, `taken` (being read), `unreadable`.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import secrets
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, virtual

from config.clock import now

logger = logging.getLogger("undermine.broker")

SCHEME = "folder"
FOLDERS = ("new", "waiting", "taken", "unreadable")
ORPHANED_AFTER = 600
"""Seconds after which a file in `new` or `taken` is removed: its process must be gone."""
MAX_UNREADABLE = 100


def register() -> None:
    TRANSPORT_ALIASES[SCHEME] = "config.jobs.local_broker:Transport"


class Channel(virtual.Channel):
    """Writes messages to the folder, and reads the oldest first."""

    do_restore = False  # the next sweep finds unfinished work

    @property
    def folder(self) -> Path:
        found: Path = self.connection.folder
        return found

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        # An equal message may wait longer than this one may.
        message.get("headers", {}).pop("expires", None)
        draft = self.folder / "new" / secrets.token_hex(16)
        try:
            draft.write_text(json.dumps(message))
            os.link(draft, self.folder / "waiting" / f"{queue}.{_deduplication_key(message)}")
        except FileExistsError:
            pass  # an equal one waits
        except OSError as error:
            raise ChannelError(f"no message can be written into {self.folder}") from error
        finally:
            draft.unlink(missing_ok=True)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        for waiting in self._waiting(queue):
            taken = self.folder / "taken" / secrets.token_hex(16)
            try:
                os.rename(waiting, taken)
                message = self._read(taken)
            except OSError:
                continue  # another worker took it, or the disk refuses
            if message is not None:
                return message
        raise Empty

    def _read(self, path: Path) -> dict[str, Any] | None:
        """Read the message in this file; None if it is unreadable, and then move it aside."""
        try:
            message: dict[str, Any] = json.loads(path.read_bytes())
            self.Message(message, channel=self)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            self._put_aside(path, error)
            return None
        path.unlink()
        return message

    def _put_aside(self, path: Path, error: Exception) -> None:
        kept = self.folder / "unreadable"
        logger.warning("a message that cannot be read was put aside: %s", type(error).__name__)
        if len(os.listdir(kept)) < MAX_UNREADABLE:
            os.rename(path, kept / path.name)
        else:
            path.unlink()

    def _waiting(self, queue: str) -> list[Path]:
        """Return the messages of this queue, oldest first."""
        found = []
        for entry in os.scandir(self.folder / "waiting"):
            if entry.name.startswith(f"{queue}."):
                try:
                    found.append((entry.stat().st_mtime_ns, entry.path))
                except FileNotFoundError:
                    pass  # just taken
        return [Path(path) for _, path in sorted(found)]

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        waiting = self._waiting(queue)
        for path in waiting:
            path.unlink(missing_ok=True)
        return len(waiting)


class Transport(virtual.Transport):
    """Creates the folders, and removes what killed processes left in them."""

    Channel = Channel
    driver_type = driver_name = SCHEME
    # Each connection declares which queue an exchange leads to, in its own process.
    global_state = virtual.BrokerState()

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self.state = self.global_state
        self.folder = Path(client.transport_options["folder"])

    def driver_version(self) -> str:
        return "1"

    def establish_connection(self) -> Any:
        try:
            for name in FOLDERS:
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            remove_orphans(self.folder)
        except OSError as error:
            raise ChannelError(f"the broker's folder {self.folder} cannot be used") from error
        return super().establish_connection()


def remove_orphans(folder: Path) -> None:
    for name in ("new", "taken"):
        for entry in os.scandir(folder / name):
            try:
                if now().timestamp() - entry.stat().st_mtime > ORPHANED_AFTER:
                    os.unlink(entry.path)
            except FileNotFoundError:
                pass  # it was just moved or removed


def _deduplication_key(message: dict[str, Any]) -> str:
    """Return the same key for equal tasks; a unique one for anything else."""
    headers = message.get("headers", {})
    if not headers.get("task"):
        return secrets.token_hex(16)
    asked = f"{headers['task']}\n{headers.get('eta')}\n{message.get('body')}"
    return hashlib.sha256(asked.encode()).hexdigest()[:32]
