"""Fill the database of a benchmark in a separate process, and print what was made.

python -m bench.people prepare var/bench/static
python -m bench.people tables classic:5 duel:2
python -m bench.people readers 1000
python -m bench.people site 20000 1000
"""

from __future__ import annotations

import itertools
import json
import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accounts.models import User

numbers = itertools.count(1)


def prepare(static: str) -> None:
    """Make the database tables, the cache table, and static files, which all benchmarks share."""
    from django.conf import settings
    from django.core.management import call_command

    from tools.stack import collect_static

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    settings.STATIC_ROOT.symlink_to(static)
    collect_static(Path(static))


def tables(*wanted: str) -> list[dict[str, Any]]:
    """Make a running table for each `game:players`; return everybody's session."""
    found = []
    for text in wanted:
        game, players = text.split(":")
        found.append(table(game, [person() for _ in range(int(players))]))
    return found


def table(game: str, users: list[User]) -> dict[str, Any]:
    """Make a table dealt to these players."""
    from config.clock import now
    from games.tables import services
    from games.tables.services.lobby import TablePlan

    plan = TablePlan(game, len(users), f"Bench {game}")
    made = services.open_table(users[0], plan, secrets.token_hex(8), now())
    for user in users[1:]:
        services.join(user, made.code, now())
    sessions = [session(user) for user in users]
    return {"game": game, "code": made.code, "pk": made.pk, "sessions": sessions}


def seeded_site(running: str, finished: str) -> dict[str, Any]:
    """Make a table on a site of this many running ones; its first player has finished this many.

    The cards are the same on every such site. Only on PostgreSQL."""
    from django.db import transaction

    from bench import seed
    from config.clock import now

    users = [person() for _ in range(5)]
    with transaction.atomic():
        seed.build(int(running) * 10 // 6, 10, now())
        seed.past(users[0], int(finished), now())
    with seed.same_cards():
        made = table("classic", users)
    seed.run("ANALYZE")
    return made


def readers(count: str) -> list[str]:
    """Make this many people without a seat; return their sessions."""
    return [session(person()) for _ in range(int(count))]


def person() -> User:
    """Make a user with a confirmed address."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    name = f"Bench-{os.getpid()}-{next(numbers)}"
    user = User.objects.create_user(name, f"{name.lower()}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def session(user: User) -> str:
    """Return the value of their session cookie."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def main() -> None:
    import django

    django.setup()
    what, *arguments = sys.argv[1:]
    commands: dict[str, Callable[..., Any]]
    commands = {"prepare": prepare, "tables": tables, "readers": readers, "site": seeded_site}
    print(json.dumps(commands[what](*arguments)))


if __name__ == "__main__":
    main()
