"""Pages for what went wrong: they cannot go wrong themselves."""

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
    """A session, a user, whatever is asked of it breaks."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


def request(**more: Any) -> HttpRequest:
    made = RequestFactory().post(
        "/join/a-secret/", b"--", "multipart/form-data; boundary=x", **more
    )
    made.user = made.session = Unreadable()  # type: ignore[assignment]
    return made


@pytest.mark.parametrize("status", PAGES)
def test_a_page_asks_nothing_of_what_is_broken(status: int) -> None:
    answer = PAGES[status](request())
    assert answer.status_code == status
    assert b"<main" in answer.content
    assert b"a-secret" not in answer.content


@pytest.mark.parametrize("status", PAGES)
def test_without_any_template_a_line_of_text_is_the_answer(
    status: int, settings: LazySettings
) -> None:
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
    answer = PAGES[status](request())
    assert (answer.status_code, answer["Content-Type"]) == (status, "text/plain")
    assert answer.content.startswith(str(status).encode())


@pytest.mark.parametrize("status", PAGES)
def test_no_page_reads_the_body(status: int) -> None:
    made = request()
    PAGES[status](made)
    assert not made.POST


@pytest.mark.django_db
def test_who_is_signed_in_stays_so_on_a_page_for_nothing() -> None:
    user = UserFactory.create()
    answer = signed_in(user).get("/no-such-page/")
    assert answer.status_code == 404
    assert str(user.name) in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_key_gets_our_own_page() -> None:
    answer = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert b"<main" in answer.content


@pytest.mark.django_db
def test_the_gate_speaks_the_language_of_the_browser(client: Client) -> None:
    pages = [client.get("/?q=%00", headers={"accept-language": code}) for code in ("en", "nl")]
    assert [page.status_code for page in pages] == [400, 400]
    assert [b'lang="en"' in page.content for page in pages] == [True, False]
