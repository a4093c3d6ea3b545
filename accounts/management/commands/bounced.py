"""`manage.py bounced`: report addresses that bounced after the mail server had accepted emails."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from accounts.mail import addresses
from config.clock import now


class Command(BaseCommand):
    help = "Mark addresses that bounced: nothing is sent there until they are confirmed again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        text = "an address; if none is given, one per line from standard input"
        parser.add_argument("addresses", nargs="*", metavar="address", help=text)

    def handle(self, *args: Any, **options: Any) -> None:
        given = options["addresses"] or sys.stdin.read().split()
        found = [address for address in given if _is_address(address)]
        for address in found:
            addresses.mark_bounced(address, "reported by the mail server", now())
        self.stdout.write(f"{len(found)} marked")
        if len(found) < len(given):
            raise CommandError(f"{len(given) - len(found)} of {len(given)} are not addresses")


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
