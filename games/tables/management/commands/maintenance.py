"""`manage.py maintenance start|end|status`: stop all clocks of the site, and let them run again."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from config.clock import now
from games.tables import services
from games.tables.models import SiteClock


class Command(BaseCommand):
    help = "Stop all clocks for maintenance; at its end every deadline moves by its length."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        start = acts.add_parser("start", help="no deadline passes; a banner on every page says so")
        start.add_argument("--until", metavar="TIME", help="expected end: 2026-11-30T18:00, UTC")
        start.add_argument("--message", default="", help="more words on the banner")
        acts.add_parser("end", help="clocks run again, and every deadline moves")
        acts.add_parser("status", help="since when clocks stand still")

    def handle(self, *args: Any, **options: Any) -> None:
        at = now()
        if options["act"] == "start":
            services.stop_clocks(at, _moment(options["until"], at), _short(options["message"]))
        elif options["act"] == "end":
            self._end(at)
        self.stdout.write(_status(SiteClock.current(), at))

    def _end(self, at: datetime) -> None:
        moved = services.let_clocks_run(at)
        if moved is None:
            raise CommandError("No maintenance is on.")
        self.stdout.write(f"Every deadline moved by {moved}.")


def _moment(text: str | None, at: datetime) -> datetime | None:
    if text is None:
        return None
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None:
        raise CommandError("--until wants a time as 2026-11-30T18:00.")
    until = found if timezone.is_aware(found) else timezone.make_aware(found, UTC)
    if until <= at:
        raise CommandError("--until is past already.")
    return until


def _short(message: str) -> str:
    if len(message) > SiteClock.LONGEST_MESSAGE:
        raise CommandError(f"--message has {SiteClock.LONGEST_MESSAGE} characters at most.")
    return message


def _status(clock: SiteClock, at: datetime) -> str:
    since = clock.stands_since(at)
    if since is None:
        return "Clocks run."
    why = "for maintenance" if clock.is_stopped else "because no sweep comes to its end"
    until = f", expected until {clock.until:%Y-%m-%d %H:%M} UTC" if clock.until else ""
    return f"Clocks have stood still since {since:%Y-%m-%d %H:%M} UTC {why}{until}."
