"""The demo player of local mode."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from config.environment import DEMO_EMAIL, DEMO_NAME, DEMO_PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_only_local_mode_shows_the_demo_password(client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert (DEMO_PASSWORD in page) == settings.LOCAL_MODE


def test_the_demo_player_can_sign_in_and_is_created_only_once(client: Client) -> None:
    if not settings.LOCAL_MODE:
        with pytest.raises(CommandError):
            call_command("demo")
        return
    call_command("demo")
    call_command("demo")
    assert User.objects.filter(name=DEMO_NAME).count() == 1
    answer = client.post("/accounts/login/", {"login": DEMO_EMAIL, "password": DEMO_PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
