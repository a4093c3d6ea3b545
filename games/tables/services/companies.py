"""Ask the people of an earlier table, all at once."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.tables import companies, throttle
from games.tables.models import Invitation
from games.tables.news import Invited
from games.tables.services.lobby import require_lobby_of
from games.tables.services.refusals import Refused, require
from games.tables.services.unit_of_work import row_for_update
from games.tables.services.work import RowWork


def invite_company(owner: User, code: str, earlier: str, at: datetime) -> tuple[User, ...]:
    """Who was asked now; each as if by name, with the same limits.

    Refuses: not-owner, started-already, no-such-company, all-invited, invited-many.
    """
    with row_for_update(code, at) as work:
        require_lobby_of(owner, work)
        company = companies.company_of(owner, earlier)
        if company is None or not company.people:
            raise Refused("no-such-company")
        asked = company.without(companies.asked_already(work.table)).people
        require(asked, "all-invited")
        _ask(work, owner, asked)
    return asked


def _ask(work: RowWork, owner: User, people: tuple[User, ...]) -> None:
    allowed = [throttle.may(owner, throttle.INVITATIONS, work.at) for _ in people]
    require(all(allowed), "invited-many")
    rows = [Invitation(table=work.table, user=user, at=work.at) for user in people]
    Invitation.objects.bulk_create(rows)
    work.tell(Invited(people, owner))
