"""The broker of local mode: a folder. No server, and no half message.

Celery's own broker on files hands out a file between its creation and its writing. Here a message
is written aside and then linked into place, so it is there whole or not at all; a worker takes one
by renaming it, so only one worker can.

A message wakes a worker, which finds its work in the rows. While one waits, an equal one adds
nothing, so a folder holds at most one message for each task, its arguments and its time, however
many are published. A message that cannot be read is put aside with a log line.

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
"""Seconds after which a file in `new` or `taken` has lost its process, and goes."""
MAX_UNREADABLE = 100


def register() -> None:
    """Let Celery find this transport under `folder://`."""
    TRANSPORT_ALIASES[SCHEME] = "config.jobs.local_broker:Transport"


class Channel(virtual.Channel):
    """Puts messages into the folder, and takes the oldest out."""

    do_restore = False  # what a worker took and did not finish, the next sweep finds

    @property
    def folder(self) -> Path:
        found: Path = self.connection.folder
        return found

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        # An equal one may wait longer than this one may: with at most one of each, none is stale.
        message.get("headers", {}).pop("expires", None)
        draft = self.folder / "new" / secrets.token_hex(16)
        try:
            draft.write_text(json.dumps(message))
            os.link(draft, self.folder / "waiting" / f"{queue}.{_deduplication_key(message)}")
        except FileExistsError:
            pass  # an equal one waits: whoever takes it will see our rows
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
                continue  # another worker was quicker, or the disk will not let us
            if message is not None:
                return message
        raise Empty

    def _read(self, path: Path) -> dict[str, Any] | None:
        """The message in this file; one that is none is put aside, and None."""
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
        """The messages of this queue, the oldest first."""
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
    """Makes its folders, and clears away what killed processes left in them."""

    Channel = Channel
    driver_type = driver_name = SCHEME
    # Which queue an exchange leads to is declared by each connection, in its own process.
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
    """Remove drafts and taken messages whose process is long gone."""
    for name in ("new", "taken"):
        for entry in os.scandir(folder / name):
            try:
                if now().timestamp() - entry.stat().st_mtime > ORPHANED_AFTER:
                    os.unlink(entry.path)
            except FileNotFoundError:
                pass  # its process lives, or another one cleared it away


def _deduplication_key(message: dict[str, Any]) -> str:
    """Equal for two messages that ask for the same at the same time; anything but a task is only
    equal to itself."""
    headers = message.get("headers", {})
    if not headers.get("task"):
        return secrets.token_hex(16)
    asked = f"{headers['task']}\n{headers.get('eta')}\n{message.get('body')}"
    return hashlib.sha256(asked.encode()).hexdigest()[:32]
