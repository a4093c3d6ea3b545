"""`manage.py sweeps`: list all sweeps."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from config.jobs.sweeps import SWEEPS


class Command(BaseCommand):
    help = "List all sweeps: name, queue, period in seconds, what it does."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, sweep in sorted(SWEEPS.items()):
            seconds = f"{sweep.every.total_seconds():.0f}"
            self.stdout.write(f"{name:26} {sweep.queue:9} {seconds:>6}  {sweep.summary}")
