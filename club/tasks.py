"""What the worker does for the club. Each task may run twice, or at the same time as itself, without harm.

They retry only when the database is away for a moment: everything else that can fail is kept on its row, put off and
tried again from there.
"""

from celery import shared_task
from django.db import OperationalError

from club import mail, outbox
from club.api import idempotency


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=5)
def relay_outbox() -> None:
    """Tell what is due, and have the mail sent that is due. Woken on commit, and by beat if that was lost."""
    outbox.relay()
    if mail.is_due():
        outbox.wake_on_commit(mail.SEND_TASK)


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=5)
def send_pending_mail() -> None:
    """Send every mail that is due."""
    mail.send_due()


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=5)
def send_mail(mail_id: int) -> None:
    """Send one mail if it is due."""
    mail.send(mail_id=mail_id)


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=5)
def forget_old_answers() -> None:
    """Remove the answers that the API kept by Idempotency-Key and that are older than two days."""
    idempotency.forget_old_answers()
