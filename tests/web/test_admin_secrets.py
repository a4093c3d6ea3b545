"""The admin shows no secret of a running round: every secret is marked, and looked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from config.clock import now
from games import models, services
from tests.games.play import new_table, on_turn, play_on, token
from tests.moderation.staff import staff

pytestmark = [pytest.mark.django_db, pytest.mark.both]

MARK = "zzz-secret-zzz"


def mark_every_secret(game: models.Game) -> None:
    """Whatever nobody may see of this table now says so."""
    models.Game.objects.filter(pk=game.pk).update(seed=MARK, salt=MARK)
    game.rounds.update(seed=MARK, salt=MARK)
    models.Card.objects.filter(round__game=game).update(name=MARK)
    models.SeatValue.objects.filter(round__game=game).update(value=MARK)
    models.Knowledge.objects.filter(round__game=game).update(value=MARK)
    game.moves.update(text=MARK, digest=MARK, events=[[MARK]])
    models.Note.objects.filter(game=game).update(text=MARK)


def pages(client: Client) -> Iterator[tuple[str, str]]:
    """Every list, every detail, every history."""
    yield "index", client.get(reverse("admin:index")).content.decode()
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        listing = reverse(f"admin:{name}_changelist")
        yield name, client.get(listing).content.decode()
        for row in model._default_manager.all()[:5]:
            for kind in ("change", "history"):
                answer = client.get(reverse(f"admin:{name}_{kind}", args=[row.pk]))
                yield f"{name} {kind}", answer.content.decode()


def test_no_admin_page_shows_a_secret_of_a_running_round(client: Client) -> None:
    table = play_on(new_table(4), 9)
    services.say(on_turn(table), table.game.code, "hello", token(), now())
    services.write_note(on_turn(table), table.game.code, "private")
    mark_every_secret(table.game)
    client.force_login(staff(is_superuser=True))
    assert client.get(reverse("admin:index")).status_code == 200
    leaks = [name for name, page in pages(client) if MARK in page]
    assert leaks == []


def test_a_search_for_a_secret_finds_nothing(client: Client) -> None:
    table = play_on(new_table(4), 9)
    mark_every_secret(table.game)
    client.force_login(staff(is_superuser=True))
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        answer = client.get(reverse(name), {"q": MARK})
        if answer.status_code == 200 and admin.site._registry[model].search_fields:
            assert answer.context["cl"].result_count == 0


def test_the_models_that_hold_secrets_are_not_in_the_admin() -> None:
    secret = {models.Card, models.HandCard, models.PlacedCard, models.Move, models.Round}
    private = {models.SeatValue, models.Knowledge, models.Note}
    assert not (secret | private) & set(admin.site._registry)
