"""Whatever happens to people, and in whatever order: the books stay whole and everybody has what a plain sum says."""

from collections import Counter
from random import Random

import pytest

from club.errors import ClubError
from club.models import Member, Night
from games import services
from games.checks import differences
from games.store import TableNow
from ledger import account_lines, checks
from ledger import selectors as books
from ledger import services as ledger
from ledger.models import Account, Book, Entry, Payment
from ledger.services.merging import HasOpenPayments, NotEven
from tests.cast import Cast
from tests.people import BOX_WINS, evening, guest, merge, totals, unmerge

pytestmark = pytest.mark.django_db
STEPS = 24


class Life:
    """A club whose people play, pay, are corrected, merged, taken apart and anonymised; beside it a plain sum."""

    def __init__(self, cast: Cast, chance: Random) -> None:
        self.cast, self.chance = cast, chance
        self.guests = [guest(cast, f"Guest {no}") for no in range(4)]
        self.won: Counter[Member] = Counter()
        """What each member's own account should come to."""
        self.persons: dict[Member, Member] = {}
        """Who was merged into whom."""
        self.gone: set[Member] = set()
        self.duels: list[tuple[TableNow, list[Member]]] = []

    def step(self) -> None:
        often = (self.play, self.correct, self.pay_one, self.merge, self.unmerge)
        self.chance.choice((*often, *often, self.play, self.play, self.settle, self.anonymise))()

    def play(self) -> None:
        present = [one for one in (*self.cast.members.values(), *self.guests) if one not in self.gone]
        seats = [one for one in present if one not in self.persons]
        players = self.chance.sample(seats, self.chance.randint(2, 4))
        now = evening(self.cast, *players)
        self.moved(players, 50)
        if len(players) == 2:
            self.duels.append((now, players))

    def moved(self, players: list[Member], each: int) -> None:
        self.won[players[0]] += each * (len(players) - 1)
        for loser in players[1:]:
            self.won[loser] -= each

    def correct(self) -> None:
        """A cube on two was forgotten, in some earlier game of two, whoever they are by now."""
        if not self.duels:
            return
        now, players = self.duels.pop(self.chance.randrange(len(self.duels)))
        names = {seat.no: seat.label for seat in now.table.seats.all()}
        services.reopen_night(night_id=now.table.night_id, reason="The cube", actor=self.cast.actor())
        services.correct_game(
            table_id=now.table.id,
            actor=self.cast.actor(),
            game=1,
            actions=[{"do": "double", "by": names[1]}, {"do": "take", "by": names[2]}, BOX_WINS],
            reason="The cube was on two",
        )
        services.close_night(night_id=now.table.night_id, actor=self.cast.actor())
        self.moved(players, 50)

    def settle(self) -> None:
        book = Book.objects.filter(club=self.cast.club).first()
        if book is not None:
            plan = ledger.plan_club(book=book, actor=self.cast.actor())
            for payment in plan.payments.select_related("payer__member", "payee__member"):
                self.paid(payment)
            ledger.confirm_all(plan=plan, actor=self.cast.actor())
            assert totals(self.cast) == {}

    def pay_one(self) -> None:
        open_ = Payment.objects.filter(state=Payment.State.PROPOSED, plan__superseded_at=None)
        payment = open_.select_related("payer__member", "payee__member").order_by("amount_minor", "id").first()
        if payment is not None:
            self.paid(payment)
            ledger.confirm(payment=payment, actor=self.cast.actor("Béla" if self.keeps_books() else "Anna"))

    def keeps_books(self) -> bool:
        return self.cast.members["Béla"] not in self.gone

    def paid(self, payment: Payment) -> None:
        assert payment.payer.member is not None
        assert payment.payee.member is not None
        assert {payment.payer.member, payment.payee.member}.isdisjoint(self.persons), "a merged member never pays"
        self.won[payment.payer.member] += payment.amount_minor
        self.won[payment.payee.member] -= payment.amount_minor

    def merge(self) -> None:
        free = [one for one in self.guests if one not in (*self.persons, *self.persons.values(), *self.gone)]
        into = [one for one in (*self.cast.members.values(), *self.guests) if one not in {*self.persons, *self.gone}]
        if free:
            member = self.chance.choice(free)
            other = self.chance.choice([one for one in into if one != member])
            merge(self.cast, member, other)
            self.persons[member] = other

    def unmerge(self) -> None:
        merged = [one for one in self.persons if one not in self.gone]
        if merged:
            member = self.chance.choice(merged)
            unmerge(self.cast, member)
            del self.persons[member]

    def anonymise(self) -> None:
        stay = {self.cast.members["Anna"], *self.persons, *self.gone}
        member = self.chance.choice([one for one in (*self.cast.members.values(), *self.guests) if one not in stay])
        try:
            services.anonymise_member(member_id=member.id, actor=self.cast.actor())
        except NotEven:
            assert self.sums()[member] != 0
        except HasOpenPayments:
            assert self.sums()[member] == 0
        else:
            assert self.sums()[member] == 0
            self.gone |= {member, *(one for one, into in self.persons.items() if into == member)}

    def sums(self) -> Counter[Member]:
        sums: Counter[Member] = Counter()
        for member, amount in self.won.items():
            sums[self.persons.get(member, member)] += amount
        return sums

    def check(self) -> None:
        """Hold everything that is read of the books to the plain sum, account by account and person by person."""
        book = Book.objects.filter(club=self.cast.club).first()
        if book is None:
            return
        assert list(checks.findings()) == []
        accounts = {one.member: one.balance_minor for one in Account.objects.select_related("member") if one.member}
        assert {one: amount for one, amount in accounts.items() if amount} == {
            one: amount for one, amount in self.won.items() if amount
        }
        told = {one.member: one.balance_minor for one in books.balances(book) if one.balance_minor}
        assert told == {one: amount for one, amount in self.sums().items() if amount}
        assert sum(told.values()) == 0
        for member in accounts:
            member.refresh_from_db()
            self.check_statement(book, member)

    def check_statement(self, book: Book, member: Member) -> None:
        total = self.sums()[self.persons.get(member, member)]
        assert [one.amount_minor for one in books.balance_of(member)] == [total]
        account = books.account_of(book=book, member=member)
        assert account is not None
        assert sum(line.amount_minor for line in account_lines.lines(account, limit=10_000)) == total


@pytest.mark.parametrize("seed", range(4))
def test_people_come_and_go_and_the_books_stay_whole(cast: Cast, seed: int) -> None:
    life = Life(cast, Random(seed))
    chain: dict[int, str] = {}
    for _step in range(STEPS):
        life.step()
        life.check()
        now = dict(Entry.objects.values_list("seq", "hash"))
        assert chain.items() <= now.items(), "what was posted has changed"
        chain = now
    assert list(differences()) == []
    assert Night.objects.exists()


def test_a_plan_fits_whoever_was_merged_meanwhile(cast: Cast) -> None:
    one, other = guest(cast, "One"), guest(cast, "Other")
    now = evening(cast, "Anna", one, other, "Béla")
    book = Book.objects.get()
    merge(cast, one, "Béla")
    plan = books.standing_plan(now.table.night, book=book)
    assert plan is not None
    assert not books.is_stale(plan)
    with pytest.raises(ClubError):
        merge(cast, one, other)
