"""The shapes of what the API says about tables, for OpenAPI; `presenters` makes them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.board_shapes import BoardMessageShape, BoardShape
from games.board.outcome import Result
from games.models import Table
from games.rules.throws import HIGHEST, LOWEST
from ledger.api.money import AmountField, MoneySerializer, PointsField

ACTION_REF = {"$ref": "#/components/schemas/Action"}


ROLES = ["box", "partner", "captain", "crew", "waiting", "sitting_out", "left"]
SIDES = ["box", "team"]


class Shape(serializers.Serializer[Any]):
    """A JSON object that is only described here."""


@extend_schema_field(ACTION_REF)
class ActionField(serializers.JSONField):
    """One action in the words of the scoresheet."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(serializers.DictField):
    """A JSON object whose keys are not fixed here."""

    child = serializers.JSONField(allow_null=True)


class PointsByName(serializers.DictField):
    child = PointsField()


class MoneyByName(serializers.DictField):
    child = MoneySerializer()


class StakeShape(Shape):
    unit = AmountField(help_text="Money for one point, or for a whole match.")
    currency = serializers.CharField()


class BehindShape(Shape):
    """The house rule behind something that was said, at the value it has at the table."""

    key = serializers.CharField()
    name = serializers.CharField()
    value = serializers.JSONField()
    sentence = serializers.CharField(allow_null=True)


class RuleShape(Shape):
    """A section of the rules."""

    section = serializers.CharField()
    title = serializers.CharField()


