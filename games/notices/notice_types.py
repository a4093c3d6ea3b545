"""The kinds of notices: their labels, their texts, and whether one is still true when due.

The sentences are the same for email, push and webhook. They never reveal roles, hands, goals, or
gold that isn't public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words
from games.notices.models import Notice
from games.notices.situation import Situation
from games.notices.texts import authored_text
from games.tables.models import Seat, Table


class Wording(NamedTuple):
    """The texts of a notice; empty parts are taken from a more general case."""

    title: Words = ""
    """The subject line."""
    body: Words = ""
    button: Words = ""
    """The label of the link."""


@dataclass(frozen=True, slots=True)
class NoticeType:
    """A kind of notice: its label, why it is sent, and whether it is still true."""

    label: str | Promise
    why: str | Promise
    still_true: Callable[[Notice, Situation], bool]
    usual: Wording | None = None
    """The default wording; None if another app writes the text (texts.AUTHORS)."""
    cases: Mapping[str, Wording] = field(default_factory=dict)
    """Wordings for special cases, by what happened and whether it was the reader's own seat:
    `offered:mine`, then `offered`."""
    in_digest: bool = False
    """Whether it is mailed in the daily digest by default."""
    optional: bool = True
    """Whether players may switch it off."""
    permission: str = ""
    """Only staff with this permission get it; push and webhook are off by default."""

    @property
    def authored(self) -> bool:
        return self.usual is None

    def wording(self, *what: str) -> Wording:
        """Return title, body and button, each from the most specific case that has it."""
        keys = [":".join(what[:length]) for length in range(len(what), 0, -1)]
        cases = [self.cases[key] for key in keys if key in self.cases]
        said = zip(*cases, self.usual or Wording(), strict=True)
        return Wording(*(next(filter(None, words)) for words in said))


def _turn(notice: Notice, known: Situation) -> bool:
    """Return whether the turn is still on, and no reminder of the current clock replaces this."""
    seat = _seat_on_that_turn(notice, known)
    return seat is not None and (notice.table_id, seat.turn, seat.missed) not in known.reminded


def _reminder(notice: Notice, known: Situation) -> bool:
    """Return whether it is still the same turn and no deadline was missed since."""
    seat = _seat_on_that_turn(notice, known)
    return seat is not None and notice.cause_count == seat.missed


def _seat_on_that_turn(notice: Notice, known: Situation) -> Seat | None:
    """Return the reader's seat if they still sit there and have not moved."""
    seat = known.seat(notice)
    if seat is None or not _is_running(notice):
        return None
    same = notice.cause_number == seat.turn and seat.user_id == notice.recipient_id
    return seat if same and seat.on_turn else None


def _is_running(notice: Notice) -> bool:
    return notice.table is not None and notice.table.status == Table.Status.RUNNING


def _invited(notice: Notice, known: Situation) -> bool:
    table = notice.table
    open_still = table is not None and table.status == Table.Status.LOBBY
    return open_still and notice.table_id in known.invited_to and known.own_seat(notice) is None


def _running(notice: Notice, known: Situation) -> bool:
    """Return whether the reader sits at a running table."""
    return _is_running(notice) and known.own_seat(notice) is not None


def _started(notice: Notice, known: Situation) -> bool:
    """Return False if the reader has moved, or a turn notice also tells them of the start."""
    seat = known.own_seat(notice)
    moved = seat is not None and seat.read_to > 0
    return _running(notice, known) and not moved and notice.table_id not in known.told_of_turn


def _missed(notice: Notice, known: Situation) -> bool:
    """Return whether the excused clock still runs, or else the reader hasn't moved since."""
    if notice.what == "excused":
        return _seat_on_that_turn(notice, known) is not None
    seat = known.own_seat(notice)
    return _running(notice, known) and seat is not None and seat.absences > 0


def _seat(notice: Notice, known: Situation) -> bool:
    """Return whether the seat is still as the notice says, and did not change hands again."""
    sits = known.own_seat(notice) is not None
    if notice.what == "removed":
        return not sits
    if not _is_running(notice):
        return False
    if notice.what.startswith("lost"):
        return not sits and known.is_about_reader(notice)
    return sits and _still_so(notice.what, known.seat(notice))


def _still_so(what: str, seat: Seat | None) -> bool:
    if seat is None:
        return False
    if what == "offered":
        return seat.offered_until is not None
    return bool(seat.bot) is (what == "bot")


def _over(notice: Notice, known: Situation) -> bool:
    return notice.table is not None and notice.table.status in Table.OVER


def _chat(notice: Notice, known: Situation) -> bool:
    """Return whether the message is visible and the reader hasn't looked since it was sent."""
    message, seat = known.message(notice), known.own_seat(notice)
    if message is None or message.hidden_at is not None or seat is None:
        return False
    return seat.seen_at is None or seat.seen_at <= message.at


def _has_subject(notice: Notice, known: Situation) -> bool:
    """Return whether the subject of the notice still exists: retention may have removed it."""
    return authored_text([notice]) is not None


MOVE: Final = _("Make your move")
VISIT: Final = _("Go to the table")
ELSEWHERE: Final = _("See your tables")
"""The button of a notice about a table that its reader may not open."""

