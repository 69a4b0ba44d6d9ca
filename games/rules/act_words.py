"""What an act is called inside a sentence, in English, by its word on the sheet; the edge translates it."""

from collections.abc import Mapping
from types import MappingProxyType

from games.rules.sentences import gettext_noop as _

ACT_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "start": _("start of a game"),
        "automatic_double": _("automatic double"),
        "double": _("double"),
        "take": _("take"),
        "drop": _("drop"),
        "beaver": _("beaver"),
        "accept": _("accepted beaver"),
        "refuse": _("refused beaver"),
        "raccoon": _("raccoon"),
        "otter": _("otter"),
        "deal": _("deal"),
        "declare": _("declared winner"),
        "extra": _("extra"),
        "end": _("end of a game"),
        "resign": _("resignation"),
        "last_roll": _("last roll"),
        "roll": _("roll"),
        "play": _("play"),
        "challenge": _("challenge"),
        "join": _("new player"),
        "leave": _("leaving player"),
        "sit_out": _("sitting out"),
        "return": _("return to the table"),
        "partner": _("choice of a partner"),
        "decline_box": _("declined box"),
        "reorder": _("new order of seats"),
        "adjust": _("correction of points"),
        "undo": _("undo"),
        "note": _("note"),
        "amend": _("correction of a game"),
    }
)
