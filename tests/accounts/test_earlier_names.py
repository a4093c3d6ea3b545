"""Earlier names are kept, found by staff and reserved; choosing a new name is limited."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import earlier_names
from accounts.models import EarlierName, User
from accounts.privacy import deletion, personal_data
from config.clock import now
from games.moderation.permissions import MODERATOR, SENIOR, NotAllowed
from games.moderation.services import sanctions
from tests.factories import UserFactory
from tests.moderation.sent_emails import deliver, keep_here, letters, text
from tests.moderation.staff import enter, grounds, latest, staff

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

OLD = "Rotten-Pick"


@pytest.fixture(autouse=True)
def _mailbox(settings: LazySettings) -> None:
    keep_here(settings)


@pytest.fixture
def boss() -> User:
    return staff(MODERATOR, SENIOR)


@pytest.fixture
def renamed(boss: User) -> User:
    user = UserFactory.create(name=OLD)
    sanctions.rename(boss, user, grounds("name"), now())
    return User.objects.get(pk=user.pk)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def found(boss: User, where: str, words: str) -> str:
    return enter(Client(), boss).get(reverse(where), {"q": words}).content.decode()


# --- findable -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [OLD, "rotten", "R0TTEN_p1ck"])
def test_staff_find_a_renamed_player_by_the_name_they_had(
    boss: User, renamed: User, words: str
) -> None:
    player = reverse("admin:player", args=[renamed.pk])
    assert player in found(boss, "admin:accounts_user_changelist", words)
    trail = found(boss, "admin:moderation_auditentry_changelist", words)
    assert renamed.display_name in trail
    assert OLD in enter(Client(), boss).get(player).content.decode()


def test_players_get_404_for_a_name_that_only_staff_may_find(renamed: User) -> None:
    answer = signed_in(UserFactory.create()).get(reverse("player", args=[OLD]))
    assert answer.status_code == 404


# --- taken by nobody else -------------------------------------------------------------------------


@pytest.mark.parametrize("name", [OLD, "rottenpick", "R0tten_P1ck"])
def test_nobody_can_sign_up_with_a_name_that_moderators_removed(renamed: User, name: str) -> None:
    form = {
        "username": name, "email": "new@example.org", "password1": "lantern and rope",
        "time_zone": "UTC",
    }  # fmt: skip
    answer = Client().post(reverse("accounts:sign-up"), form)
    assert answer.status_code == 200
    assert not User.objects.filter(email="new@example.org").exists()


def test_a_name_is_free_again_when_the_account_is_deleted(renamed: User) -> None:
    assert earlier_names.was_used_by_other(OLD)
    deletion.delete_account(renamed, now())
    assert not earlier_names.was_used_by_other(OLD)
    assert not EarlierName.objects.exists()


# --- a new one, once ------------------------------------------------------------------------------


def test_the_mail_says_that_they_may_choose_a_name_and_where(renamed: User) -> None:
    deliver(now())
    said = text(letters(renamed)[0])
    assert reverse("accounts:name") in said
    assert OLD in said
    assert renamed.display_name in said


def test_a_renamed_player_chooses_once(renamed: User) -> None:
    client, page = signed_in(renamed), reverse("accounts:name")
    assert 'name="name"' in client.get(page).content.decode()
    assert client.post(page, {"name": "Honest-Spade"}).status_code == 302
    assert User.objects.get(pk=renamed.pk).name == "Honest-Spade"
    client.post(page, {"name": "Second-Thoughts"})
    assert User.objects.get(pk=renamed.pk).name == "Honest-Spade"
    assert 'name="name"' not in client.get(page).content.decode()
    kept = [row.name for row in earlier_names.earlier_names_of(renamed)]
    assert kept == [renamed.name, OLD]


def test_any_player_may_change_their_name_once_in_a_while() -> None:
    user, start = UserFactory.create(name="Plain-Digger"), now()
    client, page = signed_in(user), reverse("accounts:name")
    assert client.post(page, {"name": "Other"}).headers["Location"] == page
    assert 'name="name"' not in client.get(page).content.decode()
    assert not earlier_names.choose_name(user, "Third", start + earlier_names.CHANGE_EVERY / 2)
    assert User.objects.get(pk=user.pk).name == "Other"
    later = now() + earlier_names.CHANGE_EVERY
    assert earlier_names.choose_name(user, "Plain-Digger", later), "they may take their own back"
    assert [row.name for row in earlier_names.earlier_names_of(user)] == ["Other", "Plain-Digger"]
    assert not earlier_names.choose_name(user, "Other", later), "not at once"


def test_choosing_the_same_name_does_not_count_as_a_change() -> None:
    user = UserFactory.create(name="Plain-Digger")
    assert not earlier_names.choose_name(user, "Plain-Digger", now())
    assert earlier_names.next_change_at(user, now()) is None


def test_for_a_while_the_page_shows_the_old_name_and_old_links_redirect_there() -> None:
    user = UserFactory.create(name="Plain-Digger")
    earlier_names.choose_name(user, "Other", now())
    assert "Plain-Digger" in Client().get("/players/Other/").content.decode()
    assert Client().get("/players/plain-digger/").headers["Location"] == "/players/Other/"
    EarlierName.objects.update(until=now() - earlier_names.SHOWN_FOR)
    assert "Plain-Digger" not in Client().get("/players/Other/").content.decode()
    assert Client().get("/players/Plain-Digger/").status_code == 404


def test_names_taken_or_given_by_moderators_are_never_shown(renamed: User) -> None:
    neutral = renamed.display_name
    earlier_names.choose_name(renamed, "Honest-Spade", now())
    page = Client().get("/players/Honest-Spade/").content.decode()
    assert OLD not in page
    assert neutral not in page
    assert Client().get(f"/players/{neutral}/").status_code == 404


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (OLD, "name_taken_away"),
        ("R0tten_P1ck", "name_taken_away"),
        ("xRottenPickx", "name_taken_away"),
        ("ab", "name_length"),
        ("Admin", "name_reserved"),
        ("Neighb0ur", "name_taken"),
    ],
)
def test_an_unavailable_name_is_refused_and_the_choice_stays_open(
    renamed: User, name: str, code: str
) -> None:
    UserFactory.create(name="Neighbour")
    with pytest.raises(ValidationError) as refused:
        earlier_names.choose_name(renamed, name, now())
    assert refused.value.code == code
    assert earlier_names.may_choose(renamed)


def test_somebody_elses_earlier_name_is_refused(boss: User, renamed: User) -> None:
    other = UserFactory.create(name="Fallen-Lamp")
    sanctions.rename(boss, other, grounds("name"), now())
    with pytest.raises(ValidationError):
        earlier_names.choose_name(renamed, "Fallen-Lamp", now())


def test_renamed_again_they_choose_again(boss: User, renamed: User) -> None:
    earlier_names.choose_name(renamed, "Still-Rude", now())
    sanctions.rename(boss, renamed, grounds("name"), now() + timedelta(minutes=1))
    assert earlier_names.may_choose(renamed)
    with pytest.raises(ValidationError):
        earlier_names.choose_name(renamed, "Still-Rude", now())


# --- given back -----------------------------------------------------------------------------------


def test_lifting_a_rename_gives_the_old_name_back(boss: User, renamed: User) -> None:
    rename = latest()
    earlier_names.choose_name(renamed, "Honest-Spade", now())
    sanctions.lift(boss, rename.pk, "a mistake", now())
    user = User.objects.get(pk=renamed.pk)
    assert user.name == OLD
    assert not earlier_names.may_choose(user)
    assert not earlier_names.taken_away(user).exists()
    assert "Honest-Spade" in [row.name for row in earlier_names.earlier_names_of(user)]


def test_a_name_that_somebody_else_has_is_not_given_back(boss: User, renamed: User) -> None:
    EarlierName.objects.filter(name=OLD).delete()  # it has expired
    UserFactory.create(name=OLD, email="other@example.org")
    with pytest.raises(NotAllowed, match="name-taken"):
        sanctions.lift(boss, latest().pk, "a mistake", now())


def test_the_export_contains_earlier_names(renamed: User) -> None:
    assert OLD in str(personal_data.collect(renamed, now()))
