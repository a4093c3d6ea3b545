"""The email about a change of roles: what they allow, the second factor, whom to ask."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.translation import override

from config.clock import now
from games.moderation import permissions
from games.moderation.permissions import NotAllowed
from games.moderation.services import emails, player_records
from games.notices.models import Notice
from tests.factories import UserFactory
from tests.moderation.staff import staff, told

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def news(notice: Notice) -> str:
    found = emails.email_text([notice])
    assert found is not None
    return "\n".join((found.subject, *found.lines, found.link))


def test_a_new_role_is_mailed_with_permissions_second_factor_and_contact() -> None:
    boss, user = staff(permissions.OPERATOR), UserFactory.create()
    player_records.set_roles(boss, user, ["moderator"], "joins the team", now())
    (notice,) = Notice.objects.filter(recipient=user)
    assert (notice.channel, notice.kind, notice.what) == ("mail", "moderation", "roles")
    said = news(notice)
    for part in ("moderator", "suspend", "second factor", reverse("contact"), "/admin/"):
        assert part in said
    for secret in ("joins the team", str(boss.name)):
        assert secret not in said


def test_a_removed_role_is_mailed_with_the_remaining_ones() -> None:
    boss, user = staff(permissions.OPERATOR), UserFactory.create()
    player_records.set_roles(boss, user, ["moderator", "operator"], "joins", now())
    player_records.set_roles(boss, user, ["operator"], "too much work", now())
    player_records.set_roles(boss, user, [], "leaves", now())
    first, second, third = (news(row) for row in Notice.objects.order_by("pk"))
    assert first.count("You have a new role") == 2
    assert "You no longer have the role: moderator." in second
    assert "You keep the role: operator." in second
    assert "closed to you" in third
    assert "/admin/" not in third


def test_unchanged_roles_cause_no_mail() -> None:
    boss, user = staff(permissions.OPERATOR), UserFactory.create()
    for _ in range(2):
        player_records.set_roles(boss, user, ["moderator"], "joins", now())
    assert told(user) == ["roles"]


def test_a_refused_change_causes_no_mail() -> None:
    user = UserFactory.create()
    with pytest.raises(NotAllowed):
        player_records.set_roles(staff(permissions.SENIOR), user, ["moderator"], "joins", now())
    assert told(user) == []


def test_the_mail_has_words_for_every_role() -> None:
    boss, user = staff(permissions.OPERATOR), UserFactory.create()
    player_records.set_roles(boss, user, [*permissions.ROLES], "all of them", now())
    with override("de"):
        assert news(Notice.objects.get(recipient=user))
