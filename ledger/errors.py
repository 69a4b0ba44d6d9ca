"""What the books refuse, by cause. Each is a refusal that a person can understand; `code` is stable."""

from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, Invalid


class IdempotencyConflict(Conflict):
    """A key that stands in the book came back with other transfers, another source or another date."""

    code = "idempotency_conflict"
    sentence = _("This is already in the books, with other amounts.")


class AccountClosed(Conflict):
    """An account of the entry is closed; the treasurer may open it again first."""

    code = "account_closed"
    sentence = _("One of these accounts is closed. The treasurer can open it again.")


class AccountNotEven(Conflict):
    code = "account_not_even"
    sentence = _("An account can be closed only when nothing is owed either way.")


class NotReversible(Conflict):
    """A reversal is never reversed (post again instead), and a payment is taken back as a payment."""

    code = "not_reversible"
    sentence = _("This entry cannot be reversed. Enter what is right as a new one.")


class PaymentVoid(Conflict):
    code = "payment_void"
    sentence = _("This payment was taken out of the plan.")


class PaymentConfirmed(Conflict):
    code = "payment_confirmed"
    sentence = _("This payment was already made.")


class PaymentChanged(Conflict):
    """A line is no longer as large as it was seen by whoever says that it, or a part of it, was paid."""

    code = "payment_changed"
    sentence = _("This payment has changed since you saw it. Look at the plan again.")


class PlanStale(Conflict):
    """Everything was to be settled by a plan that the books have left behind, or that another one has replaced."""

    code = "plan_stale"
    sentence = _("The books have moved on since this plan. Make a new plan and look at it first.")


class PointsNotPaid(Conflict):
    """A plan was asked for in the book that counts points."""

    code = "points_not_paid"
    sentence = _("Points are not paid: nothing is owed for them.")


class NotAPart(Invalid):
    code = "not_a_part"
    sentence = _("A part is more than nothing and less than the whole payment.")


class ReasonMissing(Invalid):
    code = "reason_missing"
    sentence = _("Say why: the reason stays in the books.")


class AmountTooLarge(Invalid):
    code = "amount_too_large"
    sentence = _("That is more money than the books can hold in one amount.")


class NothingMoved(Invalid):
    code = "nothing_moved"
    sentence = _("Enter at least one amount.")


class SameAccount(Invalid):
    code = "same_account"
    sentence = _("That is the same account twice.")


class OnlyWrittenOff(Conflict):
    """Something else was to be entered for who was anonymised than what makes him even."""

    code = "only_written_off"
    sentence = _(
        "{name} was anonymised. What he still has or owes can be written off against the house or the adjustments; "
        "nothing else can be entered."
    )


class PersonTwice(Invalid):
    """One person is in a list twice: by name, or as one who was merged into him."""

    code = "person_twice"
    sentence = _("{name} is in the list twice.")


class OpeningsUneven(Invalid):
    """Opening balances that do not sum to zero, and nobody has said where the difference goes."""

    code = "openings_uneven"
    sentence = _("The amounts do not sum to zero: they come to {difference}. Say where the difference goes.")


class OpeningStands(Conflict):
    """A member has brought another amount already; that one is taken back first."""

    code = "opening_stands"
    sentence = _("These have another opening balance already: {names}. Take it back first.")


class PeriodBackwards(Invalid):
    """The last day of what is asked for is before the first."""

    code = "period_backwards"
    sentence = _("The last day is before the first.")


class DateNotPast(Invalid):
    code = "date_not_past"
    sentence = _("Only a day that is over can be closed.")


class AlreadyClosed(Conflict):
    code = "already_closed"
    sentence = _("The books are already closed through {date}.")
