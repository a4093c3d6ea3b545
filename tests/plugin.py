"""Loaded before Django's settings: gives each test process its own files, cache and folders.

Two processes of pytest-xdist must not share a SQLite file, a broker folder, a mail folder or
throttle counters; they do share the collected static files.
"""

import gc
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = False  # recompiling everything takes longer than most test files
gc.set_threshold(100_000, 20, 50)  # tests keep little garbage; collecting it takes a tenth of a run

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
NUMBER = int(WORKER.removeprefix("gw") or 0)
LEG = "postgres" if os.environ.get("DATABASE_URL") else "sqlite"
HERE = Path(__file__).resolve().parent.parent / "var" / "test"
HOME = Path(os.environ.get("TEST_HOME", HERE))  # two runs at once need two folders
FOLDER = HOME / f"{LEG}-{WORKER or 'main'}"
STATIC = HOME / "static"

os.environ["VAR_DIR"] = str(FOLDER)
FOLDER.mkdir(parents=True, exist_ok=True)
STATIC.mkdir(parents=True, exist_ok=True)
if not (FOLDER / "static").exists():
    (FOLDER / "static").symlink_to(STATIC)

broker = os.environ.get("BROKER_URL", "")
if broker.startswith("redis"):
    os.environ["BROKER_URL"] = f"{broker.rsplit('/', 1)[0]}/{NUMBER + 1}"
if LEG == "postgres":
    os.environ["EMAIL_URL"] = f"filemail://{FOLDER / 'mail'}"
