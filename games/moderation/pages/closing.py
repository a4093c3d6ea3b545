"""An act that comes from a report can resolve it in the same click, with the usual answer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from config.clock import now
from games.moderation import reports, roles, together, words
from games.moderation.actions import Action
from games.moderation.models import Report
from games.moderation.pages.forms import ActForm
from games.moderation.together import Seen

ALONE = "1"
"""The report itself. All others like it are named by what of them was seen."""


def offer(form: ActForm, actor: User) -> None:
    """Ask whether to resolve the report from which the moderator comes, if there is one."""
    found = _report(form, actor)
    if found is None or found.state == Report.State.RESOLVED or found.kind == Report.Kind.APPEAL:
        return
    if not roles.may(actor, Action.RESOLVE):
        return
    others = together.seen(found, actor, now())
    choices: list[tuple[str, Any]] = [("", _("leave it open")), (ALONE, _("resolve it"))]
    if others.count > 1:
        more = others.count - 1
        said = ngettext("resolve it, and %(n)s other like it",
                        "resolve it, and %(n)s others like it", more)  # fmt: skip
        chosen = str(form.data.get("closing", ""))  # as the first page showed it
        choices.append((chosen if chosen not in ("", ALONE) else str(others), said % {"n": more}))
    form.fields["closing"] = forms.ChoiceField(
        label=_("The report"), required=False, choices=choices, initial=ALONE,
        help_text=_("Its reporter gets the usual answer."),
    )  # fmt: skip


def lines(form: ActForm, action: Action) -> list[str | Promise]:
    """What the preview says about it."""
    if not form.cleaned_data.get("closing"):
        return []
    said = _outcome(action).label
    if form.cleaned_data["closing"] == ALONE:
        return [gettext("The report is resolved. Its reporter reads: “%s”") % said]
    count = Seen.read(form.cleaned_data["closing"]).count
    all_of_them = gettext("%(n)s reports are resolved. Each reporter reads once: “%(said)s”")
    return [all_of_them % {"n": count, "said": said}]


def close(actor: User, form: ActForm, action: Action) -> None:
    """Resolve it, in the caller's transaction. A second click finds it resolved: so be it."""
    chosen, found = form.cleaned_data.get("closing"), _report(form, actor)
    if not chosen or found is None or found.state == Report.State.RESOLVED:
        return
    reason, at = form.cleaned_data["reason"], now()
    if chosen == ALONE:
        reports.resolve(actor, found.pk, _outcome(action), "", reason, at)
    else:
        numbers = together.all_of(found, actor, Seen.read(chosen), at)
        together.resolve(actor, numbers, reports.Ending(_outcome(action), reason), at)


def _outcome(action: Action) -> words.Outcome:
    return words.Outcome.WARNED if action == Action.WARN else words.Outcome.ACTED


def _report(form: ActForm, actor: User) -> Report | None:
    """Nothing that this moderator may not know of."""
    if "report" not in form.fields:
        return None
    try:
        number = form.fields["report"].clean(form["report"].value())
    except forms.ValidationError:
        return None
    return reports.visible_to(actor).filter(pk=number or 0).first()
