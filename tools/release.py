"""The last release, read from the history of this repository: its files, and a checkout of it."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Final

from config.environment import ROOT

NAMED: Final = ROOT / "tests" / "upgrade" / "last_release.txt"
"""A tag or a commit; CONTRIBUTING.md, *Releases*, says when it changes."""


def last() -> str:
    return NAMED.read_text(encoding="utf-8").strip()


def is_known() -> bool:
    """Return whether the last release is in the history; not in a shallow clone."""
    git = shutil.which("git")
    asked = [str(git), "cat-file", "-e", f"{last()}^{{commit}}"]
    return bool(git) and not subprocess.run(asked, cwd=ROOT, stderr=subprocess.DEVNULL).returncode


def files(*patterns: str) -> dict[str, str]:
    """Return the files of the release whose path matches, with a hash of each."""
    listed = _git("ls-tree", "-r", "-z", last()).decode().split("\0")
    rows = (row.split(maxsplit=3) for row in listed if row)
    return {path: blob for _, _, blob, path in rows if _fits(path, patterns)}


def _fits(path: str, patterns: tuple[str, ...]) -> bool:
    return any(Path(path).match(pattern) for pattern in patterns)


def fingerprint(path: Path) -> str:
    """Return the hash of a file as it is now."""
    return _git("hash-object", str(path)).decode().strip()


def checkout(folder: Path) -> None:
    """Check out the release into an empty folder."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", last()))) as archive:
        archive.extractall(folder, filter="data")


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
