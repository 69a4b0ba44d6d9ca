"""Between whom a payment still to be made is: the persons that its two are now, whoever they were by its plan."""

from ledger.models import Payment
from ledger.persons import Holders


def seat(line: Payment, known: Holders, reason: str) -> None:
    """Let a line be between who its two are now, in memory; from a person to himself it is void, until they are two.

    `reason` is why it is void then. What was void by a merge, and is not any more, is claimed again if it was.
    """
    payer, payee = line.payer_was_id or line.payer_id, line.payee_was_id or line.payee_id
    pays, gets = known.get(payer, payer), known.get(payee, payee)
    if pays == gets:
        pays, gets = payer, payee
        line.reason = line.reason if line.void_by_merge else reason
        line.state, line.void_by_merge = Payment.State.VOID, True
    elif line.void_by_merge:
        line.state = Payment.State.CLAIMED if line.claimed_at else Payment.State.PROPOSED
        line.reason, line.void_by_merge = "", False
    line.payer_id, line.payer_was_id = pays, payer if payer != pays else None
    line.payee_id, line.payee_was_id = gets, payee if payee != gets else None
