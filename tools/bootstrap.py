"""Make the virtual environment and install into it. Runs before anything is installed:
standard library only, on whatever Python `make` found, even one that is far too old.

    python3 tools/bootstrap.py requirements.txt
    python3 tools/bootstrap.py fits                # is this Python one of FITTING?

Does nothing, quickly, if the environment already has exactly these requirements. Every problem ends
in one sentence; the installer's own output is in the log it names.
"""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(os.environ.get("VENV", ROOT / ".venv"))
LOG = VENV / "install.log"
FITTING = ((3, 11), (3, 12), (3, 13))  # pyproject's requires-python says the same

SENTENCES = (
    (("No space left on device",), "The disk is full."),
    (
        ("DO NOT MATCH THE HASHES",),
        "A package is not the one that was pinned: its hash differs, and it was not installed.",
    ),
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


def main(asked: str) -> None:
    if tuple(sys.version_info[:2]) not in FITTING:
        stop(misfit(sys.version_info[:2]))
    if asked != "fits":
        ready(asked)


def misfit(found: "tuple[int, ...]") -> str:
    *others, last = [dotted(version) for version in FITTING]
    why = ", for which not every package is ready yet" if found > FITTING[-1] else ""
    return (
        f"Python {', '.join(others)} or {last} is needed, and this is {dotted(found)}{why}. "
        f"Install one of them, or name it: make PYTHON=/path/to/python{last} run"
    )


def dotted(version: "tuple[int, ...]") -> str:
    return ".".join(map(str, version))


def ready(requirements: str) -> None:
    """Make an environment of this Python with exactly these requirements."""
    wanted = fingerprint(ROOT / requirements)
    stamp = VENV / f"{Path(requirements).stem}.installed"
    if not usable():
        create()
    elif stamp.exists() and stamp.read_text() == wanted:
        return
    install(requirements)
    stamp.write_text(wanted)


def usable() -> bool:
    """Return whether the environment exists, is complete, and is of this Python."""
    return (VENV / "bin/python").exists() and made_by() == dotted(sys.version_info[:2])


def made_by() -> str:
    """Return the Python the environment was made with, such as 3.11, or an empty string."""
    notes = VENV / "pyvenv.cfg"
    written = notes.read_text() if notes.exists() else ""
    found = re.search(r"^version\s*=\s*(\d+\.\d+)", written, re.M)
    return found.group(1) if found else ""


def fingerprint(path: Path) -> str:
    """Return the hash of the file and of those it includes."""
    text = path.read_text()
    for line in text.splitlines():
        if line.startswith("-r "):
            text += (path.parent / line[3:].strip()).read_text()
    return hashlib.sha256(text.encode()).hexdigest()


def create() -> None:
    """Make the environment; one of another Python is removed, with all its stamps."""
    old = made_by()
    if old:
        now = dotted(sys.version_info[:2])
        print(f"The virtual environment is of a Python {old}; here is {now}: it is recreated.")
    print("Making the virtual environment …", flush=True)
    command = [sys.executable, "-m", "venv", *(["--clear"] if old else []), str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True)
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
        "--require-hashes",
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
    """Return the sentence for what pip said; its own output is in the log."""
    for signs, sentence in SENTENCES:
        if any(sign in log for sign in signs):
            return sentence
    return f"Installing failed; {LOG} says why."


def stop(sentence: str) -> None:
    sys.exit(f"Undermine: {sentence}")


if __name__ == "__main__":
    main(sys.argv[1])
