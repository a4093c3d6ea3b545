"""Why a service did nothing: a closed list of codes. `words/refusals.py` has the sentences."""

from __future__ import annotations

REASONS = (
    "not-seated already-seated table-full table-closed not-owner started-already not-running "
    "too-few-seats no-such-player already-invited yourself not-over moved-on empty too-long "
    "cannot-resign alone seat-not-offered seat-taken left-here unreliable not-yours not-given-back "
    "vacation-order vacation-past vacation-too-far vacation-too-long vacation-twice no-vacation "
    "not-together muted no-appeal paused chat-closed changed-often too-many-tables too-often "
    "has-looked no-advice asked-often guest-opens guest-joins guest-tables guest-speaks "
    "guest-reports no-more-guests no-such-chair chair-taken no-such-company all-invited "
    "invited-many"
).split()


class Refused(Exception):  # noqa: N818  (nothing went wrong: it may not be done)
    """A service did nothing; the code says why."""

    def __init__(self, code: str) -> None:
        if code not in REASONS:
            raise ValueError(f"not a reason: {code}")
        super().__init__(code)
        self.code = code


class TableMovedOn(Refused):
    """The form is older than the table: a second tab, or somebody was quicker."""

    def __init__(self) -> None:
        super().__init__("moved-on")


def require(condition: object, code: str) -> None:
    """A referee's sentence: unless this holds, refuse."""
    if not condition:
        raise Refused(code)
