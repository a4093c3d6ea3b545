"""Readers with an open stream each, in a separate process: reports what arrives, and when.

    python -m bench.streams PORT < readers.json

Reads a list of (session, topic) and prints a line for each event: reader, time by the clock that
all processes of a machine share, kind, and data. It ends when the server has closed every stream,
or when it is stopped.
"""

from __future__ import annotations

import asyncio
import json
import sys
from time import monotonic

AT_ONCE = 50


def tell(reader: int, kind: str, data: str) -> None:
    print(json.dumps([reader, monotonic(), kind, data]), flush=True)


async def follow(number: int, port: int, session: str, topic: str, up: asyncio.Event) -> None:
    """Listen to one stream to its end."""
    try:
        lines, sending = await asyncio.open_connection("localhost", port)
        sending.write(
            f"GET /live/?on={topic} HTTP/1.1\r\nHost: localhost:{port}\r\n"
            f"Cookie: sessionid={session}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        status = (await lines.readline()).split()[1].decode()
        tell(number, "status", status)
        if status == "200":
            await hear(number, lines, up)
    except (OSError, IndexError):
        tell(number, "status", "none")
    finally:
        up.set()


async def hear(number: int, lines: asyncio.StreamReader, up: asyncio.Event) -> None:
    """Print every event, and nothing else on the stream (headers, chunk lengths, comments)."""
    kind = ""
    while line := await lines.readline():
        name, _, value = line.decode().strip().partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            tell(number, kind, value)
            up.set()
    tell(number, "closed", "")


async def main(port: int, readers: list[tuple[str, str]]) -> None:
    """Start readers in groups, the next when all of one group have the current state."""
    following = []
    for first in range(0, len(readers), AT_ONCE):
        group = list(enumerate(readers))[first : first + AT_ONCE]
        ups = [asyncio.Event() for _ in group]
        for (number, reader), up in zip(group, ups, strict=True):
            following.append(asyncio.create_task(follow(number, port, *reader, up)))
        await asyncio.gather(*(up.wait() for up in ups))
    await asyncio.gather(*following)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), json.load(sys.stdin)))
