"""Entry for WSGI servers."""

import os

import django

from config.observability import logs
from config.serving.handlers import WSGIApplication
from config.storage import limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with logs.log_failed_start():
    limits.configure_web_process()
    django.setup(set_prefix=False)
    application = WSGIApplication()
