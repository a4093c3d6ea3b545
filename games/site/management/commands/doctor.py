"""`manage.py doctor`: is everything well, and if not, what is to be done?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.site import doctor


class Command(BaseCommand):
    help = "Look at every part; a line for each. Ends with 1 if something is wrong."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for a program that reads it")

    def handle(self, *args: Any, **options: Any) -> None:
        found = doctor.examine()
        if options["json"]:
            self.stdout.write(json.dumps([finding._asdict() for finding in found], indent=2))
        else:
            for name, state, sentence in found:
                self.stdout.write(f"{state:8} {name}: {sentence}")
        if any(finding.state == doctor.WRONG for finding in found):
            sys.exit(1)
