"""`make messages`: collect the words to translate, and compile what is translated.

Collecting needs gettext; compiling does not (polib). Compiled files are committed, so that a
machine without gettext runs in all languages.
"""

from __future__ import annotations

import os
import subprocess
import sys

import polib

from config.environment import ROOT
from tools import machine

LOCALES = ROOT / "locale"
LANGUAGES = ("nl", "de")
IGNORED = (".venv", "var", "static", "node_modules", "tests", "tools", "bench", "docs")


def collect(domain: str = "django") -> None:
    command = [sys.executable, "manage.py", "makemessages", "-d", domain, "--no-location"]
    command += ["--no-obsolete", "--no-wrap"]
    command += [part for language in LANGUAGES for part in ("-l", language)]
    command += [part for folder in IGNORED for part in ("-i", folder)]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ})


def tidy_and_compile(collected: bool) -> None:
    """Take out dates, which only make conflicts, and translations that gettext has guessed."""
    for path in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        catalogue = polib.pofile(str(path), wrapwidth=0)
        catalogue.metadata_is_fuzzy = False
        for name in ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team"):
            catalogue.metadata.pop(name, None)
        catalogue.header = "Undermine"
        for entry in catalogue:
            # What it was guessed from; polib writes it wrongly for plurals.
            entry.previous_msgid = entry.previous_msgid_plural = entry.previous_msgctxt = None
            if collected and entry.fuzzy:
                entry.flags.remove("fuzzy")
                entry.msgstr = ""
                entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
        catalogue.save()
        catalogue.save_as_mofile(str(path.with_suffix(".mo")))
        print(f"{path.relative_to(ROOT)}: {catalogue.percent_translated()} % translated")
        for entry in catalogue.untranslated_entries():
            print(f"  missing: {entry.msgid}")


if __name__ == "__main__":
    if found := bool(machine.GETTEXT.find()):
        collect()
    else:
        print("gettext is missing, so only compiled: apt-get install -y gettext collects too")
    tidy_and_compile(found)
