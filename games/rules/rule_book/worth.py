"""The book on what a game is worth and when the box stays."""

from games.rules.rule_book.entry import Choice, Group, Numbers, Setting
from games.rules.sentences import gettext_noop as _

WORTH = Group(
    "worth",
    _("What a game is worth"),
    (
        Setting(
            "jacoby",
            _("Gammons count once the cube was turned (Jacoby)"),
            (
                Choice(
                    "per_cube",
                    _("that cube"),
                    _("Gammons and backgammons count on a cube that was turned in the game."),
                ),
                Choice(
                    "global",
                    _("any cube of the game"),
                    _("Gammons and backgammons count on all cubes once any cube of the game was turned."),
                ),
                Choice("none", _("always"), _("Gammons and backgammons always count.")),
            ),
            note=_("A double that was dropped and an animal that was refused turned nothing."),
            seen=_("For that cube: clubs with a cube each. For any: with one cube. Always: matches."),
        ),
        Setting(
            "jacoby_auto_counts",
            _("An automatic double counts as turned"),
            (
                Choice(False, _("no"), _("An automatic double alone does not make gammons count.")),
                Choice(True, _("yes"), _("An automatic double makes gammons count, as a double that was taken does.")),
            ),
            seen=_("The books disagree."),
            idle_with=(("jacoby", "none"), ("auto_max", 0)),
        ),
        Setting(
            "gammon",
            _("A gammon counts"),
            (Choice(1, _("as a single game"), _("A gammon counts as a single game.")),),
            Numbers(1, 10, _("A gammon counts the cube times {value}.")),
        ),
        Setting(
            "backgammon",
            _("A backgammon counts"),
            (Choice(1, _("as a single game"), _("A backgammon counts as a single game.")),),
            Numbers(1, 10, _("A backgammon counts the cube times {value}.")),
            note=_("Never less than a gammon."),
            seen=_("3 in most countries, 2 in some."),
        ),
    ),
)

BOX = Group(
    "box",
    _("Who is the box"),
    (
        Setting(
            "retention",
            _("The box stays when"),
            (
                Choice(
                    "captain",
                    _("it beats the captain"),
                    _("The box stays when it beats the captain, even if it loses in all."),
                ),
                Choice("profit", _("it wins in all"), _("The box stays when it wins points in all.")),
                Choice(
                    "break_even", _("it does not lose in all"), _("The box stays when it does not lose points in all.")
                ),
                Choice(
                    "win_and_break_even",
                    _("it wins the game and does not lose in all"),
                    _("The box stays when it wins the game on the board and does not lose points in all."),
                ),
                Choice("all", _("it beats everybody"), _("The box stays when it beats everybody on the team.")),
                Choice(
                    "majority",
                    _("it beats more than half"),
                    _("The box stays when it beats more than half of the team."),
                ),
            ),
            seen=_("Beats the captain: most clubs. Wins and does not lose in all: Canberra, Los Angeles."),
        ),
        Setting(
            "captain_drop",
            _("When the captain drops"),
            (
                Choice(
                    "result_stands",
                    _("his own result still decides"),
                    _("When the captain drops, others play on for the team, but his own result decides about the box."),
                ),
                Choice(
                    "position_passes",
                    _("the next in line is captain for all purposes"),
                    _("When the captain drops the box’s double and others play on, the next in line is the captain."),
                ),
            ),
            note=_("His place passes only when somebody else plays on, took or beavered."),
            note_silent_at=("result_stands",),
            seen=_("His place passes: the rules of 1931, and one cube for the team."),
        ),
        Setting(
            "decline_box",
            _("Passing the box on"),
            (
                Choice(
                    "allowed",
                    _("allowed"),
                    _("The captain who has won the box may pass it on; the next captain takes it."),
                ),
                Choice("forbidden", _("not allowed"), _("The captain who has won the box must take it.")),
            ),
            seen=_("Allowed: Clapton."),
        ),
    ),
)
