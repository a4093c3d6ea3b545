"""Request a page from the web server of this machine; for health checks.

    python tools/healthcheck.py /healthz

Prints the answer, and exits with 0 if it was 200. Standard library only: it runs every few
seconds, in containers that have no curl.
"""

import os
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit

PATIENCE = 5  # seconds


def main(path: str) -> int:
    connection = HTTPConnection("127.0.0.1", int(os.environ.get("PORT") or 8000), timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Host": host()})
        answer = connection.getresponse()
        print(answer.status, answer.read(200).decode())
        return int(answer.status != 200)
    except OSError as error:
        print(f"no answer: {error}")
        return 1


def host() -> str:
    """Return a host name that the site accepts."""
    named = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".")
    return named or urlsplit(os.environ.get("SITE_URL", "")).netloc or "localhost"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