class ToldShape(Shape):
    """A warning or a reason."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text="The sentence in the language asked for.")
    values = ObjectField(help_text="What fills the sentence: names for seats, points as decimal text.")
    setting = BehindShape(allow_null=True, help_text="The house rule behind it; null for a rule of the game.")
    rule = RuleShape(help_text="Where it stands in the rules.")


class SeatShape(Shape):
    seat = serializers.IntegerField(help_text="Number of the seat: the log names players by it.")
    name = serializers.CharField(help_text="The name at this table, as actions use it.")
    member = serializers.UUIDField()
    role = serializers.ChoiceField(ROLES)
    stake = PointsField(help_text="In units of the table's stake.")
    points = PointsField()
    money = MoneySerializer(allow_null=True)


class OfferShape(Shape):
    price = serializers.IntegerField(help_text="What dropping or refusing costs.")
    proposed = serializers.IntegerField(
        help_text="What is played for when it is taken; an answer may name it as `value`."
    )
    level = serializers.IntegerField(help_text="0 a double, 1 a beaver, 2 a raccoon, …")
    answerer = serializers.ChoiceField(SIDES)


class ClosingShape(Shape):
    how = serializers.ChoiceField(["dropped", "refused", "deal", "forfeit"])
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    points = PointsField()


class CubeShape(Shape):
    member = serializers.CharField()
    value = serializers.IntegerField()
    owner = serializers.ChoiceField(["centre", "box", "member"])
    turned = serializers.BooleanField()
    offer = OfferShape(allow_null=True)
    closed = ClosingShape(allow_null=True)


class LastRollShape(Shape):
    by = serializers.CharField()
    least = serializers.IntegerField(help_text="How many checkers can be off after it: at least …")
    most = serializers.IntegerField(help_text="… and at most; 15 is a draw.")


class MatchShape(Shape):
    """How a match stands."""

    target = serializers.IntegerField()
    score = PointsByName()
    crawford = serializers.BooleanField(help_text="Nobody doubles in the game that is played, or comes next.")
    winner = serializers.CharField(allow_null=True, help_text="Who has won it; then only `undo` and `note` are taken.")


class LiveGameShape(Shape):
    """The game that is played; at a table for two `box` and `captain` are the two, in long nard `box` is who began."""

    no = serializers.IntegerField()
    box = serializers.CharField()
    partner = serializers.CharField(allow_null=True)
    captain = serializers.CharField()
    acting_captain = serializers.CharField(allow_null=True)
    cubes = CubeShape(many=True)
    extras = serializers.ListField(child=ObjectField())
    automatics = serializers.IntegerField()
    proxies = serializers.DictField(
        child=serializers.CharField(), help_text="Who went home, and who decides about that cube now."
    )
    offers_closed = serializers.BooleanField(
        help_text="The box has answered, and by the house rule `offer_window` only a `roll` opens the offers again."
    )
    dead_cube = serializers.BooleanField(help_text="In a match a cube was turned that could change nothing any more.")
    last_roll = LastRollShape(allow_null=True, help_text="Long nard: the starter is done, and this roll is left.")
    board = BoardShape(allow_null=True, help_text="Null in a game that is not recorded roll by roll.")


class NextShape(Shape):
    """Who sits where in the next game; queue[0] is the next captain."""

    starter = serializers.CharField(allow_null=True, help_text="Who begins it, in long nard.")
    box = serializers.CharField()
    partner = serializers.CharField(allow_null=True)
    queue = serializers.ListField(child=serializers.CharField())


class GameShape(Shape):
    """A finished game."""

    no = serializers.IntegerField()
    box = serializers.CharField()
    partner = serializers.CharField(allow_null=True)
    captain = serializers.CharField()
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    won_by = serializers.CharField(allow_null=True, help_text="The winner's name at a table for two; null in a draw.")
    result = serializers.ChoiceField([str(result) for result in Result], allow_null=True)
    score = PointsByName(allow_null=True, help_text="The score of a match after it.")
    points = PointsByName(help_text="What it settles; in a match the stake when it is won, and nothing before.")
    money = MoneyByName(allow_null=True)
    reasons = ToldShape(many=True)
    first_action = serializers.IntegerField()
    last_action = serializers.IntegerField()


class RecordedGameShape(GameShape):
    """A finished game with its place in the books: a correction raises `revision`."""

    id = serializers.UUIDField()
    revision = serializers.IntegerField()
    at = serializers.DateTimeField()


class TableSummaryShape(Shape):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    night = serializers.UUIDField()
    no = serializers.IntegerField()
    kind = serializers.ChoiceField(Table.Kind.choices)
    state = serializers.ChoiceField(Table.State.choices)
    version = serializers.IntegerField(help_text="Number of actions in the log.")
    rules_name = serializers.CharField(allow_blank=True)
    stake = StakeShape(allow_null=True)
    players = serializers.ListField(child=serializers.CharField())
    games_finished = serializers.IntegerField()


class ImportedShape(Shape):
    """The table of each scoresheet, in their order."""

    tables = TableSummaryShape(many=True)
    said = BoardMessageShape(many=True, help_text="What was concluded where a `.mat` file does not say it.")


class AllowedShape(Shape):
    """A button: post `action` as it is, with a command_id. With `soft`, add `override` and a `reason`."""

    kind = serializers.CharField(help_text="The action's word; `…_all` for what does several cubes at once.")
    action = ActionField()
    actor = serializers.CharField(allow_null=True, help_text="Who acts; null for the table as a whole.")
    card = serializers.CharField(allow_null=True, help_text="On whose card it is drawn; null for the dock.")
    side = serializers.ChoiceField(SIDES, allow_null=True)
    plays_for = serializers.IntegerField(allow_null=True, help_text="The cube's value once it is done.")
    pays = PointsField(allow_null=True, help_text="What it costs at once.")
    asks = serializers.IntegerField(allow_null=True, help_text="The value it proposes.")
    soft = serializers.CharField(allow_null=True, help_text="The soft rule that speaks against it.")
    blocked = ToldShape(allow_null=True, help_text="Why it cannot be done now.")


class TableShape(TableSummaryShape):
    """The whole state of a table."""

    rules = ObjectField(help_text="Every setting, as frozen when the table was opened.")
    rolls = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="The throws that made the order at the beginning, by name, round by round; empty without any.",
    )
    seats = SeatShape(many=True)
    match = MatchShape(allow_null=True, help_text="Null at a table of any other kind.")
    game = LiveGameShape(allow_null=True)
    next = NextShape(allow_null=True, help_text="Null while a game must still be declared, and when a match is won.")
    last_game = GameShape(allow_null=True)
    allowed = AllowedShape(many=True)
    warnings = ToldShape(many=True)


class PassedOverShape(ToldShape):
    """The soft rule that an act passed over (`override`), and the reason that was given."""

    reason = serializers.CharField()


class LogRowShape(Shape):
    """One row of a table's log."""

    seq = serializers.IntegerField()
    action = ActionField()
    passed_over = PassedOverShape(allow_null=True, help_text="The first of several; null where none was.")
    command_id = serializers.UUIDField()
    door = serializers.ChoiceField(["page", "api", "admin", "import", "task"])
    member = serializers.UUIDField(allow_null=True, help_text="Who recorded it.")
    at = serializers.DateTimeField()


