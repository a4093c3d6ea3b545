"""Error pages cannot fail themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.serving import error_pages
from tests.factories import UserFactory
from tests.real_tables import signed_in

PAGES: dict[int, Callable[..., HttpResponse]] = {
    400: error_pages.bad_request,
    403: error_pages.forbidden,
    404: error_pages.not_found,
    500: error_pages.server_error,
}


class Unreadable:
    """A session or user that breaks whenever it is used."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


def request(**more: Any) -> HttpRequest:
    made = RequestFactory().post(
        "/join/a-secret/", b"--", "multipart/form-data; boundary=x", **more
    )
    made.user = made.session = Unreadable()  # type: ignore[assignment]
    return made


@pytest.mark.parametrize("status", PAGES)
def test_an_error_page_does_not_touch_broken_parts(status: int) -> None:
    answer = PAGES[status](request())
    assert answer.status_code == status
    assert b"<main" in answer.content
    assert b"a-secret" not in answer.content


@pytest.mark.parametrize("status", PAGES)
def test_without_templates_the_answer_is_a_line_of_text(
    status: int, settings: LazySettings
) -> None:
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
    answer = PAGES[status](request())
    assert (answer.status_code, answer["Content-Type"]) == (status, "text/plain")
    assert answer.content.startswith(str(status).encode())


@pytest.mark.parametrize("status", PAGES)
def test_no_error_page_reads_the_body(status: int) -> None:
    made = request()
    PAGES[status](made)
    assert not made.POST


@pytest.mark.django_db
def test_a_404_page_keeps_you_signed_in() -> None:
    user = UserFactory.create()
    answer = signed_in(user).get("/no-such-page/")
    assert answer.status_code == 404
    assert str(user.name) in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_csrf_token_gets_our_own_page() -> None:
    answer = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert b"<main" in answer.content


@pytest.mark.django_db
def test_a_400_page_uses_the_language_of_the_browser(client: Client) -> None:
    pages = [client.get("/?q=%00", headers={"accept-language": code}) for code in ("en", "nl")]
    assert [page.status_code for page in pages] == [400, 400]
    assert [b'lang="en"' in page.content for page in pages] == [True, False]
