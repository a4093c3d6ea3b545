"""Static files as they are sent: our own style sheets and scripts lose what only people need.

A file that imports another is sent as one with it. The sources stay as they are, and with DEBUG
they are what is served. A name has the hash of what is sent, and whitenoise compresses each file
once, by Brotli and by gzip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

try:
    from minify import string as minified
except ImportError:  # no wheel for this machine (pyproject.toml): nothing is left out

    def minified(_media_type: str, text: str) -> str:
        return text


MEDIA_TYPES = {"css": "text/css", "js": "text/javascript"}
"""By folder of `static`. What libraries bring lies elsewhere and is sent as they made it."""
IMPORT = re.compile(r'^@?import\b[^"\n]*"(?:\./)?([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Makes our own files small while `collectstatic` names and compresses them."""

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        small = {name: (MinifiedFile(source), path) for name, (source, path) in paths.items()}
        yield from super().post_process(small, **options)


class MinifiedFile:
    """The files of a storage, as they are to be sent."""

    def __init__(self, source: Storage) -> None:
        self.source = source

    def open(self, path: str) -> Any:
        folder, _, name = path.partition("/")
        if folder not in MEDIA_TYPES:
            return self.source.open(path)
        parts: set[str] = set()
        text = self.joined(folder, name, parts)
        if folder == "js" and len(parts) > 1 and not EXPORT.search(text):
            text = f"(() => {{\n{text}}})();\n"  # where names are nobody else's, they become short
        return ContentFile(minified(MEDIA_TYPES[folder], text).encode())

    def joined(self, folder: str, name: str, seen: set[str]) -> str:
        """A file with those that it imports in their places, each once; from then on they share
        names."""
        if name in seen:
            return ""
        seen.add(name)
        with self.source.open(f"{folder}/{name}") as file:
            text: str = file.read().decode()
        return IMPORT.sub(lambda found: EXPORT.sub("", self.joined(folder, found[1], seen)), text)
