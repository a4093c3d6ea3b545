"""What the admin's lists and pages cost on the database that DATABASE_URL names.

    DATABASE_URL=postgres://… python -m bench.busy_site && … python -m bench.admin_pages

Prints queries and milliseconds of each page: the quickest of three requests.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from django.test import Client

MOST = 15


def main() -> None:
    from django.contrib import admin
    from django.db import transaction
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User
    from games.moderation.models import Report

    with transaction.atomic():
        client, report = Client(headers={"host": "localhost"}), Report.objects.first()
        _enter(client)
        paths = [reverse("admin:index"), reverse("admin:queue"), reverse("admin:figures")]
        for model in admin.site._registry:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
            paths += [reverse(name), f"{reverse(name)}?q=Seed-123", f"{reverse(name)}?p=150"]
        games = reverse("admin:tables_table_changelist")
        paths += [f"{games}?status__exact=running", f"{games}?still=30", f"{games}?q=ggggggggg1a2"]
        if report is not None:
            paths += [reverse("admin:report", args=[report.pk])]
            paths += [reverse("admin:player", args=[report.about_id])]
        print(f"admin: {User.objects.count():,} players")
        for path in paths:
            print(_measure(client, path))
        transaction.set_rollback(True)


def _enter(client: Client) -> None:
    """Sign in as a superuser who has passed the second factor."""
    from allauth.mfa.models import Authenticator

    from accounts.models import User

    chief = User.objects.create_superuser("Bench-Chief", email="bench@example.org")
    factor = Authenticator.objects.create(user=chief, type=Authenticator.Type.TOTP, data={})
    client.force_login(chief)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": 0.0, "id": factor.pk}]
    session["account_authentication_methods_user"] = str(chief.pk)
    session.save()


def _measure(client: Client, path: str) -> str:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(path)
    times = []
    for _ in range(3):
        began = perf_counter()
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path)
        times.append(perf_counter() - began)
    slow = max((float(query["time"]) for query in queries), default=0.0)
    mark = "" if len(queries) <= MOST else "  TOO MANY"
    return (
        f"admin: {path:60} {answer.status_code} {len(queries):3} queries "
        f"{min(times) * 1000:6.0f} ms, slowest query {slow * 1000:5.0f} ms{mark}"
    )


if __name__ == "__main__":
    django.setup()
    main()
