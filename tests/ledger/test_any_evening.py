"""Any order of posting, correcting, planning, paying, closing, merging and attacking, against a model of dictionaries.

After each step the accounts, the payments and the entries are the model's, and `check_books` has no finding.
"""

from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from club.models import Member, Role
from games import services as games
from ledger import checks, selectors, services
from ledger.errors import AlreadyClosed, IdempotencyConflict, PaymentConfirmed, PaymentVoid
from ledger.models import Account, Entry, Payment, Period
from tests.ledger import cast as people

GUESTS = ("Hugo", "Ilka")
PLAYERS = ("Anna", "Bela", "Csaba", "Dora", *GUESTS)
AMOUNTS = st.integers(1, 5)
MONTHS = (date(2026, 1, 31), date(2026, 2, 28))
DAYS = st.sampled_from([people.EVENING, date(2026, 1, 10), date(2026, 2, 10)])
ATTACKS = (
    "UPDATE ledger_transfer SET amount_minor = amount_minor + 1",
    "DELETE FROM ledger_transfer",
    "UPDATE ledger_entry SET key = 'other' || seq",
    "DELETE FROM ledger_entry",
    "UPDATE ledger_period SET seq = 99",
    "UPDATE ledger_account SET closed_at = '2026-01-01T00:00:00Z'",
    "INSERT INTO ledger_transfer (entry_id, source_id, target_id, amount_minor)"
    " SELECT entry_id, source_id, target_id, -1 FROM ledger_transfer",
    "INSERT INTO ledger_transfer (entry_id, source_id, target_id, amount_minor)"
    " SELECT entry_id, source_id, source_id, 1 FROM ledger_transfer",
)
PROPOSED, CLAIMED, CONFIRMED, VOID = "proposed", "claimed", "confirmed", "void"
REASON = {"reason": "said so"}


