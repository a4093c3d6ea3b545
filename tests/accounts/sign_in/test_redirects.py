"""A link never dead-ends: after signing in, everybody gets to where they wanted to go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from tests import real_tables
from tests.accounts.conftest import code, link
from tests.factories import PASSWORD, UserFactory

Post = Callable[[], list[EmailMessage]]
pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
SIGN_IN = "/accounts/login/"
NO_TABLE = "/t/nosuchcode23/"
SOMEWHERE = "/rules/?page=2"
ELSEWHERE = ("https://else.example/", "//else.example", "https://[::1", "javascript:1", "/x" * 200)
PART = {"HX-Request": "true", "HX-Current-URL": "http://testserver/t/somecode2345/"}


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob", email="bob@example.org")


@pytest.fixture
def private() -> str:
    return f"/t/{real_tables.running(*UserFactory.create_batch(3), public=False).code}/"


def seen(answer: Any, path: str) -> tuple[object, ...]:
    """Everything that distinguishes one response from another, except the address itself."""
    cookies = {name: morsel.OutputString() for name, morsel in answer.cookies.items()}
    headers = {name: said for name, said in answer.headers.items() if name != "X-Request-ID"}
    told = (answer.status_code, headers, cookies, answer.content.decode())
    return tuple(str(part).replace(path, "HERE") for part in told)


@pytest.mark.parametrize(
    "part", ["", "log/", "export/", "poll/", "preview/", "advice/", "hindsight/", "opinion/"]
)
def test_signed_out_a_private_table_and_a_missing_one_look_the_same(
    part: str, private: str
) -> None:
    hidden, none = (Client().get(path + part) for path in (private, NO_TABLE))
    assert hidden.headers["Location"] == f"{SIGN_IN}?next={private}{part}"
    assert seen(hidden, private) == seen(none, NO_TABLE)


def test_a_signed_in_stranger_gets_404_for_both(private: str, bob: User) -> None:
    client = real_tables.signed_in(bob)
    hidden, none = client.get(private), client.get(NO_TABLE)
    assert hidden.status_code == none.status_code == 404


def test_a_player_who_signs_in_gets_to_the_table(bob: User) -> None:
    table = real_tables.running(bob, *UserFactory.create_batch(2), public=False)
    client = Client()
    there = client.get(client.get(f"/t/{table.code}/").headers["Location"])
    form = {"login": bob.email, "password": PASSWORD}
    field = f'<input type="hidden" name="next" value="/t/{table.code}/">'
    assert field in there.content.decode()
    answer = client.post(SIGN_IN, form | {"next": f"/t/{table.code}/"})
    assert answer.headers["Location"] == f"/t/{table.code}/"


@pytest.mark.parametrize("headers", [PART, PART | {"HX-Current-URL": ""}])
def test_a_part_of_a_page_sends_the_whole_page_to_sign_in(
    headers: dict[str, str], private: str
) -> None:
    for path in (private, NO_TABLE):
        answer = Client().get(f"{path}poll/", headers=headers)
        back = "/t/somecode2345/" if headers["HX-Current-URL"] else f"{path}poll/"
        assert (answer.status_code, answer["HX-Redirect"]) == (200, f"{SIGN_IN}?next={back}")


def test_a_move_sent_signed_out_leads_back_to_the_table_page(private: str) -> None:
    answer = Client().post(f"{private}move/", {}, headers=PART)
    assert answer["HX-Redirect"] == f"{SIGN_IN}?next=/t/somecode2345/"
    from_page = {"Referer": f"http://testserver{private}"}
    answer = Client().post(f"{private}move/", {}, headers=from_page)
    assert answer.headers["Location"] == f"{SIGN_IN}?next={private}"


# --- however long it takes ------------------------------------------------------------------------


def wanting(path: str = SOMEWHERE) -> Client:
    """Somebody who has to sign in first, and hasn't yet."""
    client = Client()
    client.get(f"{SIGN_IN}?next={quote(path)}")
    return client


def test_a_password_sign_in_without_the_field_redirects_there(bob: User) -> None:
    client = wanting()
    answer = client.post(SIGN_IN, {"login": bob.email, "password": PASSWORD})
    assert answer.headers["Location"] == SOMEWHERE
    assert client.cookies["wanted"].value == ""  # once is enough


def test_a_code_sign_in_redirects_there(bob: User, post: Post) -> None:
    client = wanting()
    client.post("/accounts/login/code/", {"email": bob.email})
    answer = client.post("/accounts/login/code/confirm/", {"code": code(post()[0])})
    assert answer.headers["Location"] == SOMEWHERE


def test_a_new_account_is_redirected_there_from_its_mail(post: Post) -> None:
    client = wanting()
    form = {"username": "Cleo", "email": "cleo@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    assert client.post(link(post()[0])).headers["Location"] == SOMEWHERE


def test_so_is_a_new_account_whose_mail_is_opened_in_another_browser(post: Post) -> None:
    form = {"username": "Cleo", "email": "cleo@example.org", "password1": PASSWORD}
    wanting().post("/accounts/signup/", form)
    other, way = Client(), link(post()[0])
    page = other.get(way)
    assert f'name="next" value="{SOMEWHERE}"' in page.content.decode()
    assert other.post(way, {"next": SOMEWHERE}).headers["Location"] == SOMEWHERE


def test_a_password_reset_redirects_there(bob: User, post: Post) -> None:
    client = wanting()
    page = client.get(f"/accounts/password/reset/?next={quote(SOMEWHERE)}")
    assert (
        'name="next" value="/rules' not in page.content.decode()
    )  # the next page is a different one
    asked = client.post("/accounts/password/reset/", {"email": bob.email})
    assert asked.headers["Location"] == "/accounts/password/reset/done/"
    way = link(post()[0])
    form_at = client.get(way).headers["Location"]
    new = {"password1": "quartz under basalt", "password2": "quartz under basalt"}
    client.post(form_at, new)
    sign_in = {"login": bob.email, "password": new["password1"]}
    assert client.post(SIGN_IN, sign_in).headers["Location"] == SOMEWHERE


def test_switching_the_language_keeps_the_redirect(bob: User) -> None:
    client = wanting()
    client.post("/i18n/setlang/", {"language": "nl", "next": SIGN_IN})
    answer = client.post(SIGN_IN, {"login": bob.email, "password": PASSWORD})
    assert answer.headers["Location"] == SOMEWHERE


def test_the_sign_in_link_of_a_page_leads_back_to_it(client: Client) -> None:
    assert f'href="{SIGN_IN}?next=/rules/"' in client.get("/rules/").content.decode()
    again = client.get(f"{SIGN_IN}?next=/rules/").content.decode()
    assert f'href="{SIGN_IN}?next=/rules/"' in again


@pytest.mark.parametrize(
    "target",
    [
        "https://elsewhere.example/",
        "//elsewhere.example",
        "https://[::1",
        "javascript:1",
        "x" * 400,
    ],
)
def test_no_redirect_leaves_the_site(target: str, bob: User) -> None:
    client = Client()
    client.cookies["wanted"] = target
    answer = client.post(SIGN_IN, {"login": bob.email, "password": PASSWORD})
    assert answer.headers["Location"] == "/"
    assert "wanted" not in Client().get("/rules/", {"next": target}).cookies
