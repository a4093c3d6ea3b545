"""Entry for ASGI servers."""

import os

import django

from config.handlers import ASGI

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)
application = ASGI()
