"""Entry for WSGI servers."""

import os

import django

from config.handlers import WSGI

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)
application = WSGI()
