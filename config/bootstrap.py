"""Make the virtual environment and install into it. Runs before anything is installed:
standard library only, on whatever Python `make` found.

    python3 config/bootstrap.py requirements.txt

Does nothing, fast, when the environment already holds just these requirements. Whatever goes
wrong ends in one sentence; the installer's own words are in the log it names.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(os.environ.get("VENV", ROOT / ".venv"))
LOG = VENV / "install.log"

SENTENCES = (
    (("No space left on device",), "The disk is full."),
    (
        (
            "NewConnectionError",
            "Temporary failure in name resolution",
            "ConnectTimeoutError",
            "Could not find a version that satisfies",
            "No matching distribution",
            "ProxyError",
            "Network is unreachable",
            "ReadTimeoutError",
            "Max retries exceeded",
        ),
        "The package index cannot be reached: check the network and try again.",
    ),
    (
        (
            "error: command 'gcc' failed",
            "error: command 'cc' failed",
            "No such file or directory: 'gcc'",
            "Python.h: No such file",
            "failed-wheel-build",
            "Failed building wheel",
        ),
        "A package has no ready-made build for this machine and there is no compiler: "
        "install one (Debian: apt-get install build-essential python3-dev) and try again.",
    ),
)


def main(requirements: str) -> None:
    if sys.version_info[:2] != (3, 11):
        found = ".".join(map(str, sys.version_info[:2]))
        stop(f"Undermine needs Python 3.11, and this is {found}: say `make PYTHON=python3.11`.")
    wanted = fingerprint(ROOT / requirements)
    stamp = VENV / f"{Path(requirements).stem}.installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if not (VENV / "bin/python").exists():
        create()
    install(requirements)
    stamp.write_text(wanted)


def fingerprint(path: Path) -> str:
    """Of the file and of those it includes."""
    text = path.read_text()
    for line in text.splitlines():
        if line.startswith("-r "):
            text += (path.parent / line[3:].strip()).read_text()
    return hashlib.sha256(text.encode()).hexdigest()


def create() -> None:
    print("Making the virtual environment …", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if made.returncode:
        if "No space left" in made.stderr + made.stdout:
            stop("The disk is full.")
        stop("Python cannot make virtual environments here (Debian: apt-get install python3-venv).")


def install(requirements: str) -> None:
    print(f"Installing {requirements} …", flush=True)
    command = [
        str(VENV / "bin/python"),
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--prefer-binary",
        "--retries",
        "2",
        "--timeout",
        "20",
        "-r",
        str(ROOT / requirements),
    ]
    with LOG.open("w") as log:
        failed = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT).returncode
    if failed:
        stop(why(LOG.read_text()))


def why(log: str) -> str:
    """The sentence for what pip said; its own words are in the log."""
    for signs, sentence in SENTENCES:
        if any(sign in log for sign in signs):
            return sentence
    return f"Installing failed; {LOG} says why."


def stop(sentence: str) -> None:
    sys.exit(f"Undermine: {sentence}")


if __name__ == "__main__":
    main(sys.argv[1])
