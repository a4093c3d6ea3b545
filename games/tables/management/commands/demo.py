"""Seed what `make run` opens on. Only local mode has a demo; running it again adds nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts import demo as demo_player
from config.clock import now
from games.tables import demo


class Command(BaseCommand):
    help = "Seed the demo of local mode."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LOCAL_MODE:
            raise CommandError("The demo exists in local mode only.")
        demo.tables(demo_player.player(), now())
