"""Entry for ASGI servers."""

import os

import django
from django.conf import settings
from django.utils.module_loading import import_string

from config.observability import logs
from config.serving.handlers import ASGIApplication
from config.storage import database

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with logs.log_failed_start():
    database.configure_web_process()
    django.setup(set_prefix=False)
    application = import_string(settings.ASGI_DOOR)(ASGIApplication())
