"""How many rows there are, for tests of what writes none."""

from club.models import Member, OutboxMessage
from games.models import Action, Game, Score, Seat, Table
from ledger.models import Entry


def written():
    models = (Table, Seat, Member, Action, Game, Score, Entry, OutboxMessage)
    return tuple(model.objects.count() for model in models)
