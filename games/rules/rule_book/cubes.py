"""The book on the cubes: whose they are, how far they are turned, what a turn at the start does."""

from games.rules.rule_book.entry import Choice, Group, Numbers, Setting
from games.rules.sentences import gettext_noop as _
from games.rules.settings import LARGEST_CUBE

CUBES = Group(
    "cubes",
    _("The cube"),
    (
        Setting(
            "cube_mode",
            _("Cubes"),
            (
                Choice(
                    "individual",
                    _("a cube for each member"),
                    _("Each player of the team has a cube of his own against the box and plays it alone."),
                ),
                Choice(
                    "single",
                    _("one cube for the team"),
                    _("The team has one cube together; when the box doubles, each takes or drops for himself."),
                ),
            ),
            seen=_("A cube each: most clubs today. One cube: the books before 1980, and the rules of 1931."),
        ),
        Setting(
            "team_double",
            _("The team doubles when"),
            (
                Choice("unanimous", _("all agree"), _("The team’s one cube is turned when all who still play agree.")),
                Choice("captain", _("the captain says so"), _("The captain alone turns the team’s one cube.")),
                Choice(
                    "majority",
                    _("more than half agree"),
                    _("The team’s one cube is turned when more than half of those who still play agree."),
                ),
            ),
            seen=_("The books before 1980; they differ."),
            idle_with=(("cube_mode", "individual"),),
        ),
        Setting(
            "animals",
            _("Turns at once after a double"),
            (
                Choice(0, _("none"), _("A double is taken or dropped; nobody beavers.")),
                Choice(
                    1, _("beaver"), _("Whoever is doubled may turn the cube once more at once and keep it: a beaver.")
                ),
                Choice(
                    2,
                    _("beaver and raccoon"),
                    _("A double may be beavered, and the beaver turned once more by the doubler: a raccoon."),
                ),
                Choice(
                    3,
                    _("beaver, raccoon and otter"),
                    _("A double may be beavered, the beaver turned to a raccoon and that to an otter."),
                ),
                Choice(
                    "unlimited",
                    _("no limit"),
                    _("After a double both sides may go on turning the cube at once, as often as they like."),
                ),
            ),
            note=_("Turns after the raccoon are entered as otters."),
            note_silent_at=(0, 1, 2, 3),
            seen=_("None: Cambridge. Beaver and raccoon: Rotterdam, Canberra."),
        ),
        Setting(
            "auto_max",
            _("Automatic doubles a game"),
            (
                Choice(0, _("none"), _("Equal opening dice are thrown again; nothing is doubled.")),
                Choice(
                    None,
                    _("no limit"),
                    _("Equal opening dice double the cube each time, as often as it happens, and are thrown again."),
                ),
            ),
            Numbers(
                0,
                20,
                _("Equal opening dice double the cube and are thrown again; most times in one game: {value}."),
            ),
            seen=_("One a game: the rule texts. None: Cambridge, Clinton Hill. No limit: Canberra."),
        ),
        Setting(
            "auto_consent",
            _("An automatic double is for"),
            (
                Choice("all", _("every cube"), _("An automatic double is for every cube.")),
                Choice(
                    "box",
                    _("every cube, if the box allows it"),
                    _("An automatic double is for every cube, when the box allows it."),
                ),
                Choice(
                    "box_after_first",
                    _("every cube; after the first if the box allows it"),
                    _("The first automatic double is for every cube; later ones as well, when the box allows them."),
                ),
                Choice(
                    "individual",
                    _("the cubes of those who agree"),
                    _("An automatic double is only for the cubes of those who agree to it."),
                ),
            ),
            note=_("With one cube for the team it cannot be for some only."),
            note_silent_at=("all", "box", "box_after_first"),
            seen=_("After the first if the box allows it: Canberra."),
            idle_with=(("auto_max", 0),),
        ),
        Setting(
            "cap",
            _("Highest cube"),
            (Choice(None, _("no limit"), _("A cube may be turned as high as the table likes.")),),
            Numbers(1, LARGEST_CUBE, _("No cube goes higher than {value}.")),
            note=_("The sheet itself counts to 1048576."),
            note_silent_at=(None,),
            seen=_("No limit: money play. 64: one of the rule texts."),
        ),
    ),
)