class CommandShape(Shape):
    """Acts to be recorded together: all of them or none."""

    command_id = serializers.UUIDField(help_text="Made when the button is drawn; the same when repeated.")
    expected_version = serializers.IntegerField(required=False, min_value=0)
    actions = serializers.ListField(child=ActionField(), min_length=1, max_length=200)


class RollsField(serializers.ListField):
    """Throws by player, round by round: first everybody's, then of those who are tied."""

    child = serializers.DictField(child=serializers.IntegerField(min_value=LOWEST, max_value=HIGHEST))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_length=1, max_length=100, **kwargs)


class NewStakeShape(Shape):
    unit = serializers.CharField(max_length=20, help_text='Money for one point, such as "0.50"; for a whole match.')
    currency = serializers.RegexField(r"^[A-Z]{3}$", required=False, help_text="Default: the club's.")


class NewTableShape(Shape):
    """A table to be opened: with `players` in order (box, captain, then the crew in line), or in that of `rolls`.

    At a table for two the first is who won the lot: in long nard he begins.
    """

    night = serializers.UUIDField()
    kind = serializers.ChoiceField(Table.Kind.choices, default=Table.Kind.CHOUETTE)
    players = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=100, required=False)
    throw = serializers.BooleanField(default=False, help_text="The product throws for `players`: two dice each.")
    rolls = RollsField(required=False, help_text="Instead of `players`: what each threw, by member's id.")
    partner = serializers.UUIDField(required=False)
    stakes = serializers.DictField(
        child=serializers.CharField(max_length=12), required=False, help_text="Unequal stakes: member to units."
    )
    stake = NewStakeShape(required=False, help_text="Left out: points only.")
    rules = ObjectField(required=False, help_text="A preset's name under `preset`, and what differs from it.")
    house_rules = serializers.UUIDField(required=False, help_text="One of the club's own house rules.")


class SuggestionShape(Shape):
    """Who would go to a new table."""

    movers = serializers.ListField(child=serializers.UUIDField())


class SplitShape(Shape):
    """A table to be split. What is left out the product does: it suggests who goes, and throws for them."""

    command_id = serializers.UUIDField()
    expected_version = serializers.IntegerField(required=False, min_value=0)
    movers = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=100, required=False)
    rolls = RollsField(required=False, help_text="What each mover threw, by member's id.")


class JoinShape(Shape):
    """A table that everybody leaves for this one."""

    command_id = serializers.UUIDField()
    expected_version = serializers.IntegerField(required=False, min_value=0)
    table = serializers.UUIDField(help_text="The other table.")


class CrossedShape(Shape):
    """Both tables after people went from one to the other."""

    table = TableShape(help_text="The table that was asked about.")
    other = TableShape(help_text="The new table of a split; the one that everybody left for a join.")