class Evening(RuleBasedStateMachine):
    """Treasurer Anna does everything, and organiser Olga merges; who may do what has its own tests."""

    def __init__(self):
        super().__init__()
        self.example = transaction.atomic()
        self.example.__enter__()
        self.cast = people.cast()
        self.olga = people.actor(people.member(self.cast.club, "Olga", 31, Role.ORGANISER))
        for no, name in enumerate(GUESTS, start=32):
            guest = Member.objects.create(id=people.number(no), club=self.cast.club, name=name, role=Role.GUEST)
            self.cast.members[name] = guest
            self.cast.accounts[name] = services.accounts_for(book=self.cast.book, members=[guest])[guest.id]
        self.balance = dict.fromkeys([*people.NAMES, *GUESTS], 0)
        self.games = {}  # key: (source, target, amount, day), or None once taken back
        self.payments = {}  # id: [payer, payee, amount, state], the two for whom it was made
        self.paid = {}  # id: who paid whom when it was confirmed
        self.moot = {}  # id: the state that a line had until its two became one person
        self.merged = {}  # guest: who he is
        self.closed = None
        self.entries = 0

    def teardown(self):
        transaction.set_rollback(True)
        self.example.__exit__(None, None, None)

    def post(self, key, game):
        *transfer, day = game
        return self.cast.post(tuple(transfer), key=key, effective_date=day)

    def person(self, name):
        return self.merged.get(name, name)

    def move(self, source, target, amount):
        self.balance[source] -= amount
        self.balance[target] += amount
        self.entries += 1

    @rule(players=st.permutations(PLAYERS), amount=AMOUNTS, day=DAYS)
    def play(self, players, amount, day):
        key, game = f"game:{len(self.games)}:r1", (players[0], players[1], amount, day)
        self.post(key, game)
        self.games[key] = game
        self.move(*game[:3])

    @precondition(lambda self: any(self.games.values()))
    @rule(data=st.data())
    def retry(self, data):
        key = self.standing_game(data)
        self.post(key, self.games[key])

    @precondition(lambda self: any(self.games.values()))
    @rule(data=st.data())
    def retry_with_another_amount(self, data):
        key = self.standing_game(data)
        source, target, amount, day = self.games[key]
        with pytest.raises(IdempotencyConflict):
            self.post(key, (source, target, amount + 1, day))

    @precondition(lambda self: any(self.games.values()))
    @rule(data=st.data(), amount=AMOUNTS)
    def correct_a_game(self, data, amount):
        key = self.standing_game(data)
        source, target, before, day = self.games[key]
        old, again = Entry.objects.get(book=self.cast.book, key=key), f"game:{len(self.games)}:r2"
        legs = [(self.cast.accounts[source], self.cast.accounts[target], amount)]
        new = services.Draft(key=again, kind=Entry.Kind.GAME, transfers=legs, night=self.cast.night, effective_date=day)
        drafts = [services.Draft.reversal(old, "corrected"), new]
        services.post_all(book=self.cast.book, drafts=drafts, actor=self.cast.treasurer)
        self.move(target, source, before)
        self.move(source, target, amount)
        self.games |= {key: None, again: (source, target, amount, day)}

    def standing_game(self, data):
        return data.draw(st.sampled_from([key for key, game in self.games.items() if game]))

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def take_a_game_back(self, data):
        key = data.draw(st.sampled_from(sorted(self.games)))
        entry = Entry.objects.get(book=self.cast.book, key=key)
        services.reverse(entry=entry, reason="corrected", actor=self.cast.treasurer)
        if self.games[key]:
            source, target, amount, _day = self.games[key]
            self.move(target, source, amount)
            self.games[key] = None

    @rule(month=st.sampled_from(MONTHS))
    def close_a_month(self, month):
        close = lambda: services.close_period(book=self.cast.book, end_date=month, actor=self.cast.treasurer)  # noqa: E731
        if self.closed is not None and month < self.closed:
            with pytest.raises(AlreadyClosed):
                close()
        else:
            assert close().end_date == month
            self.closed = month

    @precondition(lambda self: set(GUESTS) - set(self.merged))
    @rule(data=st.data())
    def merge(self, data):
        free = set(GUESTS) - set(self.merged) - set(self.merged.values())
        if not free:
            return
        guest = data.draw(st.sampled_from(sorted(free)))
        into = data.draw(st.sampled_from([name for name in PLAYERS if name not in self.merged and name != guest]))
        games.merge_members(**self.two(guest, into), reason="one person", actor=self.olga)
        self.merged[guest] = into
        for pk, payment in self.payments.items():
            if payment[3] in (PROPOSED, CLAIMED) and self.is_moot(payment):
                self.moot[pk], payment[3] = payment[3], VOID

    def two(self, guest, into):
        return {"member_id": self.cast.members[guest].id, "into_id": self.cast.members[into].id}

    @precondition(lambda self: self.merged)
    @rule(data=st.data())
    def unmerge(self, data):
        guest = data.draw(st.sampled_from(sorted(self.merged)))
        games.unmerge_member(member_id=self.cast.members[guest].id, reason="two after all", actor=self.olga)
        del self.merged[guest]
        for pk in list(self.moot):
            if not self.is_moot(self.payments[pk]):
                self.payments[pk][3] = self.moot.pop(pk)
        plan = selectors.standing_plan(self.cast.night, book=self.cast.book)
        if plan is not None and not set(plan.payments.values_list("pk", flat=True)) <= set(self.payments):
            self.note(plan)

    @rule(sql=st.sampled_from(ATTACKS))
    def attack(self, sql):
        """By raw SQL; where there is nothing yet to be changed, nothing is."""
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE" if connection.vendor == "postgresql" else "SELECT 1")
                cursor.execute(sql)
                changed = cursor.rowcount
                transaction.set_rollback(True)
        except IntegrityError:
            return
        assert changed == 0 or "closed_at" in sql, sql
        assert "closed_at" not in sql or not any(self.balance.values())

    @rule()
    def plan(self):
        plan = services.plan_night(night=self.cast.night, book=self.cast.book, actor=self.cast.treasurer)
        self.note(plan)
        assert not selectors.is_stale(plan)

    def note(self, plan):
        """Look whether a plan is what it should be, and write it down."""
        parties = ("payer", "payee", "payer_was", "payee_was")
        lines = plan.payments.select_related(*(f"{one}__member" for one in parties))
        told = {
            line.pk: [
                (line.payer_was or line.payer).member.name,
                (line.payee_was or line.payee).member.name,
                line.amount_minor,
                line.state,
            ]
            for line in lines
        }
        moot = {line.pk: CLAIMED if line.claimed_at else PROPOSED for line in lines if line.void_by_merge}
        assert self.said(told, moot) == self.said(self.payments, self.moot), "what was claimed is kept while it is moot"
        left = dict.fromkeys(self.balance, 0)
        for name, amount in self.balance.items():
            left[self.person(name)] += amount
        for payer, payee, amount, state in told.values():
            if state in (PROPOSED, CLAIMED):
                left[self.person(payer)] += amount
                left[self.person(payee)] -= amount
        assert not any(left.values()), "the open lines bring everybody to zero"
        assert self.claimed(told) == self.claimed(self.payments), "what was claimed stays claimed"
        for pk, payment in self.payments.items():
            if pk not in told and payment[3] != CONFIRMED:
                payment[3] = VOID
        self.payments |= told
        self.moot = moot

    @staticmethod
    def said(payments, moot):
        return sorted(payments[pk][:3] for pk, state in moot.items() if state == CLAIMED)

    @precondition(lambda self: any(payment[2] > 1 and payment[3] == PROPOSED for payment in self.payments.values()))
    @rule(data=st.data(), arrived=st.booleans())
    def pay_a_part(self, data, arrived):
        divisible = [pk for pk, one in self.payments.items() if one[2] > 1 and one[3] == PROPOSED]
        pk = data.draw(st.sampled_from(divisible))
        payer, payee, whole, _state = self.payments[pk]
        amount = data.draw(st.integers(1, whole - 1))
        asked = {"whole_minor": whole, "amount_minor": amount, "arrived": arrived}
        part = services.pay_part(payment=Payment.objects.get(pk=pk), actor=self.cast.treasurer, **asked)
        self.payments[pk][2] -= amount
        self.payments[part.pk] = [payer, payee, amount, PROPOSED]
        self.settle(part.pk, CONFIRMED if arrived else CLAIMED)

    @staticmethod
    def claimed(payments):
        return sorted(payment[:3] for payment in payments.values() if payment[3] == CLAIMED)

    @precondition(lambda self: self.payments)
    @rule(data=st.data(), act=st.sampled_from(["claim", "unclaim", "confirm", "unconfirm", "void"]))
    def act_on_a_payment(self, data, act):
        pk = data.draw(st.sampled_from(list(self.payments)))
        payment, said = self.payments[pk], Payment.objects.get(pk=pk)
        before = payment[3]
        after = self.expected(act, before, superseded=said.plan.superseded_at is not None)
        reason = REASON if act in ("unconfirm", "void") else {}
        perform = lambda: getattr(services, act)(payment=said, actor=self.cast.treasurer, **reason)  # noqa: E731
        if isinstance(after, str):
            if act == "unconfirm" and (before, after) == (CONFIRMED, PROPOSED) and self.is_moot(payment):
                self.moot[pk], after = PROPOSED, VOID
            assert perform().state == after
            self.settle(pk, after)
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

    def is_moot(self, payment):
        return self.person(payment[0]) == self.person(payment[1])

    def settle(self, pk, after):
        """What is paid stays with who paid it; what is taken back is taken back from him."""
        payment = self.payments[pk]
        amount, before = payment[2:]
        if after == CONFIRMED != before:
            payer, payee = self.paid[pk] = [self.person(name) for name in payment[:2]]
            self.move(payee, payer, amount)
        if before == CONFIRMED != after:
            self.move(*self.paid[pk], amount)
        payment[3] = after

    @invariant()
    def balances_are_the_models(self):
        accounts = Account.objects.filter(book=self.cast.book).select_related("member")
        told = {account.member.name: account.balance_minor for account in accounts}
        assert told == self.balance
        assert sum(told.values()) == 0

    @invariant()
    def payments_are_the_models(self):
        known = Payment.objects.filter(plan__book=self.cast.book)
        told = {pk: [amount, state] for pk, amount, state in known.values_list("pk", "amount_minor", "state")}
        assert told == {pk: payment[2:] for pk, payment in self.payments.items()}
        open_ = known.filter(state__in=[PROPOSED, CLAIMED], plan__superseded_at=None)
        pairs = {pk: two for pk, *two in open_.values_list("pk", "payer__member__name", "payee__member__name")}
        assert pairs == {pk: list(map(self.person, self.payments[pk][:2])) for pk in pairs}

    @invariant()
    def entries_are_as_many_as_the_model_has(self):
        seqs = Entry.objects.filter(book=self.cast.book).values_list("seq", flat=True)
        assert list(seqs) == list(range(1, self.entries + 1))

    @invariant()
    def the_last_closed_month_is_the_models(self):
        assert max(Period.objects.values_list("end_date", flat=True), default=None) == self.closed

    @invariant()
    def the_check_has_no_finding(self):
        assert list(map(str, checks.findings_of(self.cast.book))) == []


EVENINGS = [pytest.param(12, 25, id="short"), pytest.param(100, 60, id="long", marks=pytest.mark.long)]
EVENINGS += [pytest.param(100, 60, id="long on PostgreSQL", marks=[pytest.mark.long, pytest.mark.postgres])]


@pytest.mark.parametrize(("examples", "steps"), EVENINGS)
def test_any_evening_ends_with_right_books(db, examples, steps):
    how = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    run_state_machine_as_test(Evening, settings=how)
