"""Follow docs/operations.md on a machine: run its commands, in a folder of their own.

What belongs to the machine itself is left out (packages, the user) or done as systemd would do it:
`systemctl` starts and stops what the units say, in their environment, as nobody if we are root.
"""

from __future__ import annotations

import configparser
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from string import Template

from config.environment import ROOT
from tools.run_tests import clean

LEFT_OUT = ("apt-get ", "adduser ")
AS_NOBODY = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
DONE = "-- done --"
PYTHON = getattr(sys, "_base_executable", sys.executable)


def with_few_rights() -> list[str]:
    """Run as nobody, if we are root and nobody may read our Python."""
    if os.geteuid():
        return []
    hidden = subprocess.run([*AS_NOBODY, "test", "-r", PYTHON], cwd="/").returncode
    return [] if hidden else [*AS_NOBODY]


def fenced(heading: str) -> list[str]:
    """Return the command blocks below this heading, up to the next one of its level."""
    page = (ROOT / "docs/operations.md").read_text()
    level = heading.split()[0]
    rest = page.split(f"\n{heading}\n", 1)[1]
    section = re.split(rf"\n#{{1,{len(level)}}} ", rest, maxsplit=1)[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)


class Shell:
    """One shell that all lines are typed into, in the order of the page."""

    def __init__(self, environ: dict[str, str]) -> None:
        self.said: list[str] = []
        self.process = subprocess.Popen(
            ["bash", "-e", "-o", "pipefail"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environ,
        )

    def type(self, lines: str) -> str:
        """Type these lines and return their output; fail with it if one of them fails."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{lines}\necho '{DONE}'\n")
        self.process.stdin.flush()
        said = ""
        for line in self.process.stdout:
            if line.strip() == DONE:
                return said
            said += line
        raise AssertionError(f"{lines}\n{said}")


class OneMachine:
    """A folder that acts as the root of a machine."""

    def __init__(self, folder: Path, changes: dict[str, str], environ: dict[str, str]) -> None:
        self.folder = folder
        places = ("/srv/undermine", "/etc/undermine", "/etc/systemd/system", "/var/backups")
        for place in places[1:]:
            (folder / place[1:]).mkdir(parents=True)
        self.changes = changes | {place: f"{folder}{place}" for place in places}
        self.changes["root:undermine"] = "root:nogroup"
        self.shell = Shell(clean() | environ)
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def here(self, text: str) -> str:
        """Return the text with paths in our folder."""
        for old, new in self.changes.items():
            text = text.replace(old, new)
        return text

    def follow(self, block: str, **more: str) -> str:
        """Type a block of the page; `more` is appended to lines with these beginnings."""
        said, typed = "", ""
        for line in self.here(block).splitlines():
            if line.startswith("systemctl "):
                said += self.shell.type(typed)
                typed = ""
                self.systemctl(*line.split()[1:])
            elif not line.startswith(LEFT_OUT) and (os.geteuid() == 0 or "chown" not in line):
                typed += line + "".join(f" {text}" for end, text in more.items() if end in line)
                typed += "\n"
        return said + self.shell.type(typed)

    def systemctl(self, verb: str, *names: str) -> None:
        if verb == "daemon-reload":
            return
        named = [name for name in names if not name.startswith("--")]
        units = ["web", "worker", "bot", "delivery", "mail", "beat"]
        if named != ["undermine.target"]:
            units = [name.removeprefix("undermine-") for name in named]
        for unit in units:
            if verb in ("stop", "restart"):
                self.stop(unit)
            if verb in ("start", "restart", "enable"):
                self.start(unit)

    def start(self, unit: str) -> None:
        """Start a process as its unit says."""
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        text = (self.folder / f"etc/systemd/system/undermine-{unit}.service").read_text()
        parser.read_string(self.here(text))
        service = parser["Service"]
        lines = Path(service["EnvironmentFile"]).read_text().splitlines()
        given = [service["Environment"]] if "Environment" in service else []
        environ = dict(line.split("=", 1) for line in [*given, *lines, "PATH=/usr/bin:/bin"])
        command = Template(service["ExecStart"]).substitute(environ).replace("%%", "%").split()
        self.running[unit] = subprocess.Popen(
            [*with_few_rights(), *command],
            cwd=service["WorkingDirectory"],
            env=environ,
            stderr=(self.folder / f"{unit}.log").open("ab"),
            start_new_session=True,
        )

    def stop(self, unit: str) -> None:
        process = self.running.pop(unit)
        process.terminate()
        try:
            process.wait(60)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def ended(self) -> str:
        """Return the last words of a process that ended by itself."""
        for unit, process in self.running.items():
            if process.poll() is not None:
                return f"{unit}: {(self.folder / f'{unit}.log').read_text()[-3000:]}"
        return ""

    def close(self) -> None:
        for unit in list(self.running):
            self.stop(unit)
        self.shell.process.kill()
        self.shell.process.wait()


def repository(folder: Path) -> Path:
    """Make a repository to clone from the current content of our folder."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    tar = ["tar", "--create", "--files-from=-", "--ignore-failed-read"]
    packed = subprocess.run(tar, cwd=ROOT, check=True, capture_output=True, input=names.encode())
    folder.mkdir()
    subprocess.run(["tar", "--extract"], cwd=folder, check=True, input=packed.stdout)
    git = ["git", "-c", "user.name=Walker", "-c", "user.email=walker@example.org"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "Now"]):
        subprocess.run([*git, *command], cwd=folder, check=True)
    return folder


def python_first(folder: Path) -> str:
    """Return a PATH with a suitable `python3`."""
    folder.mkdir()
    for name in ("python", "python3"):
        (folder / name).write_text(f'#!/bin/sh\nexec {PYTHON} "$@"\n')
        (folder / name).chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"
