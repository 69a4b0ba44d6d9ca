"""The book on seats, on who may advise, and on what the house takes."""

from games.rules.rule_book.entry import Amounts, Choice, Group, Numbers, Setting
from games.rules.sentences import gettext_noop as _

SEATS = Group(
    "seats",
    _("Seats"),
    (
        Setting(
            "join",
            _("A newcomer sits"),
            (
                Choice(
                    "after_loser",
                    _("behind the last loser"),
                    _("A newcomer plays from the next game and sits behind its loser, at the end of the line."),
                ),
                Choice(
                    "before_loser",
                    _("ahead of the last loser"),
                    _("A newcomer plays from the next game and sits just ahead of its loser."),
                ),
            ),
            seen=_("Ahead of the loser: Cambridge."),
        ),
        Setting(
            "leave",
            _("When somebody goes home in a game"),
            (
                Choice(
                    "follow_captain",
                    _("the cube follows the captain’s"),
                    _("Whoever goes home in a game leaves a cube that does what the captain’s cube does."),
                ),
                Choice(
                    "proxy",
                    _("somebody else plays the cube"),
                    _("Whoever goes home in a game names somebody who plays that cube on."),
                ),
                Choice(
                    "forfeit",
                    _("the cube is lost at its value"),
                    _("Whoever goes home in a game loses that cube at its value, once."),
                ),
                Choice(
                    "deal",
                    _("the cube is settled for points"),
                    _("Whoever goes home in a game settles that cube with the box for an agreed number of points."),
                ),
            ),
            note=_("Where an offer waits, its price is lost; who follows is answered as the captain is, if possible."),
        ),
        Setting(
            "partner_min",
            _("The box may take a partner from"),
            (Choice(None, _("never"), _("The box always plays alone.")),),
            Numbers(3, 100, _("The box may take a partner when this many or more play: {value}.")),
            note=_("Everybody at the table is counted."),
            note_silent_at=(None,),
        ),
        Setting(
            "partner_pick",
            _("The partner is"),
            (
                Choice(
                    "last_first",
                    _("the last in line first"),
                    _("To be the box’s partner, the last in line is asked first."),
                ),
                Choice(
                    "next_in_line",
                    _("the next in line"),
                    _("To be the box’s partner, the next in line behind the captain is asked first."),
                ),
                Choice("captain", _("the captain"), _("To be the box’s partner, the captain is asked first.")),
            ),
            note=_("The sheet records whoever agreed."),
            seen=_("The next in line: Los Angeles."),
            idle_with=(("partner_min", None),),
        ),
        Setting(
            "partner_odd_to",
            _("The odd point goes to"),
            (
                Choice(
                    "box", _("the box"), _("Of a result shared with a partner the box has the odd point, won or lost.")
                ),
                Choice(
                    "partner",
                    _("the partner"),
                    _("Of a result shared with a partner the partner has the odd point, won or lost."),
                ),
            ),
            idle_with=(("partner_min", None),),
        ),
        Setting(
            "max_players",
            _("Most at one table"),
            (),
            Numbers(2, 100, _("Two tables are better when more than this many are there: {value}.")),
            note=_("The table is told; nothing is refused."),
            seen=_("6 in Canberra, 7 in Los Angeles."),
        ),
        Setting(
            "consult",
            _("Advice"),
            (
                Choice("always", _("always"), _("Everybody on the team may advise the captain.")),
                Choice(
                    "turned_cubes",
                    _("from those whose cube was turned"),
                    _("Only those whose cube was turned in the game may advise the captain."),
                ),
                Choice("never", _("never"), _("Nobody advises the captain.")),
            ),
            note=_("Shown at the table, never scored."),
            seen=_(
                "Only with a turned cube: Amsterdam, Rotterdam, Canberra, Clinton Hill, Clapton. Never: Los Angeles."
            ),
        ),
    ),
)

HOUSE = Group(
    "house",
    _("The house"),
    (
        Setting(
            "table_fee",
            _("Table fee a player and night"),
            (Choice("0", _("none"), _("Nobody pays a table fee.")),),
            Amounts(_("A table fee for each player and night goes to the house: {value}.")),
            note=_("It is reported beside the money and is not in it."),
            note_silent_at=("0",),
        ),
    ),
)
