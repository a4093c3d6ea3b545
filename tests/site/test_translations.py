"""Everything a person reads is translatable, and translated."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest

from config.environment import ROOT
from tools import machine
from tools.messages import IGNORED, LANGUAGES

CATALOGUES = [ROOT / f"locale/{language}/LC_MESSAGES/django.po" for language in LANGUAGES]
PLACES = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}")
SAME_IN_ALL = {"Undermine", "· Undermine"}
NO_WORDS = (
    r"{%\s*comment.*?endcomment\s*%}",
    r"{#.*?#}",
    r"{%\s*block main_class\s*%}.*?{%\s*endblock main_class\s*%}",  # names of classes
    r"{%\s*blocktrans(?:late)?\b.*?endblocktrans(?:late)?\s*%}",
    r"{{.*?}}",
    r"{%.*?%}",
)


@pytest.mark.parametrize("path", CATALOGUES, ids=LANGUAGES)
def test_a_catalogue_is_complete(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []
    assert not catalogue.metadata_is_fuzzy


@pytest.mark.parametrize("path", CATALOGUES, ids=LANGUAGES)
def test_a_translation_keeps_all_placeholders(path: Path) -> None:
    for entry in polib.pofile(str(path)):
        pairs = [(entry.msgstr, entry.msgid)]
        if entry.msgid_plural:
            one, many = entry.msgstr_plural[0], entry.msgstr_plural[1]
            pairs = [(one, entry.msgid), (many, entry.msgid_plural)]
        for translated, source in pairs:
            wanted = set(PLACES.findall(source))
            assert set(PLACES.findall(translated)) == wanted, entry.msgid


@pytest.mark.parametrize("path", CATALOGUES, ids=LANGUAGES)
def test_compiled_catalogues_are_up_to_date(path: Path) -> None:
    written = {(e.msgid, e.msgctxt): (e.msgstr, e.msgstr_plural) for e in polib.pofile(str(path))}
    compiled = polib.mofile(str(path.with_suffix(".mo")))
    assert {(e.msgid, e.msgctxt): (e.msgstr, e.msgstr_plural) for e in compiled} == written


def test_catalogues_have_exactly_the_messages_in_use(tmp_path: Path) -> None:
    if not machine.GETTEXT.find() and not machine.UNDER_CI:
        pytest.skip("gettext is not installed")
    for folder in ("accounts", "config", "games", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.pyc"))
    (tmp_path / "locale/nl/LC_MESSAGES").mkdir(parents=True)
    shutil.copy(ROOT / "manage.py", tmp_path)
    command = [sys.executable, "manage.py", "makemessages", "-l", "nl", "--no-location"]
    command += [part for folder in IGNORED for part in ("-i", folder)]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    fresh = polib.pofile(str(tmp_path / "locale/nl/LC_MESSAGES/django.po"))
    wanted = {(entry.msgctxt, entry.msgid) for entry in fresh}
    for path in CATALOGUES:
        assert {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(path))} == wanted


class BareText(HTMLParser):
    """Collects text between tags, and in attributes that are read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style", "svg")
        for name, value in attributes:
            if name in ("alt", "title", "aria-label", "placeholder") and value:
                self.handle_data(value)

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style", "svg")

    def handle_data(self, data: str) -> None:
        if not self.silent and re.search(r"[^\W\d_]{2,}", data):
            self.found.append(" ".join(data.split()))


def test_a_template_has_no_untranslatable_words() -> None:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        assert bare_words(path.read_text()) <= SAME_IN_ALL, path


def bare_words(text: str) -> set[str]:
    for pattern in NO_WORDS:
        text = re.sub(pattern, "", text, flags=re.S)
    parser = BareText()
    parser.feed(text)
    return set(parser.found)
