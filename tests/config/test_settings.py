"""Configuration: local mode with nothing set, production or a clear refusal otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment
from config.environment import ROOT, is_local, problems

SAFE = {
    "DATABASE_URL": "postgres://undermine@localhost/undermine",
    "SITE_URL": "https://undermine.example",
    "SECRET_KEY": "q8w7e6r5t4y3u2i1o0p9a8s7d6f5g4h3j2k1l0z9x8c7v6b5n4m3",
    "BROKER_URL": "redis://localhost/0",
    "EMAIL_URL": "smtp+tls://user:word@mail.example:587",
}


def manage(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py in its own process, with this environment and nothing else set."""
    return python("manage.py", *arguments, **environ)


def python(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    named = [name for known in environment.NAMES for name in (known, f"{known}_FILE")]
    names = {*named, "DJANGO_ALLOW_ASYNC_UNSAFE"}
    rest = {name: value for name, value in os.environ.items() if name not in names}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=rest | environ, capture_output=True, text=True)


def test_without_settings_it_is_local_mode() -> None:
    assert is_local({})


@pytest.mark.parametrize("name", ["DATABASE_URL", "SITE_URL", "ALLOWED_HOSTS"])
def test_any_setting_for_the_outside_world_means_production(name: str) -> None:
    assert not is_local({name: "something"})


def test_a_broker_alone_is_still_local_mode() -> None:
    assert is_local({"BROKER_URL": "redis://localhost/0"})


def test_safe_production_settings_cause_no_problem() -> None:
    assert problems(SAFE) == []


@pytest.mark.parametrize("name", sorted(SAFE))
def test_a_missing_setting_is_named(name: str) -> None:
    environ = {key: value for key, value in SAFE.items() if key != name}
    assert [sentence.split()[0] for sentence in problems(environ)] == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", "django-insecure-" + "q8w7e6r5t4y3u2" * 5),
        ("SECRET_KEY", "a" * 60),
        ("SITE_URL", "http://undermine.example"),
        ("SITE_URL", "undermine.example"),
        ("SITE_URL", "https://undermine.example/path"),
        ("ALLOWED_HOSTS", "undermine.example,*"),
        ("DEBUG", "1"),
        ("BROKER_URL", "memory://"),
        ("CACHE_URL", "locmemcache://"),
        ("TRUSTED_PROXY_COUNT", "all"),
        ("LOG_LEVEL", "loud"),
        ("METRICS_TOKEN", "short"),
        ("LEASE_SECONDS", "60"),
        ("WEB_CONCURRENCY", "0"),
        ("WORKER_CONCURRENCY", "two"),
        ("KEEP_NOTICES", "29"),
        ("KEEP_AUDIT", "-1"),
        ("KEEP_REPORTS", "36501"),
        ("KEEP_VACATIONS", "365"),
        ("KEEP_SANCTIONS", "1.5"),
        ("HSTS_PRELOAD", "true"),
        ("SECRET_KEY_FILE", "/no/such/file"),
        ("DATABASE_POOL", "many"),
        ("DATABASE_POOL", "0"),
    ],
)
def test_an_unsafe_setting_is_named(name: str, value: str) -> None:
    assert [sentence.split()[0] for sentence in problems(SAFE | {name: value})] == [name]


def test_production_refuses_to_start_and_explains_why(tmp_path: Path) -> None:
    done = manage("check", VAR_DIR=str(tmp_path), SITE_URL="https://undermine.example")
    assert done.returncode != 0
    assert "SECRET_KEY is missing" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_number_out_of_its_range_is_named_in_local_mode_too(tmp_path: Path) -> None:
    done = manage("check", VAR_DIR=str(tmp_path), KEEP_NOTICES="a month")
    assert done.returncode != 0
    assert "KEEP_NOTICES must be a whole number from 30 to 36500." in done.stderr
    assert "Traceback" not in done.stderr


def setting(expression: str, folder: Path, **environ: str) -> str:
    """Return the value of this expression when the site starts with these settings."""
    code = f"from config import settings; print(({expression}))"
    done = python("-c", code, VAR_DIR=str(folder), **environ)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_secrets_can_be_in_files_and_contain_any_character(tmp_path: Path) -> None:
    key, word, mail = "$" + SAFE["SECRET_KEY"] + "@:/#%'\"\\ ", "$p@ss:/w#rd%41 \\'", "$m@il"
    secrets = {"SECRET_KEY": key, "DATABASE_PASSWORD": word, "EMAIL_PASSWORD": mail}
    files = {f"{name}_FILE": str(tmp_path / name) for name in secrets}
    for name, secret in secrets.items():
        (tmp_path / name).write_text(secret + "\n")
    here = {name: value for name, value in SAFE.items() if name not in secrets} | files
    here["EMAIL_URL"] = "smtp+tls://user@mail.example:587"
    read = "settings.SECRET_KEY, settings.DATABASES['default']['PASSWORD'], "
    read += "settings.EMAIL_HOST_PASSWORD"
    assert setting(read, tmp_path, **here) == str((key, word, mail))


def test_a_setting_in_a_file_means_production_too() -> None:
    assert not is_local({"DATABASE_URL_FILE": "/run/secrets/database_url"})


def test_retention_periods_and_hsts_come_from_the_environment(tmp_path: Path) -> None:
    read = "settings.KEEP_NOTICES.days, settings.KEEP_AUDIT.days, "
    read += "settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.SECURE_HSTS_PRELOAD"
    assert setting(read, tmp_path, **SAFE, KEEP_AUDIT="") == "(90, 1095, False, False)"
    asked = {"KEEP_NOTICES": "31", "HSTS_SUBDOMAINS": "true", "HSTS_PRELOAD": "true"}
    assert setting(read, tmp_path, **SAFE, **asked) == "(31, 1095, True, True)"


def test_deploy_checks_are_clean(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", VAR_DIR=str(tmp_path), **SAFE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


def test_production_has_no_demo_and_no_mailbox_page(tmp_path: Path) -> None:
    code = "from django.urls import reverse; print(reverse('mailbox'))"
    shell = manage("shell", "-c", code, VAR_DIR=str(tmp_path), **SAFE)
    demo = manage("demo", VAR_DIR=str(tmp_path), **SAFE)
    assert "NoReverseMatch" in shell.stderr
    assert demo.returncode != 0
    code = "from accounts import demo; print('code:', repr(demo.demo_code()))"
    told = manage("shell", "-c", code, VAR_DIR=str(tmp_path), **SAFE, LOCAL_MODE="1")
    assert "code: ''" in told.stdout  # and no database was queried: there is none


def test_settings_only_see_listed_variables() -> None:
    """So a new variable has to be added to `VARIABLES`."""
    assert environment.read({"PORT": "80", "CI": "", "NEW_VARIABLE": "1"}) == {"PORT": "80"}


def test_two_first_starts_agree_on_one_secret_key(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from config.environment import secret_key

    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key, [tmp_path] * 16))
    assert len(keys) == 1
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


def test_loopback_is_recognised() -> None:
    assert environment.is_loopback("http://localhost:8000")
    assert not environment.is_loopback("http://localhost.example")
