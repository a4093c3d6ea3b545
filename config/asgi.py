"""Entry for ASGI servers."""

import os

import django
from django.conf import settings
from django.utils.module_loading import import_string

from config import database, logs
from config.handlers import ASGI

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with logs.starting():
    database.serve_pages()
    django.setup(set_prefix=False)
    application = import_string(settings.ASGI_DOOR)(ASGI())
