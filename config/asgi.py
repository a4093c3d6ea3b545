"""Entry for ASGI servers."""

import os

import django

from config import database, logs
from config.handlers import ASGI

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with logs.starting():
    database.serve_pages()
    django.setup(set_prefix=False)
    application = ASGI()
