"""The repository follows its own conventions."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from config.environment import ROOT

TOP_LEVEL = {
    ".ci", ".dockerignore", ".github", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md",
    "CONTRIBUTING.md", "Dockerfile", "Makefile", "Procfile", "README.md", "accounts", "bench",
    "compose.yaml", "config", "docs", "games", "locale", "manage.py", "pyproject.toml",
    "requirements-dev.txt", "requirements.txt", "static", "templates", "tests", "tools",
}  # fmt: skip
MODULES = sorted(
    path
    for folder in ("accounts", "bench", "config", "games", "tests", "tools")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return listed.stdout.splitlines()


def test_the_top_level_has_only_listed_files() -> None:
    assert {name.split("/")[0] for name in tracked()} <= TOP_LEVEL


def test_no_module_has_more_than_400_lines() -> None:
    assert [path for path in MODULES if len(path.read_text().splitlines()) > 400] == []


def test_only_the_clock_module_reads_the_time() -> None:
    asks = re.compile(r"\b(timezone\.now|datetime\.(utc)?now|date\.today|time\.time)\(")
    guilty = [
        str(path.relative_to(ROOT))
        for path in MODULES
        if path != ROOT / "config/clock.py" and asks.search(path.read_text())
    ]
    assert guilty == ["tests/test_house.py"] or guilty == []


def test_a_template_has_no_inline_script_or_style() -> None:
    script = re.compile(r"<script(?![^>]*\bsrc=)|\son\w+\s*=|hx-on|javascript:")
    style = re.compile(r"\sstyle\s*=|<style")
    for path in TEMPLATES:
        text = path.read_text()
        mail = "email" in path.parts or "mail" in path.parts  # mail has no stylesheet to refer to
        assert not script.search(text), path
        assert mail or not style.search(text), path


def test_no_template_loads_anything_from_elsewhere() -> None:
    elsewhere = re.compile(r"(src|href|action)\s*=\s*[\"'](https?:)?//")
    assert [path for path in TEMPLATES if elsewhere.search(path.read_text())] == []


def test_nothing_refers_to_files_outside_the_project() -> None:
    outside = re.compile(r"\.\./" + "shared|/" + "work/")
    pictures = (".png", ".ico", ".webp")
    texts = (ROOT / name for name in tracked() if not name.endswith((".mo", *pictures)))
    assert [str(path) for path in texts if path.exists() and outside.search(path.read_text())] == []


def paths_in_docs() -> set[str]:
    """Return our files and folders named on pages of the docs; `<game>` means any game."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    tops = "accounts|bench|config|docs|games|locale|static|templates|tests|tools"
    named = re.compile(rf"`((?:{tops})/[\w./<>*-]*)`")
    return {path for page in pages for path in named.findall(page.read_text())}


def test_every_file_named_in_the_docs_exists() -> None:
    patterns = {path: re.sub("<[a-z]+>", "*", path).rstrip("/") for path in paths_in_docs()}
    lost = {path for path, pattern in patterns.items() if not any(ROOT.glob(pattern))}
    assert lost == set()


def test_requirements_are_pinned() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = [line for line in (ROOT / name).read_text().splitlines() if line[:1].isalnum()]
        assert lines
        assert [line for line in lines if "==" not in line] == []


def asked_for() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [str(wanted) for wanted in project["dependencies"]]


def test_production_pins_every_dependency_of_pyproject() -> None:
    pinned = (ROOT / "requirements.txt").read_text()
    for wanted in asked_for():
        plain = re.sub(r"\[.*\]|;.*", "", wanted)
        assert plain in re.sub(r"\[.*\]", "", pinned)


def test_every_package_imported_in_production_is_a_direct_dependency() -> None:
    """A package that is only a dependency of another may disappear with it."""
    asked = {re.split(r"[\[=]", wanted)[0] for wanted in asked_for()}
    sold_as = packages_distributions()
    ours = {"accounts", "config", "games"}
    loose = {
        module
        for path in MODULES
        if path.relative_to(ROOT).parts[0] in ours
        for module in imported(path) & sold_as.keys()
        if not {name.lower().replace("_", "-") for name in sold_as[module]} & asked
    }
    assert loose == set()


def imported(path: Path) -> set[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
    return {name.split(".")[0] for name in names}
