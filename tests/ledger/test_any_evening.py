"""Any order of posting, retrying, reversing, planning and paying, against a model that is a few dictionaries."""

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from ledger import checks, selectors, services
from ledger.errors import IdempotencyConflict, PaymentConfirmed, PaymentVoid
from ledger.models import Account, Entry, Payment
from tests.ledger import cast as people

PLAYERS = ("Anna", "Bela", "Csaba", "Dora")
AMOUNTS = st.integers(1, 5)
PROPOSED, CLAIMED, CONFIRMED, VOID = "proposed", "claimed", "confirmed", "void"
REASON = {"reason": "said so"}


class Evening(RuleBasedStateMachine):
    """Treasurer Anna does everything; who may do what has its own tests."""

    def __init__(self):
        super().__init__()
        self.example = transaction.atomic()
        self.example.__enter__()
        self.cast = people.cast()
        self.balance = dict.fromkeys(people.NAMES, 0)
        self.games = {}  # key: (source, target, amount), or None once taken back
        self.payments = {}  # id: [payer, payee, amount, state]
        self.entries = 0

    def teardown(self):
        assert list(map(str, checks.findings_of(self.cast.book))) == []
        transaction.set_rollback(True)
        self.example.__exit__(None, None, None)

    def move(self, source, target, amount):
        self.balance[source] -= amount
        self.balance[target] += amount
        self.entries += 1

    @rule(players=st.permutations(PLAYERS), amount=AMOUNTS)
    def play(self, players, amount):
        key, game = f"game:{len(self.games)}:r1", (players[0], players[1], amount)
        self.cast.post(game, key=key)
        self.games[key] = game
        self.move(*game)

    @precondition(lambda self: any(self.games.values()))
    @rule(data=st.data())
    def retry(self, data):
        key = data.draw(st.sampled_from([key for key, game in self.games.items() if game]))
        self.cast.post(self.games[key], key=key)

    @precondition(lambda self: any(self.games.values()))
    @rule(data=st.data())
    def retry_with_another_amount(self, data):
        key = data.draw(st.sampled_from([key for key, game in self.games.items() if game]))
        source, target, amount = self.games[key]
        with pytest.raises(IdempotencyConflict):
            self.cast.post((source, target, amount + 1), key=key)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def take_a_game_back(self, data):
        key = data.draw(st.sampled_from(sorted(self.games)))
        entry = Entry.objects.get(book=self.cast.book, key=key)
        services.reverse(entry=entry, reason="corrected", actor=self.cast.treasurer)
        if self.games[key]:
            source, target, amount = self.games[key]
            self.move(target, source, amount)
            self.games[key] = None

    @rule()
    def plan(self):
        plan = services.plan_night(night=self.cast.night, book=self.cast.book, actor=self.cast.treasurer)
        lines = plan.payments.select_related("payer__member", "payee__member")
        told = {line.pk: [str(line.payer), str(line.payee), line.amount_minor, line.state] for line in lines}
        left = dict(self.balance)
        for payer, payee, amount, state in told.values():
            if state in (PROPOSED, CLAIMED):
                left[payer] += amount
                left[payee] -= amount
        assert not any(left.values()), "the open lines bring everybody to zero"
        assert self.claimed(told) == self.claimed(self.payments), "what was claimed stays claimed"
        for pk, payment in self.payments.items():
            if pk not in told and payment[3] != CONFIRMED:
                payment[3] = VOID
        self.payments |= told
        assert not selectors.is_stale(plan)

    @staticmethod
    def claimed(payments):
        return sorted(payment[:3] for payment in payments.values() if payment[3] == CLAIMED)

    @precondition(lambda self: self.payments)
    @rule(data=st.data(), act=st.sampled_from(["claim", "unclaim", "confirm", "unconfirm", "void"]))
    def act_on_a_payment(self, data, act):
        pk = data.draw(st.sampled_from(sorted(self.payments)))
        payment, said = self.payments[pk], Payment.objects.get(pk=pk)
        before = payment[3]
        after = self.expected(act, before, superseded=said.plan.superseded_at is not None)
        reason = REASON if act in ("unconfirm", "void") else {}
        perform = lambda: getattr(services, act)(payment=said, actor=self.cast.treasurer, **reason)  # noqa: E731
        if isinstance(after, str):
            assert perform().state == after
            self.settle(payment, after)
        else:
            with pytest.raises(after):
                perform()

    @staticmethod
    def expected(act, state, *, superseded):
        if act == "void":
            return VOID
        if state == VOID:
            return PaymentVoid
        if act == "unclaim" and state == CONFIRMED:
            return PaymentConfirmed
        if act == "unconfirm" and state == CONFIRMED:
            return VOID if superseded else PROPOSED
        changes = {("claim", PROPOSED): CLAIMED, ("unclaim", CLAIMED): PROPOSED}
        return CONFIRMED if act == "confirm" else changes.get((act, state), state)

    def settle(self, payment, after):
        payer, payee, amount, before = payment
        if after == CONFIRMED != before:
            self.move(payee, payer, amount)
        if before == CONFIRMED != after:
            self.move(payer, payee, amount)
        payment[3] = after

    @invariant()
    def balances_are_the_models(self):
        told = {str(account): account.balance_minor for account in Account.objects.filter(book=self.cast.book)}
        assert told == self.balance
        assert sum(told.values()) == 0

    @invariant()
    def payments_are_the_models(self):
        states = dict(Payment.objects.filter(plan__book=self.cast.book).values_list("pk", "state"))
        assert states == {pk: payment[3] for pk, payment in self.payments.items()}

    @invariant()
    def entries_are_as_many_as_the_model_has(self):
        seqs = Entry.objects.filter(book=self.cast.book).values_list("seq", flat=True)
        assert list(seqs) == list(range(1, self.entries + 1))


def test_any_evening_ends_with_right_books(db):
    run_state_machine_as_test(Evening, settings=settings(max_examples=20, stateful_step_count=25, deadline=None))
