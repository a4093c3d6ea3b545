"""The site's settings with the bench's URLs added."""

from __future__ import annotations

from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import TEMPLATES

ROOT_URLCONF = "bench.server.urls"
TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], Path(__file__).parent / "templates"]  # type: ignore[misc]
