"""The pages for notification settings and sent notices."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts.models import User
from config.clock import now
from config.environment import new_vapid_key
from games.notices import creation, preferences
from games.notices.creation import Cause
from games.notices.forms import OPTIONAL, NoticeForm
from games.notices.models import Notice, PushSubscription, Webhook
from tests import real_tables
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
PAGE = "/settings/notices/"
SENT = "/settings/notices/sent/"
P256DH = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
AUTH = "tBHItJI5svbpez7KI4CCXg"
ENDPOINT = "https://8.8.8.8/push/one"


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob", email="bob@example.org")


@pytest.fixture
def theirs(bob: User) -> Client:
    return signed_in(bob)


def filled_in(user: User, **changed: Any) -> dict[str, Any]:
    """Return the form as a browser would send it, with these changes."""
    form = NoticeForm(user)
    values = {field.html_name: field.value() for field in form}
    sent = {name: value for name, value in (values | changed).items() if value not in (False, None)}
    return {name: "on" if value is True else value for name, value in sent.items()}


def modes(user: User) -> dict[str, str]:
    user.refresh_from_db()
    return {kind: preferences.mode(user, kind) for kind in OPTIONAL}


# --- choosing -----------------------------------------------------------------------------------


def test_choices_are_saved_and_the_rest_keeps_its_defaults(theirs: Client, bob: User) -> None:
    before = modes(bob)
    answer = theirs.post(PAGE, filled_in(bob, mail_turn="digest", mail_chat="off", digest_hour=7))
    assert answer.status_code == 302
    assert modes(bob) == before | {"turn": "digest", "chat": "off"}
    assert bob.digest_hour == 7


def test_a_test_cannot_be_switched_off(theirs: Client) -> None:
    assert b'name="mail_test"' not in theirs.get(PAGE).content


@pytest.mark.parametrize("way", ["push", "webhook"])
def test_a_channel_is_offered_only_if_it_is_set_up(theirs: Client, bob: User, way: str) -> None:
    assert f'name="{way}_turn"' not in theirs.get(PAGE).content.decode()
    User.objects.update(**{f"has_{way}": True})
    assert f'name="{way}_turn"' in theirs.get(PAGE).content.decode()


@pytest.mark.parametrize("way", ["push", "webhook"])
def test_a_channel_can_be_switched_off_for_one_kind(theirs: Client, bob: User, way: str) -> None:
    User.objects.update(**{f"has_{way}": True})
    bob.refresh_from_db()
    theirs.post(PAGE, filled_in(bob, **{f"{way}_turn": False}))
    bob.refresh_from_db()
    assert preferences.mode(bob, "turn", way) == preferences.OFF
    assert preferences.mode(bob, "over", way) == preferences.NOW


def test_a_form_from_before_push_was_set_up_switches_nothing_off(theirs: Client, bob: User) -> None:
    old = filled_in(bob)
    User.objects.update(has_push=True)
    theirs.post(PAGE, old)
    bob.refresh_from_db()
    assert preferences.mode(bob, "turn", preferences.PUSH) == preferences.NOW


def test_quiet_hours_are_saved_and_can_be_removed(theirs: Client, bob: User) -> None:
    theirs.post(PAGE, filled_in(bob, quiet_from="22:30", quiet_to="07:00"))
    bob.refresh_from_db()
    assert (bob.quiet_from, bob.quiet_to) == (time(22, 30), time(7))
    assert b'value="22:30"' in theirs.get(PAGE).content
    theirs.post(PAGE, filled_in(bob, quiet_from="", quiet_to=""))
    bob.refresh_from_db()
    assert (bob.quiet_from, bob.quiet_to) == (None, None)


@pytest.mark.parametrize(
    ("start", "end", "wrong"),
    [
        ("22:00", "", "quiet_to"),
        ("", "07:00", "quiet_from"),
        ("22:00", "22:00", "quiet_to"),
        ("20:00", "08:01", "quiet_to"),
        ("08:00", "20:30", "quiet_to"),
        ("25:00", "07:00", "quiet_from"),
        ("soon", "later", "quiet_from"),
    ],
)
def test_invalid_quiet_hours_are_refused(
    theirs: Client, bob: User, start: str, end: str, wrong: str
) -> None:
    answer = theirs.post(PAGE, filled_in(bob, quiet_from=start, quiet_to=end, mail_turn="off"))
    assert answer.status_code == 422
    assert wrong in answer.context["form"].errors
    assert modes(bob)["turn"] == preferences.NOW


@pytest.mark.parametrize(("start", "end"), [("20:00", "08:00"), ("00:00", "12:00")])
def test_twelve_quiet_hours_are_allowed(theirs: Client, bob: User, start: str, end: str) -> None:
    assert theirs.post(PAGE, filled_in(bob, quiet_from=start, quiet_to=end)).status_code == 302


@pytest.mark.parametrize("wrong", [{"mail_turn": "loudly"}, {"digest_hour": 24}, {"mail_over": ""}])
def test_an_unknown_choice_is_refused(theirs: Client, bob: User, wrong: dict[str, Any]) -> None:
    answer = theirs.post(PAGE, filled_in(bob, **wrong))
    assert list(answer.context["form"].errors) == list(wrong)


def test_saving_the_form_keeps_choices_made_elsewhere(theirs: Client, bob: User) -> None:
    """Saving the form changes only the fields that it shows."""
    preferences.choose(bob, "unknown-kind-of-later", preferences.MAIL, preferences.OFF)
    bob.save()
    theirs.post(PAGE, filled_in(bob))
    bob.refresh_from_db()
    assert bob.notice_modes["unknown-kind-of-later"] == {"mail": "off"}


# --- push ---------------------------------------------------------------------------------------


def subscribe(client: Client, **changed: str) -> Any:
    form = {"endpoint": ENDPOINT, "p256dh": P256DH, "auth": AUTH} | changed
    return client.post(f"{PAGE}push/", form, headers={"user-agent": "Firefox on Linux"})


def test_a_browser_is_subscribed_listed_and_removed(theirs: Client, bob: User) -> None:
    subscribe(theirs)
    subscribe(theirs)
    row = PushSubscription.objects.get()
    page = theirs.get(PAGE).content.decode()
    assert "Firefox on Linux" in page
    assert ENDPOINT not in page  # a secret between the browser and us
    theirs.post(f"{PAGE}push/{row.pk}/off/")
    bob.refresh_from_db()
    assert (PushSubscription.objects.count(), bob.has_push) == (0, False)


@pytest.mark.parametrize(
    "wrong",
    [{"endpoint": "http://8.8.8.8/x"}, {"endpoint": "https://127.0.0.1/x"}, {"endpoint": ""},
     {"p256dh": "short"}, {"auth": "<script>"}],
)  # fmt: skip
def test_invalid_subscriptions_are_refused(theirs: Client, wrong: dict[str, str]) -> None:
    answer = subscribe(theirs, **wrong)
    assert answer.status_code == 302
    assert PushSubscription.objects.count() == 0


def test_nobody_can_remove_somebody_elses_browser(theirs: Client) -> None:
    subscribe(signed_in(UserFactory.create()))
    row = PushSubscription.objects.get()
    assert theirs.post(f"{PAGE}push/{row.pk}/off/").status_code == 404
    assert PushSubscription.objects.count() == 1


def test_without_push_the_page_does_not_mention_it(theirs: Client, settings: LazySettings) -> None:
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    assert b'id="push"' in theirs.get(PAGE).content
    settings.VAPID_PRIVATE_KEY = ""
    assert b'id="push"' not in theirs.get(PAGE).content


def test_the_worker_is_an_uncached_script_at_the_root(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]


# --- webhook ------------------------------------------------------------------------------------


def test_the_secret_of_a_webhook_is_shown_once(theirs: Client, bob: User) -> None:
    answer = theirs.post(f"{PAGE}webhook/", {"url": "https://8.8.8.8/hook"})
    assert answer.status_code == 302
    secret = Webhook.objects.get(user=bob).secret
    assert secret in theirs.get(PAGE).content.decode()
    page = theirs.get(PAGE).content.decode()
    assert secret not in page
    assert "https://8.8.8.8/hook" in page


def test_saving_again_makes_a_new_secret_and_removing_deletes_it(theirs: Client, bob: User) -> None:
    secrets = set()
    for _ in range(2):
        theirs.post(f"{PAGE}webhook/", {"url": "https://8.8.8.8/hook"})
        secrets.add(Webhook.objects.get(user=bob).secret)
    assert len(secrets) == 2
    theirs.post(f"{PAGE}webhook/remove/")
    bob.refresh_from_db()
    assert (Webhook.objects.count(), bob.has_webhook) == (0, False)


@pytest.mark.parametrize(
    "url", ["", "nonsense", "http://8.8.8.8/", "https://10.0.0.1/", "https://127.0.0.1/", "x" * 600]
)
def test_a_forbidden_address_gets_a_clear_answer(theirs: Client, url: str) -> None:
    answer = theirs.post(f"{PAGE}webhook/", {"url": url})
    assert answer.status_code == 422
    assert list(answer.context["webhook_form"].errors) == ["url"]
    assert Webhook.objects.count() == 0


# --- sent notices -------------------------------------------------------------------------------


def written(user: User, number: int = 1, **fields: Any) -> None:
    table = real_tables.lobby(user)
    for each in range(number):
        found = creation.notices_for(user, "turn", Cause("turn", each), now(), table=table)
        creation.save_notices(found)
    Notice.objects.filter(recipient=user).update(**fields)


def test_the_list_has_only_my_notices(theirs: Client, bob: User) -> None:
    written(bob)
    written(UserFactory.create())
    [row] = theirs.get(SENT).context["rows"]
    assert row["notice"].table == Notice.objects.get(recipient=bob).table


@pytest.mark.parametrize(
    ("fields", "tone"),
    [
        ({"state": "sent"}, "good"),
        ({"state": "dropped"}, ""),
        ({"state": "failed", "last_error": "550 no such user"}, "bad"),
        ({"state": "waiting", "attempts": 1, "last_error": "timed out"}, "bad"),
        ({"state": "waiting"}, ""),
    ],
)
def test_every_state_has_its_words(
    theirs: Client, bob: User, fields: dict[str, Any], tone: str
) -> None:
    written(bob, **fields)
    page = theirs.get(SENT)
    [row] = page.context["rows"]
    assert row["tone"] == tone
    assert row["state"]
    assert (fields.get("last_error", "") in page.content.decode()) is True


def test_a_waiting_notice_says_until_when(theirs: Client, bob: User) -> None:
    later = now() + timedelta(days=1)
    written(bob, due_at=later)
    [held] = theirs.get(SENT).context["rows"]
    Notice.objects.update(bundled=True)
    [bundled] = theirs.get(SENT).context["rows"]
    Notice.objects.update(due_at=now() - timedelta(minutes=1))
    [leaving] = theirs.get(SENT).context["rows"]
    assert len({row["state"] for row in (held, bundled, leaving)}) == 3


def test_the_list_costs_the_same_however_long_it_is(
    theirs: Client, bob: User, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    written(bob, 70)
    theirs.get("/privacy/")
    with django_assert_max_num_queries(5):  # session, reader, clock, count, rows with their tables
        page = theirs.get(SENT)
    assert len(page.context["rows"]) == 30
    assert theirs.get(SENT, {"page": 3}).status_code == 200


def test_a_test_is_sent_by_every_channel_and_limited(theirs: Client, bob: User) -> None:
    User.objects.update(has_push=True, has_webhook=True)
    for _ in range(7):
        assert theirs.post("/settings/notices/test/").status_code == 302
    sent = Notice.objects.filter(recipient=bob, kind="test")
    assert sent.count() == 5 * 3
    assert theirs.get(SENT).status_code == 200
