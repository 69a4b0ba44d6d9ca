"""The book on matches and on long nard."""

from games.rules.rule_book.entry import Choice, Group, Numbers, Setting
from games.rules.sentences import gettext_noop as _

MATCH = Group(
    "match",
    _("The match"),
    (
        Setting(
            "target",
            _("The match goes to"),
            (Choice(1, _("one point"), _("The match is one game: whoever wins it has won the match.")),),
            Numbers(1, 25, _("The match is won by whoever first has this many points: {value}.")),
            seen=_("Odd numbers up to 25; even ones by agreement."),
        ),
    ),
)

LONG_NARD = Group(
    "long_nard",
    _("Long nard"),
    (
        Setting(
            "ending",
            _("A win counts"),
            (
                Choice(
                    "mars",
                    _("two when the loser bore nothing off"),
                    _("A win counts 1, and 2 (mars) when the loser has borne off nothing."),
                ),
                Choice("oin", _("always one"), _("Every win counts 1 (oin).")),
            ),
        ),
        Setting(
            "first",
            _("Who begins the next game"),
            (
                Choice(
                    "loser", _("the loser"), _("The loser begins the next game; after a draw the same one as before.")
                ),
                Choice("alternate", _("by turns"), _("The two begin by turns.")),
            ),
        ),
        Setting(
            "last_roll",
            _("One more throw for the second"),
            (
                Choice(False, _("no"), _("The game is over as soon as one has borne off everything.")),
                Choice(
                    True,
                    _("yes"),
                    _("When the first mover is done, the other throws once more; if he is done as well, it is a draw."),
                ),
            ),
        ),
        Setting(
            "head_exception",
            _("Two from the head on the first throw"),
            (
                Choice(
                    "white", _("White only"), _("Only White may take two from the head, on a first 3-3, 4-4 or 6-6.")
                ),
                Choice("both", _("both"), _("Both may take two from the head, on a first 3-3, 4-4 or 6-6.")),
            ),
            note=_("Otherwise one checker leaves the head in a turn."),
            seen=_("Both: some federations."),
        ),
        Setting(
            "cube",
            _("A doubling cube"),
            (
                Choice(False, _("no"), _("There is no doubling cube.")),
                Choice(True, _("yes"), _("There is a doubling cube: double, take or drop, without beavers.")),
            ),
            seen=_("Some federations use one."),
        ),
    ),
)
