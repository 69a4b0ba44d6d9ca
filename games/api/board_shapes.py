"""The shapes of what the API says about boards, for OpenAPI; `boards` makes them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.board.position import Game, Side
from games.board.situation import Pending
from games.board.turns import HeadException

SIDES = ["box", "team"]
COLOURS = [str(side) for side in Side]


class Shape(serializers.Serializer[Any]):
    """A JSON object that is only described here."""


class NumbersField(serializers.ListField):
    """Whole numbers."""

    child = serializers.IntegerField()


class DiceField(serializers.ListField):
    """A roll of two dice."""

    child = serializers.IntegerField(min_value=1, max_value=6)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_length=2, max_length=2, **kwargs)


class BoardMessageShape(Shape):
    """What the board has to say; docs/board.md lists the codes, without `board_`."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text="The sentence in the language asked for.")
    values = serializers.DictField(child=serializers.JSONField())


class LastPlayShape(Shape):
    by = serializers.CharField()
    dice = DiceField()
    moves = serializers.CharField(
        help_text="In the notation of docs/board.md; a play against the rules as it was said."
    )
    illegal = BoardMessageShape(allow_null=True, help_text="The rule that it breaks; null for a legal play.")
    may_be_challenged = serializers.BooleanField(help_text="Until the next dice are thrown or a cube is offered.")


class BoardShape(Shape):
    """The board, by the numbers of whoever is on turn. In the IDs the box is White, and the cube is the captain's."""

    turn = serializers.CharField(help_text="Who moves the checkers of the side on turn.")
    side = serializers.ChoiceField(SIDES)
    board = NumbersField(
        help_text="Points 1 to 24, the mover's checkers counted up, the other's down; in backgammon both bars follow."
    )
    off = NumbersField(help_text="Borne off: the mover's, the other's.")
    pips = serializers.DictField(child=serializers.IntegerField(), help_text="By name.")
    dice = DiceField(allow_null=True, help_text="Thrown, and not yet played.")
    xgid = serializers.CharField(allow_null=True, help_text="Null in long nard.")
    gnubg_position_id = serializers.CharField(allow_null=True, help_text="Null in long nard.")
    gnubg_id = serializers.CharField(allow_null=True, help_text="`POSITION:MATCH`; null where it cannot be written.")
    last_play = LastPlayShape(allow_null=True)


class LegalPlayShape(Shape):
    moves = serializers.CharField(help_text="`-` where nothing can be played.")
    board = NumbersField(help_text="As the play leaves it, by the numbers of whoever makes it.")


class PlayToPostShape(LegalPlayShape):
    action = serializers.DictField(child=serializers.JSONField(), help_text="Post it as it is, with a command_id.")


class LegalPlaysShape(Shape):
    """What may be played now."""

    version = serializers.IntegerField(help_text="Of the table.")
    turn = serializers.CharField()
    dice = DiceField()
    plays = PlayToPostShape(many=True)


class ActOnBoardShape(Shape):
    seq = serializers.IntegerField(help_text="The line of the log; the acts of a correction share its line.")
    action = serializers.DictField(child=serializers.JSONField())
    board = BoardShape(help_text="As it was after the act.")


class GameBoardShape(Shape):
    """A game act by act, from its first roll on."""

    game = serializers.IntegerField()
    acts = ActOnBoardShape(many=True)


class AskedPositionShape(Shape):
    """A position to look at: an `id`, or a `board` as numbers."""

    id = serializers.CharField(max_length=120, required=False, help_text="An XGID, or an ID of GNU Backgammon.")
    board = NumbersField(required=False, min_length=24, max_length=26, help_text="As in the answer.")
    game = serializers.ChoiceField([str(game) for game in Game], default=str(Game.BACKGAMMON))
    off = NumbersField(required=False, min_length=2, max_length=2, help_text="Left out: whatever is missing is off.")
    turn = serializers.ChoiceField(COLOURS, default=str(Side.WHITE))
    dice = DiceField(required=False, help_text="Left out: those of the ID, if it has any.")
    head_exception = serializers.ChoiceField(
        [str(one) for one in HeadException], default=str(HeadException.WHITE), help_text="Long nard."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("id" in attrs) == ("board" in attrs):
            raise serializers.ValidationError(_("Give either an id or a board."))
        return attrs


class PositionShape(Shape):
    """A position in every way it can be written. Of what is said beside the board, null is what nobody has said."""

    game = serializers.ChoiceField([str(game) for game in Game])
    turn = serializers.ChoiceField(COLOURS)
    board = NumbersField()
    off = NumbersField()
    pips = NumbersField(help_text="The mover's, the other's.")
    dice = DiceField(allow_null=True)
    cube = serializers.IntegerField()
    owner = serializers.ChoiceField(COLOURS, allow_null=True)
    pending = serializers.ChoiceField([str(one) for one in Pending], allow_null=True)
    score = NumbersField(help_text="White's, Black's.")
    target = serializers.IntegerField(help_text="0 for a money game.")
    crawford = serializers.BooleanField()
    jacoby = serializers.BooleanField(allow_null=True)
    beavers = serializers.BooleanField(allow_null=True)
    cap = serializers.IntegerField(allow_null=True)
    xgid = serializers.CharField(allow_null=True)
    gnubg_position_id = serializers.CharField(allow_null=True)
    gnubg_id = serializers.CharField(allow_null=True)
    lost = BoardMessageShape(many=True, help_text="What the IDs do not hold.")
    diagram = serializers.CharField(help_text="In plain text, the mover at the bottom.")
    described = serializers.CharField(help_text="In words.")
    plays = LegalPlayShape(many=True, allow_null=True, help_text="Null without dice.")


class MatShape(Shape):
    """A `.mat` file, and what of the table it does not hold."""

    text = serializers.CharField()
    lost = BoardMessageShape(many=True)
