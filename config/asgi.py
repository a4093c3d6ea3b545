"""Entry for ASGI servers."""

import os

import django

from config.observability import logs
from config.serving.handlers import ASGIApplication
from config.storage import limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with logs.log_failed_start():
    limits.configure_web_process()
    django.setup(set_prefix=False)
    from games.live.asgi import StreamMiddleware

    application = StreamMiddleware(ASGIApplication())
