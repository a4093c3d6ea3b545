"""Fill the database of `production_site.py` with people at tables, in a separate process.

    python -m tests.production_people TABLES

prints, for each table of The Duel, its two players with the key of a session that is signed in.
"""

from __future__ import annotations

import json
import os
import secrets
import sys


def main(tables: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from tests import databases

    databases.fill()
    call_command("createcachetable", verbosity=0)
    print(json.dumps([_table() for _ in range(tables)]))


def _table() -> list[dict[str, str]]:
    from tests.factories import UserFactory
    from tests.real_tables import running, signed_in

    users = [UserFactory.create(name=f"Digger-{secrets.token_hex(4)}") for _ in range(2)]
    table = running(*users, kind="duel")
    return [
        {
            "email": user.email,
            "code": table.code,
            "session": signed_in(user).cookies["sessionid"].value,
        }
        for user in users
    ]


if __name__ == "__main__":
    main(int(sys.argv[1]))
