"""Readers with an open stream each, in a process of their own: tells what arrives, and when.

    python -m bench.streams PORT < readers.json

Reads a list of (session, topic), and prints a line for each event: reader, second on the clock that
all processes of a machine share, kind, and data. It ends when the server has closed every stream,
or when somebody ends it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from time import monotonic

AT_ONCE = 50
"""So many connect at the same time; the others wait until one of these is up."""


def tell(reader: int, kind: str, data: str) -> None:
    print(json.dumps([reader, monotonic(), kind, data]), flush=True)


async def follow(number: int, port: int, session: str, topic: str, door: asyncio.Semaphore) -> None:
    """Listen to one stream to its end."""
    await door.acquire()
    try:
        lines, sending = await asyncio.open_connection("localhost", port)
        sending.write(
            f"GET /live/?on={topic} HTTP/1.1\r\nHost: localhost:{port}\r\n"
            f"Cookie: sessionid={session}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        status = (await lines.readline()).split()[1].decode()
        tell(number, "status", status)
        if status != "200":
            return
        await events(number, lines, door)
    except (OSError, IndexError):
        tell(number, "status", "none")
    finally:
        door.release()


async def events(number: int, lines: asyncio.StreamReader, door: asyncio.Semaphore) -> None:
    """Every event on it; with the first, somebody else may come in."""
    kind, first = "", True
    while line := await lines.readline():
        name, _, value = line.decode().strip().partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            tell(number, kind, value)
            if first:
                door.release()
                first = False
    tell(number, "closed", "")


async def main(port: int, readers: list[tuple[str, str]]) -> None:
    door = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(
        *(follow(number, port, *reader, door) for number, reader in enumerate(readers))
    )


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), json.load(sys.stdin)))