NOTICE_TYPES: Final[Mapping[str, NoticeType]] = {
    "turn": NoticeType(
        _("It is my turn"),
        _("because it became your turn"),
        _turn,
        Wording(_("%(table)s: it is your turn"), _("The table waits for your move."), MOVE),
        {
            "first": Wording(
                _("%(table)s has begun: it is your turn"),
                _("All are seated and the cards are dealt. The table waits for your first move."),
            ),
        },
    ),
    "reminder": NoticeType(
        _("My time is nearly up"),
        _("because most of your time is gone"),
        _reminder,
        Wording(
            _("%(table)s: your time is nearly up"),
            _("Make your move: most of your time for this turn is gone."),
            MOVE,
        ),
    ),
    "invited": NoticeType(
        _("I am invited"),
        _("because you were invited"),
        _invited,
        Wording(
            _("%(who)s invites you to %(table)s"),
            _("%(who)s has invited you to a game: %(game)s, %(seats)s seats, %(pace)s."),
            _("View the table"),
        ),
    ),
    "started": NoticeType(
        _("A table of mine begins"),
        _("because a table of yours began"),
        _started,
        Wording(
            _("%(table)s has begun"),
            _("All are seated and the cards are dealt. We will let you know when it is your turn."),
            VISIT,
        ),
    ),
    "missed": NoticeType(
        _("I missed a turn"),
        _("because you missed a turn"),
        _missed,
        Wording(
            _("%(table)s: you missed a turn"),
            _(
                "Your time was up, so a move was made for you. If you miss your next turn too, "
                "your seat goes to somebody else."
            ),
            VISIT,
        ),
        {
            "excused": Wording(
                body=_("Your time was up. This time it is excused: your clock has started again.")
            ),
        },
    ),
    "seat": NoticeType(
        _("A seat at my table changes hands"),
        _("because a seat at your table changed hands"),
        _seat,
        Wording(button=VISIT),
        {
            "offered": Wording(
                _("%(table)s: a seat is on offer"),
                _(
                    "%(who)s is away. Until %(until)s somebody else may take that seat; after that "
                    "a bot does."
                ),
            ),
            "offered:mine": Wording(
                _("%(table)s: your seat is on offer"),
                _(
                    "You have been away, so until %(until)s somebody else may take your seat; "
                    "after that a bot does. Make your move, or say that you are here, and the seat "
                    "stays yours."
                ),
                _("Keep my seat"),
            ),
            "bot": Wording(
                _("%(table)s: a bot takes over a seat"),
                _("Nobody took the free seat, so %(who)s plays on there."),
            ),
            "lost-bot": Wording(
                _("%(table)s: a bot plays for you"),
                _("You were away and nobody took your seat, so a bot plays on there."),
            ),
            "lost-bot:mine:back": Wording(
                body=_(
                    "You were away and nobody took your seat, so a bot plays on there. For as long "
                    "as the table runs you may take your seat back."
                ),
                button=_("Take my seat back"),
            ),
            "player": Wording(
                _("%(table)s: %(who)s takes over a seat"),
                _("%(who)s plays on in the seat that was on offer."),
            ),
            "lost-player": Wording(
                _("%(table)s: somebody has taken your seat"),
                _("You were away, and another player plays on in your place."),
            ),
            "returned": Wording(
                _("%(table)s: %(who)s is back"), _("%(who)s has come back and plays on.")
            ),
            "removed": Wording(
                _("%(table)s: you were removed"),
                _("The player who opened the table has taken you from it before it began."),
            ),
        },
    ),
    "round-over": NoticeType(
        _("A round is over"),
        _("because a round at your table is over"),
        _running,
        Wording(
            _("%(table)s: round %(round)s is over"),
            _("%(how)s The next round has begun."),
            VISIT,
        ),
        in_digest=True,
    ),
    "over": NoticeType(
        _("A table of mine is over"),
        _("because a table of yours is over"),
        _over,
        Wording(_("%(table)s is over"), _("This table is closed."), VISIT),
        {
            "finished": Wording(
                _("%(table)s: the game is over"),
                _("%(result)s See at the table what was hidden, and ask for a rematch."),
            ),
            "cancelled": Wording(
                _("%(table)s was cancelled"), _("All players agreed to end this game early.")
            ),
            "closed": Wording(
                _("%(table)s was closed"),
                _("The table never began: too few sat down in time, or its owner closed it."),
            ),
            "abandoned": Wording(
                _("%(table)s was abandoned"),
                _("Nobody had played there for a long time, so the table was closed."),
            ),
        },
    ),
    "chat": NoticeType(
        _("Somebody addresses me in chat"),
        _("because somebody wrote your name"),
        _chat,
        Wording(
            _("%(who)s mentioned you at %(table)s"),
            _("Your name came up in the chat of this table. Open the table to read it."),
            VISIT,
        ),
    ),
    "moderation": NoticeType(
        _("Moderators decide about me"),
        _("because moderators decided about something that concerns you"),
        _has_subject,
        optional=False,
    ),
    "reports": NoticeType(
        _("Reports are waiting (for moderators)"),
        _("because you look after reports"),
        _has_subject,
        in_digest=True,
        permission="moderation.handle_reports",
    ),
    "test": NoticeType(
        _("A test"),
        _("because you asked for a test"),
        lambda notice, known: True,
        Wording(
            _("A test from %(site)s"),
            _("If you can read this, notifications reach you here. There is nothing to do."),
            _("Manage notifications"),
        ),
        optional=False,
    ),
}
