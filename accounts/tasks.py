"""What workers do for accounts. Thin: the work is in the modules they call."""

from celery import shared_task

from accounts import outbox
from config.clock import now

BATCH = 100


@shared_task(name="accounts.send_waiting_mail")
def send_waiting_mail() -> None:
    """Send what is due, so much at a time that no task runs for long."""
    for _ in range(BATCH):
        if not outbox.send_next(now()):
            return
    outbox.hint()
