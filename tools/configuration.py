"""Write the files that repeat what is declared elsewhere; with `--check`, only compare them.

docs/configuration.md comes from config/environment.py; the Procfile, compose.yaml, the units of
systemd and others come from tools/processes.py.
"""

from __future__ import annotations

import sys

from django.conf import settings

from config.environment import ROOT, VARIABLES, Variable
from tools import processes

PAGE = ROOT / "docs" / "configuration.md"
INTRODUCTION = """\
# Configuration

Undermine is configured by environment variables. With none of `DATABASE_URL`, `SITE_URL` and
`ALLOWED_HOSTS` set, it runs in *local mode*: on loopback only, with SQLite, demo players and a
mailbox page. With any of them set, it runs in production: there is no demo and no mailbox page, and
it refuses to start if a variable is missing, unsafe or out of range, and names it.

To keep a secret in a file, add `_FILE` to the name: `SECRET_KEY_FILE=/run/secrets/secret_key`. This
works for every variable that the settings read. In a URL, the characters `@ : / # %` of a password
must be percent-encoded; `DATABASE_PASSWORD` and `EMAIL_PASSWORD` are used as they are.

To try production settings on one machine:

```
export DATABASE_URL=postgres://postgres@127.0.0.1:5432/undermine BROKER_URL=redis://127.0.0.1:6379/0
export SITE_URL=http://localhost:8000 EMAIL_URL=filemail:///tmp/undermine-mail
export SECRET_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')
make run
```

This page is generated from `config/environment.py` by `python -m tools.configuration`.

| variable | meaning | default |
|---|---|---|
"""


def page() -> str:
    return INTRODUCTION + "".join(map(_row, VARIABLES))


def _row(variable: Variable) -> str:
    default = f"**required in production**; {variable.default}"
    default = default if variable.required else variable.default
    meaning = variable.meaning
    if variable.kept is not None:
        kept = str(variable.kept)
        meaning += f" {kept[0].lower()}{kept[1:]}"
    if variable.between:
        meaning += " ({}–{})".format(*variable.between)
    return f"| `{variable.name}` | {meaning} | {default} |\n"


def main() -> int:
    settings.configure(USE_I18N=False)  # the page is in English
    files = {PAGE: page(), **processes.files()}
    stale = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is out of date: run python -m tools.configuration")
        else:
            path.write_text(files[path])
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
