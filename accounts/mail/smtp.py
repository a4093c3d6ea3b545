"""Django's SMTP backend, with a timeout for each step.

A single timeout would be too long for a server that is down and too short after the text: RFC 5321
(4.5.3.2) gives the server ten minutes then, since hanging up earlier may deliver an email twice.
The result is one of four: accepted, not accepted (any error of smtplib: try again), refused for
good (`Refused`), or unknown (`OutcomeUnknown`).
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends import filebased, smtp
from django.core.mail.backends.base import BaseEmailBackend

from accounts.mail import addresses
from config.clock import now
from config.jobs.leases import OutcomeUnknown, PermanentError, describe_error

TEXT_FOLLOWS: Final = 354
REFUSES_US: Final = frozenset({530, 534, 535, 538})
"""Answers to signing in: our settings are wrong and can be corrected."""
NO_SUCH_MAILBOX: Final = frozenset({550, 551, 553})
"""Answers meaning that an address doesn't exist, unless an enhanced code says more."""
ENHANCED_STATUS: Final = re.compile(rb"5\.(\d{1,3})\.(\d{1,3})\b")
"""An enhanced status code (RFC 3463)."""

FAILURES: Final = (
    smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError,
)  # fmt: skip

Answer = tuple[int, bytes]


def deliver(message: EmailMessage, hand_over: Callable[[], None]) -> None:
    """Send one message over a separate connection.

    `hand_over` is called before the text is sent, as the server may not answer afterwards. An
    address that doesn't exist is marked as bounced (accounts/mail/addresses.py).
    """
    try:
        _backend(hand_over).send_messages([message])
    except Refused as refusal:
        for address in refusal.nobody_at:
            addresses.mark_bounced(address, describe_error(refusal), now())
        raise


def _backend(hand_over: Callable[[], None]) -> BaseEmailBackend:
    """Return the configured backend, replacing Django's with ours."""
    match settings.DELIVERY_BACKEND:
        case "django.core.mail.backends.smtp.EmailBackend":
            return EmailBackend(hand_over)
        case "django.core.mail.backends.filebased.EmailBackend":
            return FolderBackend()
        case other:
            return get_connection(other)


class FolderBackend(filebased.EmailBackend):
    """Writes one file per mail: Django's own names collide within a second."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._fname = f"{self.file_path}/{now():%Y%m%d-%H%M%S}-{uuid4().hex}.log"


class Refused(PermanentError):  # noqa: N818  (not an error: the server decided)
    """The mail server refused this email for good."""

    def __init__(self, answer: Answer, nobody_at: Sequence[str] = ()) -> None:
        code, said = answer
        super().__init__(f"{code} {said.decode(errors='replace')}")
        self.nobody_at = nobody_at
        """Addresses that don't exist, according to the server."""


class Connection(smtplib.SMTP):
    """A connection with a timeout for each step."""

    def __init__(self, hand_over: Callable[[], None], *args: Any, **options: Any) -> None:
        self.hand_over = hand_over
        self.text_sent = False
        super().__init__(*args, **options)

    def getreply(self) -> Answer:
        """Read an answer; raise OutcomeUnknown if none follows the text."""
        in_doubt, self.text_sent = self.text_sent, False
        try:
            answer = super().getreply()
        except smtplib.SMTPException as error:
            if in_doubt:
                raise OutcomeUnknown("no answer after the text") from error
            raise
        if in_doubt and answer[0] < 0:
            raise OutcomeUnknown("no answer that can be read after the text")
        self._wait_for(settings.SMTP_COMMAND_SECONDS)
        if answer[0] == TEXT_FOLLOWS:
            self._hand_over()
        return answer

    def _hand_over(self) -> None:
        try:
            self.hand_over()
        except BaseException:
            self.close()  # QUIT would be read as text
            raise
        self.text_sent = True
        self._wait_for(settings.SMTP_ANSWER_SECONDS)

    def quit(self) -> Answer:
        """End the connection, ignoring errors: the email was already accepted or refused."""
        self._wait_for(settings.EMAIL_TIMEOUT)
        try:
            return super().quit()
        except OSError:
            self.close()
            return 221, b""

    def _wait_for(self, seconds: float) -> None:
        if self.sock:
            self.sock.settimeout(seconds)


class SecureConnection(Connection, smtplib.SMTP_SSL):
    """A `Connection` with TLS from the start."""


class EmailBackend(smtp.EmailBackend):
    """Sends one email; `hand_over` is called right before its text."""

    def __init__(self, hand_over: Callable[[], None]) -> None:
        super().__init__()
        self.hand_over = hand_over

    @property
    def connection_class(self) -> Callable[..., smtplib.SMTP]:  # type: ignore[override]
        return partial(SecureConnection if self.use_ssl else Connection, self.hand_over)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        [message] = email_messages
        try:
            return super().send_messages([message])
        except FAILURES as error:
            readers = message.recipients()
            if isinstance(error, smtplib.SMTPRecipientsRefused):
                answers = list(error.recipients.values())
                no_such = all(map(_says_no_such_mailbox, answers))
            else:
                answers = [_answer(error)]
                of_reader = isinstance(error, smtplib.SMTPDataError) and len(readers) == 1
                no_such = of_reader and _enhanced_says_no_such_mailbox(answers[0])
            if all(500 <= code < 600 and code not in REFUSES_US for code, _ in answers):
                raise Refused(answers[0], readers if no_such else ()) from error
            raise


def _answer(error: smtplib.SMTPResponseException) -> Answer:
    said = error.smtp_error
    return error.smtp_code, said if isinstance(said, bytes) else said.encode()


def _says_no_such_mailbox(answer: Answer) -> bool:
    """Return whether the answer means that the address doesn't exist."""
    code, said = answer
    return (
        _enhanced_says_no_such_mailbox(answer)
        if ENHANCED_STATUS.match(said)
        else code in NO_SUCH_MAILBOX
    )


def _enhanced_says_no_such_mailbox(answer: Answer) -> bool:
    """Return True for 5.1.x, a bad address (7, 8: the sender's), or 5.2.1, a closed mailbox."""
    found = ENHANCED_STATUS.match(answer[1])
    if found is None:
        return False
    subject, detail = int(found[1]), int(found[2])
    return (subject, detail) == (2, 1) or (subject == 1 and detail not in (7, 8))
