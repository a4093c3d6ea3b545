"""Static files: our style sheets and scripts are bundled and minified by collectstatic.

With DEBUG the sources are served. File names contain a hash of the content, and whitenoise
compresses each file with Brotli and gzip.
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
except ImportError:  # no wheel for this machine (pyproject.toml): don't minify

    def minified(_media_type: str, text: str) -> str:
        return text


MEDIA_TYPES = {"css": "text/css", "js": "text/javascript"}
"""By folder of `static`. Files of libraries are in other folders and are sent unchanged."""
IMPORT = re.compile(r'^@?import\b[^"\n]*"(?:\./)?([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A storage that minifies our own files during `collectstatic`."""

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        small = {name: (MinifiedFile(source), path) for name, (source, path) in paths.items()}
        yield from super().post_process(small, **options)


class MinifiedFile:
    """A storage whose files are opened bundled and minified."""

    def __init__(self, source: Storage) -> None:
        self.source = source

    def open(self, path: str) -> Any:
        folder, _, name = path.partition("/")
        if folder not in MEDIA_TYPES:
            return self.source.open(path)
        parts: set[str] = set()
        text = self.joined(folder, name, parts)
        if folder == "js" and len(parts) > 1 and not EXPORT.search(text):
            text = f"(() => {{\n{text}}})();\n"  # local names can be shortened
        return ContentFile(minified(MEDIA_TYPES[folder], text).encode())

    def joined(self, folder: str, name: str, seen: set[str]) -> str:
        """Return a file with its imports inlined, each once."""
        if name in seen:
            return ""
        seen.add(name)
        with self.source.open(f"{folder}/{name}") as file:
            text: str = file.read().decode()
        return IMPORT.sub(lambda found: EXPORT.sub("", self.joined(folder, found[1], seen)), text)
