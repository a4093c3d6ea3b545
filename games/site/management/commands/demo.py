"""Add the demo that `make run` opens on. Local mode only; running it again adds nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts import demo as demo_people
from config.clock import now
from games.moderation import demo as demo_office
from games.tables import demo as demo_tables


class Command(BaseCommand):
    help = "Seed the demo of local mode: tables to play at, and reports for a moderator."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LOCAL_MODE:
            raise CommandError("The demo exists in local mode only.")
        player, at = demo_people.demo_player(), now()
        demo_tables.tables(player, at)
        demo_office.demo_reports(player, at)
