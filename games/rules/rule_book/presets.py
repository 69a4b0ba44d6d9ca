"""The presets as data: what each is called, where it was read, for which kind it is, what it changes. Rule: §5."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.rules.sentences import gettext_noop as _
from games.rules.settings import PRESETS, Json, Kind, presets_of


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that have a name. `source` says honestly where they were read; the rest of them is the default."""

    key: str
    title: str
    source: str

    @property
    def changes(self) -> Mapping[str, Json]:
        """What it changes from the defaults."""
        return PRESETS[self.key]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of table that may name it."""
        return tuple(kind for kind in Kind if self.key in presets_of(kind))


_ALL = (
    Preset(
        "individual",
        _("Individual: a cube each"),
        _("What most clubs play today: the defaults of this product, where each decision is marked."),
    ),
    Preset(
        "single",
        _("Single: one cube for the team"),
        _("The books before 1980, and the American chouette rules of 1931."),
    ),
    Preset("amsterdam", _("Amsterdam"), _("Published house rules of the club in Amsterdam.")),
    Preset("rotterdam", _("Rotterdam"), _("Published house rules of the club in Rotterdam.")),
    Preset("canberra", _("Canberra"), _("Published chouette rules of Backgammon ACT, the club in Canberra.")),
    Preset("cambridge", _("Cambridge"), _("Published house rules of the club in Cambridge.")),
    Preset("los_angeles", _("Los Angeles"), _("Published house rules of a chouette in Los Angeles.")),
    Preset("clinton_hill", _("Clinton Hill"), _("Published house rules of the chouette in Clinton Hill.")),
    Preset("money", _("Money game"), _("Money play for two as the rule texts have it: the defaults.")),
    Preset("match", _("Match"), _("Match play as the rule texts have it, to 7 points.")),
    Preset("long_nard", _("Long nard"), _("Long nard as the Hungarian and Croatian rule text has it.")),
)

PRESET_BOOK: Mapping[str, Preset] = MappingProxyType({one.key: one for one in _ALL})
"""Every preset by its key."""
