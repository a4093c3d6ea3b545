#!/usr/bin/env python
"""Django's command line, with a plain sentence instead of a traceback for a bad setting."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.conf import settings

        _ = settings.INSTALLED_APPS  # a bad setting speaks here, before any command runs
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Undermine cannot start. {error}")


if __name__ == "__main__":
    main()
