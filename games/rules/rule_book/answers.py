"""The book on doubling and answering: what the box and the team owe each other in a round of offers."""

from games.rules.rule_book.entry import Choice, Group, Setting
from games.rules.sentences import gettext_noop as _

ANSWERS = Group(
    "answers",
    _("Doubling and answering"),
    (
        Setting(
            "box_double",
            _("The box doubles"),
            (
                Choice("free", _("whom it likes"), _("The box doubles whom it likes.")),
                Choice(
                    "same_value",
                    _("all cubes of one value, or none"),
                    _("The box doubles all cubes of one value that it may turn, or none of them."),
                ),
                Choice(
                    "include_captain",
                    _("the captain too, at the same value"),
                    _("When the box doubles a cube of the same value as the captain’s, it doubles the captain’s too."),
                ),
            ),
            is_soft=True,
            note=_("Automatic doubles do not count for the value of the captain’s cube."),
            note_silent_at=("free",),
            seen=_("All of one value: Denmark. The captain too: Los Angeles."),
        ),
        Setting(
            "box_answer",
            _("The box answers"),
            (
                Choice("free", _("each cube by itself"), _("The box answers each cube by itself.")),
                Choice(
                    "same_value_same_action",
                    _("equal cubes the same"),
                    _("The box gives cubes offered at one value the same answer: all taken or all dropped."),
                ),
                Choice(
                    "all_or_none_initial",
                    _("all cubes from the centre, or none"),
                    _("Of the cubes offered from the centre the box takes all or none."),
                ),
                Choice(
                    "at_least_half",
                    _("at least half taken, or none"),
                    _("The box takes at least half of the cubes offered, or drops them all."),
                ),
                Choice(
                    "majority",
                    _("more than half taken, or none"),
                    _("The box takes more than half of the cubes offered, or drops them all."),
                ),
                Choice(
                    "break_even",
                    _("takes worth what the drops cost, or none"),
                    _("What the box takes is worth at least what it pays for the cubes dropped, or it drops them all."),
                ),
            ),
            is_soft=True,
            note=_("Judged when every offer of the round has its first answer; a beaver counts as a take."),
            note_silent_at=("free",),
            seen=_(
                "Equal cubes the same: Amsterdam, Rotterdam. All from the centre or none: Clapton. "
                "At least half: Clinton Hill. Worth what the drops cost: Los Angeles."
            ),
        ),
        Setting(
            "must_take_captain",
            _("The box must take the captain before another"),
            (
                Choice(False, _("no"), _("The box may take another cube and drop the captain’s.")),
                Choice(
                    True,
                    _("yes"),
                    _("The box takes the captain’s cube, unless it drops every offer or took another cube earlier."),
                ),
            ),
            is_soft=True,
            seen=_("Canberra, Los Angeles."),
        ),
        Setting(
            "offer_window",
            _("Members may join a round of doubles"),
            (
                Choice(
                    "free",
                    _("until all are answered"),
                    _("Others of the team may double as long as an offer of the round waits for its answer."),
                ),
                Choice(
                    "close_on_first_answer",
                    _("until the box’s first answer"),
                    _("Once the box has answered one offer, nobody else of the team doubles until the next throw."),
                ),
            ),
            is_soft=True,
            note=_("Where no throws are on the sheet, for the rest of the game."),
            note_silent_at=("free",),
            seen=_("Until the first answer: Canberra."),
        ),
        Setting(
            "answer_order",
            _("Members answer"),
            (
                Choice("any", _("in any order"), _("The team answers the box’s double in any order.")),
                Choice(
                    "captain_first",
                    _("the captain first"),
                    _("The captain answers the box’s double first, then the others in line."),
                ),
                Choice(
                    "captain_last",
                    _("the captain last"),
                    _("The last in line answers the box’s double first, and the captain last."),
                ),
            ),
            is_soft=True,
            note=_("Players named in one act answer together."),
            note_silent_at=("any",),
            seen=_("The captain first: Clapton. The captain last: Clinton Hill."),
        ),
        Setting(
            "sole_taker",
            _("The only one who takes"),
            (
                Choice(
                    "free", _("plays on as he likes"), _("Whoever alone takes the box’s double plays on as he likes.")
                ),
                Choice(
                    "mandatory_beaver",
                    _("must beaver or drop"),
                    _("Whoever alone would take the double that the box gave to all must beaver or drop."),
                ),
                Choice(
                    "mandatory_beaver_captain",
                    _("must beaver or drop, if he is the captain"),
                    _("The captain must beaver or drop when he alone would take the double that the box gave to all."),
                ),
                Choice(
                    "mandatory_extras",
                    _("must accept extras"),
                    _("Whoever alone takes the double that the box gave to all accepts every dropper’s extra."),
                ),
            ),
            is_soft=True,
            note=_("Where the beaver is not allowed or the cap forbids it, the plain take stands."),
            note_silent_at=("free",),
            seen=_("Must beaver: Canberra, Victoria. Only the captain: Clinton Hill. Extras: Los Angeles."),
        ),
        Setting(
            "sole_taker_initial_only",
            _("That rule is for cubes from the centre only"),
            (
                Choice(True, _("yes"), _("The rule of the only taker holds when every cube came from the centre.")),
                Choice(False, _("no"), _("The rule of the only taker holds for redoubles too.")),
            ),
            is_soft=True,
            idle_with=(("sole_taker", "free"),),
        ),
        Setting(
            "extras",
            _("Extras"),
            (
                Choice("none", _("none"), _("Who drops is out of the game; nobody plays an extra cube.")),
                Choice(
                    "optional",
                    _("by agreement"),
                    _("Who drops may pay the only taker and play an extra cube against him, if he agrees."),
                ),
                Choice(
                    "mandatory",
                    _("must be accepted"),
                    _("Who drops may pay the only taker and play an extra cube against him; he must accept it."),
                ),
            ),
            note=_("An extra is a cube of the value that the taker’s cube has when it is placed."),
            note_silent_at=("none",),
            seen=_("Los Angeles."),
        ),
        Setting(
            "deals",
            _("Deals"),
            (
                Choice(
                    True,
                    _("yes"),
                    _("The box and a player of the team may settle a cube for an agreed number of points."),
                ),
                Choice(False, _("no"), _("No cube is settled by a deal; it is played out.")),
            ),
            seen=_("None: Cambridge."),
        ),
        Setting(
            "point_step",
            _("Deals go in steps of"),
            (
                Choice("1", _("whole points"), _("Deals and a partner’s half are counted in whole points.")),
                Choice("0.5", _("half points"), _("Deals and a partner’s half are counted in half points.")),
                Choice(
                    "0.25", _("quarter points"), _("Deals and a partner’s half are counted in quarters of a point.")
                ),
            ),
        ),
    ),
)
