"""Hide texts of players, with form and preview; show what a decision has hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import dates
from accounts.admin_base import parse_number
from accounts.models import User
from config.clock import now
from games.moderation import conflicts, permissions, texts
from games.moderation.models import Report, Sanction
from games.moderation.pages import base
from games.moderation.permissions import LIFT_ACTIONS, Action, NotAllowed
from games.moderation.services import hiding, sanction_records
from games.moderation.texts import Words
from games.tables.models import Message, Table
from games.tables.presenters import chat_log
from games.tables.services.chat import neutral_title
from games.tables.store import LoadedTable

QUOTED = 10
"""The number of messages that a preview quotes."""
STUB = _("A moderator has hidden this message.")


@dataclass(frozen=True, slots=True)
class Target:
    """The link by which the moderator came: a message or a player at a table, or its title."""

    table: Table
    message: Message | None
    author: User | None

    @classmethod
    def asked(cls, table: Table, sent: Any) -> Target:
        """Read the target from the URL or the form; raise a 404 for a message of another table."""
        if wanted := parse_number(sent.get("message", "")):
            said = table.messages.select_related("user", "table")
            found = get_object_or_404(said, pk=wanted)
            return cls(table, found, found.user)
        if wanted := parse_number(sent.get("player", "")):
            return cls(table, None, get_object_or_404(User, pk=wanted))
        return cls(table, None, None)

    def all(self) -> list[Message]:
        """Return all messages of the author here that everybody can still read."""
        said = self.table.messages.filter(user=self.author, hidden_at=None)
        return list(said.order_by("id")) if self.author else []

    def carried(self) -> tuple[tuple[str, int], ...]:
        if self.message:
            return (("message", self.message.pk),)
        return (("player", self.author.pk),) if self.author else ()


class HideForm(base.DecisionForm):
    what = forms.ChoiceField(label=_("What to hide"), widget=forms.RadioSelect)
    field_order = ("what", "code", "words", "reason")

    def __init__(self, target: Target, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = choices(target)
        base.set_choices(self, "what", offered)
        if offered and not self.initial.get("what"):
            self.initial["what"] = offered[0][0]


def choices(target: Target) -> list[tuple[str, str]]:
    found, said = [], target.all()
    if target.message in said:
        assert target.message
        values = {"at": dates.moment(target.message.at), "text": _short(target.message)}
        found.append(("message", gettext("This message (%(at)s): “%(text)s”") % values))
    if said and said != [target.message]:
        line = ngettext(
            "Everything that %(name)s wrote at this table: %(n)d message",
            "Everything that %(name)s wrote at this table: %(n)d messages", len(said),
        )  # fmt: skip
        found.append(("all", line % {"name": target.author, "n": len(said)}))
    if sanction_records.hidden_title_of(target.table) is None:
        found.append(("title", gettext("The title of the table: “%s”") % target.table.title))
    return found


def _short(message: Message) -> str:
    return Truncator(message.text).chars(200)


@require_http_methods(["GET", "HEAD", "POST"])
def hide_page(request: HttpRequest, code: str) -> HttpResponse:
    actor = base.require_staff(request, Action.HIDE)
    table = get_object_or_404(Table.objects.select_related("owner", "rematch"), code=code)
    if table.pk in conflicts.own_tables_of(actor):
        return base.own_table_page(request)
    target = Target.asked(table, request.POST or request.GET)
    form = HideForm(target, base.posted(request), initial=request.GET.dict())
    back, author = reverse("admin:table", args=[code]), target.author
    may_rename = author and not author.deleted_at and permissions.may(actor, Action.RENAME)
    page = base.ActionPage(
        _("Hide"), table.title, back, form, target.carried(), author if may_rename else None
    )

    def done() -> HttpResponse:
        report = parse_number(request.POST.get("report", ""))
        return redirect("admin:report", report) if report else redirect(back)

    token = request.POST.get("token") if request.POST.get("step") == "do" else None
    if token and Sanction.objects.filter(token=token, by=actor).exists():
        # A form that is sent again would find nothing to hide, as it has hidden that already.
        messages.success(request, gettext("Done and recorded."))
        return done()
    return page.run(
        request,
        lambda: preview(target, form.cleaned_data["what"]),
        lambda: _act(actor, target, form),
        done,
    )


def _act(actor: User, target: Target, form: HideForm) -> Sanction:
    what, grounds, at = form.cleaned_data["what"], form.grounds(), now()
    if what == "title":
        return hiding.hide_title(actor, target.table, grounds, at)
    if what == "message" and target.message is not None:
        return hiding.hide_message(actor, target.message, grounds, at)
    if target.author is None:
        raise NotAllowed("nothing-to-hide")
    return hiding.hide_all(actor, target.author, target.table, grounds, at)


def preview(target: Target, what: str) -> list[Words]:
    if what == "title":
        return _title_preview(target.table)
    one = what == "message" and target.message is not None
    said = [target.message] if one and target.message else target.all()
    lines: list[Words] = [gettext("Hidden: “%s”") % _short(row) for row in said[:QUOTED]]
    if len(said) > QUOTED:
        more = len(said) - QUOTED
        lines.append(gettext("And %(n)d more.") % {"n": more})
    instead = gettext("Everybody, its author too, reads instead: “%s”") % STUB
    return [*lines, instead, *_consequences(target.author)]


def _title_preview(table: Table) -> list[Words]:
    chain = hiding.tables_with_same_title(table)
    others = len(chain) - 1
    values = {"old": table.title, "new": neutral_title(table)}
    lines: list[Words] = [gettext("“%(old)s” becomes “%(new)s” on every page.") % values]
    if others:
        line = ngettext(
            "So does the title of %(n)d rematch with it.",
            "So do the titles of %(n)d rematches with it.", others,
        )  # fmt: skip
        lines.append(line % {"n": others})
    return [*lines, *_consequences(chain[0].owner)]


def _consequences(author: User | None) -> list[Words]:
    kept = _("Staff can still read it, and can show it again.")
    if author is None or author.deleted_at:
        return [kept]
    told = (
        gettext("%s gets an email saying what was hidden and why, with a link to appeal.") % author
    )
    return [told, kept]


def chat_context(actor: User, loaded: LoadedTable) -> dict[str, Any]:
    """Return context for the page of a table: its chat, and what can be hidden there."""
    table = loaded.table
    said = chat_log.readable_messages(table, gallery=True)
    by = sanction_records.hiding_decisions([row.pk for row in said if row.hidden_at])
    return {
        "chat": [(row, by.get(row.pk)) for row in said],
        "may_hide": permissions.may(actor, Action.HIDE),
        "speakers": _speakers(loaded),
        "hidden_title": sanction_records.hidden_title_of(table),
    }


def _speakers(loaded: LoadedTable) -> list[tuple[User, int]]:
    """Return everybody who sits there or wrote something, with the number of visible messages."""
    said = loaded.table.messages.order_by().values_list("user")
    counted = dict(said.annotate(shown=Count("pk", filter=Q(hidden_at=None))))
    there = {seat.user_id: seat.user for seat in loaded.seats if seat.user}
    there |= User.objects.in_bulk(set(counted) - set(there))
    users = sorted((user for user in there.values() if user), key=str)
    return [(user, counted.get(user.pk, 0)) for user in users]


def reported_context(actor: User, report: Report) -> dict[str, Any]:
    """Return context for a report's page: the chat that it keeps, and what of it is now hidden."""
    lines = [dict(line) for line in report.context.get("chat", [])]
    for line in lines:  # an earlier release kept the number of the reported message only
        line["message"] = report.message_id if line.get("reported") else line.get("message")
    asked = [line["message"] for line in lines if line["message"]]
    now_hidden = dict(
        Message.objects.filter(pk__in=asked, table=report.table_id).values_list("pk", "hidden_at")
    )
    for line in lines:
        line["there"] = line["message"] in now_hidden
        line["hidden"] = now_hidden.get(line["message"]) is not None
    shown = report.message_id in now_hidden and now_hidden[report.message_id] is None
    return {
        "chat": lines,
        "may_hide": permissions.may(actor, Action.HIDE),
        "to_hide": report.message_id if shown else None,
        "hidden_words": sanction_records.hidden_rows(report.sanction) if report.sanction else [],
    }


@require_safe
def hidden_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show what a decision has hidden and why, and offer to show it again."""
    actor = base.require_staff(request, Action.SEE_PLAYER)
    rows = Sanction.objects.filter(kind__in=Sanction.HIDING).select_related("user", "by")
    sanction = get_object_or_404(rows, pk=number)
    found = list(sanction_records.hidden_rows(sanction))
    if {row.table_id for row in found} & set(conflicts.own_tables_of(actor)):
        return base.own_table_page(request)
    context = {
        "sanction": sanction,
        "rows": found,
        "reason": texts.reason_text(sanction.reason),
        "may_lift": permissions.may(actor, LIFT_ACTIONS[sanction.kind]),
    }
    return base.admin_page(request, "hidden.html", sanction.get_kind_display(), context)
