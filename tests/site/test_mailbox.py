"""Local mode's mail page shows mails as mail programs do, and runs nothing in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts.mail.emails import Email
from accounts.mail.smtp import FolderBackend
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def name(settings: LazySettings, tmp_path: Path) -> str:
    """The file name of a mail with a picture."""
    settings.MAIL_DIR = tmp_path
    context = {"owner": UserFactory.create(), "title": "Rainy Tuesday", "link": "http://x.test/"}
    letter = Email("notices/mail/invitation", "Your turn", "bob@example.org", context)
    letter.show(b"\x89PNG", "A picture.", 10)
    FolderBackend(file_path=str(tmp_path)).send_messages([letter.message({})])
    [file] = tmp_path.glob("*.log")
    return file.stem


def test_a_mail_is_shown_in_its_own_frame(name: str) -> None:
    answer = Client().get(f"/dev/mail/{name}/")
    page = answer.content.decode()
    assert f'src="/dev/mail/{name}/html/"' in page
    assert 'sandbox="allow-popups' in page
    assert "allow-scripts" not in page
    assert "frame-src 'self'" in answer["Content-Security-Policy"]
    assert "Rainy Tuesday" in page


def test_the_frame_contains_the_pictures_and_may_run_nothing(name: str) -> None:
    answer = Client().get(f"/dev/mail/{name}/html/")
    assert b'src="data:image/png;base64,' in answer.content
    assert b"cid:" not in answer.content
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert "sandbox" in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_a_missing_mail_has_no_frame(settings: LazySettings, tmp_path: Path) -> None:
    settings.MAIL_DIR = tmp_path
    assert Client().get("/dev/mail/no-such-mail/html/").status_code == 404
