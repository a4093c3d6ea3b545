"""A link as a picture that a phone reads: a QR code."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno
from django.utils.safestring import SafeString

QUIET: Final = 4
"""Readers want so many empty fields around it."""


@lru_cache(maxsize=200)
def drawn(link: str) -> SafeString:
    """An SVG, dark on light whatever the theme: many readers know nothing else.

    It is a picture only: what it is must be said beside it.
    """
    code = segno.make(link, micro=False, error="m")
    drawing = code.svg_inline(
        omitsize=True, border=QUIET, dark="#000", light="#fff", svgclass="link-code", lineclass=None
    )
    return SafeString(drawing)
