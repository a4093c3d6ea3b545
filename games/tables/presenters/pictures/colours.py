"""The colours of `static/css/palette.css` by daylight, for drawings that stand alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from django.conf import settings

VARIABLE: Final = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
BOTH: Final = re.compile(r"light-dark\(([^,]+),[^)]+\)")
USED: Final = re.compile(r"var\(--([a-z0-9-]+)\)")


@cache
def daylight() -> Mapping[str, str]:
    """Every variable of the palette with its value in the light theme."""
    sheet = (settings.BASE_DIR / "static" / "css" / "palette.css").read_text()
    return {name: BOTH.sub(r"\1", value).strip() for name, value in VARIABLE.findall(sheet)}


def painted(drawing: str) -> str:
    """The drawing with colours instead of variables: a mail has no style sheet of ours."""
    return USED.sub(lambda found: daylight()[found[1]], drawing)
